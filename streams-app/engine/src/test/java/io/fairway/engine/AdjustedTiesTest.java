package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Algorithm;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Two users who have used what they are due have one rank, also where their usage was posted: whole amounts in the ratio of shares. */
class AdjustedTiesTest {
    private static final long T0 = PipelineDriver.T0;
    private static final long HOUR = 3_600_000;

    @Test
    void amountsInTheRatioOfSharesTie() {
        Random random = new Random(36);
        for (int pair = 0; pair < 60; pair++) {
            try (PipelineDriver pipeline = PipelineDriver.replay()) {
                long mine = 1L + random.nextInt(20);
                long yours = 1L + random.nextInt(20);
                long unit = 1L + random.nextInt(100_000);
                long at = T0 + random.nextInt(10_000) * 1_000L;
                pipeline.policy(PipelineDriver.policyOf("main", T0, (1 + random.nextInt(1_000)) * HOUR)
                        .setAlgorithm(Algorithm.FAIR_TREE_DOCUMENTED));
                pipeline.share("physics", "anna", mine);
                pipeline.share("physics", "ben", yours);
                post(pipeline, "anna", mine * unit, at);
                post(pipeline, "ben", yours * unit, at);

                pipeline.tick(T0 + 10 * HOUR);

                assertThat(pipeline.fairshare("physics", "anna").getFactor())
                        .as("%d and %d times %d", mine, yours, unit)
                        .isEqualTo(pipeline.fairshare("physics", "ben").getFactor());
            }
        }
    }

    private static void post(PipelineDriver pipeline, String user, long amount, long at) {
        pipeline.send(
                Topic.ADJUSTMENTS,
                Keys.adjustment(PipelineDriver.DOMAIN, PipelineDriver.DOMAIN, "physics", user, "1"),
                Adjustment.newBuilder()
                        .setDomain(PipelineDriver.DOMAIN)
                        .setTree(PipelineDriver.DOMAIN)
                        .setAccount("physics")
                        .setUser(user)
                        .setId("1")
                        .setKind(AdjustmentKind.CHARGE)
                        .setAmount((double) amount)
                        .setEffectiveAt(Instant.ofEpochMilli(at))
                        .setActor("an operator")
                        .setReason("usage of before")
                        .build());
    }
}

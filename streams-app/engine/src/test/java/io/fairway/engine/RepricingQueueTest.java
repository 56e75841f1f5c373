package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static io.fairway.engine.PipelineDriver.policyOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.schemas.Topic;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Priorities follow usage, there are more jobs than one turn can look at, and usage moves at every evaluation. */
class RepricingQueueTest {
    private static final int JOBS = 800;

    private final AtomicLong fast = new AtomicLong();

    /** From one look at the time to the next pass 13 ms: a turn looks at 32 jobs. */
    private final PipelineDriver pipeline = PipelineDriver.live(() -> fast.addAndGet(13_000_000));

    private void open() {
        Policy.Builder moab = policyOf("main", 0, 0)
                .setMeasure(Measure.newBuilder().setName("moab").build())
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setProcessors(8)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.of(
                                "FSPOLICY", "DEDICATEDPS",
                                "FSINTERVAL", "600",
                                "FSDEPTH", "8",
                                "FSWEIGHT", "1",
                                "FSUSERWEIGHT", "1000",
                                "FSGROUPWEIGHT", "100",
                                "USERCFG[anna]", "FSTARGET=50",
                                "USERCFG[ben]", "FSTARGET=50",
                                "GROUPCFG[g]", "FSTARGET=50"))
                        .build());
        pipeline.policy(moab);
        pipeline.share("physics", "anna", 1);
        pipeline.share("physics", "ben", 1);
        for (int n = 0; n < JOBS; n++) {
            pipeline.submit("job" + n, "physics", n % 2 == 0 ? "anna" : "ben", T0 - 1_000);
        }
    }

    @Test
    void resultsAreNeverOlderThanTwoPasses() {
        open();
        pipeline.start("busy", "physics", "anna", T0 - 60_000, 8);
        // A turn looks at 32 jobs, and takes records for as long as it took itself: 200 ms at most.
        long passMillis = 200L * (JOBS / 32 + 2);
        long oldest = 0;
        Map<Long, Integer> sent = new HashMap<>();
        for (int tenths = 1; tenths <= 400; tenths++) {
            pipeline.start("run" + tenths, "physics", tenths % 3 == 0 ? "anna" : "ben", T0 + 100L * tenths - 100, 1);
            pipeline.advance(100);
            fast.addAndGet(100_000_000);
            long now = T0 + 100L * tenths;
            for (PipelineDriver.Sent<Heartbeat> beat : pipeline.read(Topic.HEARTBEATS, Heartbeat.class)) {
                long through = Objects.requireNonNull(beat.value())
                        .getEvaluatedThrough()
                        .toEpochMilli();
                oldest = Math.max(oldest, now - through);
            }
            int records = pipeline.read(Topic.PRIORITIES, PriorityRecord.class).size();
            sent.merge(tenths / 100L, records, Integer::sum);
        }

        assertThat(pipeline.deadLetterReasons()).isEmpty();
        assertThat(oldest).as("age of the results").isBetween(passMillis / 2, 2 * passMillis + 1_000);
        assertThat(sent.get(3L)).as("priorities go on moving").isGreaterThan(JOBS);
    }
}

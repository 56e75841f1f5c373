package io.fairway.app.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Policy;
import io.fairway.engine.PipelineDriver;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A running application takes a version that names no begin, and another half-life with it. */
class PolicyStartTest {
    private static final long WEEK = 7 * 86_400_000L;

    private final PipelineDriver pipeline = PipelineDriver.replay();
    private final Policy running =
            PipelineDriver.policyOf("main", PipelineDriver.T0, WEEK).build();

    @BeforeEach
    void run() {
        pipeline.share("physics", "anna", 1);
        pipeline.policy(Policy.newBuilder(running));
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    /** Milliseconds since the begin of a minute; the last fact before the version is 3 minutes ahead. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 30_500, 59_999})
    void itIsTakenWhateverTheSecond(long millis) {
        long minute = PipelineDriver.T0 + 3_600_000;
        Instant now = Instant.ofEpochMilli(minute + millis);
        pipeline.start("1", "physics", "anna", PipelineDriver.T0 + 1000, 1);
        pipeline.tick(now.toEpochMilli() + 180_000);

        pipeline.policy(changed().setEffectiveFrom(PolicyFile.start(running, now)));

        assertThat(pipeline.deadLetterReasons()).isEmpty();
    }

    /** What was the default before. */
    @ParameterizedTest
    @ValueSource(longs = {0, 30_500, 59_999})
    void aVersionFromNowOnIsRefused(long millis) {
        long now = PipelineDriver.T0 + 3_600_000 + millis;
        pipeline.start("1", "physics", "anna", now, 1);

        pipeline.policy(changed().setEffectiveFrom(Instant.ofEpochMilli(now - now % 1000)));

        assertThat(pipeline.deadLetterReasons()).singleElement().asString().contains("events may be applied up to");
    }

    private static Policy.Builder changed() {
        return PipelineDriver.policyOf("main", PipelineDriver.T0, WEEK / 2);
    }
}

package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEventType;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Corrected ends and late duplicates around the horizon. Jobs have 20 processors. */
class ForgettingOnTheStreamTest {
    private static final long HOUR = 3_600_000;
    private static final long HORIZON = 7 * 24 * HOUR;
    private static final double CPU_HOUR = 20 * 3_600;

    private final PipelineDriver pipeline = PipelineDriver.live();

    @BeforeEach
    void open() {
        pipeline.policy(0);
        pipeline.share("physics", "anna", 1);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    private void start(long time) {
        pipeline.start("1", "physics", "anna", time, 20);
    }

    /** An end that says who ran what, as accounting does. */
    private void end(long time, long run, int revision) {
        pipeline.job(pipeline.event("1", JobEventType.FINISHED, time)
                .setRun(Instant.ofEpochMilli(run))
                .setRevision(revision)
                .setAccount("physics")
                .setUser("anna")
                .setAllocatedTres(Map.of("cpu", 20.0)));
    }

    /** Time passes; another user's job lets the append clock go on and, if so, the sweep work. */
    private void passTo(long time, boolean isSwept) {
        pipeline.appendedAt(time);
        pipeline.submit("other" + time, "physics", "ben", time);
        if (isSwept) {
            pipeline.jump(time);
            pipeline.advance(1_000);
        }
    }

    private double usage(long at) {
        pipeline.jump(at);
        pipeline.advance(2_000);
        return pipeline.usage("physics", "anna") / CPU_HOUR;
    }

    /** The case of the report: 4.0 times. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFirstEndComesAgainAfterACorrectionToAnEarlierOne(boolean isSwept) {
        start(T0 - 3 * HOUR);
        end(T0, T0 - 3 * HOUR, 0);
        end(T0 - 2 * HOUR, T0 - 3 * HOUR, 1);
        passTo(T0 + HORIZON - HOUR, isSwept);
        end(T0, T0 - 3 * HOUR, 0);

        assertThat(usage(T0 + HORIZON)).isEqualTo(1);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    /** The case of the report: 1.2 times. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndIsCorrectedToALaterOneWhenTheFirstIsOlderThanTheHorizon(boolean isSwept) {
        start(T0 - HOUR);
        end(T0, T0 - HOUR, 0);
        passTo(T0 + HORIZON + 2 * HOUR, isSwept);
        end(T0 + 4 * HOUR, T0 - HOUR, 1);

        assertThat(usage(T0 + 2 * HORIZON)).isEqualTo(5);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
    }

    /** After two horizons the job is forgotten: any fact of the run is late, however new it is, and whether it was swept. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndIsCorrectedAfterTheJobWasForgotten(boolean isSwept) {
        start(T0 - HOUR);
        end(T0, T0 - HOUR, 0);
        passTo(T0 + 2 * HORIZON + HOUR, isSwept);
        end(T0 + 2 * HORIZON, T0 - HOUR, 1);

        assertThat(usage(T0 + 3 * HORIZON)).isEqualTo(1);
        assertThat(pipeline.deadLetterReasons())
                .containsExactly("run " + (T0 - HOUR) + ": the job's runs that began by " + T0
                        + " are forgotten, 2 horizons of " + HORIZON + " ms after the last that was told of them");
    }

    /** A scheduler uses the id again, and a late correction is about the first job of that id. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndIsCorrectedWhileTheIdIsUsedAgain(boolean isSwept) {
        start(T0 - HOUR);
        end(T0, T0 - HOUR, 0);
        long again = T0 + 2 * HORIZON + HOUR;
        passTo(again, isSwept);
        start(again);
        end(again + 60_000, T0 - HOUR, 1);
        pipeline.appendedAt(again + HOUR);
        end(again + HOUR, again, 0);

        assertThat(usage(again + 2 * HOUR)).isEqualTo(2);
        assertThat(pipeline.deadLetterKinds()).containsExactly("time");
    }

    /** Accounting tells of a job by its end alone. A run of 30 days counts, one of more than ten horizons may be forgotten. */
    @Test
    void aLongRunIsFirstHeardOfByItsEnd() {
        end(T0, T0 - 30 * 24 * HOUR, 0);
        assertThat(usage(T0)).isEqualTo(30 * 24);

        pipeline.job(pipeline.event("2", JobEventType.FINISHED, T0).setRun(Instant.ofEpochMilli(T0 - 71 * 24 * HOUR)));
        assertThat(pipeline.deadLetterKinds()).containsExactly("time");
    }

    /** An active job may run for as long as it likes. */
    @Test
    void theEndOfARunThatIsKnownIsNeverTooLate() {
        start(T0);
        passTo(T0 + 80 * 24 * HOUR, true);
        end(T0 + 80 * 24 * HOUR, T0, 0);

        assertThat(usage(T0 + 81 * 24 * HOUR)).isEqualTo(80 * 24);
    }
}

package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.T0;
import static io.fairway.engine.PipelineDriver.policyOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import io.fairway.core.time.BrokerTime;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of the machine is wrong, and the brokers' is right. They may differ by 2 minutes. */
class MachinesClockTest {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** A clock that never steps, milliseconds. */
    private final AtomicLong steady = new AtomicLong(-7_000);

    private final BrokerTime brokerTime = new BrokerTime(() -> steady.get() * 1_000_000, 2 * MINUTE);
    private PipelineDriver pipeline = PipelineDriver.live(brokerTime);

    @BeforeEach
    void open() {
        pipeline.policy(policyOf("main", 0, 0).setUsageReset("MONTHLY"));
        pipeline.share("physics", "anna", 1);
        pipeline.start("1", "physics", "anna", T0 - HOUR, 1);
        pipeline.finish("1", T0, T0 - HOUR);
        pipeline.advance(2_000);
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    private void pass(long millis) {
        steady.addAndGet(millis);
        pipeline.advance(millis);
    }

    /** The machine's clock steps, and the broker appends what is written then. */
    private void step(long to) {
        pipeline.jump(to);
        brokerTime.acknowledged(0, T0 + steady.get() + 7_000);
    }

    private List<String> problems() {
        pass(2_000);
        return pipeline.lastHeartbeat().getProblems();
    }

    private long through() {
        pass(1_500);
        return pipeline.lastHeartbeat().getEvaluatedThrough().toEpochMilli();
    }

    /** The case of the report: the monthly reset took the usage of all users, for good, and new versions were refused. */
    @ParameterizedTest
    @ValueSource(ints = {40, 3_653})
    void itStepsAheadAndNothingIsResetThatIsNotDue(int days) {
        step(T0 + days * DAY);
        pass(2_000);
        pipeline.appendedAt(T0 + 4_000);
        pipeline.policy(policyOf("main", T0 + MINUTE, 0).setUsageReset("MONTHLY"));
        pipeline.start("2", "physics", "anna", T0 + 4_000, 1);

        assertThat(problems())
                .singleElement()
                .asString()
                .contains(
                        (days * DAY / 1000 - 2) + " s ahead of the broker's",
                        "partition 0",
                        "may differ by 120 s (time.skew.ms)");
        assertThat(pipeline.usage("physics", "anna")).isBetween(3_600.0, 3_605.0);
        assertThat(pipeline.deadLetterKinds()).isEmpty();
        assertThat(through()).isLessThan(T0 + MINUTE);
    }

    /** The case of the report: a running job showed 6.25 times its usage. */
    @Test
    void itIsAnHourAheadForGood() {
        step(T0 + HOUR);
        pipeline.appendedAt(T0);
        pipeline.start("2", "physics", "anna", T0, 1);
        pass(MINUTE);

        assertThat(pipeline.usage("physics", "anna")).isBetween(3_660.0 - 12, 3_660.0);
    }

    /** It is a little ahead, as clocks are: it counts. */
    @Test
    void itIsAheadByLessThanTheBound() {
        step(T0 + MINUTE);

        assertThat(problems()).isEmpty();
        assertThat(through()).isGreaterThanOrEqualTo(T0 + MINUTE);
    }

    @Test
    void itIsBehindAndIsTold() {
        brokerTime.acknowledged(0, T0 + HOUR);

        assertThat(problems()).singleElement().asString().contains("s behind the broker's");
    }

    /** After a restart, the clock moves on only when a record just written has shown the brokers' time. */
    @Test
    void afterARestartARecordHasToShowTheTime() {
        pipeline.close();
        BrokerTime none = new BrokerTime(() -> steady.get() * 1_000_000, 2 * MINUTE);
        pipeline = PipelineDriver.live(none);
        pipeline.policy(policyOf("main", 0, 0));
        pipeline.share("physics", "anna", 1);
        pass(5_000);
        assertThat(pipeline.read(Topic.HEARTBEATS, Heartbeat.class)).isEmpty();

        none.acknowledged(0, T0 + 5_000);
        pass(2_000);
        assertThat(through()).isGreaterThan(T0 + 5_000);
    }

    /** Seed 51 of the simulator: results as of the stored clock, an hour after later ones were sent. */
    @Test
    void afterARestartNothingIsSentAsOfTheClockOfBefore() {
        pass(HOUR);
        BrokerTime none = new BrokerTime(() -> steady.get() * 1_000_000, 2 * MINUTE);
        pipeline = pipeline.restarted(none);
        pipeline.share("other", "zoe", 1); // a new record wakes the domain
        pass(5_000);
        assertThat(pipeline.read(Topic.HEARTBEATS, Heartbeat.class)).isEmpty();

        none.acknowledged(0, T0 + HOUR + 5_000);
        pass(2_000);
        assertThat(through()).isGreaterThan(T0 + HOUR + 5_000);
    }

    /** What had waited in a topic shows no more than its own time. */
    @Test
    void aRecordThatHadWaitedShowsNoMoreThanItsTime() {
        BrokerTime time = new BrokerTime(() -> steady.get() * 1_000_000, 2 * MINUTE);

        assertThat(time.bounded(0, T0)).isEqualTo(BrokerTime.UNTOLD);
        time.read(0, T0 - DAY);
        assertThat(time.bounded(0, T0)).isEqualTo(T0 - DAY);
        assertThat(time.problem(0, T0)).isNull();
        time.read(0, T0 - 1);
        time.read(0, T0 - HOUR);
        assertThat(time.bounded(0, T0)).isEqualTo(T0);
        assertThat(time.bounded(1, T0)).isEqualTo(BrokerTime.UNTOLD);
    }
}

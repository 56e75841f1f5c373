package io.fairway.simulator.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.simulator.broker.SimulatedBroker;
import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Foreign;
import io.fairway.simulator.schedule.Reset;
import io.fairway.simulator.schedule.Site;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class ClosedIntegralTest {
    private static final long HOUR = 3_600_000;
    private static final long T0 = 1_000 * HOUR;
    private static final List<String> ANNA = List.of("physics", "anna");

    /** One partition, a horizon of a day, a half-life of an hour. */
    private static final Site SITE =
            new Site(1, List.of("d"), 1, 1, 24 * HOUR, 0, HOUR, 5_000, false, Foreign.NONE, 0, 0, false, false);

    private final SimulatedBroker broker = new SimulatedBroker(T0);
    private final Written written = new Written();

    private void write(String topic, SpecificRecord record) {
        byte[] bytes = {1};
        written.wrote(bytes, new Act.Send(0, topic, 0, "", record, null, ""));
        broker.append("fairway." + topic, 0, new byte[0], bytes);
    }

    private void run(String job, double cpus, long from, long to) {
        write(
                "job-events",
                event(job, JobEventType.STARTED, from)
                        .setAccount("physics")
                        .setUser("anna")
                        .setAllocatedTres(Map.of("cpu", cpus))
                        .build());
        write(
                "job-events",
                event(job, JobEventType.FINISHED, to)
                        .setRun(Instant.ofEpochMilli(from))
                        .build());
    }

    private static JobEvent.Builder event(String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain("d")
                .setCluster("d")
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time));
    }

    private void adjust(String id, AdjustmentKind kind, double amount, long at) {
        write(
                "adjustments",
                Adjustment.newBuilder()
                        .setDomain("d")
                        .setTree("d")
                        .setAccount("physics")
                        .setUser("anna")
                        .setId(id)
                        .setKind(kind)
                        .setAmount(amount)
                        .setEffectiveAt(Instant.ofEpochMilli(at))
                        .setActor("")
                        .setReason("")
                        .build());
    }

    private Accepted accepted() {
        Taken taken = new Taken();
        for (String topic : List.of("fairway.job-events", "fairway.adjustments")) {
            broker.log(topic, 0).committed().forEach(entry -> taken.add(topic, 0, entry));
        }
        return new Accepted(SITE, Long.MAX_VALUE, taken, written, Set.of());
    }

    private double usage(String measure, long at) {
        return usage(SITE, measure, at);
    }

    private double usage(Site site, String measure, long at) {
        return new ClosedIntegral(site, "d", accepted(), at)
                .usage(measure)
                .getOrDefault(ANNA, ClosedIntegral.Amount.NONE)
                .value();
    }

    /** 4 processors for an hour that ended an hour ago: 4 * 3600 / ln 2 * (1/2 - 1/4) = 5193.702147. */
    @Test
    void aRunDecays() {
        run("1", 4, T0 - 2 * HOUR, T0 - HOUR);

        assertThat(usage("billing", T0)).isCloseTo(5193.702147, within(1e-6));
        assertThat(usage("plain", T0)).isEqualTo(4 * 3_600);
    }

    /** Of two hours, the second counts: 4 * 3600 / ln 2 * (1 - 1/2) = 10387.404295. */
    @Test
    void whatWasBeforeAResetDoesNotCount() {
        run("1", 4, T0 - 2 * HOUR, T0);
        adjust("r", AdjustmentKind.RESET, 0, T0 - HOUR);

        assertThat(usage("billing", T0)).isCloseTo(10387.404295, within(1e-6));
    }

    /** T0 is 16:00 of a day: of a run from 23:00 the day before to 01:00, an hour counts. */
    @Test
    void whatWasBeforeAResetOfThePolicyDoesNotCount() {
        Site daily = new Site(
                1,
                List.of("d"),
                1,
                1,
                24 * HOUR,
                0,
                0,
                5_000,
                false,
                Foreign.NONE,
                0,
                0,
                false,
                false,
                Reset.DAILY,
                Set.of());
        run("1", 4, T0 - 17 * HOUR, T0 - 15 * HOUR);

        assertThat(usage(daily, "billing", T0)).isEqualTo(4 * 3_600);
        assertThat(usage(daily, "plain", T0)).isEqualTo(4 * 2 * 3_600);
    }

    /** 800 two hours ago, and 100 given back an hour ago: 800/4 - 100/2 = 150. */
    @Test
    void adjustmentsDecayFromTheirInstantOn() {
        adjust("c", AdjustmentKind.CHARGE, 800, T0 - 2 * HOUR);
        adjust("b", AdjustmentKind.REFUND, 100, T0 - HOUR);

        assertThat(usage("billing", T0)).isCloseTo(150, within(1e-9));
        assertThat(usage("plain", T0)).isEqualTo(700);
    }

    @Test
    void whatComesTooLateOrTwiceCountsNotOrOnce() {
        run("1", 4, T0 - 2 * HOUR, T0 - HOUR);
        run("1", 4, T0 - 2 * HOUR, T0 - HOUR);
        run("2", 4, T0 - 26 * HOUR, T0 - 25 * HOUR);

        assertThat(usage("plain", T0)).isEqualTo(4 * 3_600);
        assertThat(accepted().refused()).containsExactly("fairway.job-events-0@4", "fairway.job-events-0@5");
    }
}

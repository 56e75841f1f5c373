package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.schemas.Keys;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * slurm.conf(5) of Slurm 22.05 through the topology: the flags CALCULATE_RUNNING and INCR_ONLY of PriorityFlags,
 * DefaultTime of a partition, and jobs that ask for several partitions. Numbers are worked out beside the case.
 */
class SlurmFlagsOnTheStreamTest {
    private static final String PARTITIONS = """
            nodes: 10
            processors: 100
            partitions:
              day: {priorityFactor: 100, tres: {cpu: 100}, maxTimeMinutes: 100, defaultTimeMinutes: 50}
              night: {priorityFactor: 50, tres: {cpu: 100}, maxTimeMinutes: 100}
            """;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void classic(String slurm) {
        rig.policy("algorithm: CLASSIC\n" + PARTITIONS + "slurm: {" + slurm + "}\n");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.user(DOMAIN, "all", "ben", 1);
    }

    /**
     * After 1000 s in the queue. Waiting: size (1/10 + 10/100)/2 = .1, partition day 1, of 10 of 100 processors .1, age
     * .1. Running in night with 50 processors: size (1/10 + 50/100)/2 = .3, partition 50/100, TRES .5, and age goes on.
     */
    @Test
    void aRunningJobHasThePriorityOfWhatItHolds() {
        classic("weightAge: 1000, maxAgeSeconds: 10000, weightJobSize: 1000, weightPartition: 100,"
                + " weightTres: \"CPU=200\", flags: [CALCULATE_RUNNING]");
        rig.submit("1", 0, "all", "anna", "nodes: 1, partitions: [day, night], requestedTres: {cpu: 10}");
        rig.tick(1000);
        assertThat(rig.published("1", "day").at(StreamRig.millis(1000))).isEqualTo(100 + 100 + 100 + 20);
        assertThat(rig.published("1", "night").at(StreamRig.millis(1000))).isEqualTo(100 + 100 + 50 + 20);

        rig.start("1", 1000, "all", "anna", "cpu: 50", "partition: night");
        rig.tick(2000);
        PublishedPriority running = rig.published("1", Keys.RUNNING);
        assertThat(running.at(StreamRig.millis(1000))).isEqualTo(100 + 300 + 50 + 100);
        assertThat(running.at(StreamRig.millis(2000))).isEqualTo(200 + 300 + 50 + 100);
        assertThat(running.record().getEligible()).isFalse();
        assertThat(rig.order(2000)).containsExactly("1");

        rig.finish("1", 3000, 1000, "");
        rig.tick(3000);
        assertThat(rig.order(3000)).isEmpty();
    }

    @Test
    void withoutTheFlagARunningJobHasNoRecord() {
        classic("weightJobSize: 1000");
        rig.start("1", 0, "all", "anna", "cpu: 50", "partition: night");
        rig.tick(1000);

        assertThat(rig.order(1000)).isEmpty();
    }

    /**
     * Anna's factor is 1 until she uses something, and 2^-(1/.5) = .25 afterwards: hers is all usage, her part .5. Without
     * the flag, her job would fall from 1000 + age to 250 + age. The evaluation after the start of the run is at 1200 s, where
     * the job had 1000 + 120.
     */
    @Test
    void aPriorityDoesNotFallWithItsFairshare() {
        classic("weightFairshare: 1000, weightAge: 1000, maxAgeSeconds: 10000, flags: [INCR_ONLY]");
        annaUsesAll();

        assertThat(rig.factor("all", "anna")).isCloseTo(.25, within(1e-12));
        assertThat(rig.sum("1", 2000)).isEqualTo(250 + 200);
        assertThat(rig.priority("1", 2000)).isEqualTo(1120);
        // It rises again when it has waited long enough.
        assertThat(rig.priority("1", 8700)).isEqualTo(1120);
        assertThat(rig.priority("1", 9000)).isEqualTo(1150);
        // A job that comes now never had more.
        rig.submit("3", 2000, "all", "anna", "");
        rig.tick(2000);
        assertThat(rig.priority("3", 2000)).isEqualTo(250);
    }

    @Test
    void withoutTheFlagItFalls() {
        classic("weightFairshare: 1000, weightAge: 1000, maxAgeSeconds: 10000");
        annaUsesAll();

        assertThat(rig.priority("1", 2000)).isEqualTo(450);
    }

    private void annaUsesAll() {
        rig.submit("1", 0, "all", "anna", "");
        rig.tick(1000);
        assertThat(rig.priority("1", 1000)).isEqualTo(1100);
        rig.start("2", 1000, "all", "anna", "cpu: 1", "");
        rig.tick(2000);
    }

    /** By the record before the event: 250 + 900 at 9000 s. With nice 500 the sum is 650. */
    @Test
    void aPriorityDoesNotFallWithAnEventEither() {
        classic("weightFairshare: 1000, weightAge: 1000, maxAgeSeconds: 10000, flags: [INCR_ONLY]");
        annaUsesAll();
        rig.job("1", "MODIFIED", 9000, "attributes: {nice: 500}");
        rig.tick(9000);
        assertThat(rig.sum("1", 9000)).isEqualTo(650);
        assertThat(rig.priority("1", 9000)).isEqualTo(1150);

        rig.restart();
        rig.tick(9001);
        assertThat(rig.priority("1", 9001)).isEqualTo(1150);
        rig.job("1", "MODIFIED", 9100, "attributes: {nice: 600}");
        rig.tick(9100);
        assertThat(rig.priority("1", 9100)).isEqualTo(1150);
    }

    /** An operator's number and a hold count as they are; afterwards the priority begins anew, with 250 - 100. */
    @Test
    void anOperatorLowersIt() {
        classic("weightFairshare: 1000, flags: [INCR_ONLY]");
        annaUsesAllWithoutAge();
        assertThat(rig.priority("1", 2000)).isEqualTo(1000);

        rig.job("1", "HELD", 3000, "");
        rig.tick(3000);
        assertThat(rig.priority("1", 3000)).isZero();
        rig.job("1", "RELEASED", 4000, "");
        rig.tick(4000);
        assertThat(rig.priority("1", 4000)).isEqualTo(250);
        rig.job("1", "MODIFIED", 5000, "attributes: {directPriority: 200}");
        rig.tick(5000);
        assertThat(rig.priority("1", 5000)).isEqualTo(200);
    }

    /** As a real Slurm 22.05 showed it for {@code scontrol hold, release, update Priority=}; its FIFO is the same. */
    @ParameterizedTest
    @ValueSource(strings = {"CLASSIC", "FIFO"})
    void aHeldJobKeepsNoPriorityOfAnOperator(String algorithm) {
        // FIFO counts down by the second of the submission.
        double own = algorithm.equals("FIFO") ? 4_294_967_295L - StreamRig.millis(0) / 1000 : 1000;
        rig.policy("algorithm: " + algorithm + "\n" + PARTITIONS + "slurm: {weightFairshare: 1000}\n");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("set", 0, "all", "anna", "directPriority: 12345");
        rig.submit("zero", 0, "all", "anna", "directPriority: 0");
        rig.submit("plain", 0, "all", "anna", "");
        rig.job("set", "HELD", 1000, "");
        rig.job("zero", "MODIFIED", 1000, "attributes: {directPriority: 12345}");
        rig.job("plain", "HELD", 1000, "");
        rig.job("plain", "MODIFIED", 1001, "attributes: {directPriority: 12345}");
        rig.tick(2000);
        for (String job : List.of("set", "zero", "plain")) {
            assertThat(rig.published(job).record().getHeld()).as(job).isTrue();
            assertThat(rig.priority(job, 2000)).as(job).isZero();
        }

        for (String job : List.of("set", "zero", "plain")) {
            rig.job(job, "RELEASED", 3000, "");
        }
        rig.tick(3000);
        for (String job : List.of("set", "zero", "plain")) {
            assertThat(rig.published(job).record().getHeld()).as(job).isFalse();
            assertThat(rig.priority(job, 3000)).as(job).isEqualTo(own);
        }

        rig.job("set", "MODIFIED", 4000, "attributes: {directPriority: 77}");
        rig.tick(4000);
        assertThat(rig.priority("set", 4000)).isEqualTo(77);
    }

    private void annaUsesAllWithoutAge() {
        rig.submit("1", 0, "all", "anna", "");
        rig.tick(1000);
        rig.start("2", 1000, "all", "anna", "cpu: 1", "");
        rig.tick(2000);
    }

    /**
     * SMALL_RELATIVE_TO_TIME: 10 processors / minutes / 100 processors. DefaultTime is 50 minutes in day, and night has its
     * MaxTime of 100: .002 and .001. A limit of the job's own, 20 minutes: .005.
     */
    @Test
    void aJobWithoutALimitHasTheDefaultTimeOfItsPartition() {
        classic("weightJobSize: 1000000, flags: [SMALL_RELATIVE_TO_TIME]");
        rig.submit("1", 0, "all", "anna", "nodes: 1, partitions: [day, night], requestedTres: {cpu: 10}");
        rig.submit("2", 0, "all", "anna", "nodes: 1, partition: day, requestedTres: {cpu: 10}, timeLimitSeconds: 1200");
        rig.tick(0);

        assertThat(rig.published("1", "day").at(StreamRig.millis(0))).isEqualTo(2000);
        assertThat(rig.published("1", "night").at(StreamRig.millis(0))).isEqualTo(1000);
        assertThat(rig.priority("2", 0)).isEqualTo(5000);
        assertThat(rig.published("1", "day").record().getTimeLimitSeconds()).isEqualTo(3000);
        assertThat(rig.published("1", "night").record().getTimeLimitSeconds()).isNull();
        assertThat(rig.published("2").record().getTimeLimitSeconds()).isEqualTo(1200);
    }

    /** 100 minutes on a processor, of which the limit of 50 counts; MaxTime is that of night. */
    @Test
    void timeBeyondTheDefaultTimeIsNotChargedIfTheMeasureSaysSo() {
        rig.policy("algorithm: CLASSIC\nmeasure: {name: m, chargeOverLimit: false}\n" + PARTITIONS);
        rig.user(DOMAIN, "all", "anna", 1);
        rig.user(DOMAIN, "all", "ben", 1);
        rig.start("1", 0, "all", "anna", "cpu: 1", "partition: day");
        rig.finish("1", 6000, 0, "");
        rig.start("2", 0, "all", "ben", "cpu: 1", "partition: night");
        rig.finish("2", 9000, 0, "");
        rig.tick(9000);

        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isCloseTo(3000, within(1e-6));
        assertThat(rig.fairshare(DOMAIN, "all", "ben").getRawUsage()).isCloseTo(6000, within(1e-6));
    }

    /** One record for each partition, each with its own factor of the partition; the highest is served first. */
    @Test
    @Rule(document = Document.SLURM, rows = "30")
    void aJobForSeveralPartitionsHasAPriorityInEach() {
        classic("weightPartition: 1000");
        rig.submit("1", 0, "all", "anna", "partitions: [night, day]");
        rig.submit("2", 0, "all", "ben", "partition: night");
        rig.tick(0);

        assertThat(rig.published("1", "day").terms(StreamRig.millis(0))).containsEntry("partition", 1000.0);
        assertThat(rig.published("1", "night").terms(StreamRig.millis(0))).containsEntry("partition", 500.0);
        assertThat(rig.order(0)).containsExactly("1", "1", "2");
    }
}

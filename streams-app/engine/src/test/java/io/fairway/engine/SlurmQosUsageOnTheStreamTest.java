package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Usage of a QOS: sacctmgr(1) of Slurm 22.05, UsageFactor and Flags=NoDecay. Jobs hold 4 processors for an hour, and the
 * half-life is an hour.
 */
class SlurmQosUsageOnTheStreamTest {
    private static final double HOUR = 3600;
    /** Usage of one processor at the end of the hour: half-life / ln 2 * (1 - 1/2). */
    private static final double OF_A_PROCESSOR = HOUR / Math.log(2) / 2;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void run(String more) {
        rig.policy("""
                algorithm: CLASSIC
                effectiveFrom: "%s"
                measure: {name: m, decay: {kind: HALF_LIFE, millis: 3600000}%s}
                qos: {high: {usageFactor: 2}, bank: {usageFactor: 0.5, noDecay: true}}
                """.formatted(StreamRig.at(0), more));
        rig.user(DOMAIN, "all", "anna", 1);
        for (String qos : new String[] {"high", "bank", "unknown"}) {
            rig.start(qos, 0, "all", "anna", "cpu: 4", "qos: " + qos);
            rig.finish(qos, HOUR, 0, "");
        }
        rig.tick(HOUR);
    }

    /** 8, 2 and 4 processors, of which that of an unknown QOS is the association's alone. */
    @Test
    void aQosIsChargedByItsUsageFactor() {
        run(", byQos: true");

        assertThat(rig.usage("m.qos", "high", "")).isCloseTo(8 * OF_A_PROCESSOR, within(1e-6));
        assertThat(rig.usage("m.qos", "unknown", "")).isZero();
        assertThat(rig.usage("m", "all", "anna")).isCloseTo((8 + 2 + 4) * OF_A_PROCESSOR, within(1e-6));
        rig.tick(2 * HOUR);
        assertThat(rig.usage("m.qos", "high", "")).isCloseTo(4 * OF_A_PROCESSOR, within(1e-6));
    }

    /** 8 processors by the UsageFactor of the QOS with the highest priority, and none for the other. */
    @Test
    void ofSeveralQosTheHighestIsCharged() {
        rig.policy("""
                algorithm: CLASSIC
                measure: {name: m, decay: {kind: HALF_LIFE, millis: 3600000}, byQos: true}
                qos: {low: {priority: 1, usageFactor: 7}, high: {priority: 9, usageFactor: 2}}
                """);
        rig.user(DOMAIN, "all", "anna", 1);
        rig.start("1", 0, "all", "anna", "cpu: 4", "qos: \"low,high\"");
        rig.finish("1", HOUR, 0, "");
        rig.tick(HOUR);

        assertThat(rig.usage("m", "all", "anna")).isCloseTo(8 * OF_A_PROCESSOR, within(1e-6));
        assertThat(rig.usage("m.qos", "high", "")).isCloseTo(8 * OF_A_PROCESSOR, within(1e-6));
        assertThat(rig.usage("m.qos", "low", "")).isZero();
    }

    /** 2 processors for an hour, for ever. */
    @Test
    void withNoDecayUsageStays() {
        run(", byQos: true");
        assertThat(rig.usage("m.qos.nodecay", "bank", "")).isCloseTo(2 * HOUR, within(1e-6));
        assertThat(rig.usage("m.qos", "bank", "")).isZero();

        rig.tick(100 * HOUR);
        assertThat(rig.usage("m.qos.nodecay", "bank", "")).isCloseTo(2 * HOUR, within(1e-6));
        assertThat(rig.usage("m.qos", "high", "")).isLessThan(1e-6);
    }

    /** The reset period clears what decays. What does not decay is reset by hand, by the name of its measure alone. */
    @Test
    void onlyAnOperatorClearsAQosWithNoDecay() {
        run(", byQos: true}\nusageReset: \"0-3\"\nnodes: 1\nslurm: {weightAge: 0");
        rig.start("later", HOUR, "all", "anna", "cpu: 4", "qos: high");
        rig.tick(4 * HOUR);
        // Only the hour since the reset counts: 8 processors.
        assertThat(rig.usage("m.qos", "high", "")).isCloseTo(8 * OF_A_PROCESSOR, within(1e-6));
        assertThat(rig.usage("m.qos.nodecay", "bank", "")).isCloseTo(2 * HOUR, within(1e-6));

        rig.reset("1", 4 * HOUR, "bank", "", "");
        rig.tick(5 * HOUR);
        assertThat(rig.usage("m.qos.nodecay", "bank", "")).isCloseTo(2 * HOUR, within(1e-6));

        rig.reset("2", 5 * HOUR, "bank", "", "m.qos.nodecay");
        rig.tick(6 * HOUR);
        assertThat(rig.usage("m.qos.nodecay", "bank", "")).isZero();
    }

    @Test
    void aPolicyThatDoesNotAskForItHasNone() {
        run("");

        assertThat(rig.usage("m.qos", "high", "")).isZero();
        assertThat(rig.usage("m", "all", "anna")).isPositive();
    }
}

package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.PriorityRecord;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** MAXJOB and MAXIJOB of credentials: Fairway decides which jobs are eligible and accrue queue time. Times in seconds. */
class MoabLimitsOnTheStreamTest {
    private static final double MINUTE = 60;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void moab(String parameters) {
        rig.policy("algorithm: MOAB_TARGETS\nprocessors: 128\nmoab:\n  parameters:\n"
                + ("QUEUETIMEWEIGHT: \"1\"\n" + parameters).indent(4));
    }

    private void submit(String job, double at) {
        rig.submit(job, at, "physics", "anna", "requestedTres: {cpu: 1}");
    }

    private double minutes(String job, double at) {
        return rig.published(job).sum(StreamRig.millis(at));
    }

    private boolean mayStart(String job) {
        return rig.published(job).record().getEligible();
    }

    /**
     * A stuffer: three jobs at once, of which one may wait eligibly. The second has to wait for the start of the first, after 10
     * minutes, and the third for that of the second, after 30.
     */
    @Test
    @Rule(document = Document.MOAB, rows = "70")
    void aStufferAccruesForAsManyJobsAsMayWait() {
        moab("USERCFG[anna]: MAXIJOB=1");
        submit("1", 0);
        submit("2", 0);
        submit("3", 0);
        rig.tick(5 * MINUTE);

        assertThat(mayStart("1")).isTrue();
        assertThat(mayStart("2")).isFalse();
        assertThat(minutes("1", 5 * MINUTE)).isEqualTo(5);
        assertThat(minutes("2", 5 * MINUTE)).isZero();

        rig.start("1", 10 * MINUTE, "physics", "anna", "cpu: 1", "");
        rig.start("2", 30 * MINUTE, "physics", "anna", "cpu: 1", "");
        rig.tick(60 * MINUTE);

        assertThat(mayStart("3")).isTrue();
        assertThat(minutes("3", 60 * MINUTE)).isEqualTo(30);
    }

    /** One runs from 0 to 20 minutes: the other two do not accrue meanwhile. Then both do, and only one may start. */
    @Test
    @Rule(document = Document.MOAB, rows = "67, 69, 70")
    void aJobBeyondMaxjobDoesNotAccrue() {
        moab("USERCFG[DEFAULT]: MAXJOB=1");
        rig.start("0", 0, "physics", "anna", "cpu: 1", "");
        submit("1", 0);
        submit("2", 0);
        rig.tick(10 * MINUTE);
        assertThat(mayStart("1")).isFalse();
        assertThat(minutes("1", 10 * MINUTE)).isZero();

        rig.finish("0", 20 * MINUTE, 0, "");
        rig.tick(30 * MINUTE);

        assertThat(mayStart("1")).isTrue();
        assertThat(mayStart("2")).isFalse();
        assertThat(minutes("1", 30 * MINUTE)).isEqualTo(10);
        assertThat(minutes("2", 30 * MINUTE)).isEqualTo(10);
    }

    /** Above the soft limit of 1 the job may start. It does not accrue, unless JOBPRIOEXCEPTIONS says so. It is a soft violation. */
    @Test
    @Rule(document = Document.MOAB, rows = "34, 67, 69, 70")
    void aSoftLimitStopsTheQueueTimeAndNotTheStart() {
        moab("SPVIOLATIONWEIGHT: \"-1000\"\nENABLENEGJOBPRIORITY: \"TRUE\"\nREJECTNEGPRIOJOBS: \"FALSE\"\n"
                + "USERCFG[anna]: MAXJOB=1,2");
        rig.start("0", 0, "physics", "anna", "cpu: 1", "");
        submit("1", 0);
        rig.tick(10 * MINUTE);

        assertThat(mayStart("1")).isTrue();
        assertThat(minutes("1", 10 * MINUTE)).isEqualTo(-1000);
    }

    /** With IDLEPOLICY among the exceptions a job beyond MAXIJOB accrues, and still may not start. */
    @Test
    @Rule(document = Document.MOAB, rows = "67, 69, 70")
    void anExceptionLetsItAccrue() {
        moab("JOBPRIOACCRUALPOLICY: ACCRUE\nJOBPRIOEXCEPTIONS: IDLEPOLICY\nUSERCFG[anna]: MAXIJOB=1");
        submit("1", 0);
        submit("2", 0);
        rig.tick(10 * MINUTE);

        assertThat(mayStart("2")).isFalse();
        assertThat(minutes("2", 10 * MINUTE)).isEqualTo(10);
    }

    /** The job that the user prefers is the one that may wait, although it came later. */
    @Test
    @Rule(document = Document.MOAB, rows = "70")
    void theFirstByPriorityAreEligible() {
        moab("USERPRIOWEIGHT: \"1\"\nENABLEPOSUSERPRIORITY: \"TRUE\"\nUSERCFG[anna]: MAXIJOB=1");
        submit("1", 0);
        rig.submit("2", 5 * MINUTE, "physics", "anna", "requestedTres: {cpu: 1}, userPriority: 100");
        rig.tick(10 * MINUTE);

        assertThat(mayStart("2")).isTrue();
        assertThat(mayStart("1")).isFalse();
        assertThat(minutes("1", 10 * MINUTE)).isEqualTo(5);
    }

    /** A held job takes no place. When it is released it is behind, because it did not accrue. */
    @Test
    @Rule(document = Document.MOAB, rows = "70")
    void aHeldJobTakesNoPlace() {
        moab("USERCFG[anna]: MAXIJOB=1");
        submit("1", 0);
        rig.job("1", "HELD", 0, "");
        submit("2", 60);
        rig.tick(10 * MINUTE);
        assertThat(mayStart("2")).isTrue();

        rig.job("1", "RELEASED", 10 * MINUTE, "");
        rig.tick(20 * MINUTE);
        assertThat(mayStart("1")).isFalse();
        assertThat(mayStart("2")).isTrue();
        assertThat(minutes("1", 20 * MINUTE)).isZero();
    }

    /** Until it is decided, a job may not start: no record of the second job is ever eligible. */
    @Test
    @Rule(document = Document.MOAB, rows = "70")
    void liveNoJobIsEligibleBeforeItIsDecided() {
        try (PipelineDriver live = PipelineDriver.live()) {
            live.policy(PipelineDriver.policyOf("p", 0, 0)
                    .setAlgorithm(Algorithm.MOAB_TARGETS)
                    .setMoab(MoabPolicy.newBuilder()
                            .setParameters(Map.of("QUEUETIMEWEIGHT", "1", "USERCFG[anna]", "MAXIJOB=1"))
                            .build()));
            live.submit("1", "physics", "anna", PipelineDriver.T0);
            live.submit("2", "physics", "anna", PipelineDriver.T0);
            live.advance(2_000);

            Map<String, List<Boolean>> eligible = new TreeMap<>();
            for (PipelineDriver.Sent<PriorityRecord> sent : live.read(Topic.PRIORITIES, PriorityRecord.class)) {
                PriorityRecord record = Objects.requireNonNull(sent.value());
                eligible.computeIfAbsent(record.getJob(), job -> new ArrayList<>())
                        .add(record.getEligible());
            }
            assertThat(eligible.get("1")).startsWith(false).endsWith(true);
            assertThat(eligible.get("2")).isNotEmpty().doesNotContain(true);
        }
    }

    @Test
    @Rule(document = Document.MOAB, rows = "70")
    void aRestartForgetsNoDecision() {
        moab("USERCFG[anna]: MAXIJOB=1");
        submit("1", 0);
        submit("2", 0);
        rig.start("1", 10 * MINUTE, "physics", "anna", "cpu: 1", "");
        submit("3", 10 * MINUTE);
        rig.tick(20 * MINUTE);
        rig.restart();
        rig.tick(30 * MINUTE);
        assertThat(mayStart("2")).isTrue();
        assertThat(minutes("2", 30 * MINUTE)).isEqualTo(20);
        assertThat(mayStart("3")).isFalse();

        rig.start("2", 40 * MINUTE, "physics", "anna", "cpu: 1", "");
        rig.tick(60 * MINUTE);
        assertThat(mayStart("3")).isTrue();
        assertThat(minutes("3", 60 * MINUTE)).isEqualTo(20);
    }
}

package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules of IBM's page "Job priority behavior" under absolute priority scheduling through the topology. The rules are
 * the page's. The numbers are worked out beside each case from the formula.
 */
class LsfApsRulesOnTheStreamTest {
    private static final double MINUTE = 60;
    private static final double NOW = 360_000;
    /**
     * Job priority 50, 3 more every 20 minutes. The queue has priority 30, which counts ten times. After 65 minutes
     * with admin 10 the sum is 59 + 300 + 10.
     */
    private static final String QUEUE =
            "queues: [{name: q, priority: 30, apsPriority: \"WEIGHT[[JPRIORITY,1] [QPRIORITY,10]]\"}]";

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void lsf(String cluster, String section) {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n  cluster: {" + cluster + "}\n" + section.indent(2));
        rig.user(DOMAIN, "physics", "anna", 1);
    }

    private void events(String cluster) {
        lsf("MAX_USER_PRIORITY: \"100\", JOB_PRIORITY_OVER_TIME: \"3/20\"" + cluster, QUEUE);
    }

    private void submit(String job, double seconds, String attributes) {
        rig.submit(job, seconds, "physics", "anna", "queue: q" + (attributes.isEmpty() ? "" : ", " + attributes));
    }

    /** Runs a job that has waited for 65 minutes. Something ends its run at once. */
    private void runs(String job, String attributes, String end) {
        submit(job, NOW - 65 * MINUTE, "userPriority: 50" + (attributes.isEmpty() ? "" : ", " + attributes));
        rig.start(job, NOW, "physics", "anna", "cpu: 1", "");
        rig.job(job, end, NOW, "run: \"" + StreamRig.at(NOW) + "\"");
    }

    /** A hold is a hold, whether HELD or INELIGIBLE tells it: nothing starts the job until it is released. */
    @ParameterizedTest
    @CsvSource({"HELD, HOLD", "INELIGIBLE, HOLD", "INELIGIBLE, SYSTEM_HOLD", "HELD, USER_HOLD"})
    void aHoldHoldsUntilItsRelease(String event, String reason) {
        events("");
        submit("1", NOW - MINUTE, "");
        rig.job("1", event, NOW, "ineligibility: " + reason);
        rig.tick(NOW);
        assertThat(rig.published("1").record().getHeld()).isTrue();

        rig.job("1", "RELEASED", NOW + 1, "");
        rig.tick(NOW + 1);
        assertThat(rig.published("1").record().getHeld()).isFalse();
    }

    /** Example 1 of the administrator's guide: 50 + 10 * 30 and 50 + 10 * 20. A queue outside the group goes last. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "4")
    void queuesOfAGroupDifferByTheirPriority() {
        lsf("MAX_USER_PRIORITY: \"100\"", """
                queues:
                - {name: normal, priority: 30, apsPriority: "WEIGHT[[JPRIORITY,1] [QPRIORITY,10]]", queueGroup: [short]}
                - {name: short, priority: 20}
                """);
        rig.submit("1", NOW, "physics", "anna", "queue: short");
        rig.submit("2", NOW, "physics", "anna", "queue: normal");
        rig.tick(NOW);

        assertThat(rig.priority("2", NOW)).isEqualTo(350);
        assertThat(rig.priority("1", NOW)).isEqualTo(250);
        assertThat(rig.order(NOW)).containsExactly("2", "1");
    }

    /**
     * FS of 6 shares without use is 6 / 1, then 6 / (1 + 2) with two slots in use, whichever queue of the group they are
     * in: 600 and 200, and 10 * 20 for short or 10 * 30 for normal. LsfScenarioTest has the same numbers.
     */
    @Test
    @Rule(document = Document.LSF_APS, rows = "4")
    void queuesOfAGroupShareTheFairshareOfTheirMaster() {
        lsf("RUN_JOB_FACTOR: \"1\", RUN_TIME_FACTOR: \"0\", CPU_TIME_FACTOR: \"0\"", """
                queues:
                - {name: normal, priority: 30, fairshare: true, apsPriority: "WEIGHT[[FS,100] [QPRIORITY,10]]",
                   queueGroup: [short]}
                - {name: short, priority: 20}
                """);
        rig.user("normal", "physics", "anna", 6);
        rig.submit("s", NOW, "physics", "anna", "queue: short");
        rig.submit("n", NOW, "physics", "anna", "queue: normal");
        rig.tick(NOW);
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.priority("s", NOW)).isEqualTo(800);
        assertThat(rig.priority("n", NOW)).isEqualTo(900);

        rig.start("runs", NOW, "physics", "anna", "cpu: 2", "queue: short");
        rig.tick(NOW + 1);
        assertThat(rig.priority("s", NOW + 1)).isEqualTo(400);
        assertThat(rig.priority("n", NOW + 1)).isEqualTo(500);
    }

    /** The job that came later has the higher value. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "7")
    void apsGoesOverFirstComeFirstServed() {
        lsf("MAX_USER_PRIORITY: \"100\"", QUEUE);
        submit("early", NOW - 3600, "userPriority: 10");
        submit("late", NOW, "userPriority: 20");
        submit("later", NOW + 60, "userPriority: 20");
        rig.tick(NOW + 60);

        assertThat(rig.order(NOW + 60)).containsExactly("late", "later", "early");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: q, fairshare: true, dispatchOrderQueue: true, fairshareQueues: [r], apsPriority: 'WEIGHT[[FS,1]]'},"
                        + " {name: r} | | DISPATCH_ORDER=QUEUE",
                "{name: q, fairshare: true, fairshareQueues: [r], apsPriority: 'WEIGHT[[FS,1]]'}, {name: r} | | FAIRSHARE_QUEUES",
                "{name: q, fairshare: true, apsPriority: 'WEIGHT[[QPRIORITY,1]]'} | | queue-level FAIRSHARE",
                "{name: q, hosts: [h1], apsPriority: 'WEIGHT[[QPRIORITY,1]]'} | hostPartitions: {part: [h1]} | host-partition"
            })
    @Rule(document = Document.LSF_APS, rows = "2, 3, 5, 6")
    void whatApsExcludesIsRefused(String queues, String partitions, String rule) {
        lsf("", "queues: [" + queues.replace('\'', '"') + "]\n" + (partitions == null ? "" : partitions));

        assertThat(rig.refusals()).singleElement().asString().contains("APS_PRIORITY cannot be used together", rule);
    }

    /** As new: no escalation, no system value, no administrator's value. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "9-12, 19")
    void aRequeuedJobIsLikeANewOne() {
        events("");
        runs("admin", "adminValue: 10", "REQUEUED");
        runs("system", "systemValue: 10", "REQUEUED");
        rig.tick(NOW);

        assertThat(rig.priority("admin", NOW)).isEqualTo(350);
        assertThat(rig.priority("system", NOW)).isEqualTo(350);
    }

    /**
     * All three have 350. By default an automatic requeue goes to the top of its equals, and brequeue to the bottom, as
     * the page of LSB_USER_REQUEUE_TO_BOTTOM prints it; with both parameters it is the other way round.
     */
    @ParameterizedTest
    @CsvSource({
        "'', automatic plain asked",
        "', LSB_REQUEUE_TO_BOTTOM: \"1\", LSB_USER_REQUEUE_TO_BOTTOM: \"1\"', asked plain automatic"
    })
    @Rule(document = Document.LSF_APS, rows = "19")
    void whoAskedForARequeueDecidesThePlaceAmongEquals(String cluster, String order) {
        events(cluster);
        for (String job : List.of("asked", "automatic")) {
            submit(job, NOW - 65 * MINUTE, "userPriority: 50");
            rig.start(job, NOW - MINUTE, "physics", "anna", "cpu: 1", "");
            rig.job(
                    job,
                    "REQUEUED",
                    NOW,
                    "run: \"" + StreamRig.at(NOW - MINUTE) + "\"" + (job.equals("asked") ? ", requested: true" : ""));
        }
        submit("plain", NOW, "userPriority: 50");
        rig.tick(NOW);

        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.priority("asked", NOW)).isEqualTo(350);
        assertThat(rig.order(NOW)).containsExactly(order.split(" "));
    }

    @Test
    @Rule(document = Document.LSF_APS, rows = "13")
    void aRerunJobKeepsItsPriority() {
        events("");
        runs("admin", "adminValue: 10", "RERUN");
        runs("system", "systemValue: 10", "RERUN");
        submit("pending", NOW - 65 * MINUTE, "userPriority: 50, adminValue: 10");
        rig.tick(NOW);

        assertThat(rig.priority("admin", NOW)).isEqualTo(369);
        // A system value goes before every calculated one.
        assertThat(rig.order(NOW)).startsWith("system");
        assertThat(rig.term("system", "system", NOW)).isEqualTo(10);
    }

    @Test
    @Rule(document = Document.LSF_APS, rows = "15, 16, 19")
    void aMigratedJobGoesBeforePendingOnesWithAllItsPriority() {
        events("");
        runs("migrated", "adminValue: 10", "MIGRATED");
        submit("higher", NOW - 600 * MINUTE, "userPriority: 100");
        rig.tick(NOW);

        assertThat(rig.order(NOW)).containsExactly("migrated", "higher");
        assertThat(rig.priority("migrated", NOW) - rig.term("migrated", "beforePending", NOW))
                .isEqualTo(369);
    }

    /**
     * bstop: the job goes before one with 100 + 300 + 9, and before a system value. Its own
     * value stays: 59 + 300 + 10, and the escalation stood still while it ran. It keeps its slots, so nothing may start
     * it. After bresume it runs, and has no record.
     */
    @Test
    @Rule(document = Document.LSF_APS, rows = "14")
    void aSuspendedJobGoesBeforePendingOnesAndKeepsItsValue() {
        events("");
        runs("stopped", "adminValue: 10", "SUSPENDED");
        submit("higher", NOW - 65 * MINUTE, "userPriority: 100");
        submit("system", NOW, "systemValue: 99");
        rig.tick(NOW);

        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.waits("stopped")).isFalse();
        assertThat(rig.order(NOW)).containsExactly("stopped", "system", "higher");
        PublishedPriority stopped = rig.published("stopped", "running");
        double later = NOW + 600 * MINUTE;
        assertThat(stopped.terms(StreamRig.millis(later)).get("beforePending")).isEqualTo(4e12);
        assertThat(stopped.at(StreamRig.millis(later)) - 4e12).isEqualTo(369);
        assertThat(stopped.record().getEligible()).isFalse();
        assertThat(stopped.record().getHeld()).isFalse();

        rig.job("stopped", "RESUMED", NOW + 1, "run: \"" + StreamRig.at(NOW) + "\"");
        rig.tick(NOW + 1);
        assertThat(rig.order(NOW + 1)).containsExactly("system", "higher");
    }

    /** The document names bstop. Preemption, load and closed windows are LSF's own suspensions: no record. */
    @ParameterizedTest
    @CsvSource({"requested: true, true", "requested: false, false"})
    @Rule(document = Document.LSF_APS, rows = "14")
    void onlyBstopPutsAJobBeforePendingOnes(String said, boolean published) {
        events("");
        submit("1", NOW - 1, "");
        rig.start("1", NOW, "physics", "anna", "cpu: 1", "");
        rig.job("1", "SUSPENDED", NOW, said + ", run: \"" + StreamRig.at(NOW) + "\"");
        rig.tick(NOW);

        assertThat(rig.order(NOW)).isEqualTo(published ? List.of("1") : List.of());
    }

    /** Without APS, too: a suspended job of the user with the lowest rank goes before everybody's. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "14")
    void aSuspendedJobOfAFairshareQueueGoesBeforePendingOnes() {
        lsf("", "queues: [{name: q, fairshare: true}]");
        rig.user("q", "physics", "anna", 1);
        rig.user("q", "physics", "ben", 100);
        submit("anna", NOW - 1, "");
        rig.start("anna", NOW, "physics", "anna", "cpu: 1", "");
        rig.submit("ben", NOW, "physics", "ben", "queue: q");
        rig.tick(NOW);
        assertThat(rig.order(NOW)).containsExactly("ben");

        rig.job("anna", "SUSPENDED", NOW + 1, "run: \"" + StreamRig.at(NOW) + "\"");
        rig.tick(NOW + 1);
        assertThat(rig.order(NOW + 1)).containsExactly("anna", "ben");
    }

    /** LSB_MIG2PEND and LSB_REQUEUE_TO_BOTTOM: the job keeps its value, 369, and goes between 370 and 368. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "17, 18")
    void withBothParametersAMigratedJobCompetesByItsValue() {
        events(", LSB_MIG2PEND: \"1\", LSB_REQUEUE_TO_BOTTOM: \"1\"");
        runs("migrated", "adminValue: 10", "MIGRATED");
        submit("higher", NOW, "userPriority: 70");
        submit("lower", NOW, "userPriority: 68");
        rig.tick(NOW);

        assertThat(rig.priority("migrated", NOW)).isEqualTo(369);
        assertThat(rig.order(NOW)).containsExactly("higher", "migrated", "lower");
    }

    /** A resizable job that is rerun or requeued loses its escalation. A migrated one keeps it. */
    @ParameterizedTest
    @CsvSource({"RERUN, 360", "REQUEUED, 350", "MIGRATED, 369"})
    @Rule(document = Document.LSF_APS, rows = "43, 44")
    void theEscalationOfAResizableJob(String end, double expected) {
        events("");
        runs("1", "adminValue: 10, resizable: true", end);
        rig.tick(NOW);

        double ahead = end.equals("MIGRATED") ? rig.term("1", "beforePending", NOW) : 0;
        assertThat(rig.priority("1", NOW) - ahead).isEqualTo(expected);
    }

    /**
     * Three things leave the value unchanged: a reservation, being bypassed by backfill, and preemption of another job.
     */
    @Test
    @Rule(document = Document.LSF_APS, rows = "20, 21, 25, 26")
    void nothingElseChangesTheValue() {
        events("");
        submit("1", NOW - 65 * MINUTE, "userPriority: 50, adminValue: 10");
        rig.job("1", "RESERVED", NOW - 30 * MINUTE, "allocatedTres: {cpu: 1}");
        rig.job("1", "BYPASSED", NOW - 20 * MINUTE, "");
        submit("other", NOW - 65 * MINUTE, "userPriority: 50");
        rig.start("preempted", NOW - MINUTE, "physics", "anna", "cpu: 1", "queue: q");
        rig.job("preempted", "SUSPENDED", NOW, "run: \"" + StreamRig.at(NOW - MINUTE) + "\"");
        rig.tick(NOW);

        assertThat(rig.priority("1", NOW)).isEqualTo(369);
        assertThat(rig.priority("other", NOW)).isEqualTo(359);
    }

    /**
     * A job on 2 processors requests 8. The terms of the request: FS 100 * 6/(1+2) = 200, PROC 10 * 8, MEM 0.01 * 4096,
     * SWAP -20, JPRIORITY 50, QPRIORITY 300, ADMIN 10.
     */
    @Test
    @Rule(document = Document.LSF_APS, rows = "1, 27, 29, 38-40, 45, 46")
    void aResizeRequestInheritsAllButTheProcessors() {
        resizable("RUN_JOB_FACTOR: \"1\", RUN_TIME_FACTOR: \"0\"");
        rig.tick(NOW);

        assertThat(rig.published("1", "resize").at(StreamRig.millis(NOW))).isCloseTo(660.96, within(1e-9));
        Map<String, Double> terms = rig.published("1", "resize").terms(StreamRig.millis(NOW));
        assertThat(terms.get("fairshare")).isEqualTo(200);
        assertThat(terms.get("PROC")).isEqualTo(80);
        assertThat(terms.get("MEM")).isCloseTo(40.96, within(1e-9));
        assertThat(terms.get("SWAP")).isEqualTo(-20);
        assertThat(terms.get("JPRIORITY")).isEqualTo(50);
        assertThat(terms.get("QPRIORITY")).isEqualTo(300);
        assertThat(terms.get("ADMIN")).isEqualTo(10);
    }

    /**
     * With escalation, the request takes the escalated job priority: 56, two intervals of 20 minutes after the request.
     */
    @Test
    @Rule(document = Document.LSF_APS, rows = "41, 42")
    void theJobPriorityOfAResizeRequestEscalates() {
        resizable("RUN_JOB_FACTOR: \"1\", RUN_TIME_FACTOR: \"0\", JOB_PRIORITY_OVER_TIME: \"3/20\"");
        rig.tick(NOW);

        Map<String, Double> terms = rig.published("1", "resize").terms(StreamRig.millis(NOW + 41 * MINUTE));
        assertThat(terms).containsEntry("JPRIORITY", 50.0).containsEntry("JPRIORITY escalation", 6.0);
    }

    /**
     * FS of the request reads the user's present use: 6/(1+2), 6/(1+6) after a growth to 6 slots, 6/(1+1) after a
     * release.
     */
    @Test
    @Rule(document = Document.LSF_APS, rows = "28, 30-37")
    void growingLowersFairshareAndReleasingRaisesIt() {
        resizable("RUN_JOB_FACTOR: \"1\", RUN_TIME_FACTOR: \"0\"");
        submit("2", NOW, "");
        rig.tick(NOW);
        assertThat(rig.term("2", "fairshare", NOW)).isEqualTo(200);

        rig.job("1", "RESIZED", NOW + 1, "run: \"" + StreamRig.at(NOW) + "\", allocatedTres: {cpu: 6}");
        rig.tick(NOW + 1);
        assertThat(rig.term("2", "fairshare", NOW + 1)).isCloseTo(600 / 7.0, within(1e-9));

        rig.job("1", "RESIZED", NOW + 2, "run: \"" + StreamRig.at(NOW) + "\", allocatedTres: {cpu: 1}");
        rig.tick(NOW + 2);
        assertThat(rig.term("2", "fairshare", NOW + 2)).isEqualTo(300);
    }

    /** With RUN_JOB_FACTOR 0, a changed allocation does not matter. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "34-37")
    void withoutRunJobFactorGrowingDoesNotMatter() {
        resizable("RUN_JOB_FACTOR: \"0\", RUN_TIME_FACTOR: \"0\", CPU_TIME_FACTOR: \"1\"");
        submit("2", NOW, "");
        rig.tick(NOW);
        double before = rig.term("2", "fairshare", NOW);
        rig.job("1", "RESIZED", NOW + 1, "run: \"" + StreamRig.at(NOW) + "\", allocatedTres: {cpu: 6}");
        rig.tick(NOW + 1);

        assertThat(rig.term("2", "fairshare", NOW + 1)).isEqualTo(before);
    }

    private void resizable(String cluster) {
        lsf("MAX_USER_PRIORITY: \"100\", " + cluster, """
                queues:
                - {name: q, priority: 30, fairshare: true,
                   apsPriority: "WEIGHT[[FS,100] [PROC,10] [MEM,0.01] [SWAP,-1] [JPRIORITY,1] [QPRIORITY,10]]"}
                """);
        rig.user("q", "physics", "anna", 6);
        submit(
                "1",
                NOW,
                "userPriority: 50, adminValue: 10, resizable: true, requestedTres: {cpu: 2, mem: 4096, swap: 20}");
        rig.start("1", NOW, "physics", "anna", "cpu: 2", "");
        rig.job(
                "1",
                "RESIZE_REQUESTED",
                NOW,
                "run: \"" + StreamRig.at(NOW) + "\", attributes: {requestedTres: {cpu: 8}}");
    }
}

package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules of Moab 5.1.2, "Job Priority Factors", through the topology, as far as the golden cases lack them. Numbers are
 * the page's, or worked out beside the case from its formulas.
 */
class MoabRulesOnTheStreamTest {
    private static final double MINUTE = 60;
    private static final double HOUR = 3600;
    private static final double NOW = 100 * HOUR;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void moab(String parameters) {
        rig.policy("algorithm: MOAB_TARGETS\nprocessors: 128\nmoab:\n  mem: 65536\n  parameters:\n"
                + parameters.indent(4));
        rig.user(DOMAIN, "physics", "anna", 1);
    }

    private void submit(String job, double seconds, String attributes) {
        rig.submit(job, seconds, "physics", "anna", attributes);
    }

    private void hasPriority(double expected, String job, double seconds) {
        rig.tick(seconds);
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.priority(job, seconds)).isEqualTo(expected);
    }

    /** The table of the expansion factor, 1 + queue time / limit; a weight of 100 keeps its two digits. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 200", "1, 2, 300", "1, 4, 500", "1, 8, 900", "1, 16, 1700",
        "4, 1, 125", "4, 2, 150", "4, 4, 200", "4, 8, 300", "4, 16, 500"
    })
    @Rule(document = Document.MOAB, rows = "30, 72")
    void theTableOfExpansionFactors(long limitHours, long queuedHours, double expected) {
        moab("QUEUETIMEWEIGHT: \"0\"\nXFACTORWEIGHT: \"100\"");
        submit("1", NOW - queuedHours * HOUR, "timeLimitSeconds: " + limitHours * 3600);

        hasPriority(expected, "1", NOW);
    }

    /** One minute in the queue gives the weight: 1, and 1 + 5000 with the QOS. */
    @Test
    @Rule(document = Document.MOAB, rows = "3, 71")
    void aQosRaisesTheWeightOfQueueTime() {
        moab("QOSCFG[special]: QTWEIGHT=5000");
        submit("with", NOW - MINUTE, "qos: special");
        submit("without", NOW - MINUTE, "");

        hasPriority(5001, "with", NOW);
        hasPriority(1, "without", NOW);
    }

    @Test
    @Rule(document = Document.MOAB, rows = "3, 75")
    void aQosRaisesTheWeightOfTheExpansionFactor() {
        moab("QUEUETIMEWEIGHT: \"0\"\nXFACTORWEIGHT: \"100\"\nQOSCFG[special]: XFWEIGHT=5000");
        submit("with", NOW - HOUR, "qos: special, timeLimitSeconds: 3600");
        submit("without", NOW - HOUR, "timeLimitSeconds: 3600");

        hasPriority(10_200, "with", NOW);
        hasPriority(200, "without", NOW);
    }

    /**
     * Ten minutes before the target it is 0.01, one minute before 1, six seconds before 100; then 10^8 and one more per
     * minute.
     */
    @ParameterizedTest
    @CsvSource({"1200, 1", "1740, 100", "1794, 10000", "1800, 1e10", "1860, 10000000100", "5400, 10000006000"})
    @Rule(document = Document.MOAB, rows = "36, 37, 82-85")
    void aQueueTimeTargetIsAnInverseSquare(long queued, double expected) {
        moab("QUEUETIMEWEIGHT: \"0\"\nTARGETQUEUETIMEWEIGHT: \"100\"\nQOSCFG[q]: QTTARGET=30:00");
        submit("1", NOW - queued, "qos: q");
        rig.tick(NOW);

        assertThat(rig.published("1").sum(StreamRig.millis(NOW))).isCloseTo(expected, within(expected * 1e-9));
    }

    /**
     * 144 minutes in the queue, of which 90 with a limit exceeded, or 30 on hold. The counted minutes feed every factor
     * that reads them.
     */
    @ParameterizedTest
    @CsvSource({
        "'', INELIGIBLE, LIMITS, 54",
        "'', INELIGIBLE, POLICY_VIOLATION, 54",
        "'', INELIGIBLE, DEPENDENCY, 54",
        "'', HELD, HOLD, 54",
        "'JOBPRIOACCRUALPOLICY: ALWAYS', INELIGIBLE, LIMITS, 144",
        "'JOBPRIOACCRUALPOLICY: QUEUEPOLICY', INELIGIBLE, LIMITS, 144",
        "'JOBPRIOACCRUALPOLICY: QUEUEPOLICY', INELIGIBLE, DEPENDENCY, 54",
        "'JOBPRIOACCRUALPOLICY: FULLPOLICYRESET', INELIGIBLE, LIMITS, 24",
        "'JOBPRIOEXCEPTIONS: SOFTPOLICY', INELIGIBLE, SOFT_LIMIT, 144",
        "'JOBPRIOEXCEPTIONS: SOFTPOLICY', INELIGIBLE, HARD_LIMIT, 54",
        "'JOBPRIOEXCEPTIONS: SOFTPOLICY', INELIGIBLE, LIMITS, 54",
        "'JOBPRIOACCRUALPOLICY: QUEUEPOLICYRESET', INELIGIBLE, IDLE_LIMIT, 24",
        "'JOBPRIOEXCEPTIONS: IDLEPOLICY', INELIGIBLE, IDLE_LIMIT, 144",
        "'JOBPRIOEXCEPTIONS: DEFER', INELIGIBLE, DEFERRED, 144",
        "'JOBPRIOEXCEPTIONS: \"BATCHHOLD,SYSTEMHOLD\"', HELD, BATCH_HOLD, 144",
        "'JOBPRIOEXCEPTIONS: \"BATCHHOLD,SYSTEMHOLD\"', HELD, SYSTEM_HOLD, 144",
        "'JOBPRIOEXCEPTIONS: \"BATCHHOLD,SYSTEMHOLD\"', HELD, USER_HOLD, 54",
        "'JOBPRIOEXCEPTIONS: USERHOLD', HELD, BATCH_HOLD, 54"
    })
    @Rule(document = Document.MOAB, rows = "67-70")
    void queueTimeDoesNotAccrueWhileAJobIsBlocked(String policy, String event, String reason, long minutes) {
        moab("XFACTORWEIGHT: \"60\"\n" + policy);
        submit("1", NOW - 144 * MINUTE, "timeLimitSeconds: 3600");
        rig.job("1", event, NOW - 114 * MINUTE, "ineligibility: " + reason);
        rig.job("1", event.equals("HELD") ? "RELEASED" : "ELIGIBLE", NOW - 24 * MINUTE, "");

        // QUEUETIME + 60 * (1 + minutes / 60)
        hasPriority(2.0 * minutes + 60, "1", NOW);
    }

    /** With the targets: 20 minutes count, 10 before the target of 30. XFACTOR is 4/3, 2/3 before 2. */
    @Test
    @Rule(document = Document.MOAB, rows = "68")
    void blockedQueueTimeFeedsTheTargetsToo() {
        moab("QUEUETIMEWEIGHT: \"0\"\nTARGETQUEUETIMEWEIGHT: \"10000\"\nTARGETXFACTORWEIGHT: \"10000\"\n"
                + "QOSCFG[q]: QTTARGET=30:00 XFTARGET=2");
        submit("1", NOW - HOUR, "qos: q, timeLimitSeconds: 3600");
        rig.job("1", "HELD", NOW - 40 * MINUTE, "");
        rig.tick(NOW);

        assertThat(rig.published("1").sum(StreamRig.millis(NOW))).isCloseTo(100 + 10_000 * 9 / 4.0, within(1e-6));
        assertThat(rig.priority("1", NOW)).isZero();
    }

    /** As the reference dispatcher tells it: three jobs at once, then one. Only one partition weighs it. */
    @Test
    @Rule(document = Document.MOAB, rows = "31, 76")
    void overtakingsAreCountedAlsoForOnePartition() {
        moab("QUEUETIMEWEIGHT: \"0\"\n\"BYPASSWEIGHT[big]\": \"10\"");
        submit("1", NOW - HOUR, "partition: big");
        submit("2", NOW - HOUR, "");
        for (String job : java.util.List.of("1", "2")) {
            rig.job(job, "BYPASSED", NOW - 60, "attributes: {bypasses: 3, bypassedBy: \"7\"}");
            rig.job(job, "BYPASSED", NOW - 30, "attributes: {bypassedBy: \"8\"}");
        }

        hasPriority(40, "1", NOW);
        // The lowest priority is 1 unless ENABLENEGJOBPRIORITY.
        hasPriority(1, "2", NOW);
    }

    /** A job that was started twice and put back, and that was bypassed three times. */
    @Test
    @Rule(document = Document.MOAB, rows = "31, 32, 65, 76, 77")
    void startsAndBypassesAreCounted() {
        moab("QUEUETIMEWEIGHT: \"0\"\nSTARTCOUNTWEIGHT: \"10\"\nBYPASSWEIGHT: \"5000\"");
        submit("1", NOW - 10 * MINUTE, "");
        for (int i = 0; i < 2; i++) {
            double start = NOW - (9 - i) * MINUTE;
            rig.start("1", start, "physics", "anna", "cpu: 1", "");
            rig.job("1", "REQUEUED", start + 1, "run: \"" + StreamRig.at(start) + "\"");
        }
        for (int i = 0; i < 3; i++) {
            rig.job("1", "BYPASSED", NOW - 5 * MINUTE + i, "");
        }

        hasPriority(20 + 15_000, "1", NOW);
    }

    /** Linear to the deadline: nothing at the submission, a tenth after an hour of ten, all of it at the deadline. */
    @Test
    @Rule(document = Document.MOAB, rows = "33, 78")
    void aDeadlineDrawsNearLinearly() {
        moab("QUEUETIMEWEIGHT: \"0\"\nDEADLINEWEIGHT: \"1000\"");
        submit("1", NOW, "deadline: \"" + StreamRig.at(NOW + 10 * HOUR) + "\"");
        rig.tick(NOW);

        assertThat(rig.published("1").sum(StreamRig.millis(NOW))).isZero();
        assertThat(rig.priority("1", NOW + HOUR)).isEqualTo(100);
        assertThat(rig.priority("1", NOW + 10 * HOUR)).isEqualTo(1000);
    }

    /** -1024 to 0, and with ENABLEPOSUSERPRIORITY -1024 to 1023. */
    @ParameterizedTest
    @CsvSource({
        "-100, false, -100", "-5000, false, -1024", "100, false, 0",
        "-5000, true, -1024", "1023, true, 1023", "1024, true, 1023"
    })
    @Rule(document = Document.MOAB, rows = "35, 80, 81")
    void aUserPriorityHasItsRange(long asked, boolean positive, double expected) {
        moab("QUEUETIMEWEIGHT: \"0\"\nUSERPRIOWEIGHT: \"1\"\nENABLENEGJOBPRIORITY: \"TRUE\"\nENABLEPOSUSERPRIORITY: \""
                + (positive ? "TRUE" : "FALSE") + "\"");
        submit("1", NOW, "userPriority: " + asked);

        hasPriority(expected, "1", NOW);
    }

    /** A job that violates a soft limit has -100. */
    @Test
    @Rule(document = Document.MOAB, rows = "34, 79")
    void whoViolatesASoftLimitGoesBehind() {
        moab("SPVIOLATIONWEIGHT: \"-100\"");
        submit("violates", NOW - 200 * MINUTE, "softLimitViolations: [MAXPROC]");
        submit("keeps", NOW - 200 * MINUTE, "");

        hasPriority(100, "violates", NOW);
        hasPriority(200, "keeps", NOW);
    }

    /** Example 5-1, for waiting jobs: matlab 100 * 5 * 400, and -200 for a preemptible job, raised to 1. */
    @Test
    @Rule(document = Document.MOAB, rows = "42, 44, 89, 91")
    void attributesAndGenericResourcesAsInTheExample() {
        moab("""
                QUEUETIMEWEIGHT: "0"
                ATTRWEIGHT: "100"
                ATTRATTRWEIGHT: "1"
                ATTRSTATEWEIGHT: "1"
                ATTRGRESWEIGHT: "5"
                JOBPRIOF: "STATE[Running]=100 STATE[Suspended]=1000 ATTR[PREEMPTEE]=-200 ATTR[gpfs]=30 GRES[matlab]=400"
                """);
        submit("matlab", NOW, "genericResources: {matlab: 1}");
        submit("both", NOW, "genericResources: {matlab: 1}, attributes: [gpfs]");
        submit("preemptible", NOW, "attributes: [PREEMPTEE]");
        submit("plain", NOW, "attributes: [other]");

        hasPriority(200_000, "matlab", NOW);
        hasPriority(203_000, "both", NOW);
        hasPriority(1, "preemptible", NOW);
        assertThat(rig.published("preemptible").sum(StreamRig.millis(NOW))).isEqualTo(-20_000);
        assertThat(rig.published("plain").sum(StreamRig.millis(NOW))).isZero();
    }

    /** gpfs is in NODETOJOBATTRMAP of the example, and lustre is not: 100 * 30, as if it was an attribute. */
    @Test
    @Rule(document = Document.MOAB, rows = "90")
    void aRequiredFeatureOfNodesIsAnAttribute() {
        moab("""
                QUEUETIMEWEIGHT: "0"
                ATTRWEIGHT: "100"
                ATTRATTRWEIGHT: "1"
                JOBPRIOF: "ATTR[gpfs]=30 ATTR[lustre]=7"
                NODETOJOBATTRMAP: "gpfs,pvfs"
                """);
        submit("gpfs", NOW, "features: [gpfs, fast]");
        submit("lustre", NOW, "features: [lustre]");
        submit("twice", NOW, "features: [gpfs], attributes: [gpfs]");

        hasPriority(3_000, "gpfs", NOW);
        hasPriority(3_000, "twice", NOW);
        assertThat(rig.published("lustre").sum(StreamRig.millis(NOW))).isZero();
    }

    /** The priority of its queue holds for a class without a PRIORITY of its own, before that of DEFAULT. */
    @Test
    @Rule(document = Document.MOAB, rows = "50, 51")
    void theResourceManagersPriorityOfAClassGivesWayToMoabsOwn() {
        moab("""
                QUEUETIMEWEIGHT: "0"
                CREDWEIGHT: "1"
                CLASSWEIGHT: "1"
                CLASSCFG[fast]: PRIORITY=7
                CLASSCFG[none]: PRIORITY=0
                CLASSCFG[DEFAULT]: PRIORITY=3
                """);
        submit("of the queue", NOW, "jobClass: batch, queuePriority: 50");
        submit("of the class", NOW, "jobClass: fast, queuePriority: 50");
        submit("zero", NOW, "jobClass: none, queuePriority: 50");
        submit("of all", NOW, "jobClass: batch");

        hasPriority(50, "of the queue", NOW);
        hasPriority(7, "of the class", NOW);
        hasPriority(3, "of all", NOW);
        // 0 replaces the queue's 50, and DEFAULT replaces 0, as in Maui.
        hasPriority(3, "zero", NOW);
        rig.job("of the queue", "MODIFIED", NOW, "attributes: {queuePriority: 60}");
        hasPriority(60, "of the queue", NOW);
    }

    /** Without DEFAULT a PRIORITY of 0 is left: 0, not the 50 of the queue. */
    @Test
    @Rule(document = Document.MOAB, rows = "51")
    void aPriorityOfZeroReplacesThatOfTheQueue() {
        moab("QUEUETIMEWEIGHT: \"0\"\nCREDWEIGHT: \"1\"\nCLASSWEIGHT: \"1\"\nCLASSCFG[none]: PRIORITY=0");
        submit("zero", NOW, "jobClass: none, queuePriority: 50");
        submit("other", NOW, "jobClass: other, queuePriority: 50");

        hasPriority(50, "other", NOW);
        assertThat(rig.published("zero").sum(StreamRig.millis(NOW))).isZero();
    }

    /** A waiting job is Idle, a held one is Hold. */
    @Test
    @Rule(document = Document.MOAB, rows = "42-44, 89")
    void theStateOfAWaitingJobIsIdleOrHold() {
        moab("QUEUETIMEWEIGHT: \"0\"\nATTRSTATEWEIGHT: \"1\"\nJOBPRIOF: \"STATE[Idle]=30 STATE[Hold]=7\"");
        submit("idle", NOW, "");
        submit("held", NOW, "");
        rig.job("held", "HELD", NOW, "");
        hasPriority(30, "idle", NOW);

        assertThat(rig.published("held").sum(StreamRig.millis(NOW))).isEqualTo(7);
    }

    /** The distances |16 - 20| and |7200 - 3600| instead of 16 and 7200. */
    @Test
    @Rule(document = Document.MOAB, rows = "63, 64")
    void idealSizesMakeDistances() {
        moab("""
                QUEUETIMEWEIGHT: "0"
                PROCWEIGHT: "-1"
                WALLTIMEWEIGHT: "-10"
                PRIORITYTARGETPROCCOUNT: "20"
                PRIORITYTARGETDURATION: "1:00:00"
                ENABLENEGJOBPRIORITY: "TRUE"
                """);
        submit("1", NOW, "timeLimitSeconds: 7200, requestedTres: {cpu: 16}");

        hasPriority(-4 - 36_000, "1", NOW);
    }

    /** 25 percent of the processors and 50 percent of the memory of 128 processors. */
    @Test
    @Rule(document = Document.MOAB, rows = "62")
    void processorEquivalentsAsInTheExample() {
        moab("QUEUETIMEWEIGHT: \"0\"\nPEWEIGHT: \"1\"");
        submit("1", NOW, "requestedTres: {cpu: 32, mem: 32768}");

        hasPriority(64, "1", NOW);
    }

    @Test
    @Rule(document = Document.MOAB, rows = "55")
    void weightsHoldByPartition() {
        moab("QUEUETIMEWEIGHT: \"3\"\nQUEUETIMEWEIGHT[fast]: \"7\"");
        submit("fast", NOW - 10 * MINUTE, "partition: fast");
        submit("slow", NOW - 10 * MINUTE, "partition: slow");

        hasPriority(70, "fast", NOW);
        hasPriority(30, "slow", NOW);
    }

    /** Job 4711 of the name run42b7. */
    @Test
    @Rule(document = Document.MOAB, rows = "88")
    void jobIdsAndNamesAreNumbers() {
        moab("QUEUETIMEWEIGHT: \"0\"\nJOBIDWEIGHT: \"1\"\nJOBNAMEWEIGHT: \"10000\"");
        submit("4711", NOW, "name: run42b7");

        hasPriority(424_711, "4711", NOW);
    }

    /** The component of each job's own credentials: 2 * 10 + 3 * 20 + 5 * 30 + 7 * 40 + 11 * 50. */
    @Test
    @Rule(document = Document.MOAB, rows = "4-8, 47")
    void allFiveCredentialsCount() {
        moab("""
                QUEUETIMEWEIGHT: "0"
                USERWEIGHT: "2"
                GROUPWEIGHT: "3"
                ACCOUNTWEIGHT: "5"
                QOSWEIGHT: "7"
                CLASSWEIGHT: "11"
                USERCFG[anna]: PRIORITY=10
                GROUPCFG[staff]: PRIORITY=20
                ACCOUNTCFG[physics]: PRIORITY=30
                QOSCFG[high]: PRIORITY=40
                CLASSCFG[batch]: PRIORITY=50
                """);
        submit("1", NOW, "group: staff, qos: high, jobClass: batch");

        hasPriority(20 + 60 + 150 + 280 + 550, "1", NOW);
    }

    /** CLASSWEIGHT of the job's group replaces the configured one: 4 * 50. */
    @Test
    @Rule(document = Document.MOAB, rows = "3")
    void aGroupHasItsOwnWeightOfTheClass() {
        moab(
                "QUEUETIMEWEIGHT: \"0\"\nCLASSWEIGHT: \"1\"\nCLASSCFG[batch]: PRIORITY=50\nGROUPCFG[staff]: CLASSWEIGHT=4");
        submit("1", NOW, "group: staff, jobClass: batch");

        hasPriority(200, "1", NOW);
    }

    /** A factor that belongs to running jobs has no record. Imported usage is refused. Both come with a reason. */
    @Test
    void runningJobsHaveNoPriority() {
        moab("QUEUETIMEWEIGHT: \"0\"\nUSAGECONSUMEDWEIGHT: \"1\"");
        submit("1", NOW, "");
        rig.tick(NOW);
        assertThat(rig.waits("1")).isTrue();
        rig.start("1", NOW, "physics", "anna", "cpu: 16", "");
        rig.tick(NOW + HOUR);

        assertThat(rig.waits("1")).isFalse();
    }
}

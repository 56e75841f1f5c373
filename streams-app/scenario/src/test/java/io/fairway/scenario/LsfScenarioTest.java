package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios under LSF: their results, and the messages about wrong ones. */
class LsfScenarioTest {
    private static final String GOOD = """
            at: 2026-11-21T12:00:00Z
            policy:
              algorithm: lsf-dynamic
              lsf:
                cluster: {RUN_JOB_FACTOR: 3, MAX_USER_PRIORITY: 100, HIST_HOURS: 5}
                adjustment: memory
                slotMemory: 4
                adjustmentSettings: {THRESHOLD: 1}
                poolSlots: {p: 10}
                queues:
                  - name: normal
                    priority: 30
                    fairshare: yes
                    apsPriority: "WEIGHT[[JPRIORITY, 1] [FS, 100]]"
                  - {name: pooled, priority: 20, slotPool: p, slotShare: 50}
            shares:
              normal:
                root: {users: {anna: 10, ben: 10, chip: 20}}
                others: {users: {dora: 1}}
            usage: {normal: {root/anna: {started-slots: 2, cpu-time: 360}}}
            jobs:
              "1": {account: root, user: anna, attributes: {queue: normal, userPriority: 50}}
              "2": {account: others, user: dora, submitted: 2026-11-21T11:00:00Z, attributes: {queue: pooled}}
              "3": {user: zoe, attributes: {queue: pooled, requestedTres: {slot: 1000}}}
            """;

    @Test
    void isGoodAsItStands() {
        Report report = evaluate(GOOD);

        // 10/(0.7*0.1 + 3*3), 20/3
        assertThat((Double) value(report, "fairshare", "/anna", "priority")).isCloseTo(10 / 9.07, within(1e-12));
        assertThat((Double) value(report, "fairshare", "/chip", "priority")).isCloseTo(20 / 3.0, within(1e-12));
        assertThat((Double) value(report, "priorities", "1", "APS")).isCloseTo(50 + 1000 / 9.07, within(1e-9));
        assertThat(value(report, "pools", "p/pooled", "slots")).isEqualTo(10L);
        assertThat(report.sections()).doesNotContainKey("warnings");
    }

    /** As in LsfApsRulesOnTheStreamTest: 100 * 6 and 10 * 20; with two slots in use 100 * 6 / 3. */
    @ParameterizedTest
    @CsvSource({"0, 800, 900", "2, 400, 500"})
    void queuesOfAGroupShareTheFairshareOfTheirMaster(long slots, double inShort, double inNormal) {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy:
                  algorithm: lsf-dynamic
                  lsf:
                    cluster: {RUN_JOB_FACTOR: 1, RUN_TIME_FACTOR: 0, CPU_TIME_FACTOR: 0}
                    queues:
                      - {name: normal, priority: 30, fairshare: yes, apsPriority: "WEIGHT[[FS, 100] [QPRIORITY, 10]]", queueGroup: [short]}
                      - {name: short, priority: 20}
                shares: {normal: {root: {users: {anna: 6}}}}
                usage: {normal: {root/anna: {started-slots: %d}}}
                jobs:
                  s: {account: root, user: anna, attributes: {queue: short}}
                  n: {account: root, user: anna, attributes: {queue: normal}}
                """.formatted(slots));

        assertThat(value(report, "priorities", "s", "APS")).isEqualTo(inShort);
        assertThat(value(report, "priorities", "n", "APS")).isEqualTo(inNormal);
    }

    /**
     * As in LsfApsRulesOnTheStreamTest.theJobPriorityOfAResizeRequestEscalates: 50 and two intervals of 20 minutes after
     * the request, which is 3 each. A request of now has not risen, nor has one of a site without escalation.
     */
    @ParameterizedTest
    @CsvSource({
        "2026-11-21T11:19:00Z, 'JOB_PRIORITY_OVER_TIME: 3/20', 56",
        "2026-11-21T12:00:00Z, 'JOB_PRIORITY_OVER_TIME: 3/20', 50",
        "2026-11-21T11:19:00Z, 'RUN_JOB_FACTOR: 1', 50"
    })
    void theJobPriorityOfAResizeRequestEscalates(String asked, String cluster, double expected) {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy:
                  algorithm: lsf-dynamic
                  lsf:
                    cluster: {MAX_USER_PRIORITY: 100, %s}
                    queues: [{name: normal, priority: 30, apsPriority: "WEIGHT[[JPRIORITY, 1]]"}]
                jobs:
                  "1": {user: anna, submitted: 2026-11-21T11:00:00Z, attributes: {queue: normal, userPriority: 50}}
                events:
                  - {job: "1", type: started, time: 2026-11-21T11:00:00Z, allocatedTres: {slot: 1}}
                  - {job: "1", type: resize-requested, time: %s, run: 2026-11-21T11:00:00Z, attributes: {tasks: 8}}
                """.formatted(cluster, asked));

        assertThat(value(report, "priorities", "1 resize", "APS")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RUN_JOB_FACTOR: 3 | RUN_JOBS_FACTOR: 3 | RUN_JOBS_FACTOR must be a parameter
            RUN_JOB_FACTOR: 3 | RUN_JOB_FACTOR: -3 | RUN_JOB_FACTOR "-3": must be a number of at least 0
            adjustment: memory | adjustment: memoir | adjustment "memoir": must be one of the adjustment plug-ins [memory]
            {THRESHOLD: 1} | {} | setting THRESHOLD of the adjustment memory: must be given
            slotMemory: 4 | slotMemroy: 4 | line 7: policy.lsf.slotMemroy "4": is not a key here
            slotMemory: 4 | multicluster: no | line 3: policy: policy policy: lsf.slotMemory is missing
            root/anna: { | anna: { | line 20: usage.normal.anna: must belong to ACCOUNT/USER
            started-slots: 2 | started-slot: 2 | line 20: usage.normal.root/anna.started-slot "2": is not counted in tree normal
            started-slots: 2 | started-slots: -2 | line 20: usage.normal.root/anna.started-slots "-2": must be at least 0
            priority: 30 | prio: 30 | prio "30": is not a key here
            priority: 30 | dispatchOrderQueue: maybe | dispatchOrderQueue "maybe": must be true or false
            WEIGHT[[JPRIORITY, 1] | WEIGHT[[JPRIORITY, 0] | queue normal
            slotShare: 50 | slotShare: 101 | queue pooled: SLOT_SHARE 101: must be 1 to 100
            , slotShare: 50 | , jobLimit: 50 | queue pooled: must have both SLOT_SHARE and SLOT_POOL
            poolSlots: {p: 10} | poolLimits: {p: 10} | SLOT_POOL p: its queues must name hosts, or poolSlots must say its slots
            userPriority: 50 | prio: 50 | line 22: jobs.1.attributes.prio "50": is not a key here
            userPriority: 50 | systemValue: 0, adminValue: x | jobs.1.attributes.adminValue "x": must be a number
            """)
    void saysWhatIsWrongAndWhere(String right, String wrong, String message) {
        String text = GOOD.replace(right, wrong);
        assertThat(text).isNotEqualTo(GOOD);

        assertThatIllegalArgumentException().isThrownBy(() -> evaluate(text)).withMessageContaining(message);
    }

    /** The combinations that the documents forbid. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dispatchOrderQueue: yes | APS_PRIORITY cannot be used together with DISPATCH_ORDER=QUEUE
            fairshareQueues: [pooled] | APS_PRIORITY cannot be used together with FAIRSHARE_QUEUES [pooled]
            timeBasedSlas: [velocity] | APS_PRIORITY cannot be used together with time-based SLAs: [velocity]
            """)
    void namesAClashOfTwoParameters(String added, String clash) {
        String text = GOOD.replace("[FS, 100]]\"", "[FS, 100]]\"\n        " + added);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> evaluate(text))
                .withMessageContaining("queue normal: " + clash);
    }

    @Test
    void namesAClashWithQueueLevelFairshareAndHostPartitions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> evaluate(GOOD.replace(" [FS, 100]", "")))
                .withMessageContaining(
                        "APS_PRIORITY cannot be used together with queue-level FAIRSHARE, unless FS has a weight");
        String partition = GOOD.replace("        priority: 30", "        priority: 30\n        hosts: [h1]")
                .replace("    poolSlots:", "    hostPartitions: {part: [h1]}\n    poolSlots:");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> evaluate(partition))
                .withMessageContaining("APS_PRIORITY cannot be used together with host-partition fairshare");
    }

    @Test
    void reportsWhatIsDoubtful() {
        Report report = evaluate(GOOD.replace(", MAX_USER_PRIORITY: 100", "").replace(", userPriority: 50", ""));

        assertThat((String) value(report, "warnings", "1", "message"))
                .startsWith("APS_NO_MAX_USER_PRIORITY: queue normal");
    }

    @Test
    void countsTheJobsThatRan() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {algorithm: lsf-dynamic, lsf: {cluster: {ENABLE_HIST_RUN_TIME: Y}}}
                shares:
                  alps:
                    a: {shares: 60, users: {anna: 10}}
                    b: {shares: 40, users: {ben: 10, cora: 1}}
                runs:
                  - {account: a, user: anna, allocatedTres: {slot: 4}, started: 2026-11-21T05:00:00Z, ended: 2026-11-21T07:00:00Z, cpuSeconds: 28800}
                  - {account: b, user: ben, allocatedTres: {slot: 2}, started: 2026-11-21T09:00:00Z, suspended: [{from: 2026-11-21T10:00:00Z, until: 2026-11-21T11:00:00Z}]}
                  - {account: b, user: ben, allocatedTres: {slot: 1}, started: 2026-11-21T11:00:00Z, suspended: [{from: 2026-11-21T11:30:00Z}]}
                """);

        // Ended five hours ago: a tenth of 8 h CPU; run time decays as it passes. 10/(0.7*0.8 + 0.7*run + 3)
        assertThat((Double) value(report, "fairshare", "/a/anna", "priority")).isBetween(10 / 3.75, 10 / 3.65);
        // Two of three hours, and half an hour; three slots. 10/(0.7*2.5 + 3*4)
        assertThat((Double) value(report, "fairshare", "/b/ben", "priority")).isCloseTo(10 / 13.75, within(1e-12));
        assertThat((Double) value(report, "fairshare", "/b", "priority")).isCloseTo(40 / 13.75, within(1e-12));
        assertThat(value(report, "fairshare", "/b", "slots")).isEqualTo(3.0);
    }

    @Test
    void standsBesideSlurmOnTheSameTreeAndRuns() {
        Map<String, Report> reports =
                Scenario.evaluate(YamlValue.parse("test.yaml", """
                        at: 2026-11-21T12:00:00Z
                        policies:
                          slurm: {algorithm: classic, measure: {decay: {kind: none}}, slurm: {weightJobSize: 0}}
                          lsf: {algorithm: lsf-dynamic}
                        shares:
                          alps:
                            a: {shares: 1, users: {anna: 1}}
                            b: {shares: 1, users: {ben: 1}}
                        runs:
                          - {account: a, user: anna, allocatedTres: {cpu: 3}, started: 2026-11-21T11:00:00Z, ended: 2026-11-21T11:30:00Z}
                          - {account: b, user: ben, allocatedTres: {cpu: 1}, started: 2026-11-21T11:30:00Z}
                        """)).reports();

        assertThat(value(of(reports, "slurm"), "fairshare", "/a/anna", "rawUsage"))
                .isEqualTo(5400.0);
        // One slot, half an hour of run time: 1/(0.7*0.5 + 3*2); a finished job counts without its CPU time for nothing
        assertThat((Double) value(of(reports, "lsf"), "fairshare", "/b/ben", "priority"))
                .isCloseTo(1 / 6.35, within(1e-12));
        assertThat((Double) value(of(reports, "lsf"), "fairshare", "/a/anna", "priority"))
                .isCloseTo(1 / 3.0, within(1e-12));
    }

    @Test
    void givesUnusedSlotsToJobsByPriority() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy:
                  algorithm: lsf-dynamic
                  lsf:
                    cluster: {MAX_USER_PRIORITY: 100}
                    poolSlots: {p: 30}
                    queues:
                      - {name: q1, priority: 50, slotPool: p, slotShare: 50, usePriorityInPool: yes, maxSlotsInPool: 10}
                      - {name: q2, priority: 40, slotPool: p, slotShare: 20}
                jobs:
                  low: {attributes: {queue: q1, requestedTres: {slot: 9}, userPriority: 10}}
                  high: {attributes: {queue: q2, requestedTres: {slot: 4}, userPriority: 90}}
                """);

        // Of 10 slots 5 and 2 by share; 3 are left: 2 for the 4 of the job of 90, and 4 more for the other do not fit.
        assertThat(value(report, "pools", "p/q1", "slots")).isEqualTo(5L);
        assertThat(value(report, "pools", "p/q2", "slots")).isEqualTo(4L);
        assertThat(value(report, "pools", "p", "slots")).isEqualTo(9L);
        assertThat(value(report, "pools", "p", "left")).isEqualTo(1L);
    }

    @Test
    void ordersQueuesByPriorityAndAFairshareQueueAsAWhole() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy:
                  algorithm: lsf-dynamic
                  lsf:
                    cluster: {MAX_USER_PRIORITY: 100}
                    queues:
                      - {name: fifo, priority: 10}
                      - {name: fair, priority: 20, fairshare: yes}
                shares: {fair: {root: {users: {anna: 1, ben: 1}}}}
                usage: {fair: {root/anna: {started-slots: 5}}}
                jobs:
                  "1": {account: root, user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: fair}}
                  "2": {account: root, user: ben, submitted: 2026-11-21T11:00:00Z, attributes: {queue: fair}}
                  "3": {account: root, user: anna, submitted: 2026-11-21T11:00:00Z, attributes: {queue: fair, queueMove: TOP}}
                  "4": {account: root, user: ben, submitted: 2026-11-21T09:00:00Z, attributes: {queue: fifo}}
                  "5": {account: root, user: ben, submitted: 2026-11-21T11:00:00Z, attributes: {queue: fifo, userPriority: 60}}
                """);

        assertThat(rows(report, "priorities").keySet()).containsExactly("3", "2", "1", "5", "4");
    }

    /** btop moves a job among those of its own priority; only in a fairshare queue it goes before all others. */
    @Test
    void btopInAQueueWithoutFairshareKeepsTheJobPriority() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {algorithm: lsf-dynamic, lsf: {cluster: {MAX_USER_PRIORITY: 100}, queues: [{name: fifo, priority: 10}]}}
                jobs:
                  "1": {submitted: 2026-11-21T09:00:00Z, attributes: {queue: fifo}}
                  "2": {submitted: 2026-11-21T10:00:00Z, attributes: {queue: fifo, queueMove: TOP}}
                  "3": {submitted: 2026-11-21T11:00:00Z, attributes: {queue: fifo, userPriority: 60}}
                """);

        assertThat(rows(report, "priorities").keySet()).containsExactly("3", "2", "1");
    }

    /**
     * By APS 90, 70, 60, 50: the first takes the next that is alike along, at most three. "2" has another requirement, "6"
     * another job priority, "5" another profile in another queue of the group; "4" has the profile of the first there. The
     * chunk of "6" begins in a queue without CHUNK_JOB_SIZE, so it is none.
     */
    @Test
    void putsJobsThatAreAlikeIntoChunksByTheirAbsolutePriority() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy:
                  algorithm: lsf-dynamic
                  lsf:
                    cluster: {MAX_USER_PRIORITY: 100}
                    queues:
                      - {name: q, apsPriority: "WEIGHT[[MEM, 1]]", queueGroup: [r, s], chunkJobSize: 3}
                      - {name: r, chunkJobSize: 2}
                      - {name: s}
                jobs:
                  "1": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, application: a, requestedTres: {mem: 5}, adminValue: 90}}
                  "2": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, application: a, requestedTres: {mem: 6}, adminValue: 80}}
                  "3": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, requestedTres: {mem: 5}, adminValue: 60}}
                  "4": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: r, application: a, requestedTres: {mem: 5}, adminValue: 70}}
                  "5": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: r, application: b, requestedTres: {mem: 5}, adminValue: 65}}
                  "6": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: s, requestedTres: {mem: 5}, adminValue: 95}}
                  "7": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, requestedTres: {mem: 5}, adminValue: 50}}
                """);

        assertThat(rows(report, "chunks").keySet()).containsExactly("1", "2", "5", "7");
        assertThat(value(report, "chunks", "1", "jobs")).isEqualTo("1 4 3");
        assertThat(value(report, "chunks", "2", "jobs")).isEqualTo("2");
        assertThat(value(report, "chunks", "7", "jobs")).isEqualTo("7");
    }

    /** CHUNK_JOB_SIZE of a profile goes over that of the queue, in both directions; 1 = no chunks. */
    @Test
    void applicationProfilesHaveTheirOwnChunkJobSize() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy:
                  algorithm: lsf-dynamic
                  lsf:
                    cluster: {MAX_USER_PRIORITY: 100}
                    queues: [{name: q, apsPriority: "WEIGHT[[MEM, 1]]", chunkJobSize: 2}]
                    applicationChunkSizes: {long: 3, single: 1}
                jobs:
                  "1": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, application: long, requestedTres: {mem: 5}, adminValue: 90}}
                  "2": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, application: single, requestedTres: {mem: 5}, adminValue: 80}}
                  "3": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, application: long, requestedTres: {mem: 5}, adminValue: 70}}
                  "4": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, requestedTres: {mem: 5}, adminValue: 60}}
                  "5": {user: anna, submitted: 2026-11-21T10:00:00Z, attributes: {queue: q, requestedTres: {mem: 5}, adminValue: 50}}
                """);

        assertThat(value(report, "chunks", "1", "jobs")).isEqualTo("1 3 4");
        assertThat(value(report, "chunks", "5", "jobs")).isEqualTo("5");
        assertThat(rows(report, "chunks")).hasSize(2);
    }

    private static Report evaluate(String text) {
        return of(Scenario.evaluate(YamlValue.parse("test.yaml", text)).reports(), "policy");
    }

    private static Report of(Map<String, Report> reports, String name) {
        return Objects.requireNonNull(reports.get(name));
    }

    private static Map<String, Report.Row> rows(Report report, String section) {
        return Objects.requireNonNull(report.sections().get(section), section).rows();
    }

    private static Object value(Report report, String section, String key, String column) {
        return Objects.requireNonNull(
                Objects.requireNonNull(rows(report, section).get(key), key)
                        .values()
                        .get(column),
                column);
    }
}

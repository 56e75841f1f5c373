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
              family: lsf
              cluster: {RUN_JOB_FACTOR: 3, MAX_USER_PRIORITY: 100}
              queue: {HIST_HOURS: 5}
              adjustment: {plugin: memory, slot-memory: 4, settings: {THRESHOLD: 1}}
            user-shares: "[g@, 10] [chip, 20] [others, 1]"
            users: [anna, ben, chip, dora]
            groups:
              g: {members: [anna, ben]}
            use:
              /anna: {slots-in-use: 2, cpu: [{hours: 1, age-hours: 5}]}
            queues:
              normal:
                PRIORITY: 30
                FAIRSHARE: yes
                APS_PRIORITY: "WEIGHT[[JPRIORITY, 1] [FS, 100]]"
              pooled: {PRIORITY: 20, SLOT_POOL: p, SLOT_SHARE: 50, pending: inf}
            pools:
              p: {slots: 10}
            jobs:
              "1": {user: anna, queue: normal, priority: 50}
              "2": {user: dora, queue: pooled, submitted: 2026-11-21T11:00:00Z}
            """;

    /** As in LsfApsRulesOnTheStreamTest: 100 * 6 and 10 * 20; with two slots in use 100 * 6 / 3. */
    @ParameterizedTest
    @CsvSource({"0, 800, 900", "2, 400, 500"})
    void queuesOfAGroupShareTheFairshareOfTheirMaster(long slots, double inShort, double inNormal) {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {family: lsf, cluster: {RUN_JOB_FACTOR: 1, RUN_TIME_FACTOR: 0, CPU_TIME_FACTOR: 0}}
                queues:
                  normal: {PRIORITY: 30, FAIRSHARE: "USER_SHARES[[anna, 6]]",
                    APS_PRIORITY: "WEIGHT[[FS, 100] [QPRIORITY, 10]]", QUEUE_GROUP: [short]}
                  short: {PRIORITY: 20}
                users: [anna]
                use: {/anna: {slots-in-use: %d}}
                jobs:
                  s: {user: anna, queue: short}
                  n: {user: anna, queue: normal}
                """.formatted(slots));

        assertThat(row(report, "priorities", "s")).containsEntry("APS", inShort);
        assertThat(row(report, "priorities", "n")).containsEntry("APS", inNormal);
    }

    /**
     * As in LsfApsRulesOnTheStreamTest.theJobPriorityOfAResizeRequestEscalates: 50 and two intervals of 20 minutes after
     * the request, which is 3 each. A request of now has not risen, nor has one of a site without escalation.
     */
    @ParameterizedTest
    @CsvSource({
        "'resize-at: 2026-11-21T11:19:00Z', 'JOB_PRIORITY_OVER_TIME: 3/20', 56",
        "'resize-at: 2026-11-21T12:00:00Z', 'JOB_PRIORITY_OVER_TIME: 3/20', 50",
        "'swap: 0', 'JOB_PRIORITY_OVER_TIME: 3/20', 50",
        "'resize-at: 2026-11-21T11:19:00Z', 'RUN_JOB_FACTOR: 1', 50"
    })
    void theJobPriorityOfAResizeRequestEscalates(String asked, String cluster, double expected) {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {family: lsf, cluster: {MAX_USER_PRIORITY: 100, %s}}
                queues: {normal: {PRIORITY: 30, APS_PRIORITY: "WEIGHT[[JPRIORITY, 1]]"}}
                jobs:
                  "1": {user: anna, queue: normal, priority: 50, submitted: 2026-11-21T11:00:00Z, resize-max: 8, %s,
                    events: [{is: start, at: 2026-11-21T11:00:00Z}]}
                """.formatted(cluster, asked));

        assertThat(row(report, "priorities", "1 resize")).containsEntry("APS", expected);
        assertThat(row(report, "priorities", "1")).containsEntry("APS", 50.0);
    }

    @Test
    void isGoodAsItStands() {
        Report report = evaluate(GOOD);

        // 10/(0.7*0.1 + 3*3), 20/3; dora is one of the others
        assertThat((Double) value(report, "fairshare", "/anna", "priority")).isCloseTo(10 / 9.07, within(1e-12));
        assertThat((Double) value(report, "fairshare", "/chip", "priority")).isCloseTo(20 / 3.0, within(1e-12));
        assertThat((Double) value(report, "priorities", "1", "APS")).isCloseTo(50 + 1000 / 9.07, within(1e-9));
        assertThat(value(report, "order", "2", "account")).isEqualTo("/others");
        assertThat(value(report, "pools", "p/pooled", "slots")).isEqualTo(10L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RUN_JOB_FACTOR: 3 | RUN_JOBS_FACTOR: 3 | line 4: policy.cluster.RUN_JOBS_FACTOR "3": cluster: RUN_JOBS_FACTOR must be a parameter
            RUN_JOB_FACTOR: 3 | RUN_JOB_FACTOR: -3 | line 4: policy.cluster.RUN_JOB_FACTOR "-3": cluster: RUN_JOB_FACTOR "-3": must be a number of at least 0
            HIST_HOURS: 5 | LSB_NCPU_ENFORCE: 1 | line 5: policy.queue.LSB_NCPU_ENFORCE "1"
            queue: {HIST_HOURS: 5} | que: {HIST_HOURS: 5} | line 5: policy.que: is not a key here
            plugin: memory | plugin: memoir | line 6: policy.adjustment.plugin "memoir": is not an adjustment plug-in
            {THRESHOLD: 1} | {} | line 6: policy.adjustment: setting THRESHOLD of the adjustment memory: must be given
            slot-memory: 4 | slot-memroy: 4 | line 6: policy.adjustment.slot-memroy "4": is not a key here
            [chip, 20] | [chop, 20] | line 7: user-shares "[g@, 10] [chop, 20] [others, 1]": USER_SHARES of scenario: [chop, 20]: must be a user or a defined group
            [chip, 20] | [chip, 0] | shares must be a positive integer
            [chip, 20] | [chip 20] | line 7: user-shares
            {members: [anna, ben]} | {member: [anna, ben]} | line 10: groups.g.member: is not a key here
            members: [anna, ben] | members: [anna, g] | group g: must not be its own member
            /anna: { | /zoe: { | line 12: use./zoe: is not a share account; there are /anna, /ben, /chip, /others
            slots-in-use: 2 | slots-in-us: 2 | line 12: use./anna.slots-in-us "2": is not a key here
            slots-in-use: 2 | slots-in-use: -2 | line 12: use./anna: slots in use -2: must be at least 0
            age-hours: 5 | age: 5 | line 12: use./anna.cpu[0].age "5": is not a key here
            PRIORITY: 30 | PRIO: 30 | line 15: queues.normal.PRIO "30": is not a key here
            PRIORITY: 30 | DISPATCH_ORDER: HOST | line 15: queues.normal.DISPATCH_ORDER "HOST": must be QUEUE
            WEIGHT[[JPRIORITY, 1] | WEIGHT[[JPRIORITY, 0] | line 17: queues.normal.APS_PRIORITY
            SLOT_SHARE: 50 | SLOT_SHARE: 101 | line 18: queues.pooled.SLOT_SHARE "101": queue pooled: SLOT_SHARE 101: must be 1 to 100
            SLOT_SHARE: 50, | QJOB_LIMIT: 50, | line 18: queues.pooled.SLOT_POOL "p": queue pooled: must have both SLOT_SHARE and SLOT_POOL
            p: {slots: 10} | p: {slot: 10} | line 20: pools.p.slot "10": is not a key here
            p: {slots: 10} | p: {limit: 10} | line 20: pools.p: must have either slots, or queues with HOSTS
            p: {slots: 10} | p: {slots: 10}, q: {slots: 1} | line 20
            user: anna, queue: normal | user: zoe, queue: normal | line 22: jobs.1: user zoe has no share account
            queue: normal | queue: norm | line 22: jobs.1.queue "norm": is not a queue of the scenario
            priority: 50 | priority: 101 | line 22: jobs.1: job priority 101: must be 1 to 100 (MAX_USER_PRIORITY)
            priority: 50 | prio: 50 | line 22: jobs.1.prio "50": is not a key here
            priority: 50 | system: 0 | line 22: jobs.1.system "0": system value 0.0: must not be 0
            priority: 50 | system: 1, admin: 1 | line 22: jobs.1.system "1": cannot stand beside admin
            priority: 50 | fairshare: 1 | line 22: jobs.1.fairshare "1": must not be given: the share accounts
            submitted: 2026-11-21T11:00:00Z | events: [{is: lost, at: 2026-11-21T12:00:00Z}] | line 23: jobs.2.events[0].is "lost": must be one of start, user-requeue
            submitted: 2026-11-21T11:00:00Z | events: [{is: start, at: 2026-11-21T13:00:00Z}] | line 23: jobs.2.events[0].at
            """)
    void saysWhatIsWrongAndWhere(String right, String wrong, String message) {
        String text = GOOD.replace(right, wrong);
        assertThat(text).isNotEqualTo(GOOD);

        assertThatIllegalArgumentException().isThrownBy(() -> evaluate(text)).withMessageContaining(message);
    }

    /** The combinations that the documents forbid. The line is that of one of the parameters. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DISPATCH_ORDER: QUEUE | line 17: queues.normal.APS_PRIORITY | APS_PRIORITY cannot be used together with DISPATCH_ORDER=QUEUE
            FAIRSHARE_QUEUES: [pooled] | line 17: queues.normal.APS_PRIORITY | APS_PRIORITY cannot be used together with FAIRSHARE_QUEUES [pooled]
            time-based-slas: [velocity] | line 17: queues.normal.APS_PRIORITY | APS_PRIORITY cannot be used together with time-based SLAs: [velocity]
            """)
    void namesAClashOfTwoParameters(String added, String place, String clash) {
        String text = GOOD.replace("[FS, 100]]\"", "[FS, 100]]\"\n    " + added);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> evaluate(text))
                .withMessageContaining(place)
                .withMessageContaining("queue normal: " + clash);
    }

    @Test
    void namesAClashWithQueueLevelFairshareAndHostPartitions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> evaluate(GOOD.replace(" [FS, 100]", "")))
                .withMessageContaining("line 16: queues.normal.FAIRSHARE")
                .withMessageContaining(
                        "APS_PRIORITY cannot be used together with queue-level FAIRSHARE, unless FS has a weight");
        String partition = GOOD.replace("    PRIORITY: 30", "    PRIORITY: 30\n    HOSTS: [h1]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> evaluate(partition + "host-partitions: {part: [h1]}\n"))
                .withMessageContaining("APS_PRIORITY cannot be used together with host-partition fairshare");
    }

    @Test
    void reportsWhatIsDoubtful() {
        Report report = evaluate(GOOD.replace(", MAX_USER_PRIORITY: 100", "").replace(", priority: 50", ""));

        assertThat(value(report, "warnings", "1", "code")).isEqualTo("APS_NO_MAX_USER_PRIORITY");
    }

    @Test
    void countsTheJobsOfAHistory() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {family: lsf, cluster: {ENABLE_HIST_RUN_TIME: Y}}
                tree:
                  a: {shares: 60, users: {anna: 10}}
                  b: {shares: 40, users: {ben: 10, cora: 1}}
                history:
                  - {account: a, user: anna, cpus: 4, start: 2026-11-21T05:00:00Z, end: 2026-11-21T07:00:00Z, cpu-hours: 8}
                  - {account: b, user: ben, cpus: 2, start: 2026-11-21T09:00:00Z, suspended: [{from: 2026-11-21T10:00:00Z, until: 2026-11-21T11:00:00Z}]}
                  - {account: b, user: ben, slots: 1, start: 2026-11-21T11:00:00Z, suspended: [{from: 2026-11-21T11:30:00Z}]}
                """);

        // Ended five hours ago: a tenth of 8 h CPU and 2 h run time. 10/(0.7*0.8 + 0.7*0.2 + 3)
        assertThat((Double) value(report, "fairshare", "/a/anna", "priority")).isCloseTo(10 / 3.7, within(1e-12));
        // Two of three hours, and half an hour; three slots. 10/(0.7*2.5 + 3*4)
        assertThat((Double) value(report, "fairshare", "/b/ben", "priority")).isCloseTo(10 / 13.75, within(1e-12));
        assertThat((Double) value(report, "fairshare", "/b", "priority")).isCloseTo(40 / 13.75, within(1e-12));
        assertThat(value(report, "fairshare", "/b", "slots")).isEqualTo(3L);
    }

    @Test
    void standsBesideSlurmOnTheSameTreeAndHistory() {
        Map<String, Report> reports =
                Scenario.evaluate(YamlValue.parse("test.yaml", """
                        at: 2026-11-21T12:00:00Z
                        policies:
                          slurm: {algorithm: classic, half-life: 0}
                          lsf: {family: lsf}
                        tree:
                          a: {shares: 1, users: {anna: 1}}
                          b: {shares: 1, users: {ben: 1}}
                        history:
                          - {account: a, user: anna, cpus: 3, start: 2026-11-21T11:00:00Z, end: 2026-11-21T11:30:00Z}
                          - {account: b, user: ben, cpus: 1, start: 2026-11-21T11:30:00Z}
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
                policy: {family: lsf, cluster: {MAX_USER_PRIORITY: 100}}
                pools: {p: {slots: 30}}
                queues:
                  q1: {PRIORITY: 50, SLOT_POOL: p, SLOT_SHARE: 50, USE_PRIORITY_IN_POOL: Y, MAX_SLOTS_IN_POOL: 10, pending: 9}
                  q2: {PRIORITY: 40, SLOT_POOL: p, SLOT_SHARE: 20, pending: 9}
                  out: {PRIORITY: 30, pending: inf}
                jobs:
                  low: {queue: q1, slots: 9, priority: 10}
                  high: {queue: q2, slots: 4, priority: 90}
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
                policy: {family: lsf, cluster: {MAX_USER_PRIORITY: 100}}
                users: [anna, ben]
                use: {/anna: {slots-in-use: 5}}
                queues:
                  fifo: {PRIORITY: 10}
                  fair: {PRIORITY: 20, FAIRSHARE: "USER_SHARES[[default, 1]]"}
                jobs:
                  "1": {user: anna, queue: fair, submitted: 2026-11-21T10:00:00Z}
                  "2": {user: ben, queue: fair, submitted: 2026-11-21T11:00:00Z}
                  "3": {user: anna, queue: fair, submitted: 2026-11-21T11:00:00Z, top: yes}
                  "4": {user: ben, queue: fifo, submitted: 2026-11-21T09:00:00Z}
                  "5": {user: ben, queue: fifo, submitted: 2026-11-21T11:00:00Z, priority: 60}
                """);

        assertThat(Objects.requireNonNull(report.sections().get("order")).rows().keySet())
                .containsExactly("3", "2", "1", "5", "4");
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
                policy: {family: lsf, cluster: {MAX_USER_PRIORITY: 100}}
                queues:
                  q: {APS_PRIORITY: "WEIGHT[[MEM, 1]]", QUEUE_GROUP: [r, s], CHUNK_JOB_SIZE: 3}
                  r: {CHUNK_JOB_SIZE: 2}
                  s: {}
                jobs:
                  "1": {user: anna, queue: q, application: a, resources: "rusage[mem=5]", admin: 90, submitted: 2026-11-21T10:00:00Z}
                  "2": {user: anna, queue: q, application: a, resources: "rusage[mem=6]", admin: 80, submitted: 2026-11-21T10:00:00Z}
                  "3": {user: anna, queue: q, resources: "rusage[mem=5]", admin: 60, submitted: 2026-11-21T10:00:00Z}
                  "4": {user: anna, queue: r, application: a, resources: "rusage[mem=5]", admin: 70, submitted: 2026-11-21T10:00:00Z}
                  "5": {user: anna, queue: r, application: b, resources: "rusage[mem=5]", admin: 65, submitted: 2026-11-21T10:00:00Z}
                  "6": {user: anna, queue: s, resources: "rusage[mem=5]", admin: 95, submitted: 2026-11-21T10:00:00Z}
                  "7": {user: anna, queue: q, resources: "rusage[mem=5]", admin: 50, submitted: 2026-11-21T10:00:00Z}
                """);

        assertThat(Objects.requireNonNull(report.sections().get("chunks"))
                        .rows()
                        .keySet())
                .containsExactly("1", "2", "5", "7");
        assertThat(value(report, "chunks", "1", "jobs")).isEqualTo("1 4 3");
        assertThat(value(report, "chunks", "2", "jobs")).isEqualTo("2");
        assertThat(value(report, "chunks", "7", "jobs")).isEqualTo("7");
    }

    /** CHUNK_JOB_SIZE of a profile goes over that of the queue, in both directions; 1 = no chunks. */
    @Test
    void applicationProfilesHaveTheirOwnChunkJobSize() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {family: lsf, cluster: {MAX_USER_PRIORITY: 100}}
                queues:
                  q: {APS_PRIORITY: "WEIGHT[[MEM, 1]]", CHUNK_JOB_SIZE: 2}
                applications: {long: {CHUNK_JOB_SIZE: 3}, single: {CHUNK_JOB_SIZE: 1}}
                jobs:
                  "1": {user: anna, queue: q, application: long, resources: "rusage[mem=5]", admin: 90, submitted: 2026-11-21T10:00:00Z}
                  "2": {user: anna, queue: q, application: single, resources: "rusage[mem=5]", admin: 80, submitted: 2026-11-21T10:00:00Z}
                  "3": {user: anna, queue: q, application: long, resources: "rusage[mem=5]", admin: 70, submitted: 2026-11-21T10:00:00Z}
                  "4": {user: anna, queue: q, resources: "rusage[mem=5]", admin: 60, submitted: 2026-11-21T10:00:00Z}
                  "5": {user: anna, queue: q, resources: "rusage[mem=5]", admin: 50, submitted: 2026-11-21T10:00:00Z}
                """);

        assertThat(value(report, "chunks", "1", "jobs")).isEqualTo("1 3 4");
        assertThat(value(report, "chunks", "5", "jobs")).isEqualTo("5");
        assertThat(Objects.requireNonNull(report.sections().get("chunks")).rows())
                .hasSize(2);
    }

    /**
     * As in HostsOnTheStreamTest.whatAPoolLeavesGoesToQueuesOutside: high holds 4 of the 12 slots, which is its limit, and low
     * holds 1. Of the 7 for the pool its queues take 3, 2 and 1. The last one is low's, which then has 2.
     */
    @ParameterizedTest
    @CsvSource({
        "'hosts: {a: {MXJ: 6, used-outside: 1}, b: {MXJ: 6, used-outside: 4}}', 'HOSTS: [a, b], '",
        "'pools: {pool: {slots: 12}}', ''"
    })
    void whatAQueueOutsideHoldsIsNotLeftOnceMore(String slots, String hosts) {
        Report report = evaluate("""
                policy: {family: lsf}
                %1$s
                queues:
                  q1: {%2$sSLOT_POOL: pool, SLOT_SHARE: 30, QJOB_LIMIT: 3, pending: inf}
                  q2: {%2$sSLOT_POOL: pool, SLOT_SHARE: 30, QJOB_LIMIT: 2, pending: inf}
                  q3: {%2$sSLOT_POOL: pool, SLOT_SHARE: 30, QJOB_LIMIT: 1, pending: inf}
                  low: {%2$sPRIORITY: 10, uses-left-of: pool, in-use: 1, pending: 5}
                  high: {%2$sPRIORITY: 20, uses-left-of: pool, QJOB_LIMIT: 4, in-use: 4, pending: inf}
                """.formatted(slots, hosts));

        assertThat(value(report, "pools", "pool", "left")).isEqualTo(1L);
        assertThat(value(report, "queues", "high", "slotsLeftOfPool")).isEqualTo(4L);
        assertThat(value(report, "queues", "low", "slotsLeftOfPool")).isEqualTo(2L);
    }

    /** btop moves a job among those of its own priority; only in a fairshare queue it goes before all others. */
    @Test
    void btopInAQueueWithoutFairshareKeepsTheJobPriority() {
        Report report = evaluate("""
                at: 2026-11-21T12:00:00Z
                policy: {family: lsf, cluster: {MAX_USER_PRIORITY: 100}}
                queues: {fifo: {PRIORITY: 10}}
                jobs:
                  "1": {queue: fifo, submitted: 2026-11-21T09:00:00Z}
                  "2": {queue: fifo, submitted: 2026-11-21T10:00:00Z, top: yes}
                  "3": {queue: fifo, submitted: 2026-11-21T11:00:00Z, priority: 60}
                """);

        assertThat(Objects.requireNonNull(report.sections().get("order")).rows().keySet())
                .containsExactly("3", "2", "1");
    }

    private static Report evaluate(String text) {
        return of(Scenario.evaluate(YamlValue.parse("test.yaml", text)).reports(), "policy");
    }

    private static Report of(Map<String, Report> reports, String name) {
        return Objects.requireNonNull(reports.get(name));
    }

    private static Object value(Report report, String section, String key, String column) {
        Map<String, Report.Row> rows =
                Objects.requireNonNull(report.sections().get(section), section).rows();
        return Objects.requireNonNull(
                Objects.requireNonNull(rows.get(key), key).values().get(column), column);
    }

    private static Map<String, Object> row(Report report, String section, String key) {
        Report.Section rows = Objects.requireNonNull(report.sections().get(section), section);
        return Objects.requireNonNull(rows.rows().get(key), key).values();
    }
}

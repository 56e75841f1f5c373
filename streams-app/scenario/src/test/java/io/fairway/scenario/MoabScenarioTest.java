package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.report.ReportText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios under Moab: their results, and the messages about wrong ones. */
class MoabScenarioTest {
    private static final String GOOD = """
            at: 2026-01-01T12:00:00Z
            system: {processors: 16, mem: 32000}
            policy:
              family: moab
              readings: {violation: clamp}
              parameters:
                FSPOLICY: DEDICATEDPS
                FSINTERVAL: 2:00:00
                FSDEPTH: 3
                FSDECAY: 0.5
                FSUSERWEIGHT: 10
                USERCFG[john]: PRIORITY=5 FSTARGET=50.0
                QOSCFG[hi]: QTWEIGHT=7
                JOBPRIOF: STATE[Idle]=3
                JOBPRIOACCRUALPOLICY: ACCRUE
                REJECTNEGPRIOJOBS: TRUE
            usage: {total: [0, 7200], user: {john: [0, 3600]}}
            history:
              - {user: john, account: a, cpus: 2, wallclock: 2:00:00, start: 2026-01-01T09:00:00Z, end: 2026-01-01T10:00:00Z}
              - {user: john, cpus: 4, wallclock: 3:00:00, start: 2026-01-01T11:00:00Z}
              - {user: anna, cpus: 1, start: 2026-01-01T11:30:00Z}
            jobs:
              "1": {user: john, qos: hi, cpus: 1, wallclock: 1:00:00, submitted: 2026-01-01T11:50:00Z}
            """;

    /**
     * MAXJOB of 1: the job of the history ran until 10:30, and "runs" has run since 10:40. So john's jobs accrue from 10:30 to 10:40.
     * His third does not, because two others may wait.
     */
    @Test
    void limitsAreDecidedAtEveryInstant() {
        Report report = evaluate("""
                at: 2026-01-01T12:00:00Z
                policy:
                  family: moab
                  parameters: {QUEUETIMEWEIGHT: 1, "USERCFG[john]": MAXJOB=1 MAXIJOB=2}
                history:
                  - {user: john, cpus: 1, start: 2026-01-01T10:00:00Z, end: 2026-01-01T10:30:00Z}
                jobs:
                  first: {user: john, cpus: 1, submitted: 2026-01-01T10:10:00Z}
                  second: {user: john, cpus: 1, submitted: 2026-01-01T10:10:00Z}
                  third: {user: john, cpus: 1, submitted: 2026-01-01T10:20:00Z}
                  other: {user: anna, cpus: 1, submitted: 2026-01-01T11:00:00Z}
                  runs: {user: john, cpus: 1, submitted: 2026-01-01T10:40:00Z, started: 2026-01-01T10:40:00Z}
                """);

        assertThat(row(report, "priorities", "first"))
                .containsEntry("queuetime", 10.0)
                .containsEntry("blocked", "MAXJOB=1 of USERCFG[john]");
        assertThat(row(report, "priorities", "second")).containsEntry("queuetime", 10.0);
        assertThat(row(report, "priorities", "third"))
                .containsEntry("queuetime", 0.0)
                .containsEntry("blocked", "MAXIJOB=2 of USERCFG[john], MAXJOB=1 of USERCFG[john]");
        assertThat(row(report, "priorities", "other"))
                .containsEntry("queuetime", 60.0)
                .containsEntry("blocked", "no");
    }

    /**
     * Windows from 12:00, 10:00 and 08:00. John: 4 processors for an hour, and before that 2 for one and 3600
     * processor-seconds, weights 0.5 and 0.25 (the current window has just begun).
     */
    @Test
    void addsWindowsThatAreGivenAndJobsThatRan() {
        Report report = evaluate(GOOD.replace("[0, 7200]", "[0, 0, 7200]").replace("[0, 3600]", "[0, 0, 3600]"));

        assertThat(row(report, "fairshare", "user john"))
                .containsEntry("window0", 0.0)
                .containsEntry("window1", 4 * 3600.0)
                .containsEntry("window2", 2 * 3600.0 + 3600)
                .containsEntry("decayed", 0.5 * 14400 + 0.25 * 10800)
                .containsEntry("target", "50.00")
                .containsEntry("violated", "no");
        double total = 0.5 * (14400 + 1800) + 0.25 * (7200 + 7200);
        assertThat(row(report, "fairshare", "total")).containsEntry("decayed", total);
        double percent = 100 * (0.5 * 14400 + 0.25 * 10800) / total;
        assertThat((Double) row(report, "fairshare", "user john").get("delta")).isCloseTo(50 - percent, within(1e-9));
        assertThat(row(report, "fairshare", "account a")).containsEntry("decayed", 0.25 * 7200);
        assertThat(row(report, "priorities", "1")).containsEntry("queuetimeTerm", 10 * 8.0);
    }

    /** 4 processors of 16, 16000 of 32000 MB: half of the machine, for an hour; 900 seconds of processor time. */
    @ParameterizedTest
    @CsvSource({"DEDICATEDPS, 14400", "DEDICATEDPES, 28800", "UTILIZEDPS, 900"})
    void countsWhatThePolicySays(String policy, double procSeconds) {
        Report report = evaluate("""
                at: 2026-01-01T12:00:00Z
                system: {processors: 16, mem: 32000}
                policy: {family: moab, parameters: {FSPOLICY: %s}}
                history:
                  - {user: u, tres: {cpu: 4, mem: 16000}, cpu-seconds: 900, start: 2026-01-01T11:00:00Z}
                """.formatted(policy));

        assertThat((Double) row(report, "fairshare", "user u").get("window0")).isCloseTo(procSeconds, within(1e-6));
    }

    /** Of john's finished job an hour of two was used; the running one has two hours of its three left. */
    @ParameterizedTest
    @CsvSource({"fsjpu, 1", "fsppu, 4", "fspspu, 28800", "wcaccuracy, 0.5"})
    void knowsFromTheHistoryWhatAUserDoes(String subfactor, double expected) {
        String parameter = subfactor.toUpperCase(java.util.Locale.ROOT) + "WEIGHT: 1";
        Report report = evaluate(GOOD.replace("FSUSERWEIGHT: 10", parameter));

        assertThat(row(report, "priorities", "1")).containsEntry(subfactor, expected);
    }

    /** In the other reading, 4 processors times the 3 hours that the running job asked for. */
    @Test
    void activeProcessorSecondsMayBeThoseOfWholeLimits() {
        Report report = evaluate(GOOD.replace("FSUSERWEIGHT: 10", "FSPSPUWEIGHT: 1")
                .replace("{violation: clamp}", "{active-seconds: allocated}"));

        assertThat(row(report, "priorities", "1")).containsEntry("fspspu", 43_200.0);
    }

    /** Values of the golden cases of Moab's priorities, and of the formulas of Moab 5.1.2. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            XFACTORWEIGHT: 1, XFMINWCLIMIT: 2:00 | wallclock: 1:00, submitted: 2026-01-01T11:30:00Z | xfactor | 16
            XFACTORWEIGHT: 5, XFACTORCAP: 10 | wallclock: 1:00, submitted: 2026-01-01T11:30:00Z | xfactorTerm | 50
            QUEUETIMEWEIGHT: 20 | submitted: 2026-01-01T07:40:00Z | priority | 5200
            QUEUETIMEWEIGHT: 20, "QUEUETIMEWEIGHT[big]": 5 | submitted: 2026-01-01T07:40:00Z | priority | 5200
            "QUEUETIMEWEIGHT[big]": 5, QUEUETIMEWEIGHT: 20 | partition: big, submitted: 2026-01-01T07:40:00Z | priority | 1300
            queuetimeweight: 20, "SERVWEIGHT[0]": 2 | submitted: 2026-01-01T07:40:00Z | priority | 10400
            RESWEIGHT: 5, MEMWEIGHT: 10, PROCWEIGHT: 100, RESCAP: 2000 | tres: {cpu: 16, mem: 1024} | resTerm | 10000
            QUEUETIMEWEIGHT: 1 | system-priority: 5 | priority | 1000000005
            QUEUETIMEWEIGHT: 1 | relative-priority: 1000 | priority | 1001
            TARGETQUEUETIMEWEIGHT: 100, "QOSCFG[q]": QTTARGET=30:00 | qos: q, submitted: 2026-01-01T11:40:00Z | targTerm | 1
            TARGETXFACTORWEIGHT: 1, "QOSCFG[q]": XFTARGET=2.0 | qos: q, wallclock: 1:00:00, submitted: 2026-01-01T11:30:00Z | targetxfactor | 4
            USAGEREMAININGWEIGHT: 1 | cpus: 16, wallclock: 4:00:00, started: 2026-01-01T11:00:00Z | usage | 172800
            USAGEPERCENTWEIGHT: 1 | cpus: 16, wallclock: 4:00:00, ran: 1:00:00 | usagepercent | 25
            USAGEHUNGERWEIGHT: 3 | ran: 1:00:00, hunger: 4 | usageTerm | 12
            FSJPUWEIGHT: -5, FSPPUWEIGHT: -1, WCACCURACYWEIGHT: 100 | activity: {jobs: 4, procs: 64, dedicated: 7200, requested: 14400} | fsTerm | -34
            USERPRIOWEIGHT: 1 | user-priority: -5000 | userprio | -1024
            USERPRIOWEIGHT: 1, ENABLEPOSUSERPRIORITY: ON | user-priority: 300 | userprio | 300
            GROUPWEIGHT: 1, GROUPCAP: 500, "GROUPCFG[g]": PRIORITY=-10000 | group: g | group | -500
            CLASSWEIGHT: 1, "GROUPCFG[g]": CLASSWEIGHT=3 | group: g, class: c, queue-priority: 40 | classTerm | 120
            USERWEIGHT: 1, "USERCFG[DEFAULT]": PRIORITY=9 | user: nobody | user | 9
            ACCOUNTWEIGHT: 2, "ACCOUNTCFG[a]": PRIORITY=4 | account: a | credTerm | 8
            BYPASSWEIGHT: 5000 | bypass: 3 | bypassTerm | 15000
            STARTCOUNTWEIGHT: 2 | starts: 3 | serv | 6
            SPVIOLATIONWEIGHT: -100 | soft-violation: yes | servTerm | -100
            DEADLINEWEIGHT: 100 | submitted: 2026-01-01T11:00:00Z, deadline: 2026-01-01T16:00:00Z | deadline | 0.2
            NODEWEIGHT: 1 | nodes: 3 | node | 3
            PROCWEIGHT: -1, PRIORITYTARGETPROCCOUNT: 64 | cpus: 4 | proc | 60
            WALLTIMEWEIGHT: -1, PRIORITYTARGETDURATION: 1:00:00 | wallclock: 3:00:00 | walltime | 7200
            JOBIDWEIGHT: 1, JOBNAMEWEIGHT: 10 | name: run7 | attr | 71
            QUEUETIMEWEIGHT: 1 | submitted: 2026-01-01T10:00:00Z, held: yes | blocked | held
            QUEUETIMEWEIGHT: 1, JOBPRIOEXCEPTIONS: NONE | submitted: 2026-01-01T10:00:00Z, facts: [{at: 2026-01-01T10:30:00Z, is: blocked, by: USERHOLD}] | queuetime | 30
            QUEUETIMEWEIGHT: 1, JOBPRIOEXCEPTIONS: USERHOLD | submitted: 2026-01-01T10:00:00Z, facts: [{at: 2026-01-01T10:30:00Z, is: blocked, by: USERHOLD}] | queuetime | 120
            QUEUETIMEWEIGHT: 1, JOBPRIOACCRUALPOLICY: RESET | submitted: 2026-01-01T10:00:00Z, facts: [{at: 2026-01-01T10:30:00Z, is: blocked, by: DEFER}, {at: 2026-01-01T11:30:00Z, is: unblocked, by: DEFER}] | queuetime | 30
            """)
    void readsEveryParameterAndEverythingOfAJob(String parameters, String job, String column, String expected) {
        String text = """
                at: 2026-01-01T12:00:00Z
                policy: {family: moab, parameters: {%s}}
                jobs: {"1": {%s}}
                expect: {priorities: {"1": {%s: %s}}}
                """.formatted(parameters, job, column, expected);
        Scenario scenario = Scenario.evaluate(YamlValue.parse("test.yaml", text));

        assertThat(scenario.misses()).isEmpty();
        assertThat(scenario.met()).isEqualTo(1);
    }

    /** Usage 30 of 100, target 20, and imported 10 of 20 of a cap of 40 %, which a job of 20 exceeds. */
    @Test
    void readsCapsImportedUsageAndWeightsOfCredentials() {
        String text = """
                policy: {family: moab, parameters: {
                  FSPOLICY: DEDICATEDPS, FSDEPTH: 1, FSWEIGHT: 1000, FSUSERWEIGHT: 1, FSGUSERWEIGHT: 1,
                  "USERCFG[u]": FSTARGET=20 FSCAP=40%, "GROUPCFG[g]": FSWEIGHT=10, "ACCOUNTCFG[a]": FSWEIGHT=200}}
                usage: {total: [100], user: {u: [30]}}
                imported: {total: [20], user: {u: [10]}}
                jobs: {"1": {user: u, group: g, account: a, cpus: 2, wallclock: 10}}
                """;
        Map<String, Object> job = row(evaluate(text), "priorities", "1");

        assertThat(job).containsEntry("fsuser", -10.0).containsEntry("fsguser", -30.0);
        assertThat(job).containsEntry("fsTerm", 1210 * -40.0).containsEntry("blocked", "USERCFG[u]");
    }

    /** Of 100: john 30 in cs and 10 in bio, anna 60 in cs; john is over all accounts 10 below his target, cs 20 above. */
    @Test
    void comparesTheNodesOfATreeWithTheirTargets() {
        String text = """
                at: 1970-01-01T01:00:00Z
                policy: {family: moab, parameters: {
                  FSPOLICY: DEDICATEDPS, FSUSERWEIGHT: 10, FSACCOUNTWEIGHT: 1,
                  "USERCFG[john]": FSTARGET=50, "ACCOUNTCFG[cs]": FSTARGET=70}}
                tree: {cs: {users: {john: 1, anna: 1}}, bio: {users: {john: 1}}}
                history:
                  - {account: cs, user: john, cpus: 30, start: 1970-01-01T00:00:00Z, end: 1970-01-01T00:30:00Z}
                  - {account: bio, user: john, cpus: 10, start: 1970-01-01T00:00:00Z, end: 1970-01-01T00:30:00Z}
                  - {account: cs, user: anna, cpus: 60, start: 1970-01-01T00:30:00Z}
                """;
        Report report = evaluate(text);

        assertThat(row(report, "associations", "/cs/john")).containsEntry("factor", 10.0 * 10 - 20);
        assertThat(row(report, "associations", "/bio/john")).containsEntry("factor", 10.0 * 10);
        assertThat(row(report, "associations", "/cs"))
                .containsEntry("factor", -20.0)
                .containsEntry("effectiveUsage", 0.9)
                .containsEntry("target", 0.7)
                .containsEntry("rawUsage", 90 * 1800.0);
        // The tree need not know who used it: zoe's 60 count for cs and in the total.
        Report stranger = evaluate(text.replace("user: anna", "user: zoe"));
        assertThat(row(stranger, "associations", "/cs/john")).containsEntry("factor", 10.0 * 10 - 20);
        assertThat(row(stranger, "associations", "/cs")).containsEntry("factor", -20.0);
        assertThat(row(stranger, "associations", "/cs/anna")).containsEntry("factor", -20.0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> evaluate(text.replace("anna: 1", "anna: {usage: 3}")))
                .withMessageContaining("line 5: tree: must not have usage under Moab");
    }

    /** The jobs of MoabCredentialsOnTheStreamTest.targetsArePerCredential: no tree, and credentials that are missing. */
    @Test
    void credentialsNeedNoTree() {
        Report report = evaluate("""
                at: 1970-01-01T01:00:00Z
                policy: {family: moab, parameters: {
                  QUEUETIMEWEIGHT: 0, ENABLENEGJOBPRIORITY: TRUE, FSPOLICY: DEDICATEDPS, FSUSERWEIGHT: 10,
                  FSACCOUNTWEIGHT: 1, "USERCFG[john]": FSTARGET=50, "USERCFG[anna]": FSTARGET=20,
                  "ACCOUNTCFG[cs]": FSTARGET=70}}
                history:
                  - {account: cs, user: john, cpus: 30, start: 1970-01-01T00:00:00Z, end: 1970-01-01T01:00:00Z}
                  - {user: john, cpus: 10, start: 1970-01-01T00:00:00Z, end: 1970-01-01T01:00:00Z}
                  - {cpus: 60, start: 1970-01-01T00:00:00Z, end: 1970-01-01T01:00:00Z}
                jobs:
                  john of cs: {account: cs, user: john}
                  john: {user: john}
                  cs: {account: cs}
                  anna of cs: {account: cs, user: anna}
                  nobody: {}
                """);

        Map<String, Long> expected =
                Map.of("john of cs", 140L, "john", 100L, "cs", 40L, "anna of cs", 240L, "nobody", 0L);
        expected.forEach((job, priority) ->
                assertThat(row(report, "priorities", job)).as(job).containsEntry("priority", priority));
    }

    /** An hour of queue time on a limit of two: XFACTOR is 1.5, and so it is told, though it has no weight. */
    @Test
    void subfactorsWithoutAWeightAreToldToo() {
        String text = """
                at: 2026-01-01T12:00:00Z
                policy: {family: moab, parameters: {QUEUETIMEWEIGHT: 2}}
                jobs: {"1": {user: john, wallclock: 2:00:00, submitted: 2026-01-01T11:00:00Z}}
                expect: {priorities: {"1": {xfactor: 1.5, xfactorTerm: 0, queuetimeTerm: 120, priority: 120}}}
                """;
        Scenario scenario = Scenario.evaluate(YamlValue.parse("test.yaml", text));
        assertThat(scenario.misses()).isEmpty();

        Report report = evaluate(text);
        Report.Row row =
                Objects.requireNonNull(Objects.requireNonNull(report.sections().get("priorities"))
                        .rows()
                        .get("1"));
        assertThat(row.lines())
                .filteredOn(line -> line.name().equals("xfactor"))
                .singleElement()
                .satisfies(line -> assertThat(line.value()).isEqualTo(1.5));
        StringWriter table = new StringWriter();
        ReportText.print(report, false, new PrintWriter(table, true));
        assertThat(table.toString()).contains("queuetime").doesNotContain("xfactor");
    }

    /** PRIORITY=0 of a class replaces the 40 of its queue; no PRIORITY leaves it. */
    @ParameterizedTest
    @CsvSource({"PRIORITY=0, 0.0", "PRIORITY=3, 3.0", "FSTARGET=5, 40.0"})
    void aPriorityOfZeroReplacesThatOfTheQueue(String settings, double expected) {
        Report report = evaluate("""
                at: 2026-01-01T12:00:00Z
                policy: {family: moab, parameters: {CLASSWEIGHT: 1, "CLASSCFG[c]": %s}}
                jobs: {"1": {class: c, queue-priority: 40}}
                """.formatted(settings));

        assertThat(row(report, "priorities", "1")).containsEntry("class", expected);
    }

    @Test
    void theDialectBringsItsReadingsAndAPolicyChangesThem() {
        String text = """
                at: 2026-01-01T12:00:00Z
                policies:
                  moab: {family: moab, parameters: &p {GROUPWEIGHT: 1, GROUPCAP: 500, "GROUPCFG[g]": PRIORITY=-10000}}
                  maui: {family: moab, dialect: maui, parameters: *p}
                  mixed: {family: moab, dialect: maui, readings: {caps: both-directions}, parameters: *p}
                jobs: {"1": {group: g}}
                """;
        Map<String, Report> reports =
                Scenario.evaluate(YamlValue.parse("test.yaml", text)).reports();

        List<Object> groups = reports.values().stream()
                .map(report ->
                        Objects.requireNonNull(row(report, "priorities", "1").get("group")))
                .toList();
        assertThat(groups).containsExactly(-500.0, -10000.0, -500.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FSPOLICY: DEDICATEDPS | FSPOLICE: DEDICATEDPS | line 7: policy.parameters.FSPOLICE "DEDICATEDPS": is not a key here
            FSPOLICY: DEDICATEDPS | FSPOLICY: PSDEDICATED | line 7: policy.parameters.FSPOLICY "PSDEDICATED": FSPOLICY PSDEDICATED: no scheduler reads this value
            FSPOLICY: DEDICATEDPS | FSPOLICY[1]: DEDICATEDPS | line 7: policy.parameters.FSPOLICY[1] "DEDICATEDPS": must have no index
            FSINTERVAL: 2:00:00 | FSINTERVAL: daily | line 8: policy.parameters.FSINTERVAL "daily": duration "daily": must be
            FSINTERVAL: 2:00:00 | FSINTERVAL: INFINITY | line 8: policy.parameters.FSINTERVAL "INFINITY": must be at most
            FSDEPTH: 3 | FSDEPTH: 0 | FSDEPTH 0: must be 1 to
            FSDEPTH: 3 | FSDEPTH: 1 | line 17: usage.total: must have at most 1 windows (FSDEPTH), but has 2
            FSDECAY: 0.5 | FSDECAY: 1.5 | FSDECAY 1.5: must be 0 to 1
            FSUSERWEIGHT: 10 | FSUSERWEIGHT: 0.5 | line 11: policy.parameters.FSUSERWEIGHT "0.5": must be a whole number
            FSUSERWEIGHT: 10 | FSUSERWEIGHT: 3000000000 | line 11: policy.parameters.FSUSERWEIGHT "3000000000": FSUSERWEIGHT 3000000000: must be within 32 bits
            FSUSERWEIGHT: 10 | fspolicy: NONE | line 11: policy.parameters.fspolicy "NONE": is said twice
            USERCFG[john] | USERCFG | line 12: policy.parameters.USERCFG "PRIORITY=5 FSTARGET=50.0": must name whose it is
            PRIORITY=5 | PRIO=5 | PRIO is no attribute of priority, fairshare or limits
            PRIORITY=5 | PRIORITY=high | PRIORITY "high" must be a whole number
            PRIORITY=5 | PRIORITY=5 PRIORITY=6 | says PRIORITY twice
            PRIORITY=5 | PRIORITY | must be attributes such as PRIORITY=1000
            PRIORITY=5 | QTWEIGHT=5 | line 12: policy.parameters.USERCFG[john] "QTWEIGHT=5 FSTARGET=50.0": USERCFG has no QTWEIGHT
            FSTARGET=50.0 | FSTARGET=half | FSTARGET "half": must be a number
            STATE[Idle]=3 | STATUS[Idle]=3 | line 14: policy.parameters.JOBPRIOF "STATUS[Idle]=3": must be entries such as
            ACCRUE | SOMETIMES | JOBPRIOACCRUALPOLICY "SOMETIMES": must be ACCRUE
            REJECTNEGPRIOJOBS: TRUE | REJECTNEGPRIOJOBS: maybe | line 16: policy.parameters.REJECTNEGPRIOJOBS "maybe": must be TRUE or FALSE
            violation: clamp | violation: maybe | line 5: policy.readings.violation "maybe": must be one of zero-component, zero-credential, clamp
            violation: clamp | violations: clamp | line 5: policy.readings.violations "clamp": is not a key here
            readings: | dialekt: maui # | line 5: policy.dialekt "maui": is not a key here
            mem: 32000 | memory: 32000 | line 2: system.memory "32000": is not a key here
            processors: 16 | processors: -1 | line 2: system: processors of the system -1.0: must be
            total: [0, 7200], | | line 17: usage: needs the key total
            total: [0, 7200] | total: [0, -1] | line 17: usage.total[1] "-1": must be at least 0
            user: {john: [0, 3600]} | users: {john: [0, 3600]} | line 17: usage.users: is not a key here
            cpus: 2, | procs: 2, | line 19: history[0].procs "2": is not a key here
            start: 2026-01-01T09:00:00Z | start: 2026-01-01T11:00:00Z | line 19: history[0]: must have start <= end <= at
            FSPOLICY: DEDICATEDPS | FSPOLICY: UTILIZEDPS | line 19: history[0]: needs the key cpu-seconds
            qos: hi | quality: hi | line 23: jobs.1.quality "hi": is not a key here
            cpus: 1, wallclock | tres: {gpu: 1}, wallclock | line 23: jobs.1.tres.gpu "1": must be cpu, mem, swap or disk
            cpus: 1, wallclock | requirements: [{tasks: 2}], cpus: 1, wallclock | line 23: jobs.1: must have either requirements or cpus and tres
            wallclock: 1:00:00 | wallclock: 1h | line 23: jobs.1.wallclock "1h": duration "1h": must be
            wallclock: 1:00:00 | started: 2026-01-01T11:00:00Z, ran: 5 | line 23: jobs.1: must have either started or ran
            submitted: 2026-01-01T11:50:00Z | submitted: 2026-01-02T11:50:00Z | line 23: jobs.1.submitted "2026-01-02T11:50:00Z": must not be after at
            qos: hi | facts: [{at: 2026-01-01T11:00:00Z, is: blocked}] | line 23: jobs.1.facts[0]: needs the key by
            qos: hi | facts: [{at: 2026-01-01T11:00:00Z, is: blocked, by: NOBODY}] | line 23: jobs.1.facts[0].by "NOBODY": JOBPRIOEXCEPTIONS
            qos: hi | hunger: 3 | line 23: jobs.1.hunger "3": is not a key here
            """)
    void saysWhatIsWrongAndWhere(String right, String wrong, String message) {
        String text = GOOD.replace(right, wrong == null ? "" : wrong);
        assertThat(text).isNotEqualTo(GOOD);

        assertThatIllegalArgumentException().isThrownBy(() -> evaluate(text)).withMessageContaining(message);
    }

    private static Report evaluate(String text) {
        return Objects.requireNonNull(
                Scenario.evaluate(YamlValue.parse("test.yaml", text)).reports().get("policy"));
    }

    private static Map<String, Object> row(Report report, String section, String key) {
        Report.Section rows = Objects.requireNonNull(report.sections().get(section), section);
        return Objects.requireNonNull(rows.rows().get(key), key).values();
    }
}

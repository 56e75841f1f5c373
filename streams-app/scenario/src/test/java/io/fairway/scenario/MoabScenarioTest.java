package io.fairway.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
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
            policy:
              algorithm: moab-targets
              processors: 16
              moab:
                mem: 32000
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
            usage: {scenario: {/john: {windows: [0, 0, 3600]}, /others: {windows: [0, 0, 3600]}}}
            runs:
              - {user: john, account: a, allocatedTres: {cpu: 2}, attributes: {timeLimitSeconds: 7200}, started: 2026-01-01T09:00:00Z, ended: 2026-01-01T10:00:00Z}
              - {user: john, allocatedTres: {cpu: 4}, attributes: {timeLimitSeconds: 10800}, started: 2026-01-01T11:00:00Z}
              - {user: anna, allocatedTres: {cpu: 1}, started: 2026-01-01T11:30:00Z}
            jobs:
              "1": {user: john, submitted: 2026-01-01T11:50:00Z, attributes: {qos: hi, requestedTres: {cpu: 1}, timeLimitSeconds: 3600}}
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
                  algorithm: moab-targets
                  moab: {parameters: {QUEUETIMEWEIGHT: 1, "USERCFG[john]": MAXJOB=1 MAXIJOB=2}}
                runs:
                  - {user: john, allocatedTres: {cpu: 1}, started: 2026-01-01T10:00:00Z, ended: 2026-01-01T10:30:00Z}
                  - {job: runs, user: john, allocatedTres: {cpu: 1}, started: 2026-01-01T10:40:00Z}
                jobs:
                  first: {user: john, submitted: 2026-01-01T10:10:00Z, attributes: {requestedTres: {cpu: 1}}}
                  second: {user: john, submitted: 2026-01-01T10:10:00Z, attributes: {requestedTres: {cpu: 1}}}
                  third: {user: john, submitted: 2026-01-01T10:20:00Z, attributes: {requestedTres: {cpu: 1}}}
                  other: {user: anna, submitted: 2026-01-01T11:00:00Z, attributes: {requestedTres: {cpu: 1}}}
                """);

        assertThat(row(report, "priorities", "first"))
                .containsEntry("queuetime", 10.0)
                .containsEntry("mayStart", "no");
        assertThat((String) row(report, "priorities", "first").get("blocked")).contains("MAXJOB=1 of USERCFG[john]");
        assertThat(row(report, "priorities", "second")).containsEntry("queuetime", 10.0);
        assertThat(row(report, "priorities", "third")).containsEntry("queuetime", 0.0);
        assertThat((String) row(report, "priorities", "third").get("blocked"))
                .contains("MAXIJOB=2 of USERCFG[john]")
                .contains("MAXJOB=1 of USERCFG[john]");
        assertThat(row(report, "priorities", "other"))
                .containsEntry("queuetime", 60.0)
                .containsEntry("mayStart", "yes");
    }

    /**
     * Windows from 12:00, 10:00 and 08:00. John: 4 processors for an hour, and before that 2 for one and 3600
     * processor-seconds, weights 0.5 and 0.25 (the current window has just begun).
     */
    @Test
    void addsWindowsThatAreGivenAndJobsThatRan() {
        Report report = evaluate(GOOD);

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
        assertThat(row(report, "priorities", "1")).containsEntry("queuetimeTerm", 10 * 8.0);
    }

    /** 4 processors of 16, 16000 of 32000 MB: half of the machine, for an hour; 900 seconds of processor time. */
    @ParameterizedTest
    @CsvSource({"DEDICATEDPS, 14400", "DEDICATEDPES, 28800", "UTILIZEDPS, 900"})
    void countsWhatThePolicySays(String policy, double procSeconds) {
        Report report = evaluate("""
                at: 2026-01-01T12:00:00Z
                policy: {algorithm: moab-targets, processors: 16, moab: {mem: 32000, parameters: {FSPOLICY: %s, "USERCFG[u]": FSTARGET=10}}}
                runs:
                  - {user: u, allocatedTres: {cpu: 4, mem: 16000}, cpuSeconds: 900, started: 2026-01-01T11:00:00Z, ended: 2026-01-01T12:00:00Z}
                """.formatted(policy));

        Map<String, Object> user = row(report, "fairshare", "user u");
        // A window begins at noon, so that the run stands in the one before.
        double all = (Double) Objects.requireNonNull(user.get("window0"))
                + (Double) Objects.requireNonNull(user.getOrDefault("window1", 0.0));
        assertThat(all).isCloseTo(procSeconds, within(1e-6));
    }

    /** Of john's finished job an hour of two was used; the running one has two hours of its three left. */
    @ParameterizedTest
    @CsvSource({"fsjpu, 1", "fsppu, 4", "fspspu, 28800", "wcaccuracy, 0.5"})
    void knowsFromTheRunsWhatAUserDoes(String subfactor, double expected) {
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
            XFACTORWEIGHT: 1, XFMINWCLIMIT: 2:00 | submitted: 2026-01-01T11:30:00Z, attributes: {timeLimitSeconds: 60} | xfactor | 16
            XFACTORWEIGHT: 5, XFACTORCAP: 10 | submitted: 2026-01-01T11:30:00Z, attributes: {timeLimitSeconds: 60} | xfactorTerm | 50
            QUEUETIMEWEIGHT: 20 | submitted: 2026-01-01T07:40:00Z | priority | 5200
            QUEUETIMEWEIGHT: 20, "QUEUETIMEWEIGHT[big]": 5 | submitted: 2026-01-01T07:40:00Z | priority | 5200
            "QUEUETIMEWEIGHT[big]": 5, QUEUETIMEWEIGHT: 20 | submitted: 2026-01-01T07:40:00Z, attributes: {partition: big} | priority | 1300
            queuetimeweight: 20, "SERVWEIGHT[0]": 2 | submitted: 2026-01-01T07:40:00Z | priority | 10400
            RESWEIGHT: 5, MEMWEIGHT: 10, PROCWEIGHT: 100, RESCAP: 2000 | attributes: {requestedTres: {cpu: 16, mem: 1024}} | resTerm | 10000
            QUEUETIMEWEIGHT: 1 | attributes: {systemPriority: 5} | priority | 1000000005
            TARGETQUEUETIMEWEIGHT: 100, "QOSCFG[q]": QTTARGET=30:00 | submitted: 2026-01-01T11:40:00Z, attributes: {qos: q} | targTerm | 1
            TARGETXFACTORWEIGHT: 1, "QOSCFG[q]": XFTARGET=2.0 | submitted: 2026-01-01T11:30:00Z, attributes: {qos: q, timeLimitSeconds: 3600} | targetxfactor | 4
            USERPRIOWEIGHT: 1 | attributes: {userPriority: -5000} | userprio | -1024
            USERPRIOWEIGHT: 1, ENABLEPOSUSERPRIORITY: ON | attributes: {userPriority: 300} | userprio | 300
            GROUPWEIGHT: 1, GROUPCAP: 500, "GROUPCFG[g]": PRIORITY=-10000 | attributes: {group: g} | group | -500
            CLASSWEIGHT: 1, "GROUPCFG[g]": CLASSWEIGHT=3 | attributes: {group: g, jobClass: c, queuePriority: 40} | classTerm | 120
            USERWEIGHT: 1, "USERCFG[DEFAULT]": PRIORITY=9 | user: nobody | user | 9
            ACCOUNTWEIGHT: 2, "ACCOUNTCFG[a]": PRIORITY=4 | account: a | credTerm | 8
            SPVIOLATIONWEIGHT: -100 | attributes: {softLimitViolations: [MAXPROC]} | servTerm | -100
            DEADLINEWEIGHT: 100 | submitted: 2026-01-01T11:00:00Z, attributes: {deadline: 2026-01-01T16:00:00Z} | deadline | 0.2
            NODEWEIGHT: 1 | attributes: {nodes: 3} | node | 3
            PROCWEIGHT: -1, PRIORITYTARGETPROCCOUNT: 64 | attributes: {requestedTres: {cpu: 4}} | proc | 60
            WALLTIMEWEIGHT: -1, PRIORITYTARGETDURATION: 1:00:00 | attributes: {timeLimitSeconds: 10800} | walltime | 7200
            JOBIDWEIGHT: 1, JOBNAMEWEIGHT: 10 | attributes: {name: run7} | attr | 71
            """)
    void readsEveryParameterAndEverythingOfAJob(String parameters, String job, String column, String expected) {
        has(parameters, "jobs: {\"1\": {%s}}".formatted(job), column, expected);
    }

    /** What happened to a job, and jobs that run. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            USAGEREMAININGWEIGHT: 1 | runs: [{job: "1", allocatedTres: {cpu: 16}, attributes: {timeLimitSeconds: 14400}, started: 2026-01-01T11:00:00Z}] | usage | 172800
            USAGEPERCENTWEIGHT: 1 | runs: [{job: "1", allocatedTres: {cpu: 16}, attributes: {timeLimitSeconds: 14400}, started: 2026-01-01T11:00:00Z}] | usagepercent | 25
            USAGEHUNGERWEIGHT: 3 | runs: [{job: "1", allocatedTres: {cpu: 1}, attributes: {hunger: 4}, started: 2026-01-01T11:00:00Z}] | usageTerm | 12
            BYPASSWEIGHT: 5000 | events: [{job: "1", type: bypassed, time: 2026-01-01T11:30:00Z, attributes: {bypasses: 3}}] | bypassTerm | 15000
            STARTCOUNTWEIGHT: 2 | events: [{job: "1", type: started, time: 2026-01-01T11:10:00Z, allocatedTres: {cpu: 1}}, {job: "1", type: requeued, time: 2026-01-01T11:11:00Z, run: 2026-01-01T11:10:00Z}, {job: "1", type: started, time: 2026-01-01T11:20:00Z, allocatedTres: {cpu: 1}}, {job: "1", type: requeued, time: 2026-01-01T11:21:00Z, run: 2026-01-01T11:20:00Z}] | startcount | 2
            QUEUETIMEWEIGHT: 1 | events: [{job: "1", type: held, time: 2026-01-01T11:30:00Z}] | mayStart | no
            QUEUETIMEWEIGHT: 1, JOBPRIOEXCEPTIONS: NONE | events: [{job: "1", type: held, time: 2026-01-01T10:30:00Z, ineligibility: USER_HOLD}] | queuetime | 30
            QUEUETIMEWEIGHT: 1, JOBPRIOEXCEPTIONS: USERHOLD | events: [{job: "1", type: held, time: 2026-01-01T10:30:00Z, ineligibility: USER_HOLD}] | queuetime | 120
            QUEUETIMEWEIGHT: 1, JOBPRIOACCRUALPOLICY: RESET | events: [{job: "1", type: ineligible, time: 2026-01-01T10:30:00Z, ineligibility: DEFERRED}, {job: "1", type: eligible, time: 2026-01-01T11:30:00Z}] | queuetime | 30
            """)
    void readsWhatHappenedToAJob(String parameters, String facts, String column, String expected) {
        String submitted = facts.startsWith("runs") ? "" : "jobs: {\"1\": {submitted: 2026-01-01T10:00:00Z}}\n";

        has(parameters, submitted + facts, column, expected);
    }

    private static void has(String parameters, String facts, String column, String expected) {
        Scenario scenario =
                Scenario.evaluate(YamlValue.parse("test.yaml", """
                at: 2026-01-01T12:00:00Z
                policy: {algorithm: moab-targets, moab: {parameters: {%s}}}
                %s
                expect: {priorities: {"1": {%s: %s}}}
                """.formatted(parameters, facts, column, expected)));

        assertThat(scenario.misses()).isEmpty();
        assertThat(scenario.met()).isEqualTo(1);
    }

    /** Of 100: john 30 in cs and 10 in bio, anna 60 in cs; john is over all accounts 10 below his target, cs 20 above. */
    @Test
    void comparesTheNodesOfATreeWithTheirTargets() {
        String text = """
                at: 1970-01-01T01:00:00Z
                policy: {algorithm: moab-targets, moab: {parameters: {
                  FSPOLICY: DEDICATEDPS, FSUSERWEIGHT: 10, FSACCOUNTWEIGHT: 1,
                  "USERCFG[john]": FSTARGET=50, "ACCOUNTCFG[cs]": FSTARGET=70}}}
                shares: {t: {cs: {users: {john: 1, anna: 1}}, bio: {users: {john: 1}}}}
                runs:
                  - {account: cs, user: john, allocatedTres: {cpu: 30}, started: 1970-01-01T00:00:01Z, ended: 1970-01-01T00:30:01Z}
                  - {account: bio, user: john, allocatedTres: {cpu: 10}, started: 1970-01-01T00:00:01Z, ended: 1970-01-01T00:30:01Z}
                  - {account: cs, user: anna, allocatedTres: {cpu: 60}, started: 1970-01-01T00:30:00Z}
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
    }

    /** The jobs of MoabCredentialsOnTheStreamTest.targetsArePerCredential: no tree, and credentials that are missing. */
    @Test
    void credentialsNeedNoTree() {
        Report report = evaluate("""
                at: 1970-01-01T01:00:01Z
                policy: {algorithm: moab-targets, moab: {parameters: {
                  QUEUETIMEWEIGHT: 0, ENABLENEGJOBPRIORITY: TRUE, FSPOLICY: DEDICATEDPS, FSUSERWEIGHT: 10,
                  FSACCOUNTWEIGHT: 1, "USERCFG[john]": FSTARGET=50, "USERCFG[anna]": FSTARGET=20,
                  "ACCOUNTCFG[cs]": FSTARGET=70}}}
                runs:
                  - {account: cs, user: john, allocatedTres: {cpu: 30}, started: 1970-01-01T00:00:01Z, ended: 1970-01-01T01:00:01Z}
                  - {user: john, allocatedTres: {cpu: 10}, started: 1970-01-01T00:00:01Z, ended: 1970-01-01T01:00:01Z}
                  - {allocatedTres: {cpu: 60}, started: 1970-01-01T00:00:01Z, ended: 1970-01-01T01:00:01Z}
                jobs:
                  john of cs: {account: cs, user: john}
                  john: {user: john}
                  cs: {account: cs}
                  anna of cs: {account: cs, user: anna}
                  nobody: {}
                """);

        Map<String, Double> expected =
                Map.of("john of cs", 140.0, "john", 100.0, "cs", 40.0, "anna of cs", 240.0, "nobody", 0.0);
        expected.forEach((job, priority) ->
                assertThat(row(report, "priorities", job)).as(job).containsEntry("priority", priority));
    }

    /** PRIORITY=0 of a class replaces the 40 of its queue; no PRIORITY leaves it. */
    @ParameterizedTest
    @CsvSource({"PRIORITY=0, 0.0", "PRIORITY=3, 3.0", "FSTARGET=5, 40.0"})
    void aPriorityOfZeroReplacesThatOfTheQueue(String settings, double expected) {
        Report report = evaluate("""
                at: 2026-01-01T12:00:00Z
                policy: {algorithm: moab-targets, moab: {parameters: {CLASSWEIGHT: 1, "CLASSCFG[c]": %s}}}
                jobs: {"1": {attributes: {jobClass: c, queuePriority: 40}}}
                """.formatted(settings));

        assertThat(row(report, "priorities", "1")).containsEntry("class", expected);
    }

    @Test
    void theDialectBringsItsReadingsAndAPolicyChangesThem() {
        String text = """
                at: 2026-01-01T12:00:00Z
                policies:
                  moab: {algorithm: moab-targets, moab: {parameters: &p {GROUPWEIGHT: 1, GROUPCAP: 500, "GROUPCFG[g]": PRIORITY=-10000}}}
                  maui: {algorithm: moab-targets, moab: {dialect: maui, parameters: *p}}
                  mixed: {algorithm: moab-targets, moab: {dialect: maui, readings: {caps: both-directions}, parameters: *p}}
                jobs: {"1": {attributes: {group: g}}}
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
            FSPOLICY: DEDICATEDPS | FSPOLICE: DEDICATEDPS | parameters.FSPOLICE "DEDICATEDPS": is not a key here
            FSPOLICY: DEDICATEDPS | FSPOLICY: PSDEDICATED | FSPOLICY PSDEDICATED: no scheduler reads this value
            FSPOLICY: DEDICATEDPS | FSPOLICY[1]: DEDICATEDPS | parameters.FSPOLICY[1] "DEDICATEDPS": must have no index
            FSINTERVAL: 2:00:00 | FSINTERVAL: daily | parameters.FSINTERVAL "daily": duration "daily": must be
            FSINTERVAL: 2:00:00 | FSINTERVAL: INFINITY | parameters.FSINTERVAL "INFINITY": must be at most
            FSDEPTH: 3 | FSDEPTH: 0 | FSDEPTH 0: must be 1 to
            FSDEPTH: 3 | FSDEPTH: 2 | line 19: usage.scenario./john.windows: must have at most 2 windows, but has 3
            FSDECAY: 0.5 | FSDECAY: 1.5 | FSDECAY 1.5: must be 0 to 1
            FSUSERWEIGHT: 10 | FSUSERWEIGHT: 0.5 | parameters.FSUSERWEIGHT "0.5": must be a whole number
            FSUSERWEIGHT: 10 | FSUSERWEIGHT: 3000000000 | FSUSERWEIGHT 3000000000: must be within 32 bits
            FSUSERWEIGHT: 10 | fspolicy: NONE | is said twice
            USERCFG[john] | USERCFG | parameters.USERCFG "PRIORITY=5 FSTARGET=50.0": must name whose it is
            PRIORITY=5 | PRIO=5 | PRIO is no attribute of priority, fairshare or limits
            PRIORITY=5 | PRIORITY=high | PRIORITY "high" must be a whole number
            PRIORITY=5 | PRIORITY=5 PRIORITY=6 | says PRIORITY twice
            PRIORITY=5 | PRIORITY | must be attributes such as PRIORITY=1000
            PRIORITY=5 | QTWEIGHT=5 | parameters.USERCFG[john] "QTWEIGHT=5 FSTARGET=50.0": USERCFG has no QTWEIGHT
            FSTARGET=50.0 | FSTARGET=half | FSTARGET "half": must be a number
            STATE[Idle]=3 | STATUS[Idle]=3 | parameters.JOBPRIOF "STATUS[Idle]=3": must be entries such as
            ACCRUE | SOMETIMES | JOBPRIOACCRUALPOLICY "SOMETIMES": must be ACCRUE
            REJECTNEGPRIOJOBS: TRUE | REJECTNEGPRIOJOBS: maybe | parameters.REJECTNEGPRIOJOBS "maybe": must be TRUE or FALSE
            violation: clamp | violation: maybe | readings.violation "maybe": must be one of zero-component, zero-credential, clamp
            violation: clamp | violations: clamp | readings.violations "clamp": is not a key here
            readings: | dialekt: maui # | line 7: policy.moab.dialekt "maui": is not a key here
            mem: 32000 | memory: 32000 | line 6: policy.moab.memory "32000": is not a key here
            processors: 16 | processors: -1 | processors
            allocatedTres: {cpu: 2}, | procs: 2, | needs the key allocatedTres
            ended: 2026-01-01T10:00:00Z | ended: 2026-01-01T08:00:00Z | line 21: runs[0]
            qos: hi | quality: hi | line 25: jobs.1.attributes.quality "hi": is not a key here
            timeLimitSeconds: 3600} | timeLimitSeconds: 1h} | jobs.1.attributes.timeLimitSeconds "1h": must be a number
            submitted: 2026-01-01T11:50:00Z | submitted: 2026-01-02T11:50:00Z | must not lie after the instant that is evaluated
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
        return Objects.requireNonNull(
                        rows.rows().get(key), () -> key + " in " + rows.rows().keySet())
                .values();
    }
}

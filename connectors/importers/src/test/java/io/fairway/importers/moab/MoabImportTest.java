package io.fairway.importers.moab;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoabImportTest {
    private static final String NO_PROCESSORS =
            "warning: processors 0: the files do not contain the cluster's processors, which processor equivalents"
                    + " need; use --processors";

    /** The sample parameters of the documents on credential priority, service and fairshare. */
    private static final String MOAB = """
            SCHEDCFG[alps]  SERVER=head:42559
            CREDWEIGHT 1
            USERWEIGHT 1
            GROUPWEIGHT 1
            USERCFG[john]   PRIORITY=2000
            USERCFG[paul]   PRIORITY=-1000
            GROUPCFG[staff] PRIORITY=10000
            QOSCFG[special] QTWEIGHT=5000 XFWEIGHT=5000
            QOSCFG[hi] PRIORITY=100 XFTARGET=100
            FSPOLICY DEDICATEDPS
            FSINTERVAL 12:00:00
            FSDEPTH 4
            FSDECAY 0.5
            JOBPRIOF STATE[Running]=100  ATTR[PREEMPTEE]=-200 	GRES[matlab]=400
            """;

    @Test
    void readsTheSampleOfTheDocuments() {
        Imported imported = Read.moab(MOAB);

        assertThat(Read.findings(imported)).containsExactly(NO_PROCESSORS);
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getAlgorithm()).isEqualTo(Algorithm.MOAB_TARGETS);
        assertThat(policy.getMoab().getDialect()).isEqualTo("MOAB");
        assertThat(policy.getMoab().getParameters())
                .hasSize(13)
                .containsEntry("CREDWEIGHT", "1")
                .containsEntry("USERCFG[john]", "PRIORITY=2000")
                .containsEntry("USERCFG[paul]", "PRIORITY=-1000")
                .containsEntry("QOSCFG[special]", "QTWEIGHT=5000 XFWEIGHT=5000")
                .containsEntry("QOSCFG[hi]", "PRIORITY=100 XFTARGET=100")
                .containsEntry("FSINTERVAL", "12:00:00")
                .containsEntry("FSDECAY", "0.5")
                .containsEntry("JOBPRIOF", "STATE[Running]=100 ATTR[PREEMPTEE]=-200 GRES[matlab]=400");
    }

    @Test
    void whatDoesNothingOnTheStreamIsTold() {
        Imported imported = Read.moab("""
                USAGEWEIGHT 1
                USAGEPERCENTWEIGHT 5
                USAGECONSUMEDWEIGHT[big] -3
                USAGEHUNGERWEIGHT 0
                NODETOJOBATTRMAP gpfs,fast
                JOBPRIOF STATE[Idle]=1 STATE[Hold]=2 STATE[Suspended]=1000 STATE[Deferred]=7
                """);

        assertThat(Read.findings(imported))
                .filteredOn(finding -> !finding.equals(NO_PROCESSORS))
                .allMatch(finding -> finding.endsWith("; only fairway evaluate counts it"))
                .extracting(finding -> finding.substring(0, finding.indexOf(": does nothing on the stream")))
                .containsExactly("moab.cfg, line 6: not supported: STATE[Deferred]=7");
        assertThat(Objects.requireNonNull(imported.policy()).getMoab().getParameters())
                .containsEntry("USAGEPERCENTWEIGHT", "5")
                .containsEntry("NODETOJOBATTRMAP", "gpfs,fast");
    }

    /** A grid site's file for Maui, except for its FSPOLICY. */
    @Test
    void readsASiteFileOfMaui() {
        Imported imported = Scheduler.MOAB.read(Read.files("maui.cfg", """
                        FSPOLICY     DEDICATEDPS
                        FSDEPTH\t7
                        FSINTERVAL   6:00:00
                        FSDECAY      0.80
                        FSWEIGHT 10
                        CREDWEIGHT = 100
                        CLASSWEIGHT 100
                        FSCLASSWEIGHT 100
                        USERCFG[DEFAULT] FSTARGET=20 MAXJOB=10
                        USERCFG[odinop]  FSTARGET=50 MAXJOB=50
                        CLASSCFG[batch]  FLAGS=PREEMPTEE PRIORITY=10000
                        CLASSCFG[batch]  FSTARGET=40.0
                        """), Read.TARGET.withSize(0, 64));

        assertThat(Read.findings(imported)).isEmpty();
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getMoab().getDialect()).isEqualTo("MAUI");
        assertThat(policy.getProcessors()).isEqualTo(64);
        assertThat(policy.getMoab().getParameters())
                .containsEntry("CREDWEIGHT", "100")
                .containsEntry("FSDEPTH", "7")
                .containsEntry("USERCFG[DEFAULT]", "FSTARGET=20 MAXJOB=10")
                .containsEntry("CLASSCFG[batch]", "PRIORITY=10000 FSTARGET=40.0")
                .hasSize(11);
        assertThat(imported.report().unused().get("maui.cfg")).containsExactly("CLASSCFG FLAGS");
    }

    /** A limit by another credential's jobs is not supported; one that is no number is an error. */
    @Test
    void limitsOfActiveAndIdleJobsAreTaken() {
        Imported imported =
                Read.moab("USERCFG[anna] MAXJOB=2,4 MAXIJOB=3\nCLASSCFG[batch] MAXPROC=64 MAXJOB[user]=2 MAXPS=100\n");

        assertThat(Objects.requireNonNull(imported.policy()).getMoab().getParameters())
                .containsEntry("USERCFG[anna]", "MAXJOB=2,4 MAXIJOB=3")
                .containsEntry("CLASSCFG[batch]", "MAXPROC=64");
        assertThat(String.join("\n", Read.findings(imported))).contains("MAXJOB[USER]=2");
        assertThat(String.join("\n", Read.findings(Read.moab("USERCFG[anna] MAXIJOB=0\n"))))
                .contains("limit 0,0: the soft limit must be 1 or more");
    }

    @Test
    void namesMatchInAnyCaseLinesOfACredentialMergeAndTheLastApplies() {
        Imported imported = Read.moab("""
                queuetimeweight[ALL] 10   # of all partitions
                QueueTimeWeight[big] \\
                    5
                usercfg[John] priority=1 fstarget=10.0-
                USERCFG[John] PRIORITY=2
                USER:steve FSTARGET=5.0-
                FSPOLICY UTILIZEDPS
                FSDEPTH 3
                FSDEPTH 4
                """);

        assertThat(Read.findings(imported))
                .containsExactly(
                        "moab.cfg, line 9: warning: FSDEPTH is also at moab.cfg, line 8; the last one, \"4\","
                                + " applies",
                        NO_PROCESSORS);
        Policy policy = Objects.requireNonNull(imported.policy());
        assertThat(policy.getMoab().getParameters())
                .containsEntry("QUEUETIMEWEIGHT", "10")
                .containsEntry("QUEUETIMEWEIGHT[big]", "5")
                .containsEntry("USERCFG[John]", "PRIORITY=2 FSTARGET=10.0-")
                .containsEntry("USERCFG[steve]", "FSTARGET=5.0-")
                .containsEntry("FSDEPTH", "4");
    }

    @Test
    void unknownAndUnsupportedEntriesAreReportedAndReadingContinues() {
        Imported imported = Read.moab("""
                FAIRSHAREWEIGHT 5
                USERCFG[ann] PRIORITY=1 COLOUR=red QTTARGET=10
                FSTREE[root] SHARES=100 MEMBERLIST=a,b
                USEMACHINESPEEDFORFS TRUE
                FSINTERVAL 10:30
                #INCLUDE "more.cfg"
                LOGLEVEL 3
                """);

        assertThat(Read.findings(imported))
                .containsExactly(
                        "moab.cfg, line 6: warning: includes more.cfg, which is not among the files; give it too",
                        "moab.cfg, line 1: warning: FAIRSHAREWEIGHT is unknown",
                        "moab.cfg, line 2: warning: USERCFG[ann]: COLOUR is unknown",
                        "moab.cfg, line 2: warning: USERCFG[ann]: USERCFG does not have QTTARGET; skipped",
                        "moab.cfg, line 3: not supported: FSTREE[root] SHARES=100 MEMBERLIST=a,b",
                        "moab.cfg, line 4: not supported: USEMACHINESPEEDFORFS TRUE",
                        "moab.cfg, line 5: warning: FSINTERVAL \"10:30\": is MM:SS in the documents and HH:MM in Maui;"
                                + " read as MM:SS",
                        NO_PROCESSORS);
        assertThat(imported.report().unused().get("moab.cfg")).containsExactly("LOGLEVEL");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "FSPOLICY PSDEDICATED; FSPOLICY PSDEDICATED: no scheduler reads this value",
                "CREDWEIGHT 50%; a percentage is a goal",
                "CREDWEIGHT much; CREDWEIGHT \"much\": must be a whole number",
                "FSINTERVAL 1 day; FSINTERVAL: duration \"1 day\": must be",
                "FSINTERVAL INFINITY; FSINTERVAL \"INFINITY\": must be at most",
                "FSDECAY 1.5.0; FSDECAY \"1.5.0\": must be a number",
                "FSDEPTH -1; FSDEPTH \"-1\": must be a whole number of at least 0",
                "ENABLENEGJOBPRIORITY maybe; must be TRUE or FALSE",
                "JOBPRIOACCRUALPOLICY SOMETIMES; must be ACCRUE",
                "JOBPRIOF STATE=5; must be STATE[name]=number",
                "USERCFG PRIORITY=5; must name its credential",
                "USERCFG[a] PRIORITY = 5; must be ATTRIBUTE=value",
                "USERCFG[a] FSTARGET=ten; FSTARGET \"ten\": must be a number",
                "USERCFG[a] PRIORITY=1.5; PRIORITY \"1.5\": must be a whole number",
                "QOSCFG[a] QTTARGET=soon; QTTARGET: duration \"soon\"",
                "FSPOLICY[x] NONE; must have no index",
                "[x] 5; must be a parameter",
            })
    void aBadValueIsAnErrorWithFileLineValueAndRule(String line, String message) {
        Imported imported = Read.moab("FSWEIGHT 1\n\n" + line + "\n");

        assertThat(imported.policy()).isNull();
        assertThat(Read.findings(imported))
                .filteredOn(finding -> finding.contains("error"))
                .isNotEmpty()
                .allMatch(finding -> finding.startsWith("moab.cfg, line 3: error: "))
                .anyMatch(finding -> finding.contains(message));
    }

    /** An old fs.cfg on its own. */
    @Test
    void targetsWithoutAPolicyOfFairshareHaveNoEffect() {
        assertThat(Read.findings(Read.moab("SYSTEM PLIST=a\nUSER:DEFAULT FSTARGET=5.0-\n")))
                .containsExactly(
                        "warning: FSPOLICY: is not in the files; set it, or fairshare and FSTARGET have no effect",
                        NO_PROCESSORS);
        assertThat(Read.findings(Read.moab("FSPOLICY DEDICATEDPS\nUSER:DEFAULT FSTARGET=5.0-\n")))
                .containsExactly(NO_PROCESSORS);
        assertThat(Read.findings(Read.moab("FSPOLICY PSDEDICATED\nUSER:DEFAULT FSTARGET=5.0-\n")))
                .as("its own error is enough")
                .noneMatch(finding -> finding.contains("is not in the files"));
    }

    @Test
    void aFileWithoutAnyParameterIsAnError() {
        assertThat(Read.findings(Read.moab("once upon a time\n")))
                .contains("moab.cfg: error: must be a moab.cfg or a maui.cfg: no parameter in it is known");
    }
}

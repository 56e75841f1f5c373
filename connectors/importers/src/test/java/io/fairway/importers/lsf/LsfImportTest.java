package io.fairway.importers.lsf;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LsfImportTest {
    /** The groups of the documents' hierarchical example: GroupA holds GroupB, GroupC and User5. */
    private static final String USERS = """
            Begin UserGroup
            GROUP_NAME   GROUP_MEMBER              USER_SHARES
            GroupB       (User1 User2)             ()
            GroupC       (User3 User4)             ([User3, 3] [User4, 4])
            GroupA       (GroupB GroupC User5)     ([User5, 1] [default, 10])   # comment
            g1           (ann bob)                 ()
            End UserGroup
            """;

    private static final String PARAMS = """
            Begin Parameters
            CPU_TIME_FACTOR = 0.7
            RUN_JOB_FACTOR  = 3
            HIST_HOURS      = 5
            ENABLE_HIST_RUN_TIME = Y
            MAX_USER_PRIORITY = 100
            JOB_PRIORITY_OVER_TIME = 3/20
            MBD_SLEEP_TIME = 10
            End Parameters
            """;

    private static final String QUEUES = """
            Begin Queue
            QUEUE_NAME = normal
            PRIORITY   = 30
            FAIRSHARE  = USER_SHARES[[g1@,10] \\
                         [chip,20] [GroupA,40] [others,1]]
            FAIRSHARE_QUEUES = short
            HIST_HOURS = 10              # overrides lsb.params
            DISPATCH_ORDER = QUEUE
            QJOB_LIMIT = 40
            RUNLIMIT = 1:30 10:00
            TASKLIMIT = 1 4 16
            CHUNK_JOB_SIZE = 4
            DESCRIPTION = for # nothing
            End Queue
            Begin Queue
            QUEUE_NAME = short
            PRIORITY = 40
            End Queue
            """;

    private static final Set<String> EVERYONE =
            Set.of("User1", "User2", "User3", "User4", "User5", "ann", "bob", "chip", "dora", "emil");

    @Test
    void readsParametersAndQueues() {
        Imported imported = read(QUEUES);

        assertThat(Read.findings(imported)).noneMatch(finding -> finding.contains("error"));
        assertThat(Objects.requireNonNull(imported.policy()).getAlgorithm()).isEqualTo(Algorithm.LSF_DYNAMIC);
        LsfPolicy lsf = lsf(imported);
        assertThat(lsf.getCluster())
                .containsEntry("HIST_HOURS", "5")
                .containsEntry("ENABLE_HIST_RUN_TIME", "Y")
                .containsEntry("MAX_USER_PRIORITY", "100")
                .containsEntry("JOB_PRIORITY_OVER_TIME", "3/20")
                .hasSize(6);
        assertThat(lsf.getQueues()).extracting(LsfQueue::getName).containsExactly("normal", "short");
        LsfQueue normal = lsf.getQueues().get(0);
        assertThat(normal.getPriority()).isEqualTo(30);
        assertThat(normal.getFairshare()).isTrue();
        assertThat(normal.getFairshareQueues()).containsExactly("short");
        assertThat(normal.getDispatchOrderQueue()).isTrue();
        assertThat(normal.getParameters()).containsOnlyKeys("HIST_HOURS").containsEntry("HIST_HOURS", "10");
        assertThat(normal.getJobLimit()).isEqualTo(40);
        assertThat(normal.getRunLimitMinutes()).isEqualTo(90);
        assertThat(normal.getProcessorLimit()).isEqualTo(16);
        assertThat(normal.getChunkJobSize()).isEqualTo(4);
        assertThat(imported.report().unused()).containsKeys("lsb.params", "lsb.queues");
        assertThat(imported.report().tables())
                .anyMatch(line -> line.startsWith("queue normal:") && line.contains("HIST_HOURS 10 (queue)"))
                .anyMatch(line -> line.matches("queues? .*short.*: .*") && line.contains("HIST_HOURS 5 (cluster)"));
    }

    @Test
    void queuesWithTheSameParametersAreOneLineOfTheReport() {
        Imported imported = Read.lsf("lsb.params", """
                Begin Parameters
                ENABLE_HIST_RUN_TIME = Y
                CPU_TIME_FACTOR = 0.5
                End Parameters
                """, "lsb.queues", """
                Begin Queue
                QUEUE_NAME = day
                PRIORITY = 30
                End Queue
                Begin Queue
                QUEUE_NAME = own
                PRIORITY = 20
                HIST_HOURS = 10
                End Queue
                Begin Queue
                QUEUE_NAME = night
                PRIORITY = 10
                End Queue
                """);

        assertThat(imported.report().tables())
                .containsExactly(
                        "queues day, night: CPU_TIME_FACTOR 0.5 (cluster), RUN_TIME_FACTOR 0.7, RUN_JOB_FACTOR 3,"
                                + " COMMITTED_RUN_TIME_FACTOR 0, FWD_JOB_FACTOR not defined, FAIRSHARE_ADJUSTMENT_FACTOR 0,"
                                + " GPU_RUN_TIME_FACTOR 0, HIST_HOURS 5, ENABLE_HIST_RUN_TIME Y (cluster),"
                                + " ENABLE_GPU_HIST_RUN_TIME N, RUN_TIME_DECAY N, LSB_NCPU_ENFORCE 0",
                        "queue own: CPU_TIME_FACTOR 0.5 (cluster), RUN_TIME_FACTOR 0.7, RUN_JOB_FACTOR 3,"
                                + " COMMITTED_RUN_TIME_FACTOR 0, FWD_JOB_FACTOR not defined, FAIRSHARE_ADJUSTMENT_FACTOR 0,"
                                + " GPU_RUN_TIME_FACTOR 0, HIST_HOURS 10 (queue), ENABLE_HIST_RUN_TIME Y (cluster),"
                                + " ENABLE_GPU_HIST_RUN_TIME N, RUN_TIME_DECAY N, LSB_NCPU_ENFORCE 0");
        assertThat(imported.report().read())
                .containsExactly("policy main: LSF_DYNAMIC, 2 parameters of the cluster, 3 queues");
    }

    /** The hosts of "all" are in a file that was not given, so the partition would contain nobody's jobs. */
    @Test
    void aHostPartitionWithoutAKnownHostIsAnError() {
        Imported imported = Read.lsf("lsb.hosts", """
                Begin HostPartition
                HPART_NAME = Partition1
                HOSTS = all ~hostK
                USER_SHARES = [ann, 3] [bob, 7]
                End HostPartition
                """);

        assertThat(imported.policy()).isNull();
        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.hosts, line 3: error: HostPartition Partition1: HOSTS \"all ~hostK\": must be hosts"
                                + " that the files name; add the section Host of lsb.hosts");
    }

    @Test
    void aQueueWithFairshareHasATreeOfItsName() {
        Imported imported = read(QUEUES);

        ShareTree tree = ShareTree.build("normal", imported.shares());
        assertThat(tree.problems()).isEmpty();
        // 2 members of g1 with 10 each, chip 20, GroupA 40, others 1.
        assertThat(tree.levelShares(tree.find(user("root", "ann")))).isEqualTo(81);
        assertThat(tree.shares(tree.find(user("root", "bob")))).isEqualTo(10);
        assertThat(tree.shares(tree.find(user("root", "chip")))).isEqualTo(20);
        assertThat(tree.shares(tree.findAccount("GroupA"))).isEqualTo(40);
        // User5 1; default gives GroupB and GroupC 10 each.
        assertThat(tree.levelShares(tree.find(user("GroupA", "User5")))).isEqualTo(21);
        assertThat(tree.path(tree.find(user("GroupC", "User4")))).isEqualTo("/GroupA/GroupC/User4");
        assertThat(tree.shares(tree.find(user("GroupC", "User4")))).isEqualTo(4);
        assertThat(tree.find(user("GroupB", "User1"))).isPositive();
        assertThat(tree.find(user("others", "dora"))).isPositive();
        assertThat(tree.find(user("others", "emil"))).isPositive();
        assertThat(tree.userCount()).isEqualTo(10);
        assertThat(Read.findings(imported))
                .anyMatch(finding ->
                        finding.startsWith("lsb.users, line 3: not supported: group GroupB has no USER_SHARES"))
                .anyMatch(finding ->
                        finding.startsWith("lsb.queues, line 4: not supported: others of root in tree normal"));
    }

    @Test
    void aHostPartitionHasATreeOfItsNameAndItsHosts() {
        Imported imported = Read.lsf("lsb.users", USERS, "lsb.hosts", """
                Begin Host
                HOST_NAME  MXJ  r1m
                h[1-2]     8    ()
                hostK      4    ()
                default    !    ()
                End Host
                Begin HostPartition
                HPART_NAME = Partition1
                HOSTS = all ~hostK
                USER_SHARES = [GroupC@, 3] [GroupB, 7] [default, 1]
                End HostPartition
                """);

        assertThat(Read.findings(imported)).noneMatch(finding -> finding.contains("error"));
        assertThat(lsf(imported).getHostPartitions()).containsOnlyKeys("Partition1");
        assertThat(lsf(imported).getHostPartitions().get("Partition1")).containsExactly("h1", "h2");
        ShareTree tree = ShareTree.build("Partition1", imported.shares());
        assertThat(tree.problems()).isEmpty();
        assertThat(tree.shares(tree.find(user("Partition1", "root", "User3")))).isEqualTo(3);
        assertThat(tree.shares(tree.findAccount("GroupB"))).isEqualTo(7);
        // The other users in the files: User5, ann, bob; so 2*3 + 7 + 3*1.
        assertThat(tree.levelShares(tree.findAccount("GroupB"))).isEqualTo(16);
        assertThat(Read.findings(imported))
                .anyMatch(finding ->
                        finding.startsWith("lsb.hosts, line 10: not supported: Partition1: default, others"));
    }

    @Test
    void slotsOfAPoolComeFromItsHostsWithinLimits() {
        String hosts = """
                Begin Host
                HOST_NAME MXJ
                h1 8
                h2 8
                End Host
                """;
        String queue = """
                Begin Queue
                QUEUE_NAME = q1
                HOSTS = h1 h2
                SLOT_POOL = poolA
                SLOT_SHARE = 50
                MAX_SLOTS_IN_POOL = 100
                USE_PRIORITY_IN_POOL = Y
                End Queue
                """;
        Imported plain = Read.lsf("lsb.hosts", hosts, "lsb.queues", queue);
        Imported limited = Read.lsf("lsb.hosts", hosts, "lsb.queues", queue, "lsb.resources", """
                        Begin Limit
                        NAME = l1
                        HOSTS = h1 h2
                        SLOTS = 12
                        End Limit
                        """);

        assertThat(Read.findings(plain)).isEmpty();
        assertThat(lsf(plain).getPoolSlots()).containsEntry("poolA", 16L);
        assertThat(lsf(limited).getPoolSlots()).containsEntry("poolA", 12L);
        assertThat(lsf(plain).getPoolLimits()).isEmpty();
        assertThat(lsf(limited).getPoolLimits()).isEqualTo(Map.of("poolA", 12L));
        LsfQueue read = lsf(plain).getQueues().get(0);
        assertThat(read.getSlotShare()).isEqualTo(50);
        assertThat(read.getMaxSlotsInPool()).isEqualTo(100);
        assertThat(read.getUsePriorityInPool()).isTrue();
    }

    /** MXJ "!" is the number of processors, which no file has. A limit of each host is another number than MXJ. */
    @Test
    void hostsHaveTheirSlotsLimitsAndGroups() {
        Imported imported = Read.lsf("lsb.hosts", """
                Begin Host
                HOST_NAME MXJ
                default 2
                h[1-2] 8
                h3 !
                End Host
                Begin HostGroup
                GROUP_NAME GROUP_MEMBER
                big (h1 h3)
                old (h1)
                End HostGroup
                """, "lsb.resources", """
                Begin Limit
                NAME = l1
                PER_HOST = h2 h3
                SLOTS = 6
                End Limit
                """);

        assertThat(imported.hosts())
                .extracting(host -> host.id().name() + " " + host.slots() + " " + host.slotLimit() + " "
                        + new TreeSet<>(host.groups()) + " " + host.isOpen())
                .containsExactly("h1 8 null [big, old] true", "h2 8 6 [] true", "h3 null 6 [big] true");
        assertThat(imported.report().read()).contains("3 hosts, 3 of them with slots");
    }

    @Test
    void readsAbsolutePrioritiesAndTheParametersOfLsfConf() {
        Imported imported = Read.lsf(
                "lsf.conf",
                "LSF_TOP=/opt/lsf\nLSB_NCPU_ENFORCE=1\nLSB_MIG2PEND=\"1\"\n",
                "lsb.params",
                "Begin Parameters\nMAX_USER_PRIORITY = 100\nEnd Parameters\n",
                "lsb.queues",
                """
                Begin Queue
                QUEUE_NAME = aps
                APS_PRIORITY = WEIGHT[[JPRIORITY,1] [QPRIORITY,10]] LIMIT[[QPRIORITY,500]] GRACE_PERIOD[[MEM,10h]]
                QUEUE_GROUP = short
                End Queue
                """);

        assertThat(Read.findings(imported)).isEmpty();
        assertThat(lsf(imported).getCluster())
                .containsEntry("LSB_NCPU_ENFORCE", "1")
                .containsEntry("LSB_MIG2PEND", "1");
        assertThat(lsf(imported).getQueues().get(0).getApsPriority()).startsWith("WEIGHT[[JPRIORITY,1]");
        assertThat(lsf(imported).getQueues().get(0).getQueueGroup()).containsExactly("short");
    }

    @Test
    void conditionsAndIncludesAreReportedAndTheOtherLinesRead() {
        Imported imported = Read.lsf("lsb.params", """
                #INCLUDE "/shared/more.params"
                Begin Parameters
                #if time(18:00-08:00)
                HIST_HOURS = 1
                #else
                HIST_HOURS = 2
                #endif
                #INCLUDE "inner.params"
                End Parameters
                """, "inner.params", "RUN_JOB_FACTOR = 9\n");

        assertThat(lsf(imported).getCluster()).containsEntry("HIST_HOURS", "2").containsEntry("RUN_JOB_FACTOR", "9");
        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.params, line 1: warning: includes /shared/more.params, which is not among the files;"
                                + " give it too",
                        "lsb.params, line 3: not supported: #if time(18:00-08:00): conditions; the import reads"
                                + " the lines after #else, as if the condition is false");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "HIST_HOURS = x; HIST_HOURS \"x\": must be a number of at least 0",
                "COMMITTED_RUN_TIME_FACTOR = 2; must be a number from 0 to 1",
                "PRIORITY = 0; PRIORITY \"0\": must be a whole number of 1",
                "FAIRSHARE = [a,1]; must be USER_SHARES[[name, shares] ...]",
                "FAIRSHARE = USER_SHARES[[a 1]]; must be [name, shares]",
                "FAIRSHARE = USER_SHARES[[a,0]]; shares must be a positive integer",
                "SLOT_SHARE = 101; SLOT_SHARE \"101\": must be a whole number of 1 to 100",
                "SLOT_SHARE = 50; must have both SLOT_SHARE and SLOT_POOL",
                "APS_PRIORITY = WEIGHT[[FOO,1]]; must be one of the factors",
                "APS_PRIORITY = WEIGHT[[JPRIORITY,0]]; must be a number other than 0",
                "FAIRSHARE_QUEUES = nowhere; FAIRSHARE_QUEUES",
                "DISPATCH_ORDER = USER; DISPATCH_ORDER \"USER\": must be QUEUE",
                "RUNLIMIT = soon; RUNLIMIT",
                "CHUNK_JOB_SIZE = 0; CHUNK_JOB_SIZE \"0\": must be a whole number of 1",
                "USE_PRIORITY_IN_POOL = x; must be Y or N",
            })
    void aBadQueueIsAnErrorWithFileLineValueAndRule(String line, String message) {
        Imported imported = Read.lsf("lsb.queues", "Begin Queue\nQUEUE_NAME = q\n" + line + "\nEnd Queue\n");

        assertThat(imported.policy()).isNull();
        assertThat(Read.findings(imported))
                .filteredOn(finding -> finding.contains(": error: "))
                .isNotEmpty()
                .allMatch(finding -> finding.startsWith("lsb.queues, line 3: error: "))
                .anyMatch(finding -> finding.contains(message));
    }

    @Test
    void readsChunkSizesOfApplicationProfiles() {
        Imported imported = Read.lsf("lsb.applications", """
                Begin Application
                NAME = catia
                CHUNK_JOB_SIZE = 4
                DESCRIPTION = x
                RUNLIMIT = 10
                End Application
                Begin Application
                NAME = single
                CHUNK_JOB_SIZE = 1
                End Application
                """);

        assertThat(lsf(imported).getApplicationChunkSizes())
                .containsOnly(Map.entry("catia", 4L), Map.entry("single", 1L));
        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.applications, line 5: not supported: RUNLIMIT of application catia: the queue's own"
                                + " counts for its jobs");
        assertThat(imported.report().unused().get("lsb.applications")).containsExactly("DESCRIPTION");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "NAME = a\\nCHUNK_JOB_SIZE = 0; line 3: error: CHUNK_JOB_SIZE \"0\": must be a whole number of 1",
                "CHUNK_JOB_SIZE = 2; error: section Application: must have a NAME",
                "NAME = a\\nEnd Application\\nBegin Application\\nNAME = a; error: application a: must be defined only once",
            })
    void aBadApplicationProfileIsAnError(String lines, String message) {
        Imported imported = Read.lsf(
                "lsb.applications", "Begin Application\n" + lines.replace("\\n", "\n") + "\nEnd Application\n");

        assertThat(Read.findings(imported)).anyMatch(finding -> finding.contains(message));
    }

    @Test
    void aForbiddenCombinationIsAnErrorAtOneOfTheTwo() {
        Imported imported = Read.lsf("lsb.queues", """
                Begin Queue
                QUEUE_NAME = q
                APS_PRIORITY = WEIGHT[[QPRIORITY,1]]
                DISPATCH_ORDER = QUEUE
                End Queue
                """);

        assertThat(Read.findings(imported))
                .containsExactly("lsb.queues, line 3: error: queue q: APS_PRIORITY cannot be used together with"
                        + " DISPATCH_ORDER=QUEUE");
    }

    @Test
    void unknownKeywordsAndSectionsAreWarnings() {
        Imported imported = Read.lsf(
                "lsb.queues",
                "Begin Queue\nQUEUE_NAME = q\nCOLOUR = red\nEnd Queue\nBegin Rainbow\nA = 1\nEnd Rainbow\nstray\n",
                "lsb.params",
                "Begin Parameters\nSHADE = 3\nEnd Parameters\n");

        assertThat(Read.findings(imported))
                .containsExactly(
                        "lsb.queues, line 8: warning: \"stray\": must be in a section",
                        "lsb.params, line 2: warning: SHADE is unknown in lsb.params",
                        "lsb.queues, line 3: warning: COLOUR is unknown in a Queue of lsb.queues",
                        "lsb.queues, line 5: warning: section Rainbow is unknown");
        assertThat(imported.policy()).isNotNull();
    }

    @Test
    void unusableGroupsAreErrorsAtTheirLine() {
        Imported imported = Read.lsf(
                "lsb.users",
                """
                Begin UserGroup
                GROUP_NAME GROUP_MEMBER USER_SHARES
                early      (late ann)   ()
                late       (bob late)   ()
                egroup     (!)          ()
                End UserGroup
                """,
                "lsb.queues",
                "Begin Queue\nQUEUE_NAME = q\nFAIRSHARE = USER_SHARES[[early,1] [late,1]]\nEnd Queue\n");

        assertThat(Read.findings(imported))
                .anyMatch(finding -> finding.startsWith("lsb.users, line 3: error: group early: member late must be"))
                .anyMatch(finding ->
                        finding.startsWith("lsb.users, line 4: error: group late: must not be its own member"))
                .anyMatch(finding ->
                        finding.startsWith("lsb.users, line 5: not supported: group egroup: members by egroup"));
    }

    @Test
    void aGroupThatOccursTwiceInATreeIsNamedByItsPath() {
        Imported imported = Read.lsf(
                "lsb.users",
                """
                Begin UserGroup
                GROUP_NAME GROUP_MEMBER USER_SHARES
                inner      (ann)        ([ann, 1])
                outer      (inner)      ([inner, 2])
                End UserGroup
                """,
                "lsb.queues",
                "Begin Queue\nQUEUE_NAME = q\nFAIRSHARE = USER_SHARES[[inner,1] [outer,1]]\nEnd Queue\n");

        ShareTree tree = ShareTree.build("q", imported.shares());
        assertThat(tree.problems()).isEmpty();
        assertThat(tree.findAccount("inner")).isPositive();
        assertThat(tree.path(tree.findAccount("outer/inner"))).isEqualTo("/outer/outer/inner");
        assertThat(Read.findings(imported))
                .containsExactly("lsb.users, line 3: warning: group inner: occurs twice in tree q; there it is"
                        + " account outer/inner");
    }

    private static Imported read(String queues) {
        return Scheduler.LSF.read(
                Read.files("lsb.params", PARAMS, "lsb.queues", queues, "lsb.users", USERS),
                Read.TARGET.withUsers(EVERYONE));
    }

    private static LsfPolicy lsf(Imported imported) {
        assertThat(imported.policy())
                .as(String.valueOf(Read.findings(imported)))
                .isNotNull();
        return Objects.requireNonNull(Objects.requireNonNull(imported.policy()).getLsf());
    }

    private static NodeId user(String account, String user) {
        return user("normal", account, user);
    }

    private static NodeId user(String tree, String account, String user) {
        return NodeId.ofUser(tree, account, user);
    }
}

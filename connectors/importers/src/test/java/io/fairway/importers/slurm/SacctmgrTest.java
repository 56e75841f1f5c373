package io.fairway.importers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fairway.avro.Policy;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.importers.Imported;
import io.fairway.importers.Read;
import io.fairway.importers.registry.Scheduler;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SacctmgrTest {
    @Test
    void readsQuotesAbbreviationsAndTitlesInAnyCase() {
        Imported imported = dump("""
                cluster - alps
                USER - "root":Fair=1:AdminLevel='Administrator'
                account - Physics:Fairshare=60:Description="a: b"
                Parent - 'physics'
                User - 'Anna':fairshare=PARENT:Priority=7
                User - ben
                """);

        assertThat(Read.findings(imported))
                .satisfiesExactlyInAnyOrder(
                        finding -> assertThat(finding).startsWith("alps.cfg: warning: a dump lacks"),
                        finding ->
                                assertThat(finding).startsWith("alps.cfg, line 5: warning: user Anna is read as anna"));
        ShareTree tree = ShareTree.build("alps", imported.shares());
        assertThat(tree.problems()).isEmpty();
        assertThat(tree.userCount()).isEqualTo(3);
        assertThat(tree.find(NodeId.ofUser("alps", "root", "root"))).isPositive();
        assertThat(tree.levelShares(tree.findAccount("physics"))).isEqualTo(61);
        ShareNode anna = imported.shares().get(2);
        assertThat(anna.id()).isEqualTo(NodeId.ofUser("alps", "physics", "anna"));
        assertThat(anna.shares()).isEqualTo(ShareNode.PARENT);
        assertThat(anna.priority()).isEqualTo(7);
        assertThat(imported.shares().get(3).shares()).isEqualTo(1);
    }

    /** Descriptions that sacctmgr writes as they are. The rest of the file is read. */
    @Test
    void anApostropheInATextDoesNotEndIt() {
        Imported imported = Scheduler.SLURM.read(
                Read.files(
                        "slurm.conf",
                        Read.resource("/cases/sacctmgr-apostrophe/slurm.conf"),
                        "dump.cfg",
                        Read.resource("/cases/sacctmgr-apostrophe/dump.cfg")),
                Read.TARGET);

        assertThat(Read.findings(imported)).singleElement().asString().startsWith("dump.cfg: warning: a dump lacks");
        assertThat(imported.shares())
                .extracting(node -> node.id().account(), node -> node.id().user(), ShareNode::shares)
                .containsExactly(
                        tuple("root", "root", 1L),
                        tuple("physics", "", 10L),
                        tuple("def-cerise_gpu", "", 10L),
                        tuple("phys.theory@x", "", 10L),
                        tuple("my acct", "", 10L),
                        tuple("physics", "corp\\jdoe", 1L),
                        tuple("physics", "corp+jdoe", 1L),
                        tuple("physics", "anna@ad.example.org", 5L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'Group #5 of the institute'",
                "'the 'old' one: closed'",
                "'Physicists''",
                "''t Hooft'",
                "\"5\" disks\"",
                "'a \"b: c'",
                "Children's",
                "''",
            })
    void aTextOfADumpMayHaveAnyCharacter(String text) {
        Imported imported = dump("Cluster - 'alps'\nAccount - 'physics':Description=" + text
                + ":Organization='y':Fairshare=10\nUser - 'o'brien':Fairshare=3\n");

        assertThat(imported.report().hasErrors()).isFalse();
        assertThat(imported.shares())
                .extracting(node -> node.id().account(), node -> node.id().user(), ShareNode::shares)
                .containsExactly(tuple("physics", "", 10L), tuple("root", "o'brien", 3L));
    }

    /** sacctmgr(1): names are kept in lower case; a user that is spelled otherwise is the same one, told once. */
    @Test
    void usersAndAccountsOfATableAreInLowerCase() {
        Imported imported = Scheduler.SLURM.read(Read.files("assoc", """
                        Cluster|Account|User|Share|ParentName
                        alps|Physics||60|root
                        alps|Optics||10|PHYSICS
                        alps|optics|Anna|1|
                        alps|Physics|BERT|1|
                        """), Read.TARGET);

        assertThat(Read.findings(imported))
                .filteredOn(finding -> finding.contains("is read as"))
                .singleElement()
                .asString()
                .startsWith("assoc, line 4: warning: user Anna is read as anna, and so are all others");
        assertThat(imported.shares())
                .extracting(ShareNode::id)
                .containsExactly(
                        NodeId.ofAccount("alps", "physics"),
                        NodeId.ofAccount("alps", "optics"),
                        NodeId.ofUser("alps", "optics", "anna"),
                        NodeId.ofUser("alps", "physics", "bert"));
    }

    /** Only where siblings can tie, and only under the algorithm that their order decides. */
    @ParameterizedTest
    @CsvSource({
        "ben, priority/multifactor, true",
        "ben, priority/multifactor\\nPriorityFlags=NO_FAIR_TREE, false",
        "ben, priority/basic, false",
        "'', priority/multifactor, false"
    })
    void tiesOfADumpAreToldWhereTheyMatter(String second, String type, boolean told) {
        String dump = "Cluster - 'alps'\nAccount - 'physics'\nParent - 'physics'\nUser - 'anna'\n"
                + (second.isEmpty() ? "" : "User - '" + second + "'\n");
        String conf = "ClusterName=alps\nPriorityType=" + type.replace("\\n", "\n") + "\n";

        assertThat(
                        Read.findings(Scheduler.SLURM.read(
                                        Read.files("slurm.conf", conf, "dump.cfg", dump), Read.TARGET))
                                .stream()
                                .anyMatch(finding -> finding.startsWith("dump.cfg: warning: a dump lacks the order")
                                        && finding.contains("sacctmgr -P show assoc")))
                .isEqualTo(told);
    }

    @Test
    void unknownAndUnusedEntriesAreReported() {
        Imported imported = dump("""
                Cluster - 'alps':Fairshare=1
                Account - 'physics':MaxJobs=4:Colour='red'
                """);

        assertThat(Read.findings(imported)).containsExactly("alps.cfg, line 2: warning: colour is unknown");
        assertThat(imported.report().unused().get("alps.cfg")).containsExactly("maxjobs");
        assertThat(imported.shares()).hasSize(1);
    }

    /** From a dump and from a table: two associations of Anna, one of them of partition day. The policy then tells partitions apart. */
    @Test
    void associationsOfAPartitionAreRead() {
        String conf = "ClusterName=alps\nPriorityType=priority/multifactor\nPriorityFlags=NO_FAIR_TREE\n";
        String dump = """
                Cluster - 'alps':Fairshare=1
                Account - 'physics'
                Parent - 'physics'
                User - 'anna':Fairshare=3
                User - 'anna':Partition='day':Fairshare=5:Priority=2
                """;
        String table = """
                Cluster|Account|User|Partition|Share|ParentName|Priority
                alps|physics|||1|root|
                alps|physics|anna||3||
                alps|physics|anna|day|5||2
                """;

        for (String file : new String[] {dump, table}) {
            Imported imported = Scheduler.SLURM.read(Read.files("slurm.conf", conf, "assoc", file), Read.TARGET);
            assertThat(Read.findings(imported)).isEmpty();
            assertThat(imported.shares())
                    .filteredOn(node -> node.id().isUser())
                    .extracting(node -> node.id().partition(), ShareNode::shares, ShareNode::priority)
                    .containsExactly(tuple("", 3L, 0L), tuple("day", 5L, 2L));
            assertThat(Objects.requireNonNull(imported.policy()).getMeasure().getByPartition())
                    .isTrue();
        }
        assertThat(Read.findings(dump(dump + "User - 'anna':Partition='day'\n")))
                .anyMatch(finding ->
                        finding.contains("user anna in account physics, partition day: must be defined only once"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Parent - 'chemistry'; Parent 'chemistry': must be defined before it is used",
                "Account - 'physics'; account physics: must be defined only once, but is also at alps.cfg, line 2",
                "Account - 'x':Fairshare=-3; Fairshare \"-3\": must be a whole number of 0 to 2147483646, or parent",
                "Account - 'x; the quotation mark ' must be closed",
                "Account - 'x':Fairshare; \"Fairshare\": must be Option=value",
                "Group - 'x'; must be Cluster, Parent, Account, User or QOS",
                "Cluster - 'jura'; must be the only one of the file",
            })
    void aBadValueIsAnErrorWithFileLineValueAndRule(String line, String message) {
        Imported imported = dump("Cluster - 'alps'\nAccount - 'physics'\n" + line + "\n");

        assertThat(Read.findings(imported))
                .singleElement()
                .asString()
                .startsWith("alps.cfg, line 3: error: ")
                .contains(message);
    }

    @Test
    void qosWithoutASlurmConfHaveNoPolicy() {
        Imported imported = Scheduler.SLURM.read(
                Read.files("qos", "Name|Priority|Flags|UsageFactor\nnormal|0|NoDecay|1.0\nlow|x||-1\n"), Read.TARGET);

        assertThat(Read.findings(imported))
                .containsExactly(
                        "qos, line 3: error: Priority \"x\": must be a whole number of at least 0",
                        "qos, line 3: error: UsageFactor \"-1\": must be a number of at least 0",
                        "warning: 2 QOS, but no slurm.conf: add it, or no policy contains them");
    }

    /** Flags stand in any order and any case; usage of QOS is kept as Slurm keeps it. */
    @Test
    void qosHaveUsageFactorsAndNoDecay() {
        Policy policy = Objects.requireNonNull(Scheduler.SLURM
                .read(
                        Read.files(
                                "slurm.conf",
                                "ClusterName=alps\nPriorityType=priority/multifactor\n",
                                "qos",
                                "Name|Priority|Flags|UsageFactor\nnormal|0|DenyOnLimit|1.0\nbank|0|DenyOnLimit,NoDecay|0.5\n"),
                        Read.TARGET)
                .policy());

        assertThat(policy.getMeasure().getByQos()).isTrue();
        assertThat(Read.at(policy.getQos(), "normal").getNoDecay()).isFalse();
        assertThat(Read.at(policy.getQos(), "bank").getNoDecay()).isTrue();
        assertThat(Read.at(policy.getQos(), "bank").getUsageFactor()).isEqualTo(0.5);
    }

    private static final String TWO_CLUSTERS = """
            Cluster|Account|User|Share|ParentName
            alps|physics||60|root
            alps|physics|anna|1|
            jura|biology||40|root
            """;

    @Test
    void theNamedOfSeveralClustersIsReadAndTheOthersAreReported() {
        Imported imported = Scheduler.SLURM.read(
                Read.files(
                        "slurm.conf", "ClusterName=Alps\nPriorityType=priority/multifactor\n", "assoc", TWO_CLUSTERS),
                Read.TARGET);

        assertThat(Read.findings(imported)).containsExactly("warning: clusters [jura]: skipped, the cluster is Alps");
        assertThat(imported.shares()).extracting(node -> node.id().account()).containsExactly("physics", "physics");
        assertThat(Read.findings(Scheduler.SLURM.read(Read.files("assoc", TWO_CLUSTERS), Read.TARGET)))
                .containsExactly("error: clusters [alps, jura]: choose one (--cluster)");
    }

    @Test
    void associationsOfAnotherClusterAreReported() {
        String conf = "ClusterName=vosges\nPriorityType=priority/multifactor\n";

        assertThat(Read.findings(
                        Scheduler.SLURM.read(Read.files("slurm.conf", conf, "assoc", TWO_CLUSTERS), Read.TARGET)))
                .contains("error: clusters [alps, jura]: must include vosges; choose one (--cluster)");
        Imported one = Scheduler.SLURM.read(
                Read.files("slurm.conf", conf, "dump", "Cluster - 'alps'\nAccount - 'physics'\n"), Read.TARGET);
        assertThat(Read.findings(one)).containsExactly("warning: cluster alps: its associations are used for vosges");
        assertThat(one.shares())
                .singleElement()
                .satisfies(node -> assertThat(node.id().tree()).isEqualTo("vosges"));
    }

    @Test
    void aDumpBesideTheTableIsNotNeeded() {
        Imported imported = Scheduler.SLURM.read(
                Read.files(
                        "dump.cfg",
                        "Cluster - 'alps'\nAccount - 'physics'\n",
                        "assoc",
                        "Cluster|Account|User|Share|ParentName\nalps|chemistry||60|root\n"),
                Read.TARGET);

        assertThat(imported.report().read())
                .containsExactly(
                        "dump.cfg: not needed, the associations come from sacctmgr show assoc",
                        "share tree alps: 1 account, 0 users");
    }

    private static Imported dump(String text) {
        return Scheduler.SLURM.read(Read.files("alps.cfg", text), Read.TARGET);
    }
}

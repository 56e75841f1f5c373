package io.fairway.app.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.tables.PolicyFile;
import io.fairway.app.tables.SharesFile;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.records.SharesAndAdjustments;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The output is input for {@code shares apply} and {@code policy apply}. */
class ImportCommandTest {
    private static final String DUMP = """
            Cluster - 'alps':Fairshare=1:QOS='normal'
            Parent - 'root'
            User - 'root':DefaultAccount='root':Fairshare=1
            Account - 'physics':Fairshare=60
            Account - 'biology':Fairshare=2147483647
            Parent - 'physics'
            Account - 'cms':Fairshare=3
            User - 'anna':Fairshare=2:Priority=5
            Parent - 'cms'
            User - 'zoe':Fairshare=1
            """;

    private static final String CONF = """
            ClusterName=alps
            PriorityType=priority/multifactor
            PriorityWeightFairshare=100000
            PriorityWeightAge=1000
            NodeName=n[1-4] CPUs=16 RealMemory=64000
            PartitionName=day Nodes=ALL MaxTime=1-0 PriorityJobFactor=10 TRESBillingWeights="CPU=1,Mem=0.25G"
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @BeforeEach
    void files() throws Exception {
        write("alps.cfg", DUMP);
        write("slurm.conf", CONF);
        write("qos.txt", "Name|Priority|UsageFactor\nnormal|0|1.000000\nhigh|100|2.000000\n");
    }

    @Test
    void slurmsFilesBecomeTheFilesThatApplyTakes() throws Exception {
        Path shares = directory.resolve("shares.yaml");
        Path policy = directory.resolve("policy.yaml");

        int code = run(
                "slurm",
                file("slurm.conf"),
                file("alps.cfg"),
                file("qos.txt"),
                "--effective-from",
                "2026-12-01T00:00:00Z",
                "--shares-file",
                shares.toString(),
                "--policy-file",
                policy.toString());

        assertThat(code).as(err.toString()).isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString())
                .contains("read: share tree alps: 3 accounts, 3 users")
                .contains("0 errors, 1 warning, 0 not supported");
        SharesFile read = SharesFile.read(YamlValue.read(shares));
        assertThat(read.domain()).isEqualTo("alps");
        assertThat(read.nodes())
                .containsOnlyKeys(
                        "alps|alps|root|root",
                        "alps|alps|physics|",
                        "alps|alps|physics|anna",
                        "alps|alps|biology|",
                        "alps|alps|cms|",
                        "alps|alps|cms|zoe");
        assertThat(Objects.requireNonNull(read.nodes().get("alps|alps|biology|"))
                        .getParentShares())
                .isTrue();
        assertThat(Objects.requireNonNull(read.nodes().get("alps|alps|physics|anna"))
                        .getPriority())
                .isEqualTo(5);
        ShareTree tree = ShareTree.build(
                "alps",
                read.nodes().values().stream().map(SharesAndAdjustments::node).toList());
        assertThat(tree.problems()).isEmpty();
        assertThat(tree.levelShares(tree.findAccount("physics"))).isEqualTo(61);
        Policy version = PolicyFile.read(YamlValue.read(policy)).policy();
        assertThat(version.getName()).isEqualTo("main");
        assertThat(version.getState()).isEqualTo(PolicyState.ACTIVE);
        assertThat(version.getEffectiveFrom()).hasToString("2026-12-01T00:00:00Z");
        assertThat(version.getAlgorithm()).isEqualTo(Algorithm.FAIR_TREE_SLURM);
        assertThat(version.getProcessors()).isEqualTo(64);
        assertThat(version.getQos()).containsOnlyKeys("normal", "high");
        assertThat(version.getMeasure().getBilling()).containsOnlyKeys("day");
    }

    @Test
    void withoutFilesBothComeOutOneAfterTheOther() throws Exception {
        int code =
                run("slurm", file("slurm.conf"), file("alps.cfg"), "--domain", "jura", "--policy", "next", "--shadow");

        assertThat(code).isZero();
        String[] documents = out.toString().split("(?m)^---$\\R", -1);
        assertThat(documents).hasSize(2);
        assertThat(SharesFile.read(YamlValue.parse("shares", documents[0])).domain())
                .isEqualTo("jura");
        Policy version =
                PolicyFile.read(YamlValue.parse("policy", documents[1])).policy();
        assertThat(version.getDomain()).isEqualTo("jura");
        assertThat(version.getName()).isEqualTo("next");
        assertThat(version.getState()).isEqualTo(PolicyState.SHADOW);
    }

    @Test
    void lsfsAndMoabsFilesBecomePoliciesThatApplyTakes() throws Exception {
        write("lsb.queues", """
                Begin Queue
                QUEUE_NAME = normal
                FAIRSHARE = USER_SHARES[[ann,10] [bob,20]]
                HIST_HOURS = 10
                End Queue
                """);
        write("maui.cfg", "FSPOLICY DEDICATEDPS\nUSERCFG[ann] FSTARGET=25.0- PRIORITY=10\nFSDEPTH 4\n");

        assertThat(run("lsf", file("lsb.queues"), "--domain", "alps")).isZero();
        String[] documents = out.toString().split("(?m)^---$\\R", -1);
        assertThat(SharesFile.read(YamlValue.parse("shares", documents[0])).nodes())
                .containsOnlyKeys("alps|normal|root|ann", "alps|normal|root|bob");
        Policy lsf = record(documents[1]);
        assertThat(lsf.getAlgorithm()).isEqualTo(Algorithm.LSF_DYNAMIC);
        assertThat(Objects.requireNonNull(lsf.getLsf()).getQueues().get(0).getParameters())
                .containsEntry("HIST_HOURS", "10");

        out.getBuffer().setLength(0);
        assertThat(run("moab", file("maui.cfg"), "--domain", "alps", "--processors", "64"))
                .isZero();
        Policy moab = record(out.toString());
        assertThat(moab.getProcessors()).isEqualTo(64);
        assertThat(Objects.requireNonNull(moab.getMoab()).getDialect()).isEqualTo("MAUI");
        assertThat(moab.getMoab().getParameters())
                .containsEntry("USERCFG[ann]", "FSTARGET=25.0- PRIORITY=10")
                .containsEntry("FSDEPTH", "4");
    }

    @Test
    void errorsInTheFilesEndWithOneAndNothingComesOut() throws Exception {
        write("slurm.conf", CONF + "PriorityWeightAge=lots\n");
        Path shares = directory.resolve("shares.yaml");

        assertThat(run("slurm", file("slurm.conf"), file("alps.cfg"), "--shares-file", shares.toString()))
                .isEqualTo(1);

        assertThat(out.toString()).isEmpty();
        assertThat(shares).doesNotExist();
        assertThat(err.toString())
                .contains("slurm.conf, line 7: error: PriorityWeightAge \"lots\": must be a whole number")
                .contains("1 error, 1 warning");
    }

    @Test
    void whatTheApplicationWouldRefuseIsAnError() throws Exception {
        write("old.conf", "PriorityType=priority/multifactor\nPartitionName=day Priority=5\n");

        assertThat(run("slurm", file("old.conf"), "--domain", "a", "--dialect", "2.0", "--processors", "9"))
                .isEqualTo(1);

        assertThat(err.toString()).contains("factor 5.0 of partition day: must be 0 to 1 in dialect 2.0");
    }

    @Test
    void badUsageEndsWithTwo() throws Exception {
        write("lsb.params", "Begin Parameters\nHIST_HOURS = 1\nEnd Parameters\n");

        assertThat(run("pbs", file("slurm.conf"))).isEqualTo(2);
        assertThat(run("slurm")).isEqualTo(2);
        assertThat(run("slurm", file("nothing.conf"))).isEqualTo(2);
        assertThat(run("lsf", file("lsb.params"))).isEqualTo(2);
        assertThat(err.toString()).contains("--domain: must be given");
        assertThat(run("slurm", file("slurm.conf"), "--publish")).isEqualTo(2);
        assertThat(run("slurm", file("slurm.conf"), "--effective-from", "soon")).isEqualTo(2);
        assertThat(run("slurm", file("slurm.conf"), "--dialect", "maui")).isEqualTo(2);
        assertThat(run("slurm", file("slurm.conf"), "-b", "localhost:9092")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }

    private static Policy record(String text) {
        return PolicyFile.read(YamlValue.parse("policy", text)).policy();
    }

    private int run(String... args) {
        return new CommandLine(new ImportCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(Arrays.copyOf(args, args.length));
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private void write(String name, String text) throws Exception {
        Files.writeString(directory.resolve(name), text);
    }
}

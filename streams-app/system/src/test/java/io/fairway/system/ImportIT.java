package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.engine.Document;
import io.fairway.engine.Rule;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A site's own files onto real topics: what shares and policy get print is what the import printed. */
@Order(3)
class ImportIT {
    private static final int PARTITIONS = 3;

    @TempDir
    private static Path directory;

    private static EmbeddedBroker broker;

    private String printed = "";

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(directory.resolve("broker"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            TopicAdmin.apply(admin, Topics.standard(), PARTITIONS, (short) 1);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    @Rule(document = Document.SLURM, rows = "1, 2, 4, 5, 76, 77, 80")
    void slurmsAssociationsAndConfigurationGetToTheTopicsOnce() throws Exception {
        List<String> files = List.of(write("slurm.conf", """
                        ClusterName=alps
                        PriorityType=priority/multifactor
                        PriorityDecayHalfLife=14-0
                        PriorityWeightFairshare=10000
                        NodeName=n[1-4] CPUs=16
                        PartitionName=day Nodes=ALL MaxTime=1-0
                        """), write("dump.cfg", """
                        Cluster - 'alps'
                        Parent - 'root'
                        Account - 'physics':Fairshare=60
                        Account - 'biology':Fairshare=40
                        Parent - 'physics'
                        User - 'anna':Fairshare=3
                        User - 'ben':Fairshare=parent
                        """));

        importsOnce("slurm", files, "alps", "4 changes made", List.of());
    }

    @Test
    void lsfsQueuesAndGroupsGetToTheTopicsOnce() throws Exception {
        List<String> files = List.of(write("lsb.queues", """
                        Begin Queue
                        QUEUE_NAME = normal
                        PRIORITY = 30
                        FAIRSHARE = USER_SHARES[[staff, 10] [chip, 20]]
                        HIST_HOURS = 10
                        End Queue
                        """), write("lsb.users", """
                        Begin UserGroup
                        GROUP_NAME GROUP_MEMBER USER_SHARES
                        staff (ann bob) ([ann, 1] [bob, 2])
                        End UserGroup
                        """));

        importsOnce("lsf", files, "jura", "4 changes made", List.of("--domain=jura"));
    }

    @Test
    void moabsParametersGetToTheTopicsOnce() throws Exception {
        List<String> files = List.of(write("moab.cfg", """
                FSPOLICY DEDICATEDPS
                FSDEPTH 4
                FSUSERWEIGHT 10
                USERCFG[john] PRIORITY=2000 FSTARGET=25.0-
                """));

        importsOnce("moab", files, "vosges", "", List.of("--domain=vosges", "--processors=128"));
    }

    /** A second import of the same files sends nothing, one of other files a new version; a dry run never sends anything. */
    private void importsOnce(String scheduler, List<String> files, String domain, String shares, List<String> options)
            throws Exception {
        List<String> words = new ArrayList<>(List.of("import", scheduler));
        words.addAll(files);
        words.addAll(options);
        Path expectedShares = directory.resolve(domain + "-shares.yaml");
        Path expectedPolicy = directory.resolve(domain + "-policy.yaml");
        List<String> toFiles = new ArrayList<>(words);
        toFiles.addAll(List.of(
                "--effective-from=2026-12-01T00:00:00Z",
                "--shares-file=" + expectedShares,
                "--policy-file=" + expectedPolicy));
        Map<TopicPartition, Long> before = ends();

        assertThat(run(toFiles)).isZero();
        assertThat(printed).contains("1 change to make");
        assertThat(ends()).isEqualTo(before);

        toFiles.add("--publish");
        assertThat(run(toFiles)).isZero();
        assertThat(printed).contains(shares).contains("1 change made");
        Map<TopicPartition, Long> published = ends();
        assertThat(published).isNotEqualTo(before);

        assertThat(run(List.of("policy", "get", domain, "main"))).isZero();
        assertThat(printed).isEqualTo(withoutComments(expectedPolicy));
        if (!shares.isEmpty()) {
            assertThat(run(List.of("shares", "get", domain))).isZero();
            assertThat(printed).isEqualTo(withoutComments(expectedShares));
        }

        // The same again, with the same instant and without one, sends nothing.
        assertThat(run(toFiles)).isZero();
        words.add("--publish");
        assertThat(run(words)).isZero();
        assertThat(printed).contains("policy main of domain " + domain + ": unchanged since 2026-12-01T00:00:00Z");
        assertThat(ends()).isEqualTo(published);

        words.add("--shadow");
        assertThat(run(words)).isZero();
        assertThat(printed).contains("1 change made");
        assertThat(ends()).isNotEqualTo(published);
    }

    private static Map<TopicPartition, Long> ends() throws Exception {
        Map<TopicPartition, OffsetSpec> all = Set.of(Topic.SHARES, Topic.POLICIES).stream()
                .map(Topics.standard()::name)
                .flatMap(topic -> IntStream.range(0, PARTITIONS).mapToObj(i -> new TopicPartition(topic, i)))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            return admin.listOffsets(all).all().get().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, entry -> entry.getValue().offset()));
        }
    }

    private int run(List<String> words) {
        CommandLine line = FairwayMain.commandLine(words.getFirst());
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(new StringWriter()));
        List<String> all = new ArrayList<>(words);
        all.add("--bootstrap-servers=" + broker.bootstrapServers());
        all.add("--schema-registry=" + SharedRegistry.url());
        int code = line.execute(all.toArray(String[]::new));
        printed = out.toString();
        return code;
    }

    private static String write(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static String withoutComments(Path file) throws Exception {
        return Arrays.stream(Files.readString(file).split("(?<=\n)"))
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.joining());
    }
}

package io.fairway.system.containers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.ContainerConfig;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.output.OutputFrame.OutputType;
import org.testcontainers.utility.DockerImageName;

/** What is in the images: who runs there, what they can write, and how they log, start and end. It prints sizes and times. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // before each test
@Order(2)
class ImagesIT {
    private static final Image FAIRWAY = new Image(
            ContainerEngine.FAIRWAY,
            List.of("/var/lib/fairway"),
            List.of(
                    "serve",
                    "--set=bootstrap.servers=localhost:9092",
                    "--set=schema.registry.url=http://localhost:8080"));

    private static final Image AGENT = new Image(
            ContainerEngine.AGENT,
            List.of("/run/fairway-agent", "/var/lib/fairway-agent", "/var/spool/fairway-agent"),
            List.of(
                    "--bootstrap-servers=localhost:9092",
                    "--schema-registry=http://localhost:8080",
                    "--property=cluster=alps"));

    private static final Image CONNECT =
            new Image(ContainerEngine.CONNECT, List.of("/var/lib/fairway-connect"), List.of());

    private static final ObjectMapper JSON = new ObjectMapper();

    private DockerClient engine;
    private Network network;

    @BeforeEach
    void find() {
        engine = ContainerEngine.withImages();
        network = Network.newNetwork();
    }

    @AfterEach
    void leave() {
        if (network != null) {
            network.close();
        }
    }

    /** An image, the only directories that it may write to, and how a container of it is run. */
    private record Image(DockerImageName name, List<String> writable, List<String> command) {
        @Override
        public String toString() {
            return name.toString();
        }
    }

    static List<Image> images() {
        return List.of(FAIRWAY, AGENT, CONNECT);
    }

    private FairwayContainer started(Image image, String user) {
        FairwayContainer container = new FairwayContainer(image.name, network, "tested", 512)
                .hardened()
                .withEnv("CONNECT_BOOTSTRAP_SERVERS", "localhost:9092")
                .withCommand(image.command.toArray(new String[0]))
                .withCreateContainerCmdModifier(command -> {
                    if (!user.isEmpty()) {
                        command.withUser(user);
                    }
                });
        container.start();
        awaitJava(container);
        return container;
    }

    private static void awaitJava(FairwayContainer container) {
        Awaitility.await("it logs")
                .atMost(ContainerCluster.PATIENCE)
                .until(() -> !container.runs()
                        || !container.getLogs(OutputType.STDOUT).isBlank());
        assertThat(container.runs())
                .as("it runs; it said %s", container.getLogs(OutputType.STDERR))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("images")
    void anImageSaysWhatItIsAndWhoRunsIt(Image image) {
        InspectImageResponse inspected =
                engine.inspectImageCmd(image.name.asCanonicalNameString()).exec();
        ContainerConfig config = Objects.requireNonNull(inspected.getConfig());

        int layers = Objects.requireNonNull(inspected.getRootFS()).getLayers().size();
        int base = Objects.requireNonNull(engine.inspectImageCmd("fairway-stand-in/jre:local")
                        .exec()
                        .getRootFS())
                .getLayers()
                .size();
        long baseSize = Objects.requireNonNull(
                engine.inspectImageCmd("fairway-stand-in/jre:local").exec().getSize());
        System.out.printf(
                Locale.ROOT,
                "ImagesIT: %s: %d MB, of which %d MB are the base; %d layers on the base%n",
                image.name,
                Objects.requireNonNull(inspected.getSize()) / 1_000_000,
                baseSize / 1_000_000,
                layers - base);
        assertThat(config.getUser()).matches("[1-9]\\d*:0");
        assertThat(config.getHealthcheck()).isNotNull();
        assertThat(config.getLabels())
                .containsKeys(
                        "org.opencontainers.image.title",
                        "org.opencontainers.image.description",
                        "org.opencontainers.image.version",
                        "org.opencontainers.image.revision")
                .containsEntry("org.opencontainers.image.licenses", "Apache-2.0");
        assertThat(Objects.requireNonNull(config.getVolumes()).keySet())
                .containsExactlyInAnyOrderElementsOf(image.writable);
    }

    @ParameterizedTest
    @MethodSource("images")
    void nothingRunsAsRootAndNothingButTheVolumesCanBeWritten(Image image) {
        try (FairwayContainer container = started(image, "")) {
            assertThat(lines(container, "for p in /proc/[0-9]*; do grep ^Uid: $p/status; done"))
                    .isNotEmpty()
                    .allMatch(uids -> !uids.matches(".*\\s0(\\s.*)?"), "no process of root");
            assertThat(lines(container, "tr '\\0' ' ' </proc/1/cmdline"))
                    .first()
                    .asString()
                    .contains("/bin/tini -- ");
            // Mount points that can be written, as the kernel has them.
            List<String> mounts = lines(
                    container,
                    "while read -r d m t o r; do [[ $o == rw* && -w $m ]] && echo $m;" + " done </proc/mounts");
            System.out.println("ImagesIT: " + image.name + ": writable mounts " + mounts);
            assertThat(mounts.stream().filter(mount -> !mount.matches("/(dev|proc)(/.*)?")))
                    .containsExactlyInAnyOrderElementsOf(image.writable);
            assertThat(lines(container, "touch /opt/x /tmp/x 2>&1"))
                    .allMatch(line -> line.contains("Read-only file system"));
        }
    }

    /** In a container whose root file system can be written: what the permissions alone leave open. */
    @ParameterizedTest
    @MethodSource("images")
    void theFilesOfAnImageBelongToRootAndAllCanBeRead(Image image) {
        try (FairwayContainer container = new FairwayContainer(image.name, network, "looked-at", 256)
                .withCreateContainerCmdModifier(
                        command -> command.withEntrypoint("sleep", "600").withUser("4711:0"))) {
            container.start();
            assertThat(lines(container, "find / -xdev ! -type l -writable ! -path '/proc/*' ! -path '/dev/*'"))
                    .as("writable")
                    .allMatch(
                            path -> path.equals("/tmp") || image.writable.contains(path),
                            "a volume, or what the base leaves open to all");
            assertThat(lines(container, "find /opt ! -readable"))
                    .as("not readable")
                    .isEmpty();
            assertThat(lines(container, "find / -xdev -type f -perm /6000"))
                    .as("set-uid")
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("images")
    void logsJsonAloneUnderAnyUserOfGroup0AndEndsOnRequest(Image image) throws JsonProcessingException {
        long begin = System.nanoTime();
        try (FairwayContainer container = started(image, "4711:0")) {
            System.out.printf(
                    Locale.ROOT,
                    "ImagesIT: %s: first line of the log %.1f s after its start%n",
                    image.name,
                    (System.nanoTime() - begin) / 1e9);
            if (image.equals(AGENT)) {
                Awaitility.await("it is ready without a broker")
                        .atMost(ContainerCluster.PATIENCE)
                        .until(container::isReady);
            } else {
                assertThat(container.isReady()).as("ready without a broker").isFalse();
            }
            long code = container.end();

            assertThat(code).as("exit code of SIGTERM").isIn(0L, 143L);
            List<String> logged = container
                    .getLogs(OutputType.STDOUT)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            for (String line : logged) {
                assertThat(JSON.readTree(line).isObject()).as(line).isTrue();
                assertThat(JSON.readTree(line).has("level")).as(line).isTrue();
            }
        }
    }

    @Test
    void theHeapIsAPartOfTheMemoryLimit() {
        try (FairwayContainer container = new FairwayContainer(ContainerEngine.FAIRWAY, network, "heap", 400)
                .withCommand(FAIRWAY.command.toArray(new String[0]))) {
            container.start();
            awaitJava(container);
            List<String> flags = lines(
                    container,
                    "for p in /proc/[0-9]*; do grep -q '[F]airwayMain' $p/cmdline && jcmd ${p#/proc/} VM.flags; done 2>/dev/null");

            // 60 % of 400 MiB, rounded up by the JVM to what it can manage.
            assertThat(String.join(" ", flags)).matches(".*-XX:MaxHeapSize=(25[1-9]|26\\d)\\d{6} .*");
        }
    }

    @Test
    void aCommandPrintsNothingButItsResult() {
        try (FairwayContainer container = new FairwayContainer(ContainerEngine.FAIRWAY, network, "tool", 400)
                .hardened()
                .withCommand("topics", "list")) {
            container.start();
            Awaitility.await("it ends").atMost(ContainerCluster.PATIENCE).until(() -> !container.runs());

            assertThat(container.exitCode()).isZero();
            assertThat(container.getLogs(OutputType.STDOUT)).contains("fairway.job-events");
            assertThat(container.getLogs(OutputType.STDERR)).isEmpty();
        }
    }

    private static List<String> lines(FairwayContainer container, String script) {
        var result = container.bash(script);
        return Stream.concat(result.getStdout().lines(), result.getStderr().lines())
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.contains("Permission denied"))
                .toList();
    }
}

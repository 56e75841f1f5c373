package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fairway.system.docs.Documents;
import io.fairway.system.slurm.ProgramRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./fairway} as it stands in the source tree, and the agent's launcher, on what the build has just packed. It is in a folder of its own: other
 * tests paste commands that leave archives of classes in the tree.
 */
class LauncherIT {
    private static final List<String> PACKED = List.of(
            "streams-app/system/target/lib", "streams-app/lab/target/lib", "streams-app/embedded/target/registry");

    @TempDir
    private Path root;

    @BeforeEach
    void place() throws IOException {
        Files.copy(Documents.ROOT.resolve("fairway"), root.resolve("fairway"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createSymbolicLink(root.resolve(".mvn"), Documents.ROOT.resolve(".mvn"));
        for (String packed : PACKED) {
            Path link = root.resolve(packed);
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, Documents.ROOT.resolve(packed));
        }
        try (Stream<Path> jars = Files.list(Documents.ROOT.resolve("streams-app/system/target"))) {
            for (Path jar :
                    jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                Files.createSymbolicLink(target().resolve(jar.getFileName()), jar);
            }
        }
    }

    /** Only a server that was ready leaves an archive of its classes. The JVM has a hundred lines to say about one. */
    @Test
    void aRefusedStartSaysWhyAndNothingElse() throws Exception {
        Path settings = Files.writeString(root.resolve("app.properties"), """
                bootstrap.servers=127.0.0.1:1
                schema.registry.url=http://127.0.0.1:1
                treads=2
                """);

        ProgramRun run = fairway(Map.of(), "serve", "--config", settings.toString());

        assertThat(run.status()).as(run.errors()).isEqualTo(2);
        assertThat(run.output()).isEmpty();
        assertThat(run.errors().lines().toList())
                .singleElement()
                .asString()
                .startsWith("fairway: ")
                .contains("unknown key treads");
        assertThat(archives()).isEmpty();
    }

    /** One without memory would hold its partitions and answer nobody. */
    @Test
    void aServerEndsWhenItsHeapIsFullWhateverItsOptionsAre() throws Exception {
        ProgramRun run = fairway(
                Map.of("FAIRWAY_JAVA_OPTS", "-Xmx256m -XX:+UseSerialGC -XX:+PrintFlagsFinal"),
                "serve",
                "-s",
                "treads=2");

        assertThat(run.status()).as(run.errors()).isEqualTo(2);
        assertThat(run.output()).containsPattern("ExitOnOutOfMemoryError\\s+= true");
    }

    /** The JVM takes no archive whose jars changed, and makes no new one in its place. */
    @Test
    void aCommandMakesAnotherArchiveOnceItsJarsChanged() throws Exception {
        Path plugins = Files.createDirectory(root.resolve("others"));
        ask(plugins);
        List<Path> first = archives();
        try (JarOutputStream jar =
                new JarOutputStream(Files.newOutputStream(plugins.resolve("plugin.jar")), new Manifest())) {
            jar.finish();
        }

        ask(plugins);

        assertThat(first).hasSize(1);
        assertThat(archives()).hasSize(1).isNotEqualTo(first);
    }

    /** It would lack all classes that read an answer, for as long as the jars stay. */
    @Test
    void aCommandThatFailedLeavesNoArchive() throws Exception {
        ProgramRun run = fairway(Map.of(), "why", "1", "--server", "http://127.0.0.1:1");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.errors()).contains("cannot connect to");
        assertThat(archives()).isEmpty();
    }

    @Test
    void helpTakesItsClassesFromTheArchiveOfAnotherCommand() throws Exception {
        ask(Files.createDirectory(root.resolve("plugins")));
        Path loaded = root.resolve("loaded");

        ProgramRun run = fairway(
                Map.of("FAIRWAY_JAVA_OPTS", "-Xmx256m -XX:+UseSerialGC -Xlog:class+load:file=" + loaded), "--help");

        assertThat(run.output()).contains("fairshare", "whatif", "serve");
        assertThat(Files.readAllLines(loaded))
                .anyMatch(line -> line.contains("io.fairway.client.command.WhyCommand "))
                .filteredOn(line -> line.contains("io.fairway.") && line.contains("source: file:"))
                .hasSizeLessThan(5);
    }

    /** A command that a server answers. */
    private void ask(Path plugins) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] nothing = "{\"items\":[]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, nothing.length);
            exchange.getResponseBody().write(nothing);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            ProgramRun run = fairway(
                    Map.of("FAIRWAY_PLUGINS", plugins.toString()), "policies", "--domain", "alps", "--server", url);
            assertThat(run.status()).as(run.errors()).isZero();
            assertThat(run.output()).contains("POLICY");
        } finally {
            server.stop(0);
        }
    }

    /** A prolog runs it before each job, also after an upgrade. */
    @Test
    void theAgentMakesAnotherArchiveOnceItsJarsChanged() throws Exception {
        Path built = Documents.ROOT.resolve("connectors/agent/target/fairway-agent");
        Path lib = Files.createDirectories(root.resolve("agent/lib"));
        Path bin = Files.createDirectories(root.resolve("agent/bin"));
        Files.copy(
                built.resolve("bin/fairway-agent"), bin.resolve("fairway-agent"), StandardCopyOption.COPY_ATTRIBUTES);
        try (Stream<Path> jars = Files.list(built.resolve("lib"))) {
            for (Path jar :
                    jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
            }
        }
        Path archive = lib.resolve("job.jsa");
        report(bin);
        // Not its inode, which the next file may get.
        FileTime first = Files.getLastModifiedTime(archive);
        report(bin);
        assertThat(Files.getLastModifiedTime(archive)).isEqualTo(first);
        try (JarOutputStream jar =
                new JarOutputStream(Files.newOutputStream(lib.resolve("another.jar")), new Manifest())) {
            jar.finish();
        }

        report(bin);

        assertThat(Files.getLastModifiedTime(archive)).isNotEqualTo(first);
    }

    /** A message for the spool. */
    private void report(Path bin) throws Exception {
        Path spool = Files.createDirectories(root.resolve("spool"));
        ProgramRun run = ProgramRun.of(
                Map.of("JAVA_HOME", System.getProperty("java.home")),
                List.of(
                        bin.resolve("fairway-agent").toString(),
                        "job",
                        "start",
                        "job=1",
                        "user=anna",
                        "--strict",
                        "--socket=" + root.resolve("none"),
                        "--spool=" + spool),
                "");
        assertThat(run.status()).as(run.errors()).isZero();
    }

    private ProgramRun fairway(Map<String, String> environment, String... arguments) throws Exception {
        Map<String, String> whole = new HashMap<>(environment);
        whole.put("FAIRWAY_NO_BUILD", "1");
        List<String> command = new ArrayList<>(List.of(root.resolve("fairway").toString()));
        command.addAll(List.of(arguments));
        return ProgramRun.of(whole, command, "");
    }

    private Path target() {
        return root.resolve("streams-app/system/target");
    }

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(target())) {
            return files.filter(file -> file.toString().endsWith(".jsa")).toList();
        }
    }
}

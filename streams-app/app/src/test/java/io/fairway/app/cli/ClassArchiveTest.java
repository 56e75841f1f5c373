package io.fairway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** In a JVM of its own, as the launcher starts it. */
class ClassArchiveTest {
    @TempDir
    private Path directory;

    /** What that JVM runs. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            ClassArchive.write();
            System.out.println("done");
        }
    }

    /** The JVM takes no classes from directories into an archive. */
    @BeforeEach
    void pack() throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(directory.resolve("program.jar")))) {
            for (Class<?> each : List.of(ClassArchive.class, Program.class)) {
                String name = each.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(name));
                try (InputStream in = Objects.requireNonNull(each.getResourceAsStream("/" + name))) {
                    in.transferTo(jar);
                }
            }
        }
    }

    /** What it says on standard output. */
    private String run(String... options) throws Exception {
        Path logging = Path.of(LoggerFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xlog:disable");
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp", directory.resolve("program.jar") + File.pathSeparator + logging, Program.class.getName()));
        Process java = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile())
                .redirectInput(new File("/dev/null"))
                .start();
        assertThat(java.waitFor())
                .as(Files.readString(directory.resolve("err")))
                .isZero();
        return Files.readString(directory.resolve("out"));
    }

    @Test
    void aServerThatWasReadyLeavesAnArchiveAndSaysNothing() throws Exception {
        Path archive = directory.resolve("serve.jsa");

        assertThat(run("-XX:+RecordDynamicDumpInfo", "-Dfairway.class.archive=" + archive))
                .isEqualTo("done\n");
        assertThat(archive).isNotEmptyFile();
    }

    @Test
    void noneIsWrittenWhereTheLauncherHasOne() throws Exception {
        assertThat(run("-XX:+RecordDynamicDumpInfo")).isEqualTo("done\n");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("program.jar", "out", "err");
    }
}

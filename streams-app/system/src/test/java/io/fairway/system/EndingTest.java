package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.jpountz.lz4.LZ4Factory;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** In a JVM of its own, which gets a signal. */
class EndingTest {
    @TempDir
    private Path directory;

    /** A command that uses a native library until it is asked to end. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            Ending ending = Ending.ofThisThread();
            LZ4Factory.nativeInstance();
            System.load(args[1]); // As a JDK's own, that somebody unpacked beside.
            Files.createFile(Path.of(args[0]));
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                ending.exit(0);
            }
        }
    }

    /** A command that is done, and left a thread behind. */
    public static final class Done {
        private Done() {}

        public static void main(String[] args) {
            Ending ending = Ending.ofThisThread();
            new Thread(LockSupport::park, "left").start();
            ending.exit(0);
        }
    }

    @Test
    void aThreadThatWasLeftDoesNotKeepTheProcess() throws Exception {
        Process java = start(directory, Done.class);
        try {
            assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(java.exitValue())
                    .as(Files.readString(directory.resolve("out")))
                    .isZero();
        } finally {
            java.destroyForcibly();
        }
    }

    /** Elsewhere nobody says which libraries a process uses. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void anOrderlyEndLeavesNoLibraryBehind() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path runs = directory.resolve("runs");
        Path foreign = Files.copy(
                Path.of(System.getProperty("java.home"), "lib", "libprefs.so"), temporary.resolve("libprefs.so"));
        Process java = start(temporary, Program.class, runs.toString(), foreign.toString());
        try {
            Awaitility.await("it runs")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> !java.isAlive() || Files.exists(runs));
            assertThat(temporary.toFile().list()).hasSizeGreaterThan(1);

            java.destroy();

            assertThat(java.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(java.exitValue())
                    .as(Files.readString(directory.resolve("out")))
                    .isZero();
            assertThat(temporary.toFile().list())
                    .filteredOn(name -> name.contains(".so"))
                    .containsExactly("libprefs.so");
        } finally {
            java.destroyForcibly();
        }
    }

    private Process start(Path temporary, Class<?> program, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        line.addAll(List.of(arguments));
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectInput(new File("/dev/null"))
                .start();
    }
}

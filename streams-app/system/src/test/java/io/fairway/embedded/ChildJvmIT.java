package io.fairway.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    @Test
    void diesWhenItsParentIsKilled() throws Exception {
        Path grandchildPid = directory.resolve("pid");
        ChildJvm parent = start("parent", Parent.class, grandchildPid);
        await().atMost(PATIENCE).until(() -> Files.exists(grandchildPid));
        ProcessHandle grandchild = ProcessHandle.of(Long.parseLong(Files.readString(grandchildPid)))
                .orElseThrow();

        // A killed process cannot run its shutdown hook.
        parent.kill();

        await().atMost(PATIENCE).until(() -> !grandchild.isAlive());
    }

    @Test
    void saysWhatItPrintedLastWhenItFailed() {
        ChildJvm child = start("broken", Broken.class, directory);

        await().atMost(PATIENCE).until(() -> !child.isAlive());

        assertThat(child.failure("did not start"))
                .hasMessageContaining("broken did not start; it ended with status 1")
                .hasMessageContaining("no configuration in " + directory);
    }

    private ChildJvm start(String name, Class<?> mainClass, Path argument) {
        return ChildJvm.start(
                name,
                List.of(),
                System.getProperty("java.class.path"),
                mainClass.getName(),
                List.of(argument.toString()),
                directory.resolve(name + ".log"));
    }

    /** Starts its own child, writes the child's process id to the given file, and waits until it is killed. */
    public static final class Parent {
        public static void main(String[] args) throws Exception {
            Path file = Path.of(args[0]);
            ChildJvm child = ChildJvm.start(
                    "sleeper",
                    List.of(),
                    System.getProperty("java.class.path"),
                    Sleeper.class.getName(),
                    List.of(),
                    file.resolveSibling("sleeper.log"));
            Path draft = file.resolveSibling("draft");
            Files.writeString(draft, Long.toString(child.pid()));
            Files.move(draft, file);
            Sleeper.main(args);
        }
    }

    /** Never ends. */
    public static final class Sleeper {
        public static void main(String[] args) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    /** Fails at once. */
    public static final class Broken {
        public static void main(String[] args) {
            throw new IllegalStateException("no configuration in " + args[0]);
        }
    }
}

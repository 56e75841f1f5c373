package io.fairway.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The registry of all tests that neither stop it nor look at its ids: each start costs seconds. Subjects have the names of topics,
 * and whoever registers other schemas than Fairway's uses a prefix of its own. It ends with this JVM.
 */
public final class SharedRegistry {
    private static final class Started {
        private static final RegistryProcess REGISTRY = start();

        private static RegistryProcess start() {
            Path directory = temporary();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            return RegistryProcess.start(
                    directory, RegistryProcess.Storage.MEMORY, RegistryProcess.Compatibility.FULL_TRANSITIVE);
        }
    }

    private SharedRegistry() {}

    /** The value for {@code schema.registry.url}. Starts the registry at first. */
    public static String url() {
        return Started.REGISTRY.url();
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("fairway-registry-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a directory for the log of the registry", e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            System.err.println("left " + directory + ": " + e);
        }
    }
}

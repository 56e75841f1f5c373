package io.fairway.system.history;

import io.fairway.embedded.ChildJvm;
import io.fairway.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;

/** A broker in a JVM of its own, whose clock a test sets through a file. */
public final class SteppedBroker implements AutoCloseable {
    private static final String ADDRESS = "address";
    private static final String ASKED = "asked";
    private static final String TAKEN = "taken";

    /** No record is deleted because a wrong clock takes it for old. That is another row. */
    private static final Map<String, String> KEEPS_ALL =
            Map.of("log.initial.task.delay.ms", "3600000", "log.retention.check.interval.ms", "3600000");

    private final Path directory;
    private final ChildJvm jvm;

    private SteppedBroker(Path directory, ChildJvm jvm) {
        this.directory = directory;
        this.jvm = jvm;
    }

    /** Starts it with the right time, and returns when it serves. */
    static SteppedBroker start(Path directory) throws IOException {
        Files.createDirectories(directory);
        write(directory, ASKED, "0");
        ChildJvm jvm = ChildJvm.start(
                "the broker",
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                System.getProperty("java.class.path"),
                SteppedBroker.class.getName(),
                List.of(directory.toString()),
                directory.resolve("broker.log"));
        SteppedBroker broker = new SteppedBroker(directory, jvm);
        broker.await(ADDRESS, "127.0.0.1");
        return broker;
    }

    String bootstrapServers() throws IOException {
        return read(directory, ADDRESS);
    }

    /** Sets its clock so far ahead of the right time, and returns when it goes by that. */
    void ahead(Duration ahead) throws IOException {
        String asked = Long.toString(ahead.toMillis());
        write(directory, ASKED, asked);
        await(TAKEN, asked);
    }

    private void await(String file, String beginning) {
        Awaitility.await("the broker's file " + file + " says " + beginning)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    if (!jvm.isAlive()) {
                        throw jvm.failure("ended");
                    }
                    return Files.exists(directory.resolve(file))
                            && read(directory, file).startsWith(beginning);
                });
    }

    private static String read(Path directory, String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    /** In one step: who reads it has all or nothing. */
    private static void write(Path directory, String name, String text) throws IOException {
        Path part = Files.writeString(directory.resolve(name + ".part"), text);
        Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() {
        jvm.discard();
    }

    /** @param args the directory of its records and of what it is told */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        AtomicLong ahead = new AtomicLong();
        try (EmbeddedBroker broker =
                EmbeddedBroker.start(directory.resolve("data"), KEEPS_ALL, new SteppedClock(ahead::get))) {
            write(directory, ADDRESS, broker.bootstrapServers());
            String taken = "";
            while (true) {
                String asked = read(directory, ASKED);
                if (!asked.equals(taken)) {
                    ahead.set(Long.parseLong(asked));
                    write(directory, TAKEN, asked);
                    taken = asked;
                }
                Thread.sleep(20);
            }
        }
    }
}

package io.fairway.bench.bed;

import io.fairway.embedded.ChildJvm;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * The broker and the registry of the demo, for a measurement: nothing is cleaned, so that a log is what was written to
 * it.
 */
public final class EmbeddedServers implements BenchServers {
    /** The main class by name, as in the launcher: it is above this one. */
    private static final String MAIN = "io.fairway.system.FairwayMain";

    private static final Duration STOP_PATIENCE = Duration.ofMinutes(2);

    private static final Map<String, String> NOTHING_CLEANED = Map.of("log.cleaner.enable", "false");

    private final Workbench servers;
    private final UnaryOperator<List<String>> options;

    private EmbeddedServers(Workbench servers, UnaryOperator<List<String>> options) {
        this.servers = servers;
        this.options = options;
    }

    /** Starts both. */
    public static EmbeddedServers start() {
        return new EmbeddedServers(Workbench.open(1, NOTHING_CLEANED), UnaryOperator.identity());
    }

    /**
     * Starts a broker beside a registry that runs already.
     *
     * @param registry the value for {@code schema.registry.url}
     * @param options gives a child other options of the JVM than it would have
     */
    public static EmbeddedServers with(String registry, UnaryOperator<List<String>> options) {
        return new EmbeddedServers(Workbench.with(registry, 1, NOTHING_CLEANED), options);
    }

    @Override
    public String bootstrapServers() {
        return servers.addresses().getOrDefault("bootstrap.servers", "");
    }

    @Override
    public String registryUrl() {
        return servers.addresses().getOrDefault("schema.registry.url", "");
    }

    @Override
    public Path directory() {
        return servers.directory();
    }

    @Override
    public String fairway() {
        return MAIN;
    }

    @Override
    public BenchChild start(String name, List<String> jvmOptions, String mainClass, List<String> arguments) {
        Path output = directory().resolve(name + ".out");
        ChildJvm jvm = ChildJvm.start(
                name, options.apply(jvmOptions), System.getProperty("java.class.path"), mainClass, arguments, output);
        return new Child(jvm, output);
    }

    @Override
    public void close() {
        servers.close();
    }

    private record Child(ChildJvm jvm, Path output) implements BenchChild {
        @Override
        public long pid() {
            return jvm.pid();
        }

        @Override
        public Duration processorTime() {
            return jvm.processorTime();
        }

        @Override
        public void requireAlive() {
            if (!jvm.isAlive()) {
                throw jvm.failure("ended");
            }
        }

        @Override
        public boolean isAlive() {
            return jvm.isAlive();
        }

        @Override
        public void awaitEnd(Duration limit) throws InterruptedException {
            Optional<ProcessHandle> process = ProcessHandle.of(jvm.pid());
            if (process.isPresent()) {
                try {
                    process.get().onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
                } catch (ExecutionException | TimeoutException e) {
                    throw jvm.failure("does not end");
                }
            }
            if (jvm.isAlive() || jvm.exitStatus() != 0) {
                throw jvm.failure("ended badly");
            }
        }

        @Override
        public String printed() {
            try {
                return Files.readString(output);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the output of a child from " + output, e);
            }
        }

        @Override
        public void kill() {
            if (jvm.isAlive()) {
                jvm.kill();
            }
        }

        @Override
        public void close() {
            if (jvm.isAlive()) {
                jvm.stop(STOP_PATIENCE);
            }
        }
    }
}

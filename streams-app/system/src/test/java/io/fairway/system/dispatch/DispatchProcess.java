package io.fairway.system.dispatch;

import io.fairway.system.embedded.ChildJvm;
import io.fairway.system.replay.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code fairway dispatch} in a process of its own, to kill, freeze and start again. */
final class DispatchProcess implements AutoCloseable {
    private static final String MAIN = "io.fairway.system.FairwayMain";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> JVM_OPTIONS = List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final String name;
    private final List<String> arguments;
    private final Path output;
    private final Path log;
    private ChildJvm jvm;

    DispatchProcess(Workbench bench, String name, List<String> options) {
        this.name = name;
        arguments = new ArrayList<>(List.of(
                "dispatch",
                "--bootstrap-servers",
                bench.addresses().getOrDefault("bootstrap.servers", ""),
                "--schema-registry",
                bench.addresses().getOrDefault("schema.registry.url", ""),
                "-p",
                "dispatcher.name=" + name));
        arguments.addAll(options);
        output = bench.directory().resolve(name + ".out");
        log = bench.directory().resolve(name + ".log");
        jvm = launch();
    }

    private ChildJvm launch() {
        List<String> options = new ArrayList<>(JVM_OPTIONS);
        options.add("-Dfairway.log=" + log);
        return ChildJvm.start(name, options, System.getProperty("java.class.path"), MAIN, arguments, output);
    }

    String name() {
        return name;
    }

    /** What all its starts printed. */
    String printed() {
        try {
            return Files.exists(output) ? Files.readString(output) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + output, e);
        }
    }

    void requireAlive() {
        if (!jvm.isAlive()) {
            throw jvm.failure("ended");
        }
    }

    void kill() {
        jvm.kill();
    }

    /** Ends it in order, as SIGTERM does. */
    void stop() {
        jvm.stop(PATIENCE);
    }

    void freeze() {
        jvm.signal("STOP");
    }

    void thaw() {
        jvm.signal("CONT");
    }

    void restart() {
        jvm = launch();
    }

    @Override
    public void close() {
        if (jvm.isAlive()) {
            jvm.kill();
        }
    }
}

package io.fairway.system.dispatch;

import io.fairway.embedded.ChildJvm;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A dispatcher in a process of its own, to kill, freeze and start again. */
final class DispatchProcess implements AutoCloseable {
    private static final String MAIN = "io.fairway.system.FairwayMain";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final List<String> JVM_OPTIONS = ShortLivedJvm.options("96m");

    private final String name;
    private final String main;
    private final List<String> arguments;
    private final Path output;
    private final Path log;
    private final Path freeze;
    private ChildJvm jvm;

    private DispatchProcess(Workbench bench, String name, String main, List<String> arguments) {
        this.name = name;
        this.main = main;
        output = bench.directory().resolve(name + ".out");
        log = bench.directory().resolve(name + ".log");
        freeze = freezeFile(bench, name);
        this.arguments = List.copyOf(arguments);
        jvm = launch();
    }

    /** The command. */
    static DispatchProcess command(Workbench bench, String name, List<String> options) {
        List<String> words = new ArrayList<>(List.of("dispatch", "-p", "dispatcher.name=" + name));
        words.addAll(options);
        return program(bench, name, words);
    }

    /**
     * Another of Fairway's long programs.
     *
     * @param words the command and its options, without the addresses
     */
    static DispatchProcess program(Workbench bench, String name, List<String> words) {
        List<String> arguments = new ArrayList<>(words);
        bench.addresses().forEach((key, value) -> arguments.addAll(List.of("-p", key + "=" + value)));
        return new DispatchProcess(bench, name, MAIN, arguments);
    }

    /** One that can freeze itself in the middle of a cycle. */
    static DispatchProcess selfFreezing(Workbench bench, String name, Map<String, String> settings) {
        List<String> arguments =
                new ArrayList<>(List.of(freezeFile(bench, name).toString(), "dispatcher.name=" + name));
        bench.addresses().forEach((key, value) -> arguments.add(key + "=" + value));
        settings.forEach((key, value) -> arguments.add(key + "=" + value));
        return new DispatchProcess(bench, name, SelfFreezing.class.getName(), arguments);
    }

    private static Path freezeFile(Workbench bench, String name) {
        return bench.directory().resolve(name + ".freeze");
    }

    private ChildJvm launch() {
        List<String> options = new ArrayList<>(JVM_OPTIONS);
        options.add("-Dfairway.log=" + log);
        return ChildJvm.start(name, options, System.getProperty("java.class.path"), main, arguments, output);
    }

    /** Asks it to freeze in its next cycle with a start. */
    void freezeInACycle() {
        try {
            Files.createFile(freeze);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + freeze, e);
        }
    }

    /** Whether it has taken up the request to freeze. */
    boolean hasFrozen() {
        return !Files.exists(freeze);
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

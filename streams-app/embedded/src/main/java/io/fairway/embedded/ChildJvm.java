package io.fairway.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child process that runs a Java program on the JDK of this one. It has no standard input, and writes its output to a file. It
 * never outlives this process: a shutdown hook kills it, and {@link ChildMain} ends it if the hook did not run.
 */
public final class ChildJvm {
    private static final int LOG_TAIL_LINES = 20;
    private static final Duration LAST_WORK = Duration.ofSeconds(30);

    private final String name;
    private final Process process;
    private final Path log;
    private final Thread hook;

    private ChildJvm(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.hook = new Thread(process::destroyForcibly, "kill-" + name);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts a program.
     *
     * @param name its name in messages
     * @param jvmOptions options such as {@code -Xmx160m}
     * @param classPath its class path; {@link ChildMain} is added
     * @param mainClass the class to run
     * @param arguments its arguments
     * @param log the file for its standard output and error, which are appended
     */
    public static ChildJvm start(
            String name,
            List<String> jvmOptions,
            String classPath,
            String mainClass,
            List<String> arguments,
            Path log) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        String registry = System.getProperty(RegistryHome.PROPERTY);
        if (registry != null) {
            command.add("-D" + RegistryHome.PROPERTY + "=" + registry);
        }
        String whole = ClassArchives.packed(classPath + File.pathSeparator + CodeSource.of(ChildMain.class));
        Path archive = ClassArchives.of(jvmOptions, whole, mainClass);
        if (archive != null) {
            command.addAll(ClassArchives.options(archive));
        }
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(whole);
        command.add(ChildMain.class.getName());
        command.add(Long.toString(ProcessHandle.current().pid()));
        command.add(mainClass);
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            process.getOutputStream().close();
            if (archive != null) {
                ClassArchives.started(archive, process.toHandle());
            }
            return new ChildJvm(name, process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + name + " with " + command.get(0), e);
        }
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Its processor time; zero if the system does not tell it. */
    public Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /**
     * Its exit status.
     *
     * @throws IllegalThreadStateException if it runs
     */
    public int exitStatus() {
        return process.exitValue();
    }

    /** Kills it like {@code kill -9}, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
        forget();
    }

    /** Sends it a signal, such as {@code STOP}. */
    public void signal(String signal) {
        try {
            int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw failure("cannot be sent the signal " + signal);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("kill cannot be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending a signal to " + name, e);
        }
    }

    /** Ends it, whatever it does: it is killed, unless it is to leave an archive of its classes. */
    public void discard() {
        if (ClassArchives.writes(process.toHandle())) {
            stop(LAST_WORK);
        } else {
            kill();
        }
    }

    /** Asks it to stop, and kills it if it has not stopped within {@code patience}. */
    public void stop(Duration patience) {
        process.destroy();
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
        forget();
    }

    /** The failure to throw if it misbehaves, with its state and its last output. */
    public IllegalStateException failure(String problem) {
        String state = isAlive() ? "it is running" : "it ended with status " + process.exitValue();
        return new IllegalStateException(name + " " + problem + "; " + state + "; end of " + log + ":\n" + logTail());
    }

    private String logTail() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size()));
        } catch (IOException e) {
            return "(cannot be read: " + e + ")";
        }
    }

    private void forget() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process ends: the hook runs, and finds nothing to kill.
        }
    }
}

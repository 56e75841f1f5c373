package io.fairway.system.gridengine;

import io.fairway.system.slurm.ProgramRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * A real Grid Engine of one host with 8 slots, in namespaces of its own: no port, user, file or process of this machine is
 * touched. {@code cluster.sh} of the test resources has its users, projects, departments and parallel environments. Closing it
 * ends all of it.
 */
final class GridEngineCluster implements AutoCloseable {
    private static final String PROGRAMS = "/usr/lib/gridengine";
    private static final List<String> ENVIRONMENT = List.of(
            "env",
            "-i",
            "LC_ALL=C",
            "TZ=UTC",
            "HOME=/tmp",
            "PATH=" + PROGRAMS + ":/usr/sbin:/usr/bin:/sbin:/bin",
            "SGE_ROOT=/var/lib/gridengine",
            "SGE_CELL=default",
            "SGE_QMASTER_PORT=6444",
            "SGE_EXECD_PORT=6445",
            "SGE_CLUSTER_NAME=fairway");

    private final Path root;
    private final Process process;
    private final Path log;

    private GridEngineCluster(Path root, Process process, Path log) {
        this.root = root;
        this.process = process;
        this.log = log;
    }

    /** Starts it; it takes jobs when this returns. */
    static GridEngineCluster start() {
        Path root = GridEngineRoot.folder();
        try {
            Path log = Files.createTempFile("fairway-gridengine", ".log");
            Process process = new ProcessBuilder(
                            "unshare",
                            "--net",
                            "--uts",
                            "--ipc",
                            "--pid",
                            "--mount",
                            "--fork",
                            "--kill-child",
                            "sh",
                            GridEngineRoot.script("cluster.sh").toString(),
                            root.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            GridEngineCluster cluster = new GridEngineCluster(root, process, log);
            Awaitility.await("Grid Engine, " + log)
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> !process.isAlive() || cluster.said().endsWith("ready"));
            if (!process.isAlive()) {
                throw new IllegalStateException("Grid Engine did not start: " + cluster.said());
            }
            return cluster;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start Grid Engine", e);
        }
    }

    private String said() {
        try {
            return Files.readString(log).stripTrailing();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command inside, as a user, and returns what it printed. */
    String runAs(String user, String... command) {
        List<String> words =
                new ArrayList<>(List.of("runuser", "-u", user, "--", "sh", "-c", "cd /tmp && exec \"$@\"", "sh"));
        words.addAll(List.of(command));
        return run(words.toArray(String[]::new)).orFail();
    }

    /** Runs a command inside, as root. */
    ProgramRun run(String... command) {
        List<String> words = new ArrayList<>(List.of(
                "nsenter", "--target", Long.toString(first().pid()), "--net", "--uts", "--ipc", "--pid", "--mount"));
        words.addAll(ENVIRONMENT);
        words.addAll(List.of("chroot", root.toString()));
        words.addAll(List.of(command));
        return ProgramRun.of(Map.of(), words, "");
    }

    /** Submits a job, its output to nowhere, and returns its number. */
    String submit(String user, String... options) {
        List<String> words = new ArrayList<>(List.of("qsub", "-terse", "-j", "y", "-o", "/dev/null", "-q", "all.q"));
        words.addAll(List.of(options));
        return runAs(user, words.toArray(String[]::new)).replaceFirst("\\..*", "");
    }

    /** Waits until a job runs. */
    void awaitRunning(String job) {
        await("job " + job + " runs", () -> states().lines().anyMatch(line -> line.matches(job + " r")));
    }

    /** Waits until no job is left, but for those in error. */
    void awaitEnd() {
        await("all jobs ended", () -> states().lines().allMatch(line -> line.endsWith(" Eqw")));
    }

    /** Number and state of each job. */
    private String states() {
        return run("sh", "-c", "qstat -u '*' | awk 'NR > 2 { print $1, $5 }'").orFail();
    }

    private static void await(String what, java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(500))
                .until(condition);
    }

    /** Ends the daemon of the host, the shepherds and the jobs at once, as a power failure does; and starts the daemon again. */
    void crash() {
        run("pkill", "-9", "-x", "sge_execd|sge_shepherd|sleep");
        run("sh", "-c", "SGE_ND=1 setsid sge_execd >/dev/null 2>&1 </dev/null &")
                .orFail();
    }

    /** Its accounting file. */
    String accounting() {
        return run("cat", "/var/lib/gridengine/default/common/accounting").orFail();
    }

    private ProcessHandle first() {
        return process.toHandle().children().findFirst().orElseThrow(() -> new IllegalStateException(said()));
    }

    @Override
    public void close() {
        // The first process of the namespace: with it, all others end.
        process.toHandle().children().forEach(ProcessHandle::destroyForcibly);
        process.destroy();
        process.onExit().join();
    }
}

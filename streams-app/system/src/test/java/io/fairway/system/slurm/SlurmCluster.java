package io.fairway.system.slurm;

import io.fairway.embedded.FreePorts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A real Slurm on this machine: munged, mariadbd, slurmdbd, slurmctld and a slurmd for each node, in a folder of its own
 * and on free ports, beside whatever else runs here. It has its own key and socket of munge. Closing it ends what it
 * started, and nothing else.
 *
 * <p>Where Slurm is not installed, {@link #start} skips the test; with CI=true in the environment, it fails.
 */
public final class SlurmCluster implements AutoCloseable {
    private final SlurmInstallation installation;
    private final SlurmFiles files;
    private final Deque<SlurmDaemon> daemons = new ArrayDeque<>();

    private SlurmCluster(SlurmInstallation installation, SlurmFiles files) {
        this.installation = installation;
        this.files = files;
    }

    /** Starts it; all nodes are idle when this returns. Takes some ten seconds. */
    public static SlurmCluster start(SlurmPlan plan) {
        plan.installation().require(plan.users());
        SlurmCluster cluster = new SlurmCluster(
                plan.installation(), new SlurmFiles(newFolder(), FreePorts.take(SlurmFiles.portsOf(plan))));
        try {
            plan.installation().share(cluster.folder());
            cluster.files.write(plan, ProgramRun.of("hostname", "-s").orFail());
            cluster.startMunge();
            cluster.startDatabase();
            cluster.startAccounting(plan);
            cluster.startNodes(plan);
            return cluster;
        } catch (RuntimeException e) {
            cluster.end();
            throw e;
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("fairway-slurm-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a folder for a Slurm", e);
        }
    }

    /** Its folder; deleted with it. */
    public Path folder() {
        return files.folder();
    }

    /** Its slurm.conf. */
    public Path configuration() {
        return files.configuration();
    }

    /** What a program needs in its environment to find this Slurm. */
    public Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("SLURM_CONF", files.configuration().toString());
        installation
                .programs()
                .ifPresent(programs -> environment.put(
                        "PATH", programs + File.pathSeparator + Objects.requireNonNull(System.getenv("PATH"))));
        return environment;
    }

    /**
     * Runs a command of Slurm as root, and returns its output.
     *
     * @throws IllegalStateException if its status is not 0
     */
    public String run(String... command) {
        return tryRun(List.of(command), "").orFail();
    }

    /** Runs a command as root, whatever its status. */
    public ProgramRun tryRun(List<String> command, String input) {
        return ProgramRun.of(environment(), installation.command(command), input);
    }

    /**
     * Runs a command as a user, and returns its output.
     *
     * @throws IllegalStateException if its status is not 0
     */
    public String runAs(String user, String... command) {
        List<String> words = new ArrayList<>(List.of("runuser", "-u", user, "--"));
        words.addAll(List.of(command));
        return tryRun(words, "").orFail();
    }

    /**
     * Submits a job with {@code sbatch} from the root folder, its output to /dev/null, and returns its id.
     *
     * @param script what the job runs, such as {@code sleep 5}
     * @param options options of sbatch
     */
    public String submit(String user, String account, String script, String... options) {
        List<String> words =
                new ArrayList<>(List.of("sbatch", "--parsable", "-D", "/", "-o", "/dev/null", "-A", account));
        words.addAll(List.of(options));
        words.add("--wrap");
        words.add(script);
        return runAs(user, words.toArray(String[]::new));
    }

    /** Stops slurmctld in place, as a machine that swaps does; {@link #thawController} resumes it. */
    public void freezeController() {
        controller().signal("STOP");
    }

    /** Resumes slurmctld. */
    public void thawController() {
        controller().signal("CONT");
    }

    private SlurmDaemon controller() {
        return daemons.stream()
                .filter(daemon -> daemon.name().equals("slurmctld"))
                .findFirst()
                .orElseThrow();
    }

    private void startMunge() {
        run("mungekey", "--create", "--keyfile=" + files.mungeKey(), "--bits=1024");
        start(
                        "munged",
                        "munged",
                        "--foreground",
                        "--socket=" + files.mungeSocket(),
                        "--key-file=" + files.mungeKey(),
                        "--pid-file=" + files.folder().resolve("munge.pid"),
                        "--log-file=" + files.logs().resolve("munged.log"),
                        "--seed-file=" + files.folder().resolve("munge.seed"))
                .await(() -> tryRun(
                                List.of("munge", "-n", "-S", files.mungeSocket().toString()), "")
                        .ok());
    }

    private void startDatabase() {
        run(
                "mariadb-install-db",
                "--no-defaults",
                "--user=root",
                "--datadir=" + files.database(),
                "--tmpdir=" + files.databaseTemporaries(),
                "--auth-root-authentication-method=normal",
                "--skip-test-db");
        List<String> client =
                List.of("--no-defaults", "-S", files.databaseSocket().toString(), "-u", "root");
        start(
                        "mariadbd",
                        "mariadbd",
                        "--no-defaults",
                        "--user=root",
                        "--datadir=" + files.database(),
                        "--tmpdir=" + files.databaseTemporaries(),
                        "--socket=" + files.databaseSocket(),
                        "--pid-file=" + files.folder().resolve("mariadb.pid"),
                        "--bind-address=127.0.0.1",
                        "--port=" + files.databasePort(),
                        "--innodb-buffer-pool-size=64M",
                        "--innodb-log-file-size=32M",
                        "--innodb-flush-log-at-trx-commit=0",
                        "--innodb-lock-wait-timeout=900")
                .await(() -> tryRun(words("mariadb-admin", client, "ping"), "").ok());
        tryRun(
                        words("mariadb", client),
                        "create database slurm_acct_db; create user 'slurm'@'localhost' identified by 'slurm';"
                                + " create user 'slurm'@'127.0.0.1' identified by 'slurm';"
                                + " grant all on slurm_acct_db.* to 'slurm'@'localhost';"
                                + " grant all on slurm_acct_db.* to 'slurm'@'127.0.0.1';")
                .orFail();
    }

    private void startAccounting(SlurmPlan plan) {
        start("slurmdbd", "slurmdbd", "-D").await(() -> listens(files.accountingPort()));
        run("sacctmgr", "-i", "add", "cluster", plan.cluster());
        for (SlurmPlan.SlurmAccount account : plan.accounts()) {
            run("sacctmgr", "-i", "add", "account", account.name(), "fairshare=" + account.shares());
            for (String user : account.users()) {
                run("sacctmgr", "-i", "add", "user", user, "account=" + account.name(), "fairshare=1");
            }
        }
    }

    private void startNodes(SlurmPlan plan) {
        String configuration = files.configuration().toString();
        start("slurmctld", "slurmctld", "-D", "-f", configuration)
                .await(() -> tryRun(List.of("scontrol", "ping"), "").output().contains("UP"));
        List<SlurmDaemon> nodes = new ArrayList<>();
        for (int node = 1; node <= plan.nodes(); node++) {
            nodes.add(start("slurmd.n" + node, "slurmd", "-D", "-f", configuration, "-N", "n" + node));
        }
        nodes.forEach(node -> node.await(() -> idleNodes() == plan.nodes()));
    }

    private long idleNodes() {
        return tryRun(List.of("sinfo", "-h", "-N", "-o", "%t"), "")
                .output()
                .lines()
                .filter("idle"::equals)
                .count();
    }

    private SlurmDaemon start(String name, String... command) {
        SlurmDaemon daemon =
                SlurmDaemon.start(name, files.logs(), environment(), installation.command(List.of(command)));
        daemons.push(daemon);
        return daemon;
    }

    private static List<String> words(String program, List<String> options, String... more) {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(options);
        words.addAll(List.of(more));
        return words;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Ends the jobs, then the daemons, the last one first, and deletes the folder. */
    @Override
    public void close() {
        endJobs();
        end();
    }

    /** slurmstepd's are no children of this process: they end with their jobs. */
    private void endJobs() {
        List<String> jobs =
                run("squeue", "-h", "-r", "-o", "%A").lines().distinct().toList();
        if (jobs.isEmpty()) {
            return;
        }
        List<String> cancel = new ArrayList<>(List.of("scancel", "-Q"));
        cancel.addAll(jobs);
        tryRun(cancel, "");
        try {
            Awaitility.await("all jobs ended")
                    .atMost(1, TimeUnit.MINUTES)
                    .until(() -> run("squeue", "-h", "-t", "running,suspended,completing")
                            .isEmpty());
        } catch (ConditionTimeoutException e) {
            System.err.println("jobs of the Slurm in " + folder() + " did not end:\n" + run("squeue"));
        }
    }

    private void end() {
        while (!daemons.isEmpty()) {
            daemons.pop().close();
        }
        try (Stream<Path> all = Files.walk(files.folder().toRealPath())) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
            Files.deleteIfExists(files.folder());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + files.folder(), e);
        }
    }
}

package io.fairway.system.slurm;

import io.fairway.embedded.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
    private static final String CONTROLLER = "slurmctld";

    private final SlurmPlan plan;
    private final SlurmFiles files;
    private final SlurmCommands commands;
    private final SlurmDaemons daemons;

    private SlurmCluster(SlurmPlan plan, SlurmFiles files) {
        this.plan = plan;
        this.files = files;
        commands = new SlurmCommands(plan.installation(), files);
        daemons = new SlurmDaemons(commands);
    }

    /** Starts it; all nodes are idle when this returns. Takes some ten seconds. */
    public static SlurmCluster start(SlurmPlan plan) {
        plan.installation().require(plan.users());
        SlurmCluster cluster =
                new SlurmCluster(plan, new SlurmFiles(newFolder(), FreePorts.take(SlurmFiles.portsOf(plan))));
        try {
            plan.installation().share(cluster.folder());
            cluster.files.write(plan, ProgramRun.of("hostname", "-s").orFail());
            cluster.daemons.startMunge();
            cluster.daemons.startDatabase();
            cluster.daemons.startAccounting();
            cluster.addAssociations();
            cluster.daemons.startController();
            cluster.daemons.startNodes(
                    plan, IntStream.rangeClosed(1, plan.nodes()).boxed().toList());
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

    /** What starts one of its programs: a path, or the name where it is the machine's. */
    public String program(String name) {
        return plan.installation().program(name);
    }

    /** What a program needs in its environment to find this Slurm. */
    public Map<String, String> environment() {
        return commands.environment();
    }

    /**
     * Runs a command of Slurm as root, and returns its output.
     *
     * @throws IllegalStateException if its status is not 0
     */
    public String run(String... command) {
        return commands.run(command);
    }

    /** Runs a command as root, whatever its status. */
    public ProgramRun tryRun(List<String> command, String input) {
        return commands.tryRun(command, input);
    }

    /**
     * Runs a command as a user, and returns its output.
     *
     * @throws IllegalStateException if its status is not 0
     */
    public String runAs(String user, String... command) {
        return commands.runAs(user, command);
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

    /**
     * Starts slurmrestd, which takes the tokens of {@code scontrol token}, and returns its host and port.
     *
     * @param user whom it runs as: it refuses root
     */
    String startRest(String user) {
        String address = "127.0.0.1:" + files.restPort();
        daemons.startRest(user, address);
        return address;
    }

    /** Stops slurmctld in place, as a machine that swaps does; {@link #thawController} resumes it. */
    public void freezeController() {
        daemons.named(CONTROLLER).signal("STOP");
    }

    /** Resumes slurmctld. */
    public void thawController() {
        daemons.named(CONTROLLER).signal("CONT");
    }

    /** Kills slurmctld like {@code kill -9}; {@link #startController} starts it again with the state that it left. */
    public void killController() {
        daemons.kill(CONTROLLER);
    }

    /** Ends slurmctld in order: it then has a file of each part of its state, without which it does not start. */
    public void stopController() {
        daemons.stop(CONTROLLER);
    }

    /** Starts slurmctld, and returns when it answers. */
    public void startController() {
        daemons.startController();
    }

    /**
     * Kills the slurmd of a node like {@code kill -9}; {@link #startNode} starts it again.
     *
     * @param number from 1
     */
    public void killNode(int number) {
        daemons.kill(SlurmDaemons.node(number));
    }

    /** Starts the slurmd of a node, and returns when all nodes take jobs. */
    public void startNode(int number) {
        daemons.startNodes(plan, List.of(number));
    }

    private void addAssociations() {
        run("sacctmgr", "-i", "add", "cluster", plan.cluster());
        for (SlurmPlan.SlurmAccount account : plan.accounts()) {
            run("sacctmgr", "-i", "add", "account", account.name(), "fairshare=" + account.shares());
            for (String user : account.users()) {
                run("sacctmgr", "-i", "add", "user", user, "account=" + account.name(), "fairshare=1");
            }
        }
    }

    /** Ends the jobs, then the daemons, the last one first, and deletes the folder. */
    @Override
    public void close() {
        try {
            endJobs();
        } finally {
            end();
        }
    }

    /** Cancels all jobs, and waits until none runs. slurmstepd's are no children of this process: they end with their jobs. */
    public void endJobs() {
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
        daemons.close();
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

package io.fairway.system.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.FairwayMain;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Shares and policy of a Slurm, from its own files to the topics, by {@code fairway import slurm} as docs/slurm.md has it. */
public final class SlurmTables {
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private SlurmTables() {}

    /**
     * Publishes them, from 2020 on.
     *
     * @param conf slurm.conf
     */
    public static void publish(SlurmCluster slurm, Workbench bench, Path conf) throws IOException {
        publish(slurm, bench.addresses(), conf);
    }

    /** The same on other brokers than a workbench's. */
    public static void publish(SlurmCluster slurm, Map<String, String> addresses, Path conf) throws IOException {
        fairway(importing(slurm, conf), List.of("--publish"), options(addresses));
    }

    /**
     * Publishes them with a policy that was edited between import and apply.
     *
     * @param edit changes the policy file
     */
    public static void publishEdited(SlurmCluster slurm, Workbench bench, UnaryOperator<String> edit)
            throws IOException {
        Path shares = slurm.folder().resolve("shares.yaml");
        Path policy = slurm.folder().resolve("policy.yaml");
        fairway(
                importing(slurm, slurm.configuration()),
                List.of("--shares-file=" + shares, "--policy-file=" + policy),
                List.of());
        Files.writeString(policy, edit.apply(Files.readString(policy)));
        fairway(List.of("shares", "apply"), List.of(shares.toString()), options(bench.addresses()));
        fairway(List.of("policy", "apply"), List.of(policy.toString()), options(bench.addresses()));
    }

    /** Publishes them with a policy that charges and decays at slurmctld's own passes, which come each minute. */
    public static void publishWithPasses(SlurmCluster slurm, Workbench bench) throws IOException {
        publishEdited(slurm, bench, policy -> withPasses(policy, pass(slurm)));
    }

    /** An instant of a pass, from slurmctld's own state: seconds since 1970. */
    private static long pass(SlurmCluster slurm) {
        Path file = slurm.folder().resolve("state").resolve("priority_last_decay_ran");
        Awaitility.await("slurmctld had a pass")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> Files.exists(file) && Files.size(file) >= Long.BYTES);
        try {
            return ByteBuffer.wrap(Files.readAllBytes(file)).getLong();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static String withPasses(String policy, long pass) {
        String exact = "kind: HALF_LIFE\n    millis: 604800000\n";
        assertThat(policy).contains(exact);
        return policy.replace(
                exact,
                "kind: SLURM_TICK\n    millis: 604800000\n    periodMillis: 60000\n    phaseMillis: " + pass * 1_000
                        + "\n");
    }

    private static List<String> importing(SlurmCluster slurm, Path conf) throws IOException {
        Path associations = slurm.folder().resolve("assoc.txt");
        ProgramRun byLineage = associations(slurm, "lineage");
        ProgramRun listed = byLineage.ok() ? byLineage : associations(slurm, "lft");
        Files.writeString(associations, listed.orFail() + "\n");
        Path qos = slurm.folder().resolve("qos.txt");
        Files.writeString(qos, slurm.run("sacctmgr", "-P", "show", "qos") + "\n");
        return List.of(
                "import",
                "slurm",
                conf.toString(),
                associations.toString(),
                qos.toString(),
                "--effective-from=2020-01-01T00:00:00Z");
    }

    /** The order of siblings is that of the last column, which has another name from 23.11 on. */
    private static ProgramRun associations(SlurmCluster slurm, String order) {
        return slurm.tryRun(
                List.of(
                        "sacctmgr",
                        "-P",
                        "show",
                        "assoc",
                        "format=cluster,account,user,partition,share,parentname,priority," + order),
                "");
    }

    private static List<String> options(Map<String, String> addresses) {
        return List.of(
                "-b",
                Objects.requireNonNull(addresses.get("bootstrap.servers")),
                "-r",
                Objects.requireNonNull(addresses.get("schema.registry.url")));
    }

    private static void fairway(List<String> command, List<String> options, List<String> addresses) {
        StringWriter said = new StringWriter();
        int code = FairwayMain.commandLine(command.getFirst())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(Stream.of(command, options, addresses)
                        .flatMap(List::stream)
                        .toArray(String[]::new));
        assertThat(code).as(said.toString()).isZero();
    }
}

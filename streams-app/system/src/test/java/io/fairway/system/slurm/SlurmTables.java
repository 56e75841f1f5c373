package io.fairway.system.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.system.FairwayMain;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Shares and policy of a Slurm, from its own files to the topics, by {@code fairway import slurm} as docs/slurm.md has it. */
public final class SlurmTables {
    private SlurmTables() {}

    /**
     * Publishes them, from 2020 on.
     *
     * @param conf slurm.conf
     */
    public static void publish(SlurmCluster slurm, Workbench bench, Path conf) throws IOException {
        fairway(importing(slurm, conf), List.of("--publish"), addresses(bench));
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
        fairway(List.of("shares", "apply"), List.of(shares.toString()), addresses(bench));
        fairway(List.of("policy", "apply"), List.of(policy.toString()), addresses(bench));
    }

    private static List<String> importing(SlurmCluster slurm, Path conf) throws IOException {
        Path associations = slurm.folder().resolve("assoc.txt");
        Files.writeString(
                associations,
                slurm.run(
                                "sacctmgr",
                                "-P",
                                "show",
                                "assoc",
                                "format=cluster,account,user,partition,share,parentname,priority,lft")
                        + "\n");
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

    private static List<String> addresses(Workbench bench) {
        return List.of(
                "-b",
                Objects.requireNonNull(bench.addresses().get("bootstrap.servers")),
                "-r",
                Objects.requireNonNull(bench.addresses().get("schema.registry.url")));
    }

    private static void fairway(List<String> command, List<String> options, List<String> addresses) {
        StringWriter said = new StringWriter();
        int code = FairwayMain.commandLine()
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(Stream.of(command, options, addresses)
                        .flatMap(List::stream)
                        .toArray(String[]::new));
        assertThat(code).as(said.toString()).isZero();
    }
}

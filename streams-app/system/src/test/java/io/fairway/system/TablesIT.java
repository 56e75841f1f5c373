package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Heartbeat;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.program.TableClient;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Share trees and policies from files into real topics and back. */
@Order(3)
class TablesIT {
    @TempDir
    private static Path directory;

    private static EmbeddedBroker broker;

    private String printed = "";

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(directory.resolve("broker"));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            TopicAdmin.apply(admin, Topics.standard(), 3, (short) 1);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void appliesSharesOnceAndPrintsThemAsTheyAre() throws Exception {
        Path file = write("shares.yaml", """
                domain: alps
                trees:
                  alps:
                    physics: {shares: 60, users: {anna: 3, ben: 1}}
                    biology: {shares: 40}
                """);

        assertThat(run("shares", "apply", "--dry-run", file.toString())).isZero();
        assertThat(printed).contains("4 changes to make");
        assertThat(run("shares", "diff", file.toString())).isEqualTo(1);
        assertThat(run("shares", "apply", file.toString())).isZero();
        assertThat(printed)
                .contains("+ alps|alps|physics|anna")
                .contains("4 changes made")
                .contains("nobody is in its group fairway");
        assertThat(run("shares", "apply", file.toString())).isZero();
        assertThat(printed).contains("0 changes made, 4 unchanged");
        assertThat(run("shares", "diff", file.toString())).isZero();

        assertThat(run("shares", "get", "alps")).isZero();
        Path got = write("got.yaml", printed);
        assertThat(run("shares", "diff", got.toString())).isZero();
        assertThat(run("shares", "list")).isZero();
        assertThat(printed).contains("alps  alps  2 accounts, 2 users");

        Path smaller = write("smaller.yaml", Files.readString(file).replace(", ben: 1", ""));
        assertThat(run("shares", "apply", smaller.toString())).isZero();
        assertThat(printed).contains("1 kept that the file does not have");
        assertThat(run("shares", "apply", "--remove", smaller.toString())).isZero();
        assertThat(printed).contains("- alps|alps|physics|ben");
    }

    @Test
    void appliesAPolicyOnceAndPrintsItAsItIs() throws Exception {
        Path file = write("policy.yaml", """
                domain: jura
                name: main
                effectiveFrom: 2026-12-01T00:00:00Z
                measure: {name: billing, decay: {kind: half-life, millis: 7d}}
                algorithm: fair-tree-slurm
                """);

        assertThat(run("policy", "apply", file.toString())).isZero();
        assertThat(printed).contains("1 change made");
        assertThat(run("policy", "apply", file.toString())).isZero();
        assertThat(printed).contains("0 changes made");
        assertThat(run("policy", "get", "jura", "main")).isZero();
        Path got = write("got-policy.yaml", printed);
        assertThat(run("policy", "diff", got.toString())).isZero();
        assertThat(run("policy", "list")).isZero();
        assertThat(printed).contains("jura  main  2026-12-01T00:00:00Z  ACTIVE  FAIR_TREE_SLURM  billing");

        Heartbeat refuses = Heartbeat.newBuilder()
                .setDomain("jura")
                .setPolicy("main")
                .setEvaluatedThrough(Instant.EPOCH)
                .setInputOffsets(Map.of())
                .setCounts(Map.of())
                .setRefusedVersions(List.of("main from 2026-12-01T00:00:00Z"))
                .build();
        new TableClient<>(
                        "fairway.heartbeats",
                        Heartbeat.class,
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new FairwaySerdes(Map.of("schema.registry.url", SharedRegistry.url())),
                        "")
                .write(Map.of(Keys.heartbeat("jura", "main"), refuses));
        assertThat(run("policy", "list")).isZero();
        assertThat(printed).contains("jura  main  2026-12-01T00:00:00Z  REFUSED  FAIR_TREE_SLURM  billing");

        Path wrong = write("wrong.yaml", Files.readString(file).replace("half-life,", "halflife,"));
        assertThat(run("policy", "apply", wrong.toString())).isEqualTo(2);
        assertThat(printed).contains("line 4: measure.decay.kind \"halflife\": must be one of");
    }

    private int run(String... words) {
        CommandLine line = FairwayMain.commandLine(words[0]);
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        String[] all = new String[words.length + 4];
        System.arraycopy(words, 0, all, 0, 2);
        all[2] = "--bootstrap-servers=" + broker.bootstrapServers();
        all[3] = "--schema-registry=" + SharedRegistry.url();
        System.arraycopy(words, 2, all, 4, words.length - 2);
        int code = line.execute(java.util.Arrays.copyOf(all, words.length + 2));
        printed = out.toString();
        return code;
    }

    private static Path write(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text);
    }
}

package io.fairway.system.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/slurm.md and docs/slurm-writeback.md, pasted from top to bottom beside a real Slurm that has jobs on record, running and
 * waiting. Only addresses and paths are those of the test. Fairway's order of the waiting jobs is then Slurm's own, and
 * after the write-back Slurm's is Fairway's. Once all jobs ended, {@code diff sshare} finds no difference.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
abstract class SlurmPage {
    private static final String PAGE = "docs/slurm.md";
    private static final String WRITE_BACK = "docs/slurm-writeback.md";
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    /** An account of its own runs what keeps the nodes busy, so that the usage of the others stays as it is. */
    private static final SlurmPlan PLAN = SlurmPlan.of("alps", 2, 2)
            .with("physics", 60, "fw_1")
            .with("biology", 30, "fw_2")
            .with("chemistry", 10, "fw_3")
            .with("support", 10, "fw_4")
            .configured("AccountingStorageEnforce=associations,limits");

    private final SlurmInstallation installation;

    @TempDir
    private Path folder;

    SlurmPage(SlurmInstallation installation) {
        this.installation = installation;
    }

    @Test
    void thePagesPastedFromTopToBottom() throws IOException {
        int port = FreePorts.take(1).getFirst();
        String server = "http://127.0.0.1:" + port;
        try (SlurmCluster slurm = SlurmCluster.start(PLAN.of(installation));
                EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0)) {
            List<String> expected = jobs(slurm);
            String version = slurm.run("slurmctld", "-V");
            Path place = Files.createDirectory(folder.resolve("place"));
            Map<String, String> environment = new HashMap<>(slurm.environment());
            environment.put("FAIRWAY_NO_BUILD", "1");
            environment.put("FAIRWAY_JAVA_OPTS", String.join(" ", ShortLivedJvm.options("1g")));
            environment.put("FAIRWAY_SERVER", server);

            List<String> blocks = PastedPage.blocks(PAGE, "## Read-only, side by side");
            int commands = String.join("", blocks).split("\\./fairway ", -1).length - 1;
            assertThat(commands).as("five commands, and three to look").isEqualTo(5 + 3);
            Map<String, String> places = new LinkedHashMap<>();
            places.put("kafka:9092", broker.bootstrapServers());
            places.put("http://registry:8081", SharedRegistry.url());
            places.put("/etc/slurm/slurm.conf", slurm.configuration().toString());
            places.put("http://localhost:8090", server);
            places.put("--partitions 32 --replication 3", "--partitions 2 --replication 1");
            places.put("./fairway serve ", "./fairway serve --set http.listen=127.0.0.1:" + port + " ");
            try (PastedPage page = PastedPage.paste(place, blocks.subList(0, blocks.size() - 1), places, environment)) {
                until("all was pasted").until(page::isPasted);
                assertThat(page.printed()).contains("accepted by the application");
                anOlderVersionIsRefused(place, broker.bootstrapServers());
                String seconds = page.printed()
                        .lines()
                        .filter(line -> line.startsWith("pasted: "))
                        .findFirst()
                        .orElseThrow();
                until("the order is Slurm's own").untilAsserted(() -> {
                    assertThat(ranked(server, page)).as(page.printed()).isEqualTo(expected);
                    assertThat(queued(slurm)).isEqualTo(expected);
                });
                try (PastedPage look = PastedPage.paste(place, List.of(blocks.getLast()), Map.of(), environment)) {
                    until("a look was had").until(look::isPasted);
                    assertThat(look.printed()).contains("physics", "PRIORITY", "fairway why");
                }
                int more =
                        writeBack(slurm, place, broker.bootstrapServers(), SharedRegistry.url(), environment, expected);
                System.out.println("beside " + version + ": " + commands + " commands of " + PAGE + ", " + seconds
                        + "; " + more + " of " + WRITE_BACK + "; the order before and after is " + expected);
                slurm.endJobs();
                sharesAgree(slurm, version, place, environment);
            }
        }
    }

    /** What the application refuses is no success. */
    private static void anOlderVersionIsRefused(Path place, String brokers) throws IOException {
        Path older = Files.writeString(place.resolve("older.yaml"), """
                domain: alps
                name: main
                effectiveFrom: 2025-01-01T00:00:00Z
                measure: {name: billing, decay: {kind: half-life, millis: 7d}}
                algorithm: fair-tree-slurm
                """);
        StringWriter said = new StringWriter();
        int code = FairwayMain.commandLine("policy")
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute("policy", "apply", "-b", brokers, "-r", SharedRegistry.url(), older.toString());
        assertThat(code).as(said.toString()).isEqualTo(1);
        assertThat(said.toString()).contains("the application refuses it: ");
    }

    /** Pastes the commands, and returns their number. */
    private static int writeBack(
            SlurmCluster slurm,
            Path place,
            String brokers,
            String registry,
            Map<String, String> environment,
            List<String> expected)
            throws IOException {
        List<String> steps = PastedPage.blocks(WRITE_BACK, "## Steps");
        reconfigure(slurm, steps.getFirst());
        until("Slurm's own factors count for nothing")
                .untilAsserted(() -> assertThat(queued(slurm))
                        .isEqualTo(expected.stream().sorted(SlurmPage::byNumber).toList()));
        List<String> commands = steps.stream()
                .filter(step -> step.startsWith("./fairway "))
                .map(SlurmPage::firstLine)
                .toList();
        assertThat(commands).hasSize(3);
        Map<String, String> places = Map.of("localhost:9092", brokers, "http://localhost:8081", registry);

        try (PastedPage dryRun = PastedPage.paste(place, commands.subList(0, 1), places, environment)) {
            until("a dry run").until(dryRun::isPasted);
            assertThat(dryRun.printed()).contains("would tell " + expected.size() + " of " + expected.size());
        }
        assertThat(siteFactors(slurm)).containsOnly("0");
        String inBackground = commands.get(1).strip() + " &\n";
        try (PastedPage told = PastedPage.paste(place, List.of(inBackground), places, environment)) {
            until("Slurm has the order").untilAsserted(() -> {
                assertThat(queued(slurm)).as(told.printed()).isEqualTo(expected);
                assertThat(siteFactors(slurm)).doesNotContain("0");
            });
        }
        try (PastedPage back = PastedPage.paste(place, commands.subList(2, 3), places, environment)) {
            until("all was handed back").until(back::isPasted);
        }
        assertThat(siteFactors(slurm)).containsOnly("0");
        return commands.size();
    }

    /** Once nothing runs, both sides have the same usage, whatever way Slurm is asked. 22.05's slurmrestd has no shares. */
    private void sharesAgree(SlurmCluster slurm, String version, Path place, Map<String, String> environment) {
        List<String> ways = PastedPage.blocks(WRITE_BACK, "## Does Slurm agree? `fairway diff sshare`");
        agree(version, place, firstLine(ways.getFirst()), Map.of(), environment);
        if (installation.hasTokens()) {
            Map<String, String> places = Map.of("head:6820", slurm.startRest("fw_1"));
            agree(version, place, ways.get(1), places, environment);
        }
    }

    /** Slurm has new effective usage at its next pass, within a minute. */
    private static void agree(
            String version, Path place, String command, Map<String, String> places, Map<String, String> environment) {
        assertThat(command).contains("./fairway diff sshare");
        until("no difference by " + command)
                .pollInterval(Duration.ofSeconds(10))
                .untilAsserted(() -> {
                    try (PastedPage compared = PastedPage.paste(place, List.of(command), places, environment)) {
                        assertThatCode(() -> until("both were asked").until(compared::isPasted))
                                .doesNotThrowAnyException();
                        assertThat(compared.printed())
                                .containsPattern("(\\d+) associations: \\1 places equal, largest difference ");
                        System.out.println("beside " + version + ": " + command + compared.printed());
                    }
                });
    }

    /** Runs jobs of three accounts to their end, keeps all nodes busy, and lets jobs wait: their ids as Slurm's fairshare ranks them. */
    private static List<String> jobs(SlurmCluster slurm) {
        List<String> ended = new ArrayList<>();
        ended.add(slurm.submit("fw_1", "physics", "sleep 2"));
        ended.add(slurm.submit("fw_2", "biology", "sleep 6"));
        ended.add(slurm.submit("fw_3", "chemistry", "sleep 8"));
        until("the jobs on record ended")
                .until(() -> slurm.run(
                                "sacct",
                                "-a",
                                "-X",
                                "-n",
                                "-P",
                                "-s",
                                "CD",
                                "-S",
                                "now-1hour",
                                "-E",
                                "now",
                                "-o",
                                "JobIDRaw")
                        .lines()
                        .toList()
                        .containsAll(ended));
        for (int node = 1; node <= 2; node++) {
            slurm.submit("fw_4", "support", "sleep 3000", "-n", "2");
        }
        until("the nodes are busy")
                .until(() -> slurm.run("squeue", "-h", "-t", "running", "-o", "%i")
                                .lines()
                                .count()
                        == 2);
        Map<String, List<String>> waiting = new HashMap<>();
        for (int round = 0; round < 2; round++) {
            for (String account : List.of("chemistry", "biology", "physics")) {
                String user =
                        "fw_" + (List.of("physics", "biology", "chemistry").indexOf(account) + 1);
                waiting.computeIfAbsent(account, a -> new ArrayList<>()).add(slurm.submit(user, account, "sleep 5"));
            }
        }
        // 2 s of 60 shares, 6 s of 30, 8 s of 10; jobs of one account by their submission.
        return Stream.of("physics", "biology", "chemistry")
                .flatMap(account -> waiting.getOrDefault(account, List.of()).stream())
                .toList();
    }

    /** Fairway's order. */
    private static List<String> ranked(String server, PastedPage page) {
        StringWriter said = new StringWriter();
        int code = FairwayMain.commandLine("priority")
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute("priority", "--csv", "--server=" + server);
        assertThat(code).as("%s%n%s", said, page.printed()).isZero();
        List<List<String>> rows = said.toString()
                .lines()
                .map(line -> List.of(line.split(",", -1)))
                .toList();
        int job = rows.getFirst().indexOf("job");
        return rows.stream().skip(1).map(row -> row.get(job)).toList();
    }

    /** Slurm's order. */
    private static List<String> queued(SlurmCluster slurm) {
        return slurm.run("squeue", "-h", "-t", "pending", "--sort=-p,i", "-o", "%i")
                .lines()
                .toList();
    }

    private static List<String> siteFactors(SlurmCluster slurm) {
        return slurm.run("sprio", "-h", "-o", "%S").lines().map(String::strip).toList();
    }

    /** Step 1: the lines of the page take the place of those of slurm.conf. */
    private static void reconfigure(SlurmCluster slurm, String lines) throws IOException {
        StringBuilder conf = new StringBuilder();
        List<String> keys = lines.lines()
                .map(line -> line.substring(0, line.indexOf('=') + 1))
                .toList();
        Files.readAllLines(slurm.configuration()).stream()
                .filter(line -> keys.stream().noneMatch(line::startsWith))
                .forEach(line -> conf.append(line).append('\n'));
        Files.writeString(slurm.configuration(), conf + lines);
        slurm.run("scontrol", "reconfigure");
    }

    private static int byNumber(String left, String right) {
        return Integer.compare(Integer.parseInt(left), Integer.parseInt(right));
    }

    private static String firstLine(String block) {
        return block.substring(0, block.indexOf('\n') + 1);
    }

    private static ConditionFactory until(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1));
    }
}

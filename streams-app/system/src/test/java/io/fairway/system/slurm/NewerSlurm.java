package io.fairway.system.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/slurm.md that need no broker, beside a Slurm that this machine does not have: it has jobs that ended,
 * run and wait.
 */
@Timeout(30 * 60)
abstract class NewerSlurm {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final SlurmPlan PLAN =
            SlurmPlan.of("alps", 2, 4).with("physics", 60, "fw_1").with("biology", 30, "fw_2");

    private final SlurmInstallation installation;

    @TempDir
    private Path folder;

    NewerSlurm(SlurmInstallation installation) {
        this.installation = installation;
    }

    @Test
    void thePagesCommandsReadIt() throws IOException {
        try (SlurmCluster slurm = SlurmCluster.start(PLAN.of(installation))) {
            System.out.println("beside " + slurm.run("slurmctld", "-V"));
            String ended = slurm.submit("fw_1", "physics", "sleep 1", "-n", "2");
            until("it is on record")
                    .until(() -> slurm.run("sacct", "-X", "-n", "-P", "-j", ended, "-o", "State")
                            .equals("COMPLETED"));
            String running = slurm.submit("fw_1", "physics", "sleep 3000", "-n", "8");
            until("it runs")
                    .until(() ->
                            slurm.run("squeue", "-h", "-j", running, "-o", "%T").equals("RUNNING"));
            String waiting = slurm.submit("fw_2", "biology", "sleep 5", "-n", "6");

            Map<String, String> environment = new HashMap<>(slurm.environment());
            environment.put("FAIRWAY_NO_BUILD", "1");
            try (PastedPage page = PastedPage.paste(folder, commands(slurm), Map.of(), environment)) {
                until("all was pasted").until(page::isPasted);
                assertThat(page.printed()).doesNotContain("error:");
            }

            assertThat(Files.readString(folder.resolve("shares.yaml"))).contains("physics", "biology", "fw_2");
            assertThat(Files.readString(folder.resolve("policy.yaml"))).contains("FAIR_TREE_SLURM");
            assertThat(Files.readString(folder.resolve("history.out"))).contains("1 job");
            List<String> events = Files.readAllLines(folder.resolve("events.txt"));
            assertThat(events)
                    .anyMatch(event -> event.contains("alps/" + running + " STARTED"))
                    .anyMatch(event -> event.contains("alps/" + waiting + " SUBMITTED account biology user fw_2"));
        }
    }

    /** Those of Slurm, and of Fairway those that need no broker. */
    private static List<String> commands(SlurmCluster slurm) {
        List<String> page = PastedPage.blocks("docs/slurm.md", "## Read-only, side by side").stream()
                .flatMap(block -> block.replace("\\\n", "").lines())
                .toList();
        StringBuilder commands = new StringBuilder();
        page.stream()
                .filter(line -> line.startsWith("FIELDS=")
                        || line.startsWith("sacctmgr ")
                        || line.startsWith("sinfo ")
                        || line.startsWith("TZ=UTC sacct "))
                .forEach(line -> commands.append(line).append('\n'));
        String files = page.stream()
                .filter(line -> line.startsWith("./fairway import "))
                .findFirst()
                .orElseThrow()
                .replaceAll(" --effective-from .*", "")
                .replace("/etc/slurm/slurm.conf", slurm.configuration().toString());
        commands.append(files
                + " --shares-file=shares.yaml --policy-file=policy.yaml\n"
                + "./fairway backfill history.txt --dry-run >history.out 2>&1\n"
                + "./fairway collect slurm --once --dry-run >events.txt\n");
        return List.of(commands.toString());
    }

    private static org.awaitility.core.ConditionFactory until(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofMillis(500));
    }
}

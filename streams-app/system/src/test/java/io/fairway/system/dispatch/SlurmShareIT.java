package io.fairway.system.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.system.AppHere;
import io.fairway.system.FairwayMain;
import io.fairway.system.slurm.SlurmCluster;
import io.fairway.system.slurm.SlurmPlan;
import io.fairway.system.slurm.SlurmTables;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * {@code fairway diff sshare} on a real Slurm with its own fairshare. Under the law slurm-tick, with the instants of
 * slurmctld's passes, Fairway has the numbers of {@code sshare} to its last decimal: of jobs that ended between two
 * passes, of jobs that saw one, and of one that runs. Where Slurm charges no ends of runs, the difference has that reason.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@Order(1)
class SlurmShareIT {
    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final SlurmPlan PLAN = SlurmPlan.of("alps", 1, 8)
            .with("physics", 60, "fw_1")
            .with("biology", 30, "fw_2")
            .with("chemistry", 10, "fw_3")
            .configured("PriorityCalcPeriod=1");

    @Test
    void withSlurmsPassesTheNumbersAreThoseOfSshare() throws IOException {
        SlurmPlan plan = PLAN.configured("AccountingStorageEnforce=associations,limits");
        int port = FreePorts.take(1).getFirst();
        try (SlurmCluster slurm = SlurmCluster.start(plan);
                Workbench bench = Workbench.with(SharedRegistry.url(), 2);
                AppHere app = serve(bench, port)) {
            SlurmTables.publishWithPasses(slurm, bench);
            try (DispatchProcess collector = collect(bench, slurm)) {
                List<String> ended = List.of(
                        slurm.submit("fw_1", "physics", "sleep 5", "-n", "3"),
                        slurm.submit("fw_1", "physics", "sleep 70"),
                        slurm.submit("fw_2", "biology", "sleep 25", "-n", "2"),
                        slurm.submit("fw_3", "chemistry", "sleep 1"));
                until("the jobs ended").until(() -> ran(slurm).containsAll(ended));
                String running = slurm.submit("fw_2", "biology", "sleep 1000", "-n", "2");
                long before = usage(slurm, "fw_2");
                until("a pass charged a job that runs").until(() -> usage(slurm, "fw_2") > before + 10);

                until("both sides agree").untilAsserted(() -> {
                    app.requireAlive();
                    collector.requireAlive();
                    assertThat(difference(slurm, port, "0.000002"))
                            .contains("4 associations: 4 places equal")
                            .startsWith("0 ");
                });
                System.out.println(slurm.run("sshare", "-a", "-l", "-P"));
                System.out.println(difference(slurm, port, "0.000000001"));
                slurm.run("scancel", running);
            }
        }
    }

    @Test
    void whereSlurmChargesNoEndsTheDifferenceSaysSo() throws IOException {
        int port = FreePorts.take(1).getFirst();
        try (SlurmCluster slurm = SlurmCluster.start(PLAN);
                Workbench bench = Workbench.with(SharedRegistry.url(), 2);
                AppHere app = serve(bench, port)) {
            SlurmTables.publish(slurm, bench, slurm.configuration());
            try (DispatchProcess collector = collect(bench, slurm)) {
                String ended = slurm.submit("fw_1", "physics", "sleep 3");
                until("the job ended").until(() -> ran(slurm).contains(ended));
                until("the difference has its reason").untilAsserted(() -> {
                    app.requireAlive();
                    collector.requireAlive();
                    assertThat(difference(slurm, port, "0.001"))
                            .contains(
                                    "ends: AccountingStorageEnforce is associations, and without limits Slurm charges no");
                });
                System.out.println(difference(slurm, port, "0.001"));
            }
        }
    }

    private static List<String> ran(SlurmCluster slurm) {
        return slurm.run("sacct", "-a", "-X", "-n", "-P", "-s", "CD", "-S", "now-1hour", "-E", "now", "-o", "JobIDRaw")
                .lines()
                .toList();
    }

    private static long usage(SlurmCluster slurm, String user) {
        return slurm.run("sshare", "-a", "-n", "-P", "-o", "User,RawUsage")
                .lines()
                .map(line -> line.strip().split("\\|", -1))
                .filter(field -> field[0].equals(user))
                .mapToLong(field -> Long.parseLong(field[1]))
                .sum();
    }

    /** Exit code and output of the command. */
    private static String difference(SlurmCluster slurm, int port, String tolerance) throws IOException {
        StringWriter said = new StringWriter();
        int code = FairwayMain.commandLine("diff")
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(
                        "diff",
                        "sshare",
                        "--server=http://127.0.0.1:" + port,
                        "--sshare=" + program(slurm, "sshare"),
                        "--scontrol=" + program(slurm, "scontrol"),
                        "--tolerance=" + tolerance);
        return code + " " + said;
    }

    private static Path program(SlurmCluster slurm, String name) throws IOException {
        Path program = slurm.folder().resolve(name);
        Files.writeString(program, "#!/bin/sh\nSLURM_CONF=" + slurm.configuration() + " exec " + name + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private static DispatchProcess collect(Workbench bench, SlurmCluster slurm) {
        return DispatchProcess.program(
                bench, "collect", List.of("collect", "slurm", "-p", "slurm.conf=" + slurm.configuration()));
    }

    private static AppHere serve(Workbench bench, int port) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.HTTP_LISTEN, "127.0.0.1:" + port);
        settings.put("state.dir", bench.directory().resolve("state").toString());
        return AppHere.start(settings);
    }

    private static ConditionFactory until(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1));
    }
}

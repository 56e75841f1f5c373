package io.fairway.system.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.system.slurm.SlurmCluster;
import io.fairway.system.slurm.SlurmPlan;
import io.fairway.system.slurm.SlurmTables;
import io.fairway.trial.AppProcess;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The whole loop on a real Slurm that knows no fairshare, by the programs that a site runs: {@code fairway import slurm},
 * {@code serve}, {@code collect slurm} and {@code dispatch --to slurm}, the last two as they are by default. Three accounts
 * at 60, 30 and 10 shares want all they can get.
 *
 * <p>The build runs it for a minute. {@code -Dslurm.loop.seconds=900} runs it longer, and prints the delivered shares. {@code
 * -Dslurm.loop.look=true} then leaves everything running, for a look by hand.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@Tag("slow")
@Order(2)
class SlurmClosedLoopIT {
    private static final Map<String, Integer> SHARES = new LinkedHashMap<>();
    private static final int SECONDS = Integer.getInteger("slurm.loop.seconds", 60);
    /** Jobs of each account that wait at least. */
    private static final int DEMAND = 10;

    static {
        SHARES.put("physics", 60);
        SHARES.put("biology", 30);
        SHARES.put("chemistry", 10);
    }

    @Test
    void accountsGetTheirSharesOfASlurmWithoutFairshare() throws IOException {
        SlurmPlan plan = SlurmPlan.of("alps", 1, 4).configured("PriorityWeightFairshare=0");
        int user = 1;
        for (Map.Entry<String, Integer> account : SHARES.entrySet()) {
            plan = plan.with(account.getKey(), account.getValue(), "fw_" + user++);
        }
        int port = FreePorts.take(1).getFirst();
        try (SlurmCluster slurm = SlurmCluster.start(plan);
                Workbench bench = Workbench.with(SharedRegistry.url(), 2);
                AppProcess app = serve(bench, port)) {
            SlurmTables.publish(slurm, bench, asItWasBefore(slurm));
            try (DispatchProcess collector = collect(bench, slurm);
                    DispatchProcess dispatcher = dispatch(bench, slurm)) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
                Awaitility.await("time is over, and every account got something")
                        .atMost(Duration.ofSeconds(SECONDS).plusMinutes(10))
                        .pollInterval(Duration.ofMillis(500))
                        .until(() -> {
                            app.requireAlive();
                            collector.requireAlive();
                            dispatcher.requireAlive();
                            demand(slurm);
                            return System.nanoTime() - end > 0
                                    && delivered(slurm).keySet().equals(SHARES.keySet());
                        });
                Map<String, Double> delivered = delivered(slurm);
                System.out.println(report(delivered));
                pauseFor(bench, port);
                dispatcher.stop();
                assertThat(dispatcher.printed()).contains("leads domain alps").contains("told ");
                assertThat(collector.printed()).contains("jobs in the queue");
                assertThat(delivered.get("physics")).isGreaterThan(delivered.get("biology"));
                assertThat(delivered.get("biology")).isGreaterThan(delivered.get("chemistry"));
            }
            assertThat(slurm.run("sprio", "-h", "-o", "%S").lines().map(String::strip))
                    .allMatch(number -> number.equals("0"));
        }
    }

    /** slurm.conf with the weight that the site had before it let Slurm's own fairshare count for nothing. */
    private static Path asItWasBefore(SlurmCluster slurm) throws IOException {
        String conf = Files.readString(slurm.configuration());
        assertThat(conf).contains("PriorityWeightFairshare=0\n");
        return Files.writeString(
                slurm.folder().resolve("before.conf"),
                conf.replace("PriorityWeightFairshare=0\n", "PriorityWeightFairshare=100000\n"));
    }

    private static DispatchProcess collect(Workbench bench, SlurmCluster slurm) {
        return DispatchProcess.program(
                bench, "collect", List.of("collect", "slurm", "-p", "slurm.conf=" + slurm.configuration()));
    }

    private static DispatchProcess dispatch(Workbench bench, SlurmCluster slurm) throws IOException {
        return DispatchProcess.command(
                bench,
                "loop",
                List.of("--to", "slurm", "--scontrol", scontrol(bench, slurm).toString(), "--no-dry-run"));
    }

    private static void demand(SlurmCluster slurm) {
        Map<String, Long> waiting = slurm.run("squeue", "-h", "-t", "pending", "-o", "%a")
                .lines()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        int user = 1;
        for (String account : SHARES.keySet()) {
            for (long job = waiting.getOrDefault(account, 0L); job < DEMAND; job++) {
                slurm.submit("fw_" + user, account, "sleep 5");
            }
            user++;
        }
    }

    /** Processor-seconds of the jobs that ended, by account, as Slurm's own accounting has them. */
    private static Map<String, Double> delivered(SlurmCluster slurm) {
        Map<String, Double> delivered = new TreeMap<>();
        slurm.run(
                        "sacct",
                        "-a",
                        "-X",
                        "-n",
                        "-P",
                        "-s",
                        "CD",
                        "-S",
                        "now-2hours",
                        "-E",
                        "now",
                        "-o",
                        "Account,CPUTimeRAW")
                .lines()
                .map(line -> line.split("\\|", -1))
                .forEach(field -> delivered.merge(field[0], Double.valueOf(field[1]), Double::sum));
        return delivered;
    }

    private static String report(Map<String, Double> delivered) {
        double all =
                delivered.values().stream().mapToDouble(Double::doubleValue).sum();
        StringBuilder line = new StringBuilder("delivered after " + SECONDS + " s:");
        SHARES.keySet()
                .forEach(account -> line.append(String.format(
                        " %s %.1f %% of %.0f", account, 100 * delivered.getOrDefault(account, 0.0) / all, all)));
        return line.toString();
    }

    /** Leaves everything running for a look by hand, without new jobs, until a file is deleted. */
    private static void pauseFor(Workbench bench, int port) throws IOException {
        if (Boolean.getBoolean("slurm.loop.look")) {
            Path file = Files.createFile(bench.directory().resolve("looking"));
            System.out.println("Fairway at http://127.0.0.1:" + port + "; delete " + file + " to go on");
            Awaitility.await().forever().until(() -> !Files.exists(file));
        }
    }

    private static AppProcess serve(Workbench bench, int port) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.HTTP_LISTEN, "127.0.0.1:" + port);
        settings.put("state.dir", bench.directory().resolve("state").toString());
        return AppProcess.start(bench.directory().resolve("app"), settings, ShortLivedJvm.options("400m"));
    }

    private static Path scontrol(Workbench bench, SlurmCluster slurm) throws IOException {
        Path scontrol = bench.directory().resolve("scontrol");
        Files.writeString(scontrol, "#!/bin/sh\nSLURM_CONF=" + slurm.configuration() + " exec scontrol \"$@\"\n");
        assertThat(scontrol.toFile().setExecutable(true)).isTrue();
        return scontrol;
    }
}

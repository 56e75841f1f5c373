package io.fairway.system.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import io.fairway.dispatcher.DispatcherConfig;
import io.fairway.dispatcher.Publisher;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.embedded.AppProcess;
import io.fairway.system.embedded.FreePorts;
import io.fairway.system.replay.Workbench;
import io.fairway.system.slurm.SlurmCluster;
import io.fairway.system.slurm.SlurmPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The whole loop on a real Slurm that knows no fairshare: its jobs go to Fairway as events, and Fairway's order goes back
 * by SiteFactor. Three accounts at 60, 30 and 10 shares want all they can get.
 *
 * <p>The build runs it for a minute. {@code -Dslurm.loop.seconds=900} runs it longer, and prints the delivered shares. {@code
 * -Dslurm.loop.look=true} then leaves everything running, for {@code fairway diff sshare}.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
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
        SlurmPlan plan = SlurmPlan.of("alps", 1, 4)
                .configured("PriorityWeightFairshare=" + Integer.getInteger("slurm.loop.weight", 0));
        int user = 1;
        for (Map.Entry<String, Integer> account : SHARES.entrySet()) {
            plan = plan.with(account.getKey(), account.getValue(), "fw_" + user++);
        }
        int port = FreePorts.take(1).getFirst();
        try (SlurmCluster slurm = SlurmCluster.start(plan);
                Workbench bench = Workbench.open(2, 0, 0);
                Publisher publisher = new Publisher(new DispatcherConfig(bench.addresses()));
                AppProcess app = serve(bench, port)) {
            tables(publisher);
            SlurmFeed feed = new SlurmFeed(slurm, publisher);
            Path scontrol = scontrol(bench, slurm);
            try (DispatchProcess dispatcher = DispatchProcess.command(
                    bench,
                    "loop",
                    List.of(
                            "--to",
                            "slurm",
                            "--scontrol",
                            scontrol.toString(),
                            "--no-dry-run",
                            "-p",
                            "cycle.ms=500"))) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
                Awaitility.await("time is over")
                        .atMost(Duration.ofSeconds(SECONDS).plusMinutes(10))
                        .pollInterval(Duration.ofMillis(300))
                        .until(() -> {
                            app.requireAlive();
                            dispatcher.requireAlive();
                            feed.look();
                            demand(slurm, feed);
                            return System.nanoTime() - end > 0
                                    && feed.delivered().size() == SHARES.size();
                        });
                report(feed);
                pauseFor(bench, port, feed);
                dispatcher.stop();
                assertThat(dispatcher.printed()).contains("leads domain alps").contains("told ");
            }
            assertThat(slurm.run("sprio", "-h", "-o", "%S").lines().map(String::strip))
                    .allMatch(number -> number.equals("0"));
            Map<String, Double> delivered = feed.delivered();
            assertThat(delivered.get("physics")).isGreaterThan(delivered.get("biology"));
            assertThat(delivered.get("biology")).isGreaterThan(delivered.get("chemistry"));
        }
    }

    private static void demand(SlurmCluster slurm, SlurmFeed feed) {
        int user = 1;
        for (String account : SHARES.keySet()) {
            for (int waiting = feed.waiting(account); waiting < DEMAND; waiting++) {
                slurm.submit("fw_" + user, account, "sleep 5");
            }
            user++;
        }
    }

    private static void report(SlurmFeed feed) {
        double all = feed.delivered().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
        StringBuilder line = new StringBuilder("delivered after " + SECONDS + " s:");
        SHARES.forEach((account, shares) -> line.append(String.format(
                " %s %.1f %% of %.0f", account, 100 * feed.delivered().getOrDefault(account, 0.0) / all, all)));
        System.out.println(line);
    }

    /** Leaves everything running for a look by hand, without new jobs, until a file is deleted. */
    private static void pauseFor(Workbench bench, int port, SlurmFeed feed) throws IOException {
        if (Boolean.getBoolean("slurm.loop.look")) {
            Path file = Files.createFile(bench.directory().resolve("looking"));
            System.out.println("Fairway at http://127.0.0.1:" + port + "; delete " + file + " to go on");
            Awaitility.await().forever().until(() -> {
                feed.look();
                return !Files.exists(file);
            });
        }
    }

    private static AppProcess serve(Workbench bench, int port) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.HTTP_LISTEN, "127.0.0.1:" + port);
        settings.put("state.dir", bench.directory().resolve("state").toString());
        return AppProcess.start(bench.directory().resolve("app"), settings, List.of("-Xmx400m", "-XX:+UseSerialGC"));
    }

    private static Path scontrol(Workbench bench, SlurmCluster slurm) throws IOException {
        Path scontrol = bench.directory().resolve("scontrol");
        Files.writeString(scontrol, "#!/bin/sh\nSLURM_CONF=" + slurm.configuration() + " exec scontrol \"$@\"\n");
        assertThat(scontrol.toFile().setExecutable(true)).isTrue();
        return scontrol;
    }

    private static void tables(Publisher publisher) {
        publisher.send(
                Topic.POLICIES,
                Keys.policy("alps", "main", 0),
                Policy.newBuilder()
                        .setDomain("alps")
                        .setName("main")
                        .setEffectiveFrom(Instant.EPOCH)
                        .setMeasure(Measure.newBuilder()
                                .setName("billing")
                                .setDecay(Decay.newBuilder()
                                        .setKind(DecayKind.HALF_LIFE)
                                        .setMillis(Duration.ofDays(7).toMillis())
                                        .build())
                                .build())
                        .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                        .setSlurm(SlurmPriority.newBuilder()
                                .setWeightFairshare(100_000L)
                                .build())
                        .build());
        node(publisher, "root", "root", 1);
        int user = 1;
        for (Map.Entry<String, Integer> account : SHARES.entrySet()) {
            node(publisher, account.getKey(), "", account.getValue());
            node(publisher, account.getKey(), "fw_" + user++, 1);
        }
        publisher.flush();
    }

    private static void node(Publisher publisher, String account, String user, int shares) {
        publisher.send(
                Topic.SHARES,
                Keys.node("alps", "alps", account, user),
                ShareNode.newBuilder()
                        .setDomain("alps")
                        .setTree("alps")
                        .setAccount(account)
                        .setUser(user)
                        .setShares(shares)
                        .build());
    }
}

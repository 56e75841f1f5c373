package io.fairway.trial.load;

import io.fairway.api.access.AccessConfig;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import io.fairway.embedded.FreePorts;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.AppProcess;
import io.fairway.trial.replay.Backlog;
import io.fairway.trial.replay.Progress;
import io.fairway.trial.replay.Sender;
import io.fairway.trial.replay.Workbench;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Runs a {@link LoadPlan} on a broker, a registry and an application of its own. First, every association gets usage. Then
 * measurements with and without queries take turns, at full load and then at half of it. The difference within one run is the
 * cost of queries: other influences on the machine affect both kinds.
 */
final class Load {
    private static final String APPLICATION = "fairway-load";
    private static final Duration HALF_LIFE = Duration.ofDays(7);
    private static final int WARM_UP = 2;
    private static final long WEIGHT_FAIRSHARE = 100_000;

    private final LoadPlan plan;
    private final Progress progress;
    private final Pump pump;
    private final JobStream jobs;
    private final String domain;
    private final Random random = new Random(2);

    private Load(LoadPlan plan, Progress progress, Pump pump, int port) {
        this.plan = plan;
        this.progress = progress;
        this.pump = pump;
        jobs = new JobStream(plan, System::currentTimeMillis);
        domain = "http://127.0.0.1:" + port + "/v1/domains/" + LoadPlan.DOMAIN;
    }

    static LoadResult run(LoadPlan plan, Progress progress) {
        progress.phase("starting broker and schema registry ...");
        try (Workbench bench = Workbench.open(1, 0, 0)) {
            sendTables(plan, bench);
            int port = FreePorts.take(1).get(0);
            try (AppProcess app = startApp(bench, port);
                    Backlog backlog = new Backlog(bench, APPLICATION, 1);
                    Pump pump = new Pump(bench, app, backlog)) {
                try {
                    return new Load(plan, progress, pump, port).run();
                } finally {
                    // Its further output is not needed.
                    app.kill();
                }
            }
        }
    }

    private static void sendTables(LoadPlan plan, Workbench bench) {
        try (Sender<Policy> policies = new Sender<>(
                        bench, Topic.POLICIES, Policy.class, policy -> Keys.policy(LoadPlan.DOMAIN, "main", 0));
                Sender<ShareNode> shares = new Sender<>(
                        bench,
                        Topic.SHARES,
                        ShareNode.class,
                        node -> Keys.node(node.getDomain(), node.getTree(), node.getAccount(), node.getUser()))) {
            policies.send(Policy.newBuilder()
                    .setDomain(LoadPlan.DOMAIN)
                    .setName("main")
                    .setEffectiveFrom(Instant.EPOCH)
                    .setMeasure(Measure.newBuilder()
                            .setName("billing")
                            .setDecay(Decay.newBuilder()
                                    .setKind(DecayKind.HALF_LIFE)
                                    .setMillis(HALF_LIFE.toMillis())
                                    .build())
                            .build())
                    .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                    .setSlurm(SlurmPriority.newBuilder()
                            .setWeightFairshare(WEIGHT_FAIRSHARE)
                            .build())
                    .build());
            policies.flush();
            for (int account = 0; account < plan.accounts(); account++) {
                shares.send(node("a" + account, "", 1 + account % 7));
            }
            for (int association = 0; association < plan.associations(); association++) {
                shares.send(node(plan.account(association), LoadPlan.user(association), 1 + association % 5));
            }
            shares.flush();
        }
    }

    private static ShareNode node(String account, String user, long shares) {
        return ShareNode.newBuilder()
                .setDomain(LoadPlan.DOMAIN)
                .setTree(LoadPlan.DOMAIN)
                .setAccount(account)
                .setUser(user)
                .setShares(shares)
                .build();
    }

    private static AppProcess startApp(Workbench bench, int port) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.APPLICATION_ID, APPLICATION);
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.STATE_DIR, bench.directory().resolve("state").toString());
        settings.put(FairwayConfig.HTTP_LISTEN, "127.0.0.1:" + port);
        settings.put(AccessConfig.RATE, "0");
        // On a busy machine, a transaction may take longer than a failover waits for it.
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        return AppProcess.start(bench.directory().resolve("app"), settings, List.of());
    }

    private LoadResult run() {
        progress.phase("giving usage to " + plan.associations() + " associations ...");
        long now = System.currentTimeMillis();
        for (int association = 0; association < plan.associations(); association++) {
            pump.send(jobs.earlierStart(association, now));
            pump.send(jobs.earlierFinish(association, now));
        }
        pump.drain();
        progress.phase("warming up ...");
        // The compiler works for longer than one measurement. Its time is not a cost of queries.
        for (int round = 0; round < WARM_UP; round++) {
            withQuestions(Double.POSITIVE_INFINITY, new LoadResult.Pair());
        }
        var full = new LoadResult.Pair();
        var half = new LoadResult.Pair();
        rounds(full, Double.POSITIVE_INFINITY, "full load");
        double rate = LoadResult.median(full.alone(), Stretch::rate) / 2;
        rounds(half, rate, String.format(java.util.Locale.ROOT, "%,.0f events a second", rate));
        return new LoadResult(plan, rate, full, half);
    }

    private void rounds(LoadResult.Pair pair, double rate, String what) {
        for (int round = 1; round <= plan.rounds(); round++) {
            progress.phase(what + ", without queries, round " + round + " of " + plan.rounds());
            pair.alone().add(pump.run(jobs::next, rate, plan.stretch()));
            pump.drain();
            progress.phase(what + ", with queries, round " + round + " of " + plan.rounds());
            withQuestions(rate, pair);
        }
    }

    private void withQuestions(double rate, LoadResult.Pair pair) {
        try (Reads reads = new Reads()) {
            Reads.Kind keys = reads.ask(plan.keyRate(), this::association);
            Reads.Kind pages = reads.ask(plan.pageRate(), this::page);
            pair.read().add(pump.run(jobs::next, rate, plan.stretch()));
            reads.close();
            pair.keys().add(keys);
            pair.pages().add(pages);
        }
        pump.drain();
    }

    private synchronized URI association() {
        int association = random.nextInt(plan.associations());
        return URI.create(domain + "/fairshare/" + LoadPlan.DOMAIN + "/" + plan.account(association) + "/"
                + LoadPlan.user(association));
    }

    private URI page() {
        return URI.create(domain + "/fairshare?sort=first&limit=" + plan.pageSize());
    }
}

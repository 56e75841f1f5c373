package io.fairway.trial.replay;

import io.fairway.avro.ClockTick;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.readers.ReplayOrder;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.AppProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Runs a {@link ReplayPlan}. It starts the broker and the registry and creates the topics, writes policies and shares, starts the
 * application and sends the events. After the last one, it advances every domain's clock to get all results, and reads them.
 */
public final class Replay {
    private static final String APPLICATION = "fairway-replay";
    private static final List<String> APPLICATION_JVM = List.of("-Xmx1g", "-XX:+UseParallelGC");
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration STALLED = Duration.ofMinutes(5);

    /** Time between evaluations, in the time of the trace. Only the results at the end matter. */
    private static final Duration EVALUATION_GRID = Duration.ofHours(1);

    private final ReplayPlan plan;
    private final Progress progress;
    private final Workbench bench;
    private final AppProcess app;
    private final Backlog backlog;
    private final int[] feed;
    private boolean restarted;
    private long processed;
    private long lastLook;
    private long lastMove;

    private Replay(ReplayPlan plan, Progress progress, Workbench bench, AppProcess app, Backlog backlog) {
        this.plan = plan;
        this.progress = progress;
        this.bench = bench;
        this.app = app;
        this.backlog = backlog;
        feed = Feed.of(plan.trace().events().size(), plan.shuffle(), plan.duplicatePercent());
    }

    /**
     * Replays a trace and returns the result.
     *
     * @param servers opens a broker, a registry and the topics, with so many partitions each
     * @param jvm gives the application other options of the JVM than it would have
     * @throws IllegalStateException if the application fails, refuses events or makes no progress
     */
    public static ReplayResult run(
            ReplayPlan plan, Progress progress, IntFunction<Workbench> servers, UnaryOperator<List<String>> jvm) {
        long start = System.nanoTime();
        progress.phase("starting broker and schema registry ...");
        try (Workbench bench = servers.apply(plan.partitions())) {
            sendTables(plan, bench);
            Duration starting = Duration.ofNanos(System.nanoTime() - start);
            try (AppProcess app = startApp(plan, bench, jvm.apply(APPLICATION_JVM));
                    Backlog backlog = new Backlog(bench, APPLICATION, plan.partitions())) {
                try {
                    return new Replay(plan, progress, bench, app, backlog).run(starting);
                } finally {
                    // Its further output is not needed.
                    app.kill();
                }
            }
        }
    }

    private static void sendTables(ReplayPlan plan, Workbench bench) {
        try (Sender<Policy> policies = new Sender<>(
                        bench,
                        Topic.POLICIES,
                        Policy.class,
                        policy -> Keys.policy(
                                policy.getDomain(),
                                policy.getName(),
                                policy.getEffectiveFrom().toEpochMilli()));
                Sender<ShareNode> shares = new Sender<>(
                        bench,
                        Topic.SHARES,
                        ShareNode.class,
                        node -> Keys.node(
                                node.getDomain(),
                                node.getTree(),
                                node.getAccount(),
                                node.getUser(),
                                node.getPartition()))) {
            plan.policies().forEach(policies::send);
            policies.flush();
            plan.shares().forEach(shares::send);
            shares.flush();
        }
    }

    private static AppProcess startApp(ReplayPlan plan, Workbench bench, List<String> jvmOptions) {
        int processors = Runtime.getRuntime().availableProcessors();
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put("application.id", APPLICATION);
        // Its place in the group stays free while it restarts.
        settings.put("instance.id", "replay");
        settings.put("mode", "replay");
        settings.put("replay.at", Long.toString(plan.at()));
        settings.put("evaluation.interval.ms", Long.toString(EVALUATION_GRID.toMillis()));
        settings.put("topic.replication", "1");
        settings.put("state.dir", bench.directory().resolve("state").toString());
        // On a busy machine, a transaction may take longer than a failover waits for it.
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        settings.put("threads", Integer.toString(Math.min(plan.partitions(), processors)));
        return AppProcess.start(bench.directory().resolve("app"), settings, jvmOptions);
    }

    private ReplayResult run(Duration starting) {
        long start = System.nanoTime();
        lastMove = start;
        progress.begin(String.format(
                Locale.ROOT, "sending %,d events to the application, process %d", feed.length, app.pid()));
        sendEvents();
        while (processed < feed.length || !backlog.isDone()) {
            pause();
            look(feed.length);
        }
        Duration processing = Duration.ofNanos(System.nanoTime() - start);
        ResultReader results = new ResultReader(bench, plan);
        results.requireNoDeadLetters();
        progress.phase("all events are processed; reading the results");
        flush();
        return results.read(feed.length, starting, processing);
    }

    private void sendEvents() {
        ReplayOrder events = plan.trace().events();
        try (Sender<JobEvent> sender = new Sender<>(
                bench,
                Topic.JOB_EVENTS,
                JobEvent.class,
                event -> Keys.job(event.getDomain(), event.getCluster(), event.getJob()))) {
            for (int i = 0; i < feed.length; i++) {
                sender.send(events.get(feed[i]));
                look(i + 1);
            }
            sender.flush();
        }
    }

    /** From time to time: checks that the application runs and makes progress, restarts it if due, prints the progress. */
    private void look(long sent) {
        long now = System.nanoTime();
        if (now - lastLook < LOOK_EVERY.toNanos()) {
            return;
        }
        lastLook = now;
        app.requireAlive();
        long before = processed;
        processed = backlog.processedEvents();
        if (processed != before) {
            lastMove = now;
        } else if (now - lastMove > STALLED.toNanos()) {
            throw new IllegalStateException("the application has made no progress for " + STALLED.toMinutes()
                    + " minutes, at " + processed + " of " + feed.length + " events");
        }
        if (isRestartDue()) {
            restarted = true;
            app.kill();
            progress.phase(
                    "killed the application after " + processed + " of " + feed.length + " events; starting it again");
            app.restart();
        }
        progress.at(sent, processed, feed.length);
    }

    private boolean isRestartDue() {
        return !restarted
                && plan.restartAtPercent().isPresent()
                && processed * 100 >= (long) plan.restartAtPercent().getAsInt() * feed.length;
    }

    /** Moves every domain's clock to the end, and waits until the application has sent all results. */
    private void flush() {
        Set<String> awaited = new HashSet<>();
        try (Sender<ClockTick> ticks =
                new Sender<>(bench, Topic.CLOCK, ClockTick.class, tick -> Keys.domain(tick.getDomain()))) {
            Set<String> domains = new HashSet<>();
            for (Policy policy : plan.policies()) {
                if (domains.add(policy.getDomain())) {
                    ticks.send(new ClockTick(policy.getDomain(), Instant.ofEpochMilli(plan.at()), true));
                }
                awaited.add(Keys.heartbeat(policy.getDomain(), policy.getName()));
            }
            ticks.flush();
        }
        lastMove = System.nanoTime();
        try (Deserializer<Heartbeat> heartbeats = bench.serdes().deserializer(Heartbeat.class)) {
            new TopicReader(bench)
                    .readUntil(
                            Topic.HEARTBEATS,
                            record -> {
                                Heartbeat beat = heartbeats.deserialize(record.topic(), record.value());
                                if (beat.getEvaluatedThrough().toEpochMilli() >= plan.at()
                                        && awaited.remove(record.key())) {
                                    lastMove = System.nanoTime();
                                }
                            },
                            () -> isComplete(awaited));
        }
    }

    private boolean isComplete(Set<String> awaited) {
        app.requireAlive();
        if (!awaited.isEmpty() && System.nanoTime() - lastMove > STALLED.toNanos()) {
            throw new IllegalStateException("no heartbeat of " + awaited.size() + " domains for "
                    + STALLED.toMinutes() + " minutes, among them "
                    + awaited.iterator().next());
        }
        return awaited.isEmpty();
    }

    private static void pause() {
        LockSupport.parkNanos(LOOK_EVERY.toNanos());
        if (Thread.interrupted()) {
            throw new InterruptException("the replay was interrupted");
        }
    }
}

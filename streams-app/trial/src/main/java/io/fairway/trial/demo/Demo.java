package io.fairway.trial.demo;

import io.fairway.avro.Dispatch;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.dispatcher.Dispatcher;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.demo.DemoState.Row;
import io.fairway.trial.replay.Workbench;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a {@link DemoPlan}: cluster, dispatcher and observer on threads of their own, the screen on the caller's. */
public final class Demo {
    private static final int PROCESSORS = 64;
    private static final long SEED = 1;
    private static final long TICK_MILLIS = 10;
    private static final long READ_MILLIS = 250;
    private static final long RECENT_MILLIS = 20_000;
    private static final long PATIENCE_MILLIS = 60_000;

    private final DemoPlan plan;
    private final Workload workload;
    private final DemoState.Setup setup;
    private final SimulatedCluster cluster;
    private final Observer observer;
    private final long began = DemoServices.now();
    private final Delivery delivery = new Delivery(began, RECENT_MILLIS);
    private boolean judging;

    private Demo(DemoPlan plan, Workload workload, DemoState.Setup setup, SimulatedCluster cluster, Observer observer) {
        this.plan = plan;
        this.workload = workload;
        this.setup = setup;
        this.cluster = cluster;
        this.observer = observer;
    }

    /**
     * Runs the demo to its end, or until its thread is interrupted.
     *
     * @param opener of the servers, unless the plan names some
     * @throws IllegalStateException if a part of it fails
     */
    static Verdict run(DemoPlan plan, Screen screen, Workbench.Opener opener) {
        Workload workload = Workload.standard();
        screen.say(
                plan.servers() == null
                        ? "fairway: starting broker, schema registry and application ..."
                        : "fairway: sending policies and shares ...");
        try (DemoServices services = DemoServices.start(plan, workload, PROCESSORS, opener)) {
            DemoState.Setup setup = setup(plan, workload, services);
            screen.say(screen.view().opening(setup));
            SimulatedCluster cluster = new SimulatedCluster(
                    DemoServices.CLUSTER,
                    workload,
                    PROCESSORS,
                    SEED,
                    event -> services.publisher()
                            .send(
                                    Topic.JOB_EVENTS,
                                    Keys.job(event.getDomain(), event.getCluster(), event.getJob()),
                                    event));
            ScheduledExecutorService threads = Executors.newScheduledThreadPool(3);
            Observer observer = services.observer(plan.policy());
            try {
                Future<?> observing = threads.submit(observer);
                screen.say("fairway: waiting for the priorities of the first jobs ...");
                cluster.advanceTo(DemoServices.now());
                awaitPriorities(workload.backlog(), observer, services, observing);
                return new Demo(plan, workload, setup, cluster, observer).run(services, threads, observing, screen);
            } finally {
                observer.stop();
                threads.shutdown();
            }
        }
    }

    /**
     * The first jobs wait until the freshly started programs become fast. This is not part of the demo: its clock starts when
     * they have priorities. If they never get any, the demo shows it.
     */
    private static void awaitPriorities(int jobs, Observer observer, DemoServices services, Future<?> observing) {
        long patience = DemoServices.now() + PATIENCE_MILLIS;
        while (observer.seen().waiting() < jobs
                && DemoServices.now() < patience
                && !Thread.currentThread().isInterrupted()) {
            requireAlive(observing);
            services.requireAlive();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS));
        }
    }

    private static DemoState.Setup setup(DemoPlan plan, Workload workload, DemoServices services) {
        Map<String, String> addresses = services.servers().addresses();
        return new DemoState.Setup(
                addresses.getOrDefault("bootstrap.servers", ""),
                addresses.getOrDefault("schema.registry.url", ""),
                services.url(),
                services.servers().topics().prefix(),
                DemoServices.CLUSTER,
                PROCESSORS,
                plan.policy(),
                plan.policies(DemoServices.CLUSTER, workload, PROCESSORS).inWords(plan.policy()));
    }

    private Verdict run(DemoServices services, ScheduledExecutorService threads, Future<?> observing, Screen screen) {
        try (Dispatcher dispatcher = services.dispatcher(cluster)) {
            List<Future<?>> parts = List.of(
                    observing,
                    threads.submit(dispatcher::run),
                    threads.scheduleWithFixedDelay(
                            () -> cluster.advanceTo(DemoServices.now()), 0, TICK_MILLIS, TimeUnit.MILLISECONDS));
            screen.open();
            try {
                watch(parts, services, screen);
            } finally {
                screen.close(state());
            }
            Verdict verdict = verdict();
            screen.say(verdict.inWords());
            return verdict;
        }
    }

    /** Shows the state until the time is over, or until it is interrupted. */
    private void watch(List<Future<?>> parts, DemoServices services, Screen screen) {
        long end = began + plan.length().toMillis();
        long nextRead = 0;
        long nextShow = began + screen.interval().toMillis();
        for (long now = began; now < end && !Thread.interrupted(); now = DemoServices.now()) {
            if (now >= nextRead) {
                nextRead = now + READ_MILLIS;
                read(now);
                parts.forEach(Demo::requireAlive);
                services.requireAlive();
            }
            if (now >= nextShow) {
                nextShow = now + screen.interval().toMillis();
                screen.show(state());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS));
        }
        read(Math.min(end, DemoServices.now()));
    }

    private void read(long now) {
        Map<SimulatedJob.Owner, Long> delivered = new HashMap<>();
        cluster.use(now).forEach((owner, use) -> delivered.put(owner, use.deliveredMillis()));
        delivery.read(new Delivery.Reading(now, delivered));
        if (!judging && now >= began + plan.warmUp().toMillis()) {
            judging = true;
            delivery.judgeFromHere();
            observer.judgeFromHere();
        }
    }

    private static void requireAlive(Future<?> part) {
        if (!part.isDone()) {
            return;
        }
        try {
            part.get();
            throw new IllegalStateException("a part of the demo ended before its time");
        } catch (ExecutionException e) {
            throw new IllegalStateException("a part of the demo failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private DemoState state() {
        long now = DemoServices.now();
        Observer.Observed seen = observer.seen();
        Heartbeat beat = seen.heartbeat();
        return new DemoState(
                setup,
                new DemoState.Progress(
                        now - began,
                        plan.length().toMillis(),
                        plan.warmUp().toMillis(),
                        judging ? delivery.judgedMillis() : 0,
                        RECENT_MILLIS),
                rows(now, seen.fairshareOf(plan.policy())),
                seen.lastDispatches().stream().map(this::start).toList(),
                orders(seen),
                seen.dispatches(),
                new DemoState.Pipeline(
                        seen.recent(),
                        beat == null
                                ? OptionalLong.empty()
                                : OptionalLong.of(Math.max(
                                        0, now - beat.getEvaluatedThrough().toEpochMilli())),
                        seen.deadLetters()));
    }

    private List<Row> rows(long now, Map<SimulatedJob.Owner, FairshareRecord> factors) {
        Map<SimulatedJob.Owner, SimulatedCluster.Use> use = cluster.use(now);
        Map<SimulatedJob.Owner, Long> judged = judging ? delivery.judged() : Map.of();
        Map<SimulatedJob.Owner, Long> recent = delivery.recent();
        List<Row> rows = new ArrayList<>();
        for (Workload.Account account : workload.accounts()) {
            List<SimulatedJob.Owner> owners = owners(account);
            rows.add(row(
                    new SimulatedJob.Owner(account.name(), ""),
                    workload.share(account),
                    part(judged, owners),
                    part(recent, owners),
                    factors.get(new SimulatedJob.Owner(account.name(), "")),
                    owners.stream()
                            .map(owner -> use.getOrDefault(owner, SimulatedCluster.Use.NONE))
                            .reduce(SimulatedCluster.Use.NONE, SimulatedCluster.Use::plus)));
            for (Workload.User user : account.users()) {
                SimulatedJob.Owner owner = new SimulatedJob.Owner(account.name(), user.name());
                rows.add(row(
                        owner,
                        workload.share(account, user),
                        part(judged, List.of(owner)),
                        part(recent, List.of(owner)),
                        factors.get(owner),
                        use.getOrDefault(owner, SimulatedCluster.Use.NONE)));
            }
        }
        return rows;
    }

    private List<DemoState.Order> orders(Observer.Observed seen) {
        return Stream.of(DemoPolicy.values())
                .map(policy -> new DemoState.Order(
                        policy, policy == plan.policy(), DemoPolicy.order(seen.fairshareOf(policy))))
                .toList();
    }

    private Row row(
            SimulatedJob.Owner owner,
            double share,
            double delivered,
            double recent,
            @Nullable FairshareRecord fairshare,
            SimulatedCluster.Use use) {
        return new Row(
                owner.account(),
                owner.user(),
                share,
                delivered,
                recent,
                fairshare == null ? "" : plan.policy().score(fairshare),
                fairshare == null ? "" : plan.policy().place(fairshare),
                use.waitingJobs(),
                use.processors());
    }

    private DemoState.Start start(Dispatch dispatch) {
        return new DemoState.Start(
                dispatch.getTime().toEpochMilli() - began,
                dispatch.getJob(),
                dispatch.getAccount(),
                dispatch.getUser(),
                dispatch.getPriority(),
                dispatch.getQueueLength());
    }

    private Verdict verdict() {
        Observer.Observed seen = observer.seen();
        Map<SimulatedJob.Owner, Long> judged = judging ? delivery.judged() : Map.of();
        return new Verdict(
                plan.warmUp().toMillis(),
                judging ? delivery.judgedMillis() : 0,
                workload.accounts().stream()
                        .map(account -> new Verdict.Account(
                                account.name(), workload.share(account), part(judged, owners(account))))
                        .toList(),
                seen.dispatches(),
                seen.deadLetters(),
                seen.judged());
    }

    private static List<SimulatedJob.Owner> owners(Workload.Account account) {
        return account.users().stream()
                .map(user -> new SimulatedJob.Owner(account.name(), user.name()))
                .toList();
    }

    /** The part of the delivered time that some users got; not a number if nothing was delivered. */
    private static double part(Map<SimulatedJob.Owner, Long> delivered, List<SimulatedJob.Owner> owners) {
        long all = delivered.values().stream().mapToLong(Long::longValue).sum();
        long theirs = owners.stream()
                .mapToLong(owner -> delivered.getOrDefault(owner, 0L))
                .sum();
        return all == 0 ? Double.NaN : (double) theirs / all;
    }
}

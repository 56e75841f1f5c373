package io.fairway.dispatcher;

import io.fairway.dispatcher.cluster.DispatchTarget;
import io.fairway.dispatcher.cluster.Freshness;
import io.fairway.dispatcher.cluster.Starts;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.leader.JobSnapshot;
import io.fairway.dispatcher.leader.LeadGroup;
import io.fairway.dispatcher.leader.Leadership;
import io.fairway.dispatcher.leader.TopicFeed;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.publish.FencedPublisher;
import io.fairway.dispatcher.publish.Patience;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.dispatcher.running.StoredJobs;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads priorities, fairshare, orders of queues and policies into an ordered view, and carries out a {@link DispatchTarget} on it
 * in each cycle. With a {@link Cluster} it is the reference dispatcher, which starts the next jobs that fit.
 *
 * <p>It reads committed records only, and does nothing before it has read all that existed at its start. Of several
 * dispatchers one leads, and the others follow and wait ({@link Leadership}). A dry run never leads.
 *
 * <p>{@link #run} and {@link #runOnce} are for one thread; {@link #close} and {@link #status} for any.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
    /** The group is asked so often. */
    private static final long SLICE_NANOS = Duration.ofMillis(50).toNanos();

    /**
     * The state of a dispatcher.
     *
     * @param caughtUp whether it has read all records that existed at its start
     * @param waiting waiting jobs, held ones included
     * @param started jobs that it started
     * @param resized resize requests that it granted
     * @param refused starts and resize requests that the cluster refused
     * @param unreadable records that it skipped
     * @param evaluatedThrough epoch milliseconds through which all queues' priorities are evaluated, if reported
     * @param leads domains in which it starts jobs; none in a dry run
     * @param standby who leads instead, in words; else empty
     */
    public record Status(
            boolean caughtUp,
            int waiting,
            long started,
            long resized,
            long refused,
            long unreadable,
            OptionalLong evaluatedThrough,
            Set<String> leads,
            String standby) {}

    private final DispatcherConfig config;
    private final LongSupplier clock;
    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final LeadGroup group;
    private final @Nullable JobSnapshot snapshot;
    private final DispatcherInput input;
    private final DispatchTarget dispatchTarget;
    private final DomainQueues queues;
    private final LedDomains domains;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile Status status = new Status(false, 0, 0, 0, 0, 0, OptionalLong.empty(), Set.of(), "");
    private boolean caughtUp;

    /** A dispatcher that logs who leads. */
    public Dispatcher(DispatcherConfig config, Cluster cluster, LongSupplier clock) {
        this(config, cluster, clock, listener -> {});
    }

    /** A dispatcher that starts jobs on a cluster. */
    public Dispatcher(DispatcherConfig config, Cluster cluster, LongSupplier clock, Consumer<String> listener) {
        this(
                config,
                new Starts(
                        config.name(),
                        cluster,
                        new Freshness(config.staleAfter(), null, "No job of it is started", listener)),
                clock,
                listener);
    }

    /**
     * A dispatcher that reads nothing before it runs.
     *
     * @param clock epoch milliseconds: the wall clock, unless time is simulated
     * @param listener gets a line whenever another dispatcher leads, or this one begins to
     */
    public Dispatcher(
            DispatcherConfig config, DispatchTarget dispatchTarget, LongSupplier clock, Consumer<String> listener) {
        this(
                config,
                dispatchTarget,
                clock,
                listener,
                new KafkaConsumer<>(config.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                LeadGroup.of(config, config.topics().name(Topic.JOB_EVENTS)),
                (domain, patience) -> FencedPublisher.of(config, domain, patience));
    }

    public Dispatcher(
            DispatcherConfig config,
            DispatchTarget dispatchTarget,
            LongSupplier clock,
            Consumer<String> listener,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            LeadGroup group,
            BiFunction<String, Patience, FencedPublisher> publishers) {
        this.config = config;
        this.dispatchTarget = dispatchTarget;
        this.clock = clock;
        this.consumer = consumer;
        this.group = group;
        RunningJobs running = new RunningJobs();
        StoredJobs stored = new StoredJobs();
        Patience patience = new Patience(stopping);
        queues = new DomainQueues(config, config.serdes(), patience, running, stored, dispatchTarget, this::isLed);
        input = new DispatcherInput(
                config,
                consumer,
                group,
                queues,
                running,
                stored,
                dispatchTarget.memory(),
                dispatchTarget.hosts() != null,
                this::isStopping);
        dispatchTarget.begin(running, this::isStopping);
        Leadership leadership = config.isDryRun()
                ? null
                : new Leadership(
                        group,
                        domain -> publishers.apply(domain, patience),
                        input::partitionOf,
                        written(config.topics(), dispatchTarget),
                        Duration.ofMillis(config.leadSessionMillis()),
                        line -> {
                            log.info("{}: {}", config.name(), line);
                            listener.accept(line);
                        });
        domains = new LedDomains(config, queues, dispatchTarget, leadership);
        snapshot = leadership == null ? null : new JobSnapshot(stored, running, leadership, group, input::partitionOf);
    }

    /** What a leader of a domain may have written, and the next one must know. */
    private static List<String> written(Topics topics, DispatchTarget dispatchTarget) {
        Stream<Topic> always = Stream.of(Topic.JOB_EVENTS, Topic.DISPATCHER_JOBS);
        Stream<Topic> remembered = dispatchTarget.memory().isPositive() ? Stream.of(Topic.DISPATCHES) : Stream.empty();
        return Stream.concat(always, remembered)
                .flatMap(topic -> topics.names(topic).stream())
                .toList();
    }

    /**
     * Dispatches until {@link #close}.
     *
     * @throws RuntimeException the cause of the end, unless that is {@code close}
     */
    public void run() {
        whileOpen(feed -> {
            join();
            long cycle = System.nanoTime();
            long write = cycle + millis(config.snapshotMillis());
            while (!isStopping()) {
                long left = cycle - System.nanoTime();
                input.read(Duration.ofNanos(Math.clamp(left, 0, SLICE_NANOS)));
                domains.follow();
                if (System.nanoTime() - cycle >= 0) {
                    cycle(feed);
                    cycle = System.nanoTime() + millis(config.cycleMillis());
                }
                if (System.nanoTime() - write >= 0) {
                    write(feed);
                    write = System.nanoTime() + millis(config.snapshotMillis());
                }
            }
        });
    }

    /** Reads the existing records, makes one cycle if it leads, and ends. */
    public void runOnce() {
        whileOpen(feed -> {
            join();
            while (!config.isDryRun() && !isStopping() && !(group.hasJoined() && domains.isReady(feed))) {
                input.read(Duration.ofNanos(SLICE_NANOS));
                domains.follow();
            }
            if (!isStopping()) {
                cycle(feed);
            }
        });
    }

    private void join() {
        if (!config.isDryRun()) {
            group.join();
        }
    }

    /** Its state as of the last cycle. */
    public Status status() {
        return status;
    }

    /** Stops it, and waits for its end: all starts are then published, and another dispatcher may take over. */
    @Override
    public void close() {
        stopping.countDown();
        if (taken.compareAndSet(false, true)) {
            closeClients();
            return;
        }
        consumer.wakeup();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void whileOpen(Consumer<TopicFeed> work) {
        if (!taken.compareAndSet(false, true)) {
            throw new IllegalStateException("a dispatcher must run once only, and not after close");
        }
        try {
            untilStopped(() -> {
                TopicFeed feed = input.open();
                log.info(
                        "caught up: {} jobs wait in {} domains",
                        queues.waiting(),
                        queues.all().size());
                caughtUp = true;
                work.accept(feed);
            });
            if (caughtUp && input.isWhole()) {
                untilStopped(this::leave);
                untilStopped(() -> write(input.feed()));
            }
        } finally {
            closeClients();
        }
    }

    /** Both the wake-up call and an unavailable registry are expected ways to stop. */
    private void untilStopped(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            if (!isStopping() || !(e instanceof WakeupException || Publisher.isRegistryAway(e))) {
                throw e;
            }
        }
    }

    private void closeClients() {
        try (consumer;
                group;
                domains) {
            // They close in reverse order: first what writes, then the group, so that another one can write.
        } finally {
            stopped.countDown();
        }
    }

    private void cycle(TopicFeed feed) {
        long now = clock.getAsLong();
        domains.cycle(feed, now);
        DispatchTarget.Counts counts = dispatchTarget.counts();
        status = new Status(
                caughtUp,
                queues.waiting(),
                counts.started(),
                counts.resized(),
                counts.refused(),
                queues.bad(),
                queues.evaluatedThrough(now),
                domains.led(),
                domains.standby());
    }

    /** It stays in the group meanwhile, so that no other dispatcher begins before it has ended. */
    private void leave() {
        while (!domains.leave(input.feed(), clock.getAsLong())) {
            domains.follow();
            LockSupport.parkNanos(SLICE_NANOS);
        }
    }

    private void write(TopicFeed feed) {
        if (snapshot != null) {
            snapshot.write(feed, feed.partitions(Topic.JOB_EVENTS), queues.all().keySet());
        }
    }

    private boolean isLed(String domain) {
        return domains.led().contains(domain);
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }
}

package io.fairway.dispatcher;

import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reference dispatcher: reads priorities, fairshare, orders of queues and policies into an ordered view. In each
 * cycle it starts the next jobs that fit on a {@link Cluster}.
 *
 * <p>On a cluster that resizes jobs, a pending resize request takes its turn among the jobs by its own priority.
 * Granting it starts nothing and makes no dispatch record; the cluster's RESIZED event reports it.
 *
 * <p>It reads committed records only, and starts nothing before it has read all that existed at its start. Of several
 * dispatchers one leads, and the others follow and wait ({@link Leads}). A dry run never leads.
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
    private final @Nullable Leads leads;
    private final @Nullable JobSnapshot snapshot;
    private final DispatcherInput input;
    private final Starts starts;
    private final DomainQueues queues;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile Status status = new Status(false, 0, 0, 0, 0, 0, OptionalLong.empty(), Set.of(), "");
    private boolean caughtUp;

    /** A dispatcher that logs who leads. */
    public Dispatcher(DispatcherConfig config, Cluster cluster, LongSupplier clock) {
        this(config, cluster, clock, news -> {});
    }

    /**
     * A dispatcher that reads nothing before it runs.
     *
     * @param clock epoch milliseconds: the wall clock, unless time is simulated
     * @param news gets a line whenever another dispatcher leads, or this one begins to
     */
    public Dispatcher(DispatcherConfig config, Cluster cluster, LongSupplier clock, Consumer<String> news) {
        this(
                config,
                cluster,
                clock,
                news,
                new KafkaConsumer<>(config.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                LeadGroup.of(config, config.topics().name(Topic.JOB_EVENTS)),
                (domain, patience) -> FencedPublisher.of(config, domain, patience));
    }

    Dispatcher(
            DispatcherConfig config,
            Cluster cluster,
            LongSupplier clock,
            Consumer<String> news,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            LeadGroup group,
            BiFunction<String, Patience, FencedPublisher> publishers) {
        this.config = config;
        this.clock = clock;
        this.consumer = consumer;
        this.group = group;
        RunningJobs running = new RunningJobs();
        StoredJobs stored = new StoredJobs();
        this.starts = new Starts(config.name(), cluster, running, this::isStopping);
        Patience patience = new Patience(stopping);
        this.queues = new DomainQueues(config, config.serdes(), patience, running, stored, starts::observed);
        input = new DispatcherInput(config, consumer, group, queues, running, stored, this::isStopping);
        cluster.follow(running);
        Topics topics = config.topics();
        leads = config.isDryRun()
                ? null
                : new Leads(
                        group,
                        domain -> publishers.apply(domain, patience),
                        input::partitionOf,
                        List.of(topics.name(Topic.JOB_EVENTS), topics.name(Topic.DISPATCHER_JOBS)),
                        Duration.ofMillis(config.leadSessionMillis()),
                        line -> {
                            log.info("{}: {}", config.name(), line);
                            news.accept(line);
                        });
        snapshot = leads == null ? null : new JobSnapshot(stored, running, leads, group, input::partitionOf);
    }

    /**
     * Dispatches until {@link #close}.
     *
     * @throws RuntimeException the cause of the end, unless that is {@code close}
     */
    public void run() {
        whileOpen(feed -> {
            if (leads != null) {
                group.join();
            }
            long cycle = System.nanoTime();
            long write = cycle + millis(config.snapshotMillis());
            while (!isStopping()) {
                long left = cycle - System.nanoTime();
                input.read(Duration.ofNanos(Math.clamp(left, 0, SLICE_NANOS)));
                follow();
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
            if (leads != null) {
                group.join();
                while (!isStopping() && !(group.hasJoined() && isReady(feed))) {
                    input.read(Duration.ofNanos(SLICE_NANOS));
                    follow();
                }
            }
            if (!isStopping()) {
                cycle(feed);
            }
        });
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
                leads) {
            // They close in reverse order: first what writes, then the group, so that another one can write.
        } finally {
            stopped.countDown();
        }
    }

    private void follow() {
        if (leads != null) {
            leads.poll(domains());
        }
    }

    private boolean isReady(TopicFeed feed) {
        return leads == null || leads.isReady(queues.all().keySet(), feed);
    }

    private void cycle(TopicFeed feed) {
        long now = clock.getAsLong();
        queues.all().forEach((domain, queue) -> {
            if (leads == null) {
                starts.cycle(queue, now, null);
            } else {
                cycle(leads, domain, queue, now, feed);
            }
        });
        status = new Status(
                caughtUp,
                queues.waiting(),
                starts.started(),
                starts.resized(),
                starts.refused(),
                queues.bad(),
                queues.evaluatedThrough(now),
                leads == null ? Set.of() : leads.domains(),
                leads == null ? "" : leads.standby());
    }

    private void cycle(Leads leads, String domain, DispatchQueue queue, long now, TopicFeed feed) {
        try {
            FencedPublisher publisher = leads.of(domain, feed);
            if (publisher != null) {
                starts.settle(domain);
                starts.cycle(queue, now, publisher);
            }
        } catch (RuntimeException e) {
            if (!FencedPublisher.isPassing(e)) {
                throw e;
            }
            leads.failed(domain, e);
        }
    }

    private void write(TopicFeed feed) {
        if (snapshot != null) {
            snapshot.write(
                    feed,
                    feed.partitions(config.topics().name(Topic.JOB_EVENTS)),
                    queues.all().keySet());
        }
    }

    /** The domains that it knows. */
    private Set<String> domains() {
        Set<String> domains = new TreeSet<>(queues.all().keySet());
        if (config.domain() != null) {
            domains.add(config.domain());
        }
        return domains;
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }
}

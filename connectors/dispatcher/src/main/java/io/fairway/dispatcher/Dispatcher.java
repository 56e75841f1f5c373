package io.fairway.dispatcher;

import io.fairway.avro.Dispatch;
import io.fairway.core.model.JobKey;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
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
 * <p>It reads committed records only, from the beginning of the topics, and starts nothing before it has read all that
 * existed at its start. It stores nothing: all its state is on the topics.
 *
 * <p>{@link #run} and {@link #runOnce} are for one thread; {@link #close} and {@link #status} for any.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);
    private static final Duration CATCHING_UP = Duration.ofMillis(100);

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
     */
    public record Status(
            boolean caughtUp,
            int waiting,
            long started,
            long resized,
            long refused,
            long unreadable,
            OptionalLong evaluatedThrough) {}

    private final DispatcherConfig config;
    private final Cluster cluster;
    private final LongSupplier clock;
    private final Consumer<byte[], byte[]> consumer;
    private final @Nullable Publisher publisher;
    private final DomainQueues queues;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean taken = new AtomicBoolean();
    private volatile Status status = new Status(false, 0, 0, 0, 0, 0, OptionalLong.empty());
    private boolean caughtUp;
    private long started;
    private long resized;
    private long refused;

    /**
     * A dispatcher that reads nothing before it runs.
     *
     * @param clock epoch milliseconds: the wall clock, unless time is simulated
     */
    public Dispatcher(DispatcherConfig config, Cluster cluster, LongSupplier clock) {
        this(
                config,
                cluster,
                clock,
                new KafkaConsumer<>(config.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                config.isDryRun() ? null : new Publisher(config));
    }

    Dispatcher(
            DispatcherConfig config,
            Cluster cluster,
            LongSupplier clock,
            Consumer<byte[], byte[]> consumer,
            @Nullable Publisher publisher) {
        this.config = config;
        this.cluster = cluster;
        this.clock = clock;
        this.consumer = consumer;
        this.publisher = publisher;
        this.queues = new DomainQueues(config, config.serdes(), new Patience(stopping), cluster::observe);
    }

    /**
     * Dispatches until {@link #close}.
     *
     * @throws RuntimeException the cause of the end, unless that is {@code close}
     */
    public void run() {
        whileOpen(() -> {
            TopicFeed feed = feed();
            catchUp(feed);
            long next = System.nanoTime();
            while (!isStopping()) {
                long left = next - System.nanoTime();
                feed.poll(Duration.ofNanos(Math.max(0, left))).forEach(queues::apply);
                if (System.nanoTime() - next >= 0) {
                    cycle();
                    next = System.nanoTime()
                            + Duration.ofMillis(config.cycleMillis()).toNanos();
                }
            }
        });
    }

    /** Reads the existing records, makes one cycle, and ends. */
    public void runOnce() {
        whileOpen(() -> {
            catchUp(feed());
            if (!isStopping()) {
                cycle();
            }
            if (publisher != null) {
                publisher.flush();
            }
        });
    }

    /** Its state as of the last cycle. */
    public Status status() {
        return status;
    }

    /** Stops it, and waits for its end: all starts are then published. */
    @Override
    public void close() {
        stopping.countDown();
        if (publisher != null) {
            publisher.stop();
        }
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

    private void whileOpen(Runnable work) {
        if (!taken.compareAndSet(false, true)) {
            throw new IllegalStateException("a dispatcher must run once only, and not after close");
        }
        try {
            work.run();
        } catch (RuntimeException e) {
            // Both the wake-up call and an unavailable registry are expected ways to stop.
            if (!isStopping() || !(e instanceof WakeupException || Publisher.isRegistryAway(e))) {
                throw e;
            }
        } finally {
            closeClients();
        }
    }

    private void closeClients() {
        try {
            consumer.close();
        } finally {
            if (publisher != null) {
                publisher.close();
            }
            stopped.countDown();
        }
        if (publisher != null) {
            publisher.check();
        }
    }

    private TopicFeed feed() {
        Set<Topic> read = EnumSet.of(Topic.PRIORITIES, Topic.FAIRSHARE, Topic.ORDERS, Topic.HEARTBEATS);
        if (config.policy() == null) {
            read.add(Topic.POLICIES);
        }
        if (cluster.observesJobs()) {
            read.add(Topic.JOB_EVENTS);
        }
        return new TopicFeed(consumer, config.topics(), read, config.domain(), config.partitions());
    }

    private void catchUp(TopicFeed feed) {
        while (!isStopping() && !feed.isCaughtUp()) {
            feed.poll(CATCHING_UP).forEach(queues::apply);
        }
        caughtUp = !isStopping();
        log.info(
                "caught up: {} jobs wait in {} domains", waiting(), queues.all().size());
    }

    private void cycle() {
        long now = clock.getAsLong();
        for (DispatchQueue queue : queues.all()) {
            DispatchCycle cycle = queue.cycle(now, cluster);
            while (cluster.hasRoom() && !isStopping()) {
                ChosenJob job = cycle.next();
                if (job == null) {
                    break;
                }
                start(queue, job, now);
            }
        }
        if (publisher != null) {
            publisher.check();
        }
        status = new Status(caughtUp, waiting(), started, resized, refused, queues.bad(), evaluatedThrough(now));
    }

    private void start(DispatchQueue queue, ChosenJob job, long now) {
        int waited = queue.waiting();
        if (!(job.isResize() ? cluster.resize(job, now) : cluster.start(job, now))) {
            refused++;
            queue.refused(job);
            return;
        }
        queue.started(job);
        if (job.isResize()) {
            resized++;
            return;
        }
        started++;
        if (publisher != null) {
            JobKey key = job.key();
            publisher.send(
                    Topic.DISPATCHES, Keys.job(key.domain(), key.cluster(), key.job()), dispatch(job, now, waited));
        }
    }

    private Dispatch dispatch(ChosenJob job, long now, int waited) {
        JobKey key = job.key();
        return new Dispatch(
                key.domain(),
                key.cluster(),
                key.job(),
                Instant.ofEpochMilli(now),
                config.name(),
                job.policy(),
                job.priority(),
                Double.isNaN(job.fairshare()) ? 0 : job.fairshare(),
                job.association().account(),
                job.association().user(),
                waited);
    }

    private int waiting() {
        return queues.all().stream().mapToInt(DispatchQueue::waiting).sum();
    }

    /** The least value of all queues with waiting jobs; unknown while one of them has not reported. */
    private OptionalLong evaluatedThrough(long now) {
        long least = Long.MAX_VALUE;
        for (DispatchQueue queue : queues.all()) {
            OptionalLong through = queue.evaluatedThrough(now);
            if (through.isEmpty()) {
                return through;
            }
            least = Math.min(least, through.getAsLong());
        }
        return queues.all().isEmpty() ? OptionalLong.empty() : OptionalLong.of(least);
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }
}

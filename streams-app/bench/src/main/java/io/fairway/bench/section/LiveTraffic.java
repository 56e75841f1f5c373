package io.fairway.bench.section;

import io.fairway.avro.Heartbeat;
import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.JobStream;
import io.fairway.bench.bed.ProcessorTime;
import io.fairway.bench.bed.Testbed;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Jobs that come and go at a fixed rate, and how long a reader waits for what is made of them. The instants are fixed
 * before: whoever falls behind makes the delays longer and not the rate lower.
 */
final class LiveTraffic {
    /** So long at each rate before it counts. */
    private static final int WARM_SECONDS = 5;

    /** So long for what is still on its way at the end. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * What a reader saw.
     *
     * @param p50 milliseconds from a submission to its record, half of them
     * @param p99 milliseconds, all but one of a hundred
     * @param micros processor time for an event, microseconds
     * @param lost submissions without a record
     * @param oldestRanks the most milliseconds that the results lay behind the clock, by the heartbeats that a reader
     *     had; NaN = not asked
     */
    record Delays(double p50, double p99, double micros, long lost, double oldestRanks) {}

    /** Each job has five events, like those of a backlog. */
    private static final int SAMPLES = 2;

    private final Testbed bed;
    private final JobRecords records;
    private final JobStream jobs;
    private final Map<String, Long> due = new ConcurrentHashMap<>();
    private final Histogram delays = new ConcurrentHistogram(3);
    private volatile double oldest;
    /** Results hold through this instant, as far as a reader knows. */
    private volatile long through;

    private volatile boolean counts;
    private volatile boolean stopped;
    private long sent;

    /** @param first number of the first job */
    LiveTraffic(Testbed bed, BenchTree tree, int first) {
        this.bed = bed;
        records = new JobRecords(bed.writer(), tree, "l");
        jobs = new JobStream(records, tree.associations(), SAMPLES, first, new Random(7));
    }

    /**
     * Sends for some seconds and returns what a reader of a topic saw.
     *
     * @param rate events a second
     * @param topic where the key of a record names the job
     * @param ranks whether to read heartbeats, too
     * @param child the process that is measured
     */
    Delays run(double rate, int seconds, String topic, boolean ranks, BenchChild child) throws InterruptedException {
        stopped = false;
        counts = false;
        // A job waits for three seconds or more, as one that has started gets no record any more.
        jobs.waitAtLeast((int) rate);
        oldest = 0;
        // Without any heartbeat, results may be as old as this at least.
        through = System.currentTimeMillis();
        Thread reader = reader(bed.reader(topic, true), this::seen);
        Thread heartbeats = ranks ? heartbeats() : null;
        try {
            send(rate, WARM_SECONDS, child);
            delays.reset();
            counts = true;
            double before = ProcessorTime.seconds(child.pid());
            send(rate, seconds, child);
            double after = ProcessorTime.seconds(child.pid());
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (!due.isEmpty() && System.nanoTime() < end) {
                Thread.sleep(20);
            }
            double age = ranks ? Math.max(oldest, (double) (System.currentTimeMillis() - through)) : Double.NaN;
            Delays found = new Delays(
                    delays.getValueAtPercentile(50) / 1e3,
                    delays.getValueAtPercentile(99) / 1e3,
                    (after - before) * 1e6 / (rate * seconds),
                    due.size(),
                    age);
            due.clear();
            return found;
        } finally {
            stopped = true;
            reader.join();
            if (heartbeats != null) {
                heartbeats.join();
            }
        }
    }

    private void send(double rate, int seconds, BenchChild child) {
        long begun = System.nanoTime();
        long n = (long) (rate * seconds);
        for (long i = 0; i < n; i++) {
            long at = begun + (long) (i / rate * 1e9);
            for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            one(at);
            if (i % 1_000 == 0) {
                child.requireAlive();
            }
        }
        bed.writer().flush();
    }

    /** Events that were sent until now. */
    long sent() {
        return sent;
    }

    private void one(long at) {
        sent++;
        jobs.send(System.currentTimeMillis(), job -> due.put(records.name(job), at));
    }

    private void seen(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() != null) {
            long now = System.nanoTime();
            for (String part : Keys.split(new String(record.key(), StandardCharsets.UTF_8))) {
                Long at = due.remove(part);
                if (at != null) {
                    delays.recordValue(Math.max(0, (now - at) / 1_000));
                }
            }
        }
    }

    private Thread heartbeats() {
        Deserializer<Heartbeat> deserializer = bed.serdes().deserializer(Heartbeat.class);
        String topic = bed.name(Topic.HEARTBEATS);
        return reader(bed.reader(topic, true), record -> {
            if (record.value() != null) {
                // Until now, a reader had the ranks of the heartbeat before.
                if (counts) {
                    oldest = Math.max(oldest, (double) (System.currentTimeMillis() - through));
                }
                through = deserializer
                        .deserialize(topic, record.value())
                        .getEvaluatedThrough()
                        .toEpochMilli();
            }
        });
    }

    private interface Taker {
        void take(ConsumerRecord<byte[], byte[]> record);
    }

    private Thread reader(KafkaConsumer<byte[], byte[]> consumer, Taker taker) {
        return Thread.ofPlatform().daemon().name("bench-reader").start(() -> {
            try (consumer) {
                while (!stopped) {
                    consumer.poll(Duration.ofMillis(20)).forEach(taker::take);
                }
            }
        });
    }
}

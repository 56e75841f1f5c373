package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.JobRecords;
import io.fairway.bench.bed.ProcessorTime;
import io.fairway.bench.bed.Testbed;
import io.fairway.schemas.Topic;
import java.time.Duration;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** When an application gives its first result: it is starting, or takes over what another one did. */
final class FirstResult {
    private static final Duration LOOK = Duration.ofSeconds(1);

    /** Looks, one after the other, at which a process must have nothing to do. */
    private static final int LOOKS = 4;

    /** Of a core: what an application without events takes, and a standby. */
    private static final double IDLE = 0.1;

    private FirstResult() {}

    /** Options of the JVM: as with the launcher, the first run leaves an archive of its classes to the next ones. */
    static String[] options(Testbed bed, String heap) {
        return new String[] {
            heap,
            Bench.COLLECTOR,
            "-XX:+AutoCreateSharedArchive",
            "-XX:SharedArchiveFile=" + bed.directory().resolve("serve.jsa")
        };
    }

    /** Sends an event of a job that is new, and returns the seconds until its usage record; NaN if none came. */
    static double ofEvent(Testbed bed, BenchChild child, JobRecords jobs, int job) {
        long begun = System.nanoTime();
        try (KafkaConsumer<byte[], byte[]> reader = bed.reader(bed.name(Topic.USAGE), true)) {
            jobs.started(job, job, System.currentTimeMillis());
            bed.writer().flush();
            return after(begun, reader, child);
        }
    }

    /** Seconds from an instant of {@link System#nanoTime} to the first record that a reader meets; NaN if none came. */
    static double after(long begun, KafkaConsumer<byte[], byte[]> reader, BenchChild child) {
        while (reader.poll(Duration.ofMillis(10)).isEmpty()) {
            child.requireAlive();
            if (System.nanoTime() - begun > Bench.LIMIT.toNanos()) {
                return Double.NaN;
            }
        }
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Returns when a process has nothing to do any more, such as a standby that has read everything. */
    static void awaitIdle(BenchChild child) throws InterruptedException {
        double last = ProcessorTime.wholeSeconds(child.pid());
        int idle = 0;
        for (long left = Bench.LIMIT.toSeconds(); left > 0 && idle < LOOKS; left--) {
            Thread.sleep(LOOK.toMillis());
            child.requireAlive();
            double now = ProcessorTime.wholeSeconds(child.pid());
            idle = now > 1 && now - last < IDLE * LOOK.toSeconds() ? idle + 1 : 0;
            last = now;
        }
    }
}

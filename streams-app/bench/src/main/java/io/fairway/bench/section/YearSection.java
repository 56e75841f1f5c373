package io.fairway.bench.section;

import io.fairway.avro.UsageRecord;
import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.BenchTree;
import io.fairway.bench.bed.Cost;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import io.fairway.bench.report.Findings;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * A year of 20 million jobs of 1,000 associations, sent and processed at once; its usage against the closed integral.
 * The clock is that of the events.
 */
public final class YearSection implements BenchSection {
    private static final String NAME = "year";
    private static final int JOBS = 20_000_000;
    private static final int ASSOCIATIONS = 1_000;
    private static final Duration LIMIT = Duration.ofHours(4);

    /** The lines promise this much, relative. */
    private static final double TOLERANCE = 1e-9;

    /** Usage that is not sent by then is not sent. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Override
    public void run(Bench bench) throws InterruptedException {
        YearOfJobs year = new YearOfJobs(bench.scaled(JOBS), ASSOCIATIONS);
        BenchTree tree = new BenchTree(ASSOCIATIONS, 10, Duration.ofHours(24));
        try (Testbed bed = bench.open()) {
            tree.send(bed.writer());
            Map<String, String> settings = Map.of("mode", "replay", "evaluation.interval.ms", "3600000");
            try (BenchChild child = bed.serve("ours", settings, "-Xmx3g", Bench.COLLECTOR)) {
                long begun = System.nanoTime();
                Thread sender =
                        Thread.ofPlatform().daemon().name("bench-year").start(() -> year.send(bed.writer(), tree));
                GroupWatch watch = GroupWatch.follow(
                        bed,
                        child,
                        "ours",
                        bed.events(),
                        year.events(),
                        LIMIT,
                        new YearProgress(NAME, year.events(), bench::say, System::nanoTime));
                sender.join();
                double seconds = (System.nanoTime() - begun) / 1e9;
                Cost cost = watch.cost(0.1);
                Findings found = bench.findings();
                String size = String.format(Locale.ROOT, ", %,d jobs", year.jobs());
                found.add(NAME, "time" + size, "s", watch.isComplete() ? seconds : Double.NaN, BenchGoal.NONE);
                found.add(NAME, "events/s" + size, "/s", cost.perSecond(), BenchGoal.NONE);
                found.add(NAME, "processor time per event" + size, "us", cost.micros(), BenchGoal.NONE);
                found.add(
                        NAME,
                        "largest relative error of an association's usage" + size,
                        "",
                        largestError(bed, year),
                        BenchGoal.valueAtMost(TOLERANCE));
                Map<String, Long> bytes = bed.bytes();
                long input = bed.events().stream()
                        .mapToLong(topic -> bytes.getOrDefault(topic, 0L))
                        .sum();
                long all = bytes.values().stream().mapToLong(Long::longValue).sum();
                found.add(NAME, "events on the broker's disk" + size, "MB", input / 1e6, BenchGoal.NONE);
                found.add(
                        NAME,
                        "changelogs and results on the broker's disk" + size,
                        "MB",
                        (all - input) / 1e6,
                        BenchGoal.NONE);
                found.add(
                        NAME,
                        "state of the application on disk" + size,
                        "MB",
                        size(bed.directory().resolve("app-ours")) / 1e6,
                        BenchGoal.NONE);
            }
        }
    }

    /** Over all associations; NaN if one has no record. */
    private static double largestError(Testbed bed, YearOfJobs year) {
        String topic = bed.name(Topic.USAGE);
        Deserializer<UsageRecord> deserializer = bed.serdes().deserializer(UsageRecord.class);
        Map<String, byte[]> last = new HashMap<>();
        double error = Double.NaN;
        long end = System.nanoTime() + PATIENCE.toNanos();
        try (KafkaConsumer<byte[], byte[]> reader = bed.reader(topic, false)) {
            boolean more = true;
            while (more || (!(error <= TOLERANCE) && System.nanoTime() < end)) {
                var records = reader.poll(Duration.ofMillis(500));
                more = !records.isEmpty();
                records.forEach(record -> last.put(new String(record.key(), StandardCharsets.UTF_8), record.value()));
                if (!more) {
                    error = error(last, deserializer, topic, year);
                } else {
                    end = System.nanoTime() + PATIENCE.toNanos();
                }
            }
        }
        return error;
    }

    private static double error(
            Map<String, byte[]> last, Deserializer<UsageRecord> deserializer, String topic, YearOfJobs year) {
        double error = 0;
        int found = 0;
        for (byte[] value : last.values()) {
            UsageRecord usage = deserializer.deserialize(topic, value);
            int user = Integer.parseInt(usage.getUser().substring(1));
            double expected = year.usage(user, usage.getAsOf().toEpochMilli());
            if (expected > 0) {
                found++;
                error = Math.max(error, Math.abs(usage.getValue() / expected - 1));
            }
        }
        return found == year.users() ? error : Double.NaN;
    }

    private static long size(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            long sum = 0;
            for (Path file : all) {
                sum += file.toFile().length();
            }
            return sum;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the size of " + directory, e);
        }
    }
}

package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.avro.UsageRecord;
import io.fairway.core.model.JobFact;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A domain with one job of very many facts, and with a reset over all kept jobs, beside a quiet domain on the same
 * thread. Asserts that all is counted. Prints how long the quiet domain waits for its priorities, asked every 100 ms
 * whatever the answers take, and the longest transaction: from when a result was sent to when it could be read. Larger:
 * {@code -Dneighbour.facts=100000 -Dneighbour.jobs=500000 -Dneighbour.waiting=200000}. With {@code
 * -Dneighbour.partitions=2} the domains are on partitions of their own; on one, the quiet domain's records also wait for
 * the records before them in the log.
 */
@Order(3)
class NeighbourIT {
    private static final Duration PATIENCE = Duration.ofMinutes(30);
    private static final int FACTS = Integer.getInteger("neighbour.facts", 3_000);
    private static final int JOBS = Integer.getInteger("neighbour.jobs", 2_000);
    private static final int WAITING = Integer.getInteger("neighbour.waiting", 2_000);
    private static final int PARTITIONS = Integer.getInteger("neighbour.partitions", 1);

    private static final String QUIET = quiet();
    private static final long ASK_EVERY = 100_000_000;

    /** The most facts of a job. */
    private static final int MOST = 10_000;

    @TempDir
    private static Path directory;

    private final Map<String, Long> asked = new ConcurrentHashMap<>();
    private final List<Double> waits = new ArrayList<>();
    private final Map<String, UsageRecord> lines = new HashMap<>();
    private long deadLetters;
    private long beats;
    private long pending;
    private int questions;
    private long lastAsked;
    private boolean isAsking = true;
    private long longestTransaction;

    @Test
    void aQuietDomainDoesNotWaitForALoudOne() {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), PARTITIONS);
                KafkaProducer<String, Policy> policies = bench.producer(Policy.class);
                KafkaProducer<String, ShareNode> shares = bench.producer(ShareNode.class);
                KafkaProducer<String, JobEvent> jobs = bench.producer(JobEvent.class);
                KafkaProducer<String, Adjustment> adjustments = bench.producer(Adjustment.class);
                KafkaConsumer<String, byte[]> results = bench.consumer()) {
            for (String domain : List.of("loud", QUIET)) {
                send(bench, policies, Topic.POLICIES, Keys.policy(domain, "main", 0), policy(domain));
                for (String user : List.of("", "anna")) {
                    send(bench, shares, Topic.SHARES, Keys.node(domain, domain, "a", user), share(domain, user));
                }
            }
            List<TopicPartition> read = Stream.of(Topic.PRIORITIES, Topic.USAGE, Topic.DEAD_LETTERS, Topic.HEARTBEATS)
                    .flatMap(topic -> IntStream.range(0, PARTITIONS)
                            .mapToObj(partition ->
                                    new TopicPartition(bench.topics().name(topic), partition)))
                    .toList();
            results.assign(read);
            results.seekToBeginning(read);
            try (AppHere app = start(bench)) {
                Runnable ask = () -> ask(bench, jobs, results);
                until(ask, () -> beats > 2);
                phase("alone", ask, () -> waits.size() >= 20);

                long base = System.currentTimeMillis() - 86_400_000;
                event(bench, jobs, "hot", JobEventType.STARTED, base, base, 1);
                for (int second = 1; second <= FACTS; second++) {
                    event(bench, jobs, "hot", JobEventType.RESIZED, base + second * 100L, base, 1 + second % 3);
                }
                phase(FACTS + " facts on one job", ask, () -> deadLetters >= Math.max(0, FACTS + 1 - MOST));
                long end = base + (FACTS + 1) * 100L;
                event(bench, jobs, "hot", JobEventType.FINISHED, end, base, 0);
                phase("its end", ask, () -> isNear(value("loud"), cpuSeconds(end, base)));
                double hot = cpuSeconds(end, base);

                for (int job = 0; job < JOBS; job++) {
                    long at = base + 10L * (job % 1_000_000);
                    event(bench, jobs, "kept" + job, JobEventType.STARTED, at, at, 1);
                    event(bench, jobs, "kept" + job, JobEventType.FINISHED, at + 1_000, at, 0);
                }
                phase(JOBS + " jobs are told", ask, () -> isNear(value("loud"), hot + JOBS));
                long midway = base + 10L * (Math.min(JOBS, 1_000_000) / 2);
                send(
                        bench,
                        adjustments,
                        Topic.ADJUSTMENTS,
                        Keys.adjustment("loud", "loud", "a", "", "r"),
                        reset(midway));
                // What is left begins after the reset, or is cut by it.
                phase("RESET over " + JOBS + " kept jobs", ask, () -> value("loud") < hot + JOBS * 0.9);
                app.requireAlive();
            }
        }
        assertThat(deadLetters).isGreaterThanOrEqualTo(Math.max(0, FACTS + 1 - MOST));
    }

    /** Priorities follow usage, usage moves all the time, and each evaluation moves the priorities of all waiting jobs. */
    @Test
    void resultsOfVeryManyWaitingJobsAreNotOlderThanTwoPasses() {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 1);
                KafkaProducer<String, Policy> policies = bench.producer(Policy.class);
                KafkaProducer<String, ShareNode> shares = bench.producer(ShareNode.class);
                KafkaProducer<String, JobEvent> jobs = bench.producer(JobEvent.class);
                KafkaConsumer<String, byte[]> results = bench.consumer()) {
            send(bench, policies, Topic.POLICIES, Keys.policy("loud", "main", 0), moab());
            for (String user : List.of("", "anna")) {
                send(bench, shares, Topic.SHARES, Keys.node("loud", "loud", "a", user), share("loud", user));
            }
            List<TopicPartition> read =
                    List.of(new TopicPartition(bench.topics().name(Topic.HEARTBEATS), 0));
            results.assign(read);
            results.seekToBeginning(read);
            try (AppHere app = start(bench)) {
                long now = System.currentTimeMillis();
                for (int job = 0; job < WAITING; job++) {
                    event(bench, jobs, "waits" + job, JobEventType.SUBMITTED, now, JobFact.NO_RUN, 0);
                }
                List<Double> ages = new ArrayList<>();
                int[] runs = {0};
                Runnable move = () -> {
                    long at = System.currentTimeMillis();
                    event(bench, jobs, "runs" + runs[0]++, JobEventType.STARTED, at, at, 1);
                    ages(bench, results, ages);
                };
                until(move, () -> pending == WAITING);
                ages.clear();
                long begun = System.nanoTime();
                until(move, () -> ages.size() > 10 && System.nanoTime() - begun > 120 * 1_000_000L * (WAITING / 1_000));
                System.out.printf(
                        "%d waiting jobs; age of the results p50 %.1f s, longest %.1f s of %d heartbeats in %.0f s%n",
                        WAITING,
                        ages.stream().sorted().toList().get(ages.size() / 2),
                        Collections.max(ages),
                        ages.size(),
                        (System.nanoTime() - begun) / 1e9);
                app.requireAlive();
            }
        }
    }

    private void ages(Workbench bench, KafkaConsumer<String, byte[]> results, List<Double> ages) {
        var heartbeats = bench.serdes().deserializer(Heartbeat.class);
        for (ConsumerRecord<String, byte[]> record : results.poll(Duration.ofMillis(100))) {
            Heartbeat beat = Objects.requireNonNull(heartbeats.deserialize(record.topic(), record.value()));
            ages.add((System.currentTimeMillis() - beat.getEvaluatedThrough().toEpochMilli()) / 1e3);
            pending = Objects.requireNonNull(beat.getCounts().get("pendingJobs"));
        }
    }

    private static Policy moab() {
        return Policy.newBuilder(policy("loud"))
                .setAlgorithm(Algorithm.MOAB_TARGETS)
                .setProcessors(8)
                .setMoab(MoabPolicy.newBuilder()
                        .setParameters(Map.of(
                                "FSPOLICY", "DEDICATEDPS",
                                "FSINTERVAL", "600",
                                "FSDEPTH", "8",
                                "FSWEIGHT", "1",
                                "FSUSERWEIGHT", "1000",
                                "FSGROUPWEIGHT", "100",
                                "USERCFG[anna]", "FSTARGET=50",
                                "GROUPCFG[g]", "FSTARGET=50"))
                        .build())
                .build();
    }

    private static boolean isNear(double value, double expected) {
        return Math.abs(value - expected) < 1e-6 * expected;
    }

    /** The processors between two facts that were not refused, added up: those are the first ones. */
    private double cpuSeconds(long end, long base) {
        long counted = FACTS - deadLetters;
        double sum = 0.1;
        for (int second = 1; second <= counted; second++) {
            long until = second == counted ? end : base + (second + 1) * 100L;
            sum += (1 + second % 3) * (until - base - second * 100L) / 1e3;
        }
        return sum;
    }

    private double value(String domain) {
        UsageRecord line = lines.get(Keys.usage(domain, "billing", domain, "a", "anna"));
        return line == null ? 0 : line.getValue();
    }

    private void phase(String name, Runnable ask, BooleanSupplier over) {
        waits.clear();
        longestTransaction = 0;
        long begun = System.nanoTime();
        until(ask, () -> waits.size() >= 10 && over.getAsBoolean());
        double took = (System.nanoTime() - begun) / 1e9;
        // Those that wait longest are still to come.
        isAsking = false;
        until(ask, asked::isEmpty);
        isAsking = true;
        List<Double> sorted = waits.stream().sorted().toList();
        System.out.printf(
                "%-34s %7.1f s; the quiet domain waits p50 %.0f ms, p99 %.0f ms, longest %.0f ms of %d;"
                        + " longest transaction %d ms%n",
                name,
                took,
                sorted.get(sorted.size() / 2),
                sorted.get((int) (sorted.size() * 0.99)),
                sorted.get(sorted.size() - 1),
                sorted.size(),
                longestTransaction);
    }

    private static void until(Runnable ask, BooleanSupplier over) {
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    ask.run();
                    return over.getAsBoolean();
                });
    }

    /** A domain that is not on the partition of the loud one, if there are several. */
    private static String quiet() {
        DomainPartitions partitions = DomainPartitions.hashed();
        int loud = partitions.partition("loud", PARTITIONS);
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "quiet" + i)
                .filter(name -> PARTITIONS == 1 || partitions.partition(name, PARTITIONS) != loud)
                .findFirst()
                .orElseThrow();
    }

    /** Tells of a job of the quiet domain when it is time, and reads results for some time. */
    private void ask(Workbench bench, KafkaProducer<String, JobEvent> jobs, KafkaConsumer<String, byte[]> results) {
        long now = System.nanoTime();
        if (isAsking && now - lastAsked >= ASK_EVERY) {
            lastAsked = now;
            String job = "q" + questions++;
            asked.put(Keys.priority(QUIET, "main", QUIET, job, ""), now);
            var unused = jobs.send(
                    new ProducerRecord<>(
                            bench.topics().name(Topic.JOB_EVENTS),
                            Keys.job(QUIET, QUIET, job),
                            JobEvent.newBuilder()
                                    .setDomain(QUIET)
                                    .setCluster(QUIET)
                                    .setJob(job)
                                    .setType(JobEventType.SUBMITTED)
                                    .setTime(Instant.now())
                                    .setAccount("a")
                                    .setUser("anna")
                                    .build()),
                    (metadata, failed) -> {
                        if (failed != null) {
                            throw new AssertionError(failed);
                        }
                    });
        }
        var usage = bench.serdes().deserializer(UsageRecord.class);
        var heartbeats = bench.serdes().deserializer(Heartbeat.class);
        for (ConsumerRecord<String, byte[]> record : results.poll(Duration.ofMillis(20))) {
            longestTransaction = Math.max(longestTransaction, System.currentTimeMillis() - record.timestamp());
            if (record.topic().endsWith(Topic.PRIORITIES.suffix())) {
                Long since = asked.remove(record.key());
                if (since != null) {
                    waits.add((System.nanoTime() - since) / 1e6);
                }
            } else if (record.topic().endsWith(Topic.USAGE.suffix())) {
                lines.put(record.key(), usage.deserialize(record.topic(), record.value()));
            } else if (record.topic().endsWith(Topic.DEAD_LETTERS.suffix())) {
                deadLetters++;
            } else {
                beats += Objects.requireNonNull(heartbeats.deserialize(record.topic(), record.value()))
                                .getDomain()
                                .equals(QUIET)
                        ? 1
                        : 0;
            }
        }
    }

    private static void event(
            Workbench bench,
            KafkaProducer<String, JobEvent> jobs,
            String job,
            JobEventType type,
            long time,
            long run,
            double cpus) {
        JobEvent.Builder event = JobEvent.newBuilder()
                .setDomain("loud")
                .setCluster("loud")
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setRun(run == JobFact.NO_RUN ? null : Instant.ofEpochMilli(run))
                .setAccount("a")
                .setUser("anna");
        if (cpus > 0) {
            event.setAllocatedTres(Map.of("cpu", cpus));
        }
        send(bench, jobs, Topic.JOB_EVENTS, Keys.job("loud", "loud", job), event.build());
    }

    private static <T extends SpecificRecord> void send(
            Workbench bench, KafkaProducer<String, T> producer, Topic topic, String key, T value) {
        var unused = producer.send(new ProducerRecord<>(bench.topics().name(topic), key, value));
    }

    private static Policy policy(String domain) {
        return Policy.newBuilder()
                .setDomain(domain)
                .setName("main")
                .setEffectiveFrom(Instant.EPOCH)
                .setMeasure(Measure.newBuilder().setName("billing").build())
                .build();
    }

    private static ShareNode share(String domain, String user) {
        return ShareNode.newBuilder()
                .setDomain(domain)
                .setTree(domain)
                .setAccount("a")
                .setUser(user)
                .setShares(1)
                .build();
    }

    private static Adjustment reset(long at) {
        return Adjustment.newBuilder()
                .setDomain("loud")
                .setTree("loud")
                .setAccount("a")
                .setId("r")
                .setKind(AdjustmentKind.RESET)
                .setEffectiveAt(Instant.ofEpochMilli(at))
                .setActor("root")
                .setReason("a test")
                .build();
    }

    private static AppHere start(Workbench bench) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.APPLICATION_ID, "neighbours");
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.STATE_DIR, directory.resolve("state").toString());
        return AppHere.start(settings);
    }
}

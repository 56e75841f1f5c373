package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ResourceSample;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Keys;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clusters with input topics of their own: alps and eiger. Events of jura come on the common topics. */
class ClusterTopicsTest {
    private static final List<String> CLUSTERS = List.of("alps", "eiger", "jura");
    private static final long HOUR = 3_600_000;
    private static final long END = T0 + 100 * HOUR;
    private static final Topics PLAIN = Topics.standard();
    private static final Topics SPLIT = Topics.of("fairway.", NamedClusters.parse("alps,eiger"));

    /** A record that a writer sends; the topic is the common one or a cluster's. */
    private record Written(String topic, String key, SpecificRecord value) {}

    /** The lines are the same to the last bit as from the common topics, whatever a foreign writer adds. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theOrderBetweenTopicsAndForeignEventsChangeNothing(long seed) {
        Random random = new Random(seed);
        List<SpecificRecord> facts = history(random);
        Map<String, String> expected = lines(PLAIN, written(PLAIN, facts), 0, random);
        assertThat(expected).hasSizeGreaterThan(6);

        List<Written> good = written(SPLIT, facts);
        assertThat(good.stream().map(Written::topic).distinct()).hasSize(6);
        for (int order = 0; order < 2; order++) {
            List<Written> all = new ArrayList<>(good);
            all.addAll(good.subList(0, good.size() / 3)); // twice
            Collections.shuffle(all, random);
            List<Written> foreign = foreign(random);
            foreign.forEach(each -> all.add(random.nextInt(all.size()), each));

            assertThat(lines(SPLIT, all, foreign.size(), random)).isEqualTo(expected);
        }
    }

    /** Each topic has a mark of its own: after the offsets are lost, what was applied of each is skipped. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void everyTopicIsReadOnAtItsOwnMark(long seed) {
        Random random = new Random(seed);
        List<SpecificRecord> facts = history(random);
        List<Written> all = written(SPLIT, facts);
        List<Written> foreign = foreign(random);
        foreign.forEach(each -> all.add(random.nextInt(all.size()), each));
        Map<String, String> expected = lines(PLAIN, written(PLAIN, facts), 0, random);
        List<Written> before = all.subList(0, random.nextInt(all.size()));

        PipelineDriver pipeline = start(SPLIT);
        before.forEach(each -> pipeline.sendTo(each.topic(), each.key(), each.value()));
        pipeline.tick(END);
        int letters = pipeline.deadLetterKinds().size();
        PipelineDriver again = pipeline.restartedWithoutOffsets();
        try {
            again.appendedAt(T0);
            tables(again);
            Map<String, Deque<Written>> logs = new TreeMap<>();
            all.forEach(each -> logs.computeIfAbsent(each.topic(), topic -> new ArrayDeque<>())
                    .add(each));
            while (!logs.isEmpty()) {
                List<String> left = List.copyOf(logs.keySet());
                String topic = left.get(random.nextInt(left.size()));
                Deque<Written> log = Objects.requireNonNull(logs.get(topic));
                Written next = log.remove();
                again.sendTo(next.topic(), next.key(), next.value());
                if (log.isEmpty()) {
                    logs.remove(topic);
                }
            }
            again.tick(END);
            assertThat(linesOf(again)).isEqualTo(expected);
            assertThat(letters + again.deadLetterKinds().size()).isEqualTo(foreign.size());
        } finally {
            again.close();
        }
    }

    @Test
    void aDeadLetterNamesTheRuleAndBothClusters() {
        try (PipelineDriver pipeline = start(SPLIT)) {
            pipeline.sendTo("fairway.job-events.alps", "k", event("eiger", "1", JobEventType.STARTED, T0));
            pipeline.sendTo("fairway.samples.eiger", "k", sample("jura", "1", T0));
            pipeline.sendTo("fairway.job-events", "k", event("alps", "1", JobEventType.STARTED, T0));

            assertThat(pipeline.drain(Topic.DEAD_LETTERS))
                    .extracting(letter -> text(letter.headers()
                                    .lastHeader(DeadLetterHeaders.KIND)
                                    .value())
                            + " "
                            + text(letter.headers()
                                    .lastHeader(DeadLetterHeaders.TOPIC)
                                    .value())
                            + " "
                            + text(letter.headers()
                                    .lastHeader(DeadLetterHeaders.REASON)
                                    .value()))
                    .containsExactly(
                            "cluster fairway.job-events.alps cluster \"eiger\": fairway.job-events.alps is the topic of"
                                    + " cluster \"alps\" and takes its events only",
                            "cluster fairway.samples.eiger cluster \"jura\": fairway.samples.eiger is the topic of"
                                    + " cluster \"eiger\" and takes its events only",
                            "cluster fairway.job-events cluster \"alps\": has a topic of its own,"
                                    + " fairway.job-events.alps, so fairway.job-events does not take its events");
            assertThat(pipeline.stored().keySet()).noneMatch(key -> key.contains("jobs "));
        }
    }

    /** A rebuild reads the common topics again: what counted before the change counts then, too. */
    @Test
    void whatCameBeforeTheChangeCountsByItsAppendTime() {
        Topics since = Topics.of("fairway.", NamedClusters.parse("alps=" + Instant.ofEpochMilli(T0 + 10)));
        JobEvent start = JobEvent.newBuilder(event("alps", "1", JobEventType.STARTED, T0))
                .setAccount("physics")
                .setUser("anna")
                .setAllocatedTres(Map.of("cpu", 2.0))
                .build();
        try (PipelineDriver pipeline = start(since)) {
            pipeline.appendedAt(T0 + 9);
            pipeline.sendTo("fairway.job-events", "k", start);
            assertThat(pipeline.deadLetterKinds()).isEmpty();
            pipeline.appendedAt(T0 + 10);
            pipeline.sendTo("fairway.job-events", "k", start);
            assertThat(pipeline.deadLetterKinds()).containsExactly("cluster");
            pipeline.sendTo("fairway.job-events.alps", "k", event("alps", "1", JobEventType.FINISHED, T0 + HOUR));
            pipeline.tick(END);
            assertThat(linesOf(pipeline)).hasSize(1);
        }
    }

    @Test
    void aMisroutedEventGoesBackToTheTopicOfItsCluster() {
        try (PipelineDriver pipeline = start(SPLIT)) {
            for (String topic : List.of("fairway.job-events.alps", "fairway.job-events.jura")) {
                RecordHeaders headers = new RecordHeaders();
                headers.add(DeadLetterHeaders.TOPIC, topic.getBytes(StandardCharsets.UTF_8));
                headers.add(DeadLetterHeaders.KEY, Keys.job(DOMAIN, "alps", "1").getBytes(StandardCharsets.UTF_8));
                pipeline.pipe(
                        Topic.MISROUTED,
                        null,
                        pipeline.encoded(event("alps", "1", JobEventType.SUBMITTED, T0)),
                        headers);
            }
            assertThat(pipeline.drain("fairway.job-events.alps")).hasSize(1);
            assertThat(pipeline.deadLetterKinds()).as("jura has no topic").containsExactly("misrouted");
        }
    }

    private static Map<String, String> lines(Topics topics, List<Written> all, int letters, Random random) {
        PipelineDriver pipeline = start(topics);
        try {
            for (Written each : all) {
                if (random.nextInt(60) == 0) {
                    pipeline = pipeline.restarted();
                }
                pipeline.sendTo(each.topic(), each.key(), each.value());
                letters -= pipeline.deadLetterKinds().size();
            }
            assertThat(letters).as("dead letters that are missing").isZero();
            pipeline.tick(END);
            return linesOf(pipeline);
        } finally {
            pipeline.close();
        }
    }

    private static PipelineDriver start(Topics topics) {
        PipelineDriver pipeline = PipelineDriver.replay(topics);
        pipeline.appendedAt(T0);
        tables(pipeline);
        return pipeline;
    }

    private static void tables(PipelineDriver pipeline) {
        pipeline.policy(24 * HOUR);
        pipeline.share("physics", "anna", 3);
    }

    private static Map<String, String> linesOf(PipelineDriver pipeline) {
        Map<String, String> lines = new TreeMap<>();
        StateStores.forEach(
                pipeline.stores().get(Stores.LINES),
                // not whether they were sent: a tick that was applied before sends nothing
                (key, bytes) -> lines.put(
                        key,
                        HexFormat.of()
                                .formatHex(StoredLine.of(StateCodec.decodeLine(bytes))
                                        .bytes())));
        return lines;
    }

    /** Jobs of all clusters, as events and samples. */
    private static List<SpecificRecord> history(Random random) {
        List<SpecificRecord> facts = new ArrayList<>();
        for (int job = 0; job < 24; job++) {
            String cluster = CLUSTERS.get(job % 3);
            String id = Integer.toString(job / 2); // clusters have jobs of the same id
            long begin = T0 + random.nextInt(50) * HOUR + random.nextInt(1000);
            long end = begin + 60_000 + random.nextInt((int) (20 * HOUR));
            facts.add(JobEvent.newBuilder(event(cluster, id, JobEventType.SUBMITTED, begin - 1000))
                    .setAccount("account" + random.nextInt(2))
                    .setUser("user" + random.nextInt(2))
                    .build());
            facts.add(JobEvent.newBuilder(event(cluster, id, JobEventType.STARTED, begin))
                    .setRun(Instant.ofEpochMilli(begin))
                    .setAllocatedTres(Map.of("cpu", 1.0 + random.nextInt(8)))
                    .build());
            facts.add(sample(cluster, id, begin + (end - begin) / 2));
            if (random.nextInt(4) > 0) {
                facts.add(JobEvent.newBuilder(event(cluster, id, JobEventType.FINISHED, end))
                        .setRun(Instant.ofEpochMilli(begin))
                        .build());
            }
        }
        return facts;
    }

    /** Events of one cluster from a writer of another one; believed, they would cost much. */
    private static List<Written> foreign(Random random) {
        List<Written> foreign = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String cluster = CLUSTERS.get(random.nextInt(3));
            String other = CLUSTERS.get((CLUSTERS.indexOf(cluster) + 1 + random.nextInt(2)) % 3);
            String job = Integer.toString(random.nextInt(12));
            foreign.add(
                    random.nextBoolean()
                            ? new Written(
                                    SPLIT.name(Topic.SAMPLES, other),
                                    Keys.job(DOMAIN, cluster, job),
                                    sample(cluster, job, T0 + HOUR))
                            : new Written(
                                    SPLIT.name(Topic.JOB_EVENTS, other),
                                    Keys.job(DOMAIN, cluster, job),
                                    JobEvent.newBuilder(event(cluster, job, JobEventType.STARTED, T0))
                                            .setAccount("account0")
                                            .setUser("user0")
                                            .setAllocatedTres(Map.of("cpu", 1e6))
                                            .build()));
        }
        return foreign;
    }

    private static List<Written> written(Topics topics, List<SpecificRecord> facts) {
        List<Written> written = new ArrayList<>();
        for (SpecificRecord fact : facts) {
            if (fact instanceof JobEvent event) {
                written.add(new Written(
                        topics.name(Topic.JOB_EVENTS, event.getCluster()),
                        Keys.job(DOMAIN, event.getCluster(), event.getJob()),
                        event));
            } else if (fact instanceof ResourceSample sample) {
                written.add(new Written(
                        topics.name(Topic.SAMPLES, sample.getCluster()),
                        Keys.job(DOMAIN, sample.getCluster(), sample.getJob()),
                        sample));
            }
        }
        return written;
    }

    private static JobEvent event(String cluster, String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(cluster)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .build();
    }

    private static ResourceSample sample(String cluster, String job, long time) {
        return ResourceSample.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(cluster)
                .setJob(job)
                .setTime(Instant.ofEpochMilli(time))
                .setSequence(time)
                .setCpuSeconds(1.0)
                .build();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

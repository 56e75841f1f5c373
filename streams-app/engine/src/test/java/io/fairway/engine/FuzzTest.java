package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEventType;
import io.fairway.engine.HostileBytes.Damage;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Every input topic takes records that mean harm. None may stop the task, each refused one is one dead letter with its
 * kind and reason, nothing is too large for its topic, and a domain beside them has the results of an undisturbed run.
 *
 * <p>{@code -Dfuzz.records=1000000} takes longer, {@code -Dfuzz.seed} begins elsewhere. A round has one seed and starts
 * with empty stores; rounds take turns between the wall clock and replay.
 */
@Order(1)
class FuzzTest {
    private static final int RECORDS = Integer.getInteger("fuzz.records", 20_000);
    private static final long SEED = Long.getLong("fuzz.seed", 1);
    private static final int ROUND = 2_000;
    private static final int STEP = 20;
    private static final long T0 = PipelineDriver.T0;
    private static final int MAX_STOPS = Integer.getInteger("fuzz.stops", 1);
    private static final List<Topic> INPUTS =
            Arrays.stream(Topic.values()).filter(Topic::isInput).toList();
    private static final List<Topic> RESULTS =
            List.of(Topic.USAGE, Topic.FAIRSHARE, Topic.PRIORITIES, Topic.ORDERS, Topic.HEARTBEATS, Topic.MISROUTED);

    private static final List<Damage> DAMAGES = List.of(Damage.values());

    /** What a record of a round is. */
    private enum Kind {
        VALID,
        DAMAGED,
        TOMBSTONE,
        WRONG_TOPIC,
        RELAYED
    }

    private final Map<String, Integer> kinds = new TreeMap<>();
    private final Map<String, Integer> deadLetters = new TreeMap<>();
    private final List<String> stops = new ArrayList<>();
    private int records;

    @Test
    void noRecordStopsTheTaskOrTouchesAnotherDomain() {
        Map<String, String> undisturbedLive = round(SEED, 0, false);
        Map<String, String> undisturbedReplay = round(SEED, 0, true);

        for (long seed = SEED; records < RECORDS && stops.size() < MAX_STOPS; seed++) {
            boolean replay = seed % 2 == 0;
            Map<String, String> results = round(seed, Math.min(ROUND, RECORDS - records), replay);
            if (!results.isEmpty()) {
                assertThat(results)
                        .as("results of the domain beside seed " + seed)
                        .isEqualTo(replay ? undisturbedReplay : undisturbedLive);
            }
        }

        System.out.printf(
                "fuzz: %d records from seed %d on, %d stops%n  records by kind: %s%n  dead letters by kind: %s%n",
                records, SEED, stops.size(), kinds, deadLetters);
        assertThat(stops).isEmpty();
        assertThat(undisturbedReplay).isNotEmpty();
    }

    /** Runs hostile records beside a domain of good ones. Returns the results of the latter; none after a stop. */
    private Map<String, String> round(long seed, int hostile, boolean replay) {
        String at = "the start";
        PipelineDriver pipeline = replay ? PipelineDriver.replay() : PipelineDriver.live();
        try {
            Random random = new Random(seed);
            HostileRecords generator = new HostileRecords(random);
            HostileBytes damage = new HostileBytes(random);
            begin(pipeline);
            drain(pipeline);
            for (int i = 0; i < ROUND; i++) {
                if (i % STEP == 0) {
                    at = "step " + i;
                    act(pipeline, i / STEP);
                    if (!replay) {
                        pipeline.advance(100);
                    }
                    drain(pipeline);
                }
                if (i < hostile) {
                    generator.domain("fuzz-" + i / 200);
                    Kind kind = kind(random);
                    Topic topic = INPUTS.get(random.nextInt(INPUTS.size()));
                    at = "record " + i + ", " + kind + " on " + topic;
                    records++;
                    kinds.merge(kind.name(), 1, Integer::sum);
                    boolean surely = send(pipeline, kind, topic, random, generator, damage);
                    List<TestRecord<byte[], byte[]>> letters = letters(pipeline);
                    assertThat(letters).as(at + " of seed " + seed).hasSizeBetween(surely ? 1 : 0, 1);
                }
            }
            at = "the end";
            return end(pipeline, replay);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError stop) {
            stops.add("seed " + seed + ", " + at + ": " + trace(stop));
            return Map.of();
        } finally {
            close(pipeline);
        }
    }

    private static String trace(Throwable stop) {
        StringWriter text = new StringWriter();
        stop.printStackTrace(new PrintWriter(text));
        return text.toString()
                .lines()
                .limit(400)
                .filter(line -> !line.contains("org.junit"))
                .limit(60)
                .map(line -> line.length() > 300 ? line.substring(0, 300) : line)
                .reduce("", (a, b) -> a + "\n" + b);
    }

    private static void close(PipelineDriver pipeline) {
        try {
            pipeline.close();
        } catch (RuntimeException afterAStop) {
            // The stop itself is reported.
        }
    }

    private static Kind kind(Random random) {
        int number = random.nextInt(100);
        return number < 60
                ? Kind.VALID
                : number < 85
                        ? Kind.DAMAGED
                        : number < 90 ? Kind.TOMBSTONE : number < 95 ? Kind.WRONG_TOPIC : Kind.RELAYED;
    }

    /** Sends one record. Returns whether it must become a dead letter. */
    private static boolean send(
            PipelineDriver pipeline,
            Kind kind,
            Topic topic,
            Random random,
            HostileRecords generator,
            HostileBytes damage) {
        byte[] key = key(random);
        RecordHeaders headers = new RecordHeaders();
        switch (kind) {
            case VALID -> {
                pipeline.pipe(topic, key, pipeline.encoded(generator.next(topic)), headers);
                return false;
            }
            case DAMAGED -> {
                Damage how = DAMAGES.get(random.nextInt(DAMAGES.size()));
                pipeline.pipe(topic, key, damage.damaged(pipeline.encoded(generator.next(topic)), how), headers);
                return how == Damage.MAGIC || how == Damage.UNKNOWN_SCHEMA;
            }
            case TOMBSTONE -> {
                pipeline.pipe(topic, key, null, headers);
                return !topic.isTable();
            }
            case WRONG_TOPIC -> {
                Topic other =
                        INPUTS.get((INPUTS.indexOf(topic) + 1 + random.nextInt(INPUTS.size() - 1)) % INPUTS.size());
                pipeline.pipe(topic, key, pipeline.encoded(generator.next(other)), headers);
                return true;
            }
            case RELAYED -> {
                header(headers, random, DeadLetterHeaders.TOPIC, "fairway." + topic.suffix());
                header(headers, random, DeadLetterHeaders.KEY, "fuzz|x");
                header(headers, random, "own", "x".repeat(random.nextInt(3) == 0 ? 100_000 : 10));
                pipeline.pipe(Topic.MISROUTED, key, pipeline.encoded(generator.next(topic)), headers);
                return false;
            }
        }
        throw new IllegalStateException(kind + " is no kind");
    }

    private static void header(Headers headers, Random random, String name, String good) {
        switch (random.nextInt(6)) {
            case 0 -> {}
            case 1 -> headers.add(name, null);
            case 2 -> headers.add(name, key(random));
            default -> headers.add(name, good.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static byte @Nullable [] key(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> null;
            case 1 -> new byte[0];
            case 2 -> "%ZZ".getBytes(StandardCharsets.UTF_8);
            case 3 -> "%ED%A0%80|c|physics|anna".getBytes(StandardCharsets.UTF_8);
            case 4 -> new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80, '|'};
            case 5 -> {
                byte[] bytes = new byte[random.nextInt(64)];
                random.nextBytes(bytes);
                yield bytes;
            }
            case 6 ->
                ("fuzz|c|physics|" + "k".repeat(random.nextInt(40) == 0 ? 700_000 : 1_025))
                        .getBytes(StandardCharsets.UTF_8);
            case 7 -> ("fuzz|p1|" + random.nextLong()).getBytes(StandardCharsets.UTF_8);
            case 8 -> ("fuzz|p" + random.nextInt(4) + "|0").getBytes(StandardCharsets.UTF_8);
            case 9 -> "|||".getBytes(StandardCharsets.UTF_8);
            default -> "fuzz|c|physics|anna".getBytes(StandardCharsets.UTF_8);
        };
    }

    private static void begin(PipelineDriver pipeline) {
        pipeline.policy(3_600_000);
        pipeline.share("physics", "anna", 3);
        pipeline.share("physics", "ben", 1);
        pipeline.share("bio", "carla", 2);
    }

    /** The good domain's own work: a job waits, runs and ends. */
    private static void act(PipelineDriver pipeline, int step) {
        String job = "job-" + step / 3;
        long time = T0 - 1_000_000 + step * 1_000L;
        switch (step % 3) {
            case 0 -> pipeline.submit(job, step % 2 == 0 ? "physics" : "bio", step % 2 == 0 ? "anna" : "carla", time);
            case 1 -> pipeline.start(job, time, 1 + step % 7);
            default -> pipeline.job(pipeline.event(job, JobEventType.FINISHED, time));
        }
    }

    /** The final results of the good domain: what is stored and, in replay, what is sent at one instant. */
    private Map<String, String> end(PipelineDriver pipeline, boolean replay) {
        Map<String, String> results = new TreeMap<>();
        if (replay) {
            pipeline.tick(T0 + 7_200_000);
            for (Topic topic : List.of(Topic.USAGE, Topic.FAIRSHARE, Topic.PRIORITIES, Topic.ORDERS)) {
                for (TestRecord<byte[], byte[]> record : pipeline.drain(topic)) {
                    String key = new String(record.key(), StandardCharsets.UTF_8);
                    if (Keys.domainOf(key).equals(PipelineDriver.DOMAIN)) {
                        results.put(topic + " " + key, content(record.value()));
                    }
                }
            }
        } else {
            pipeline.advance(20_000);
            drain(pipeline);
        }
        pipeline.stored().forEach((key, value) -> {
            assertThat(value.length).as(key).isLessThan(Topic.MAX_MESSAGE_BYTES - 16_384);
            String name = key.substring(key.indexOf(' ') + 1);
            if (Keys.domainOf(name).equals(PipelineDriver.DOMAIN) && !key.contains("sent")) {
                results.put(key, Arrays.toString(value));
            }
        });
        return results;
    }

    /** A result without the id of its schema, which depends on what was registered before. */
    private static String content(byte @Nullable [] value) {
        return value == null ? "withdrawn" : Arrays.toString(Arrays.copyOfRange(value, 5, value.length));
    }

    /** Takes what was sent, which must fit into its topics. */
    private static void drain(PipelineDriver pipeline) {
        for (Topic topic : RESULTS) {
            pipeline.drain(topic).forEach(record -> assertFits(topic, record));
        }
    }

    private List<TestRecord<byte[], byte[]>> letters(PipelineDriver pipeline) {
        List<TestRecord<byte[], byte[]>> letters = pipeline.drain(Topic.DEAD_LETTERS);
        for (TestRecord<byte[], byte[]> letter : letters) {
            assertFits(Topic.DEAD_LETTERS, letter);
            deadLetters.merge(header(letter, DeadLetterHeaders.KIND), 1, Integer::sum);
            assertThat(header(letter, DeadLetterHeaders.REASON)).isNotBlank();
        }
        return letters;
    }

    private static String header(TestRecord<byte[], byte[]> letter, String name) {
        Header header = letter.headers().lastHeader(name);
        assertThat(header).as(name).isNotNull();
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    private static void assertFits(Topic topic, TestRecord<byte[], byte[]> record) {
        long size = 512;
        for (byte[] part : new byte[][] {record.key(), record.value()}) {
            size += part == null ? 0 : part.length;
        }
        for (Header header : record.headers()) {
            size += header.key().length() + (header.value() == null ? 0 : header.value().length) + 12;
        }
        assertThat(size).as(topic + " record").isLessThanOrEqualTo(topic.maxMessageBytes());
    }
}

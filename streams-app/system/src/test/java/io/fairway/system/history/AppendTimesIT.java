package io.fairway.system.history;

import static io.fairway.system.history.LostOffsetsIT.DOMAIN;
import static io.fairway.system.history.LostOffsetsIT.UNDECAYED;
import static io.fairway.system.history.LostOffsetsIT.awaitUsage;
import static io.fairway.system.history.LostOffsetsIT.event;
import static io.fairway.system.history.LostOffsetsIT.produced;
import static io.fairway.system.history.LostOffsetsIT.settled;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.app.runtime.StartOptions;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clocks of instances and brokers, timestamp types and corrections that are wrong do not make usage wrong: on a real broker. */
@Order(2)
class AppendTimesIT {
    private static final Map<String, String> LIVE = Map.of(
            "mode", "live",
            "evaluation.interval.ms", "200",
            "kafka.producer.transaction.timeout.ms", "5000");
    private static final Duration HORIZON = Duration.ofMinutes(1);
    private static final Pattern AHEAD = Pattern.compile(" is (\\d+) s ahead of the broker's");
    private static final FairwaySerdes SERDES = new FairwaySerdes(Map.of("schema.registry.url", SharedRegistry.url()));

    @TempDir
    private Path directory;

    /** Of each test its own: after steps of its clock, a broker may leave a request unanswered. */
    private SteppedBroker broker;

    private int probes;

    @BeforeEach
    void open() throws IOException {
        broker = SteppedBroker.start(directory.resolve("broker"));
    }

    @AfterEach
    void close() {
        broker.close();
    }

    /** 40 days for some seconds, ten years, and an hour for good. */
    @Test
    void anInstanceWhoseClockIsAheadGoesByTheBrokersTime() throws Exception {
        AtomicLong ahead = new AtomicLong();
        try (HistoryRig rig = rig("ahead.")) {
            send(rig, reset(Instant.EPOCH), node("anna"), node("ben"));
            try (FairwayApp app = FairwayApp.start(
                    new FairwayConfig(rig.settings("ahead", LIVE)),
                    StartOptions.NONE,
                    said -> {},
                    new SteppedClock(ahead::get))) {
                ended(rig, "anna", 1, 10);
                awaitUsage(rig, "anna", 10);

                int jobs = 0;
                for (Duration step : List.of(Duration.ofDays(40), Duration.ofDays(3_653), Duration.ofHours(1))) {
                    ahead.set(step.toMillis());
                    awaitToldAhead(rig, step);
                    assertThat(app.metrics().scrape()).containsPattern("fairway_clock_ahead_seconds [1-9]");
                    jobs++;
                    Instant start = now();
                    send(rig, produced(event("ben", jobs, JobEventType.STARTED, start)));
                    awaitEvaluated(rig, start.plusSeconds(3));
                    send(rig, produced(event("ben", jobs, JobEventType.FINISHED, start.plusSeconds(2))));
                    awaitUsage(rig, "ben", 2 * jobs);
                }
                // A version that holds soon is not one for the past.
                send(rig, reset(now().plusSeconds(90)));
                ahead.set(0);
                awaitEvaluated(rig, now().plusSeconds(1));
                ended(rig, "anna", 2, 10);

                awaitUsage(rig, "anna", 20);
                assertThat(rig.deadLetterKinds()).isEmpty();
                assertThat(evaluatedAhead(rig)).isEmpty();
            }
        }
    }

    /** Ends that are corrected to earlier and later ones, and then told again; and copies of a mirror that keep their stamps. */
    @Test
    void whatIsForgottenIsNeverChargedAgain() throws Exception {
        try (HistoryRig rig = rig("corrected.")) {
            send(rig, policy(), node("anna"), node("ben"), node("cleo"), node("dora"), node("probe"));
            rig.startHere("corrected", with("ledger.horizon.ms", Long.toString(HORIZON.toMillis())));
            awaitProbe(rig);
            Instant end = now();
            Instant start = end.minusSeconds(100);
            send(rig, end("anna", start, end, 0), end("anna", start, end.minusSeconds(50), 1));
            send(rig, end("ben", start, end.minusSeconds(50), 0), end("ben", start, end, 1));
            send(rig, end("cleo", start, end, 0));
            awaitUsage(rig, "anna", 50);
            awaitUsage(rig, "ben", 100);
            awaitUsage(rig, "cleo", 100);

            // The corrected end is more than a horizon ago, and the first report of it is not.
            probeUntil(rig, end.plusSeconds(30));
            send(rig, end("anna", start, end, 0), end("ben", start, end, 1));
            awaitProbe(rig);
            assertThat(rig.usage()).containsEntry("anna", 50.0).containsEntry("ben", 100.0);
            assertThat(rig.deadLetterKinds()).isEmpty();

            Awaitility.await("the jobs are forgotten")
                    .atMost(HistoryRig.PATIENCE.plus(HORIZON))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        probe(rig); // moves the append clock on
                        return settled(rig)
                                .keySet()
                                .containsAll(List.of(forgotten("anna"), forgotten("ben"), forgotten("cleo")));
                    });
            send(rig, end("anna", start, now(), 2), end("ben", start, now(), 2));
            awaitProbe(rig);
            assertThat(rig.usage()).containsEntry("anna", 50.0).containsEntry("ben", 100.0);
            assertThat(deadLetterReasons(rig))
                    .hasSize(2)
                    .allSatisfy(reason -> assertThat(reason).contains("are forgotten"));

            // A mirror writes while the topic has the time of whoever writes.
            timestampType(rig, "CreateTime");
            Instant late = now();
            written(rig, end("cleo", start, end, 0), end);
            written(rig, end("dora", late.minusSeconds(5), late, 0), late);
            timestampType(rig, "LogAppendTime");
            awaitProbe(rig);
            awaitUsage(rig, "dora", 5);
            assertThat(rig.usage()).containsEntry("cleo", 100.0);
            assertThat(deadLetterReasons(rig))
                    .hasSize(3)
                    .last()
                    .asString()
                    .contains("more than the horizon of 60000 ms");
        }
    }

    /** Eight days ahead for a few records, then three minutes behind. */
    @Test
    void aBrokerWhoseClockIsWrongRefusesAndForgetsNothing() throws Exception {
        try (HistoryRig rig = rig("wrong.")) {
            send(rig, policy(), node("anna"), node("ben"), node("probe"));
            rig.startHere("wrong", with("time.skew.ms", "5000"));
            awaitProbe(rig);
            Instant end = now();
            Instant start = end.minusSeconds(10);
            send(rig, end("anna", start, end, 0));
            awaitUsage(rig, "anna", 10);

            broker.ahead(Duration.ofDays(8));
            ended(rig, "ben", 1, 10);
            awaitUsage(rig, "ben", 10);
            awaitProblem(rig, "records have a wrong append time.* s after what events and append times show");
            broker.ahead(Duration.ZERO);
            awaitProbe(rig);
            send(rig, end("anna", start, end, 0), end("anna", start, end.minusSeconds(4), 1));
            awaitUsage(rig, "anna", 6);
            assertThat(rig.deadLetterKinds()).isEmpty();

            broker.ahead(Duration.ofMinutes(-3));
            Instant missed = now().plusSeconds(8);
            Awaitility.await("hosts are ahead of all that brokers have shown")
                    .atMost(HistoryRig.PATIENCE)
                    .until(() -> now().isAfter(missed));
            send(rig, end("ben", missed.minusSeconds(10), missed, 0));
            awaitProblem(rig, "records were refused for their time.*more than 5000 ms after its append");
            assertThat(rig.deadLetterKinds()).containsExactly("time");
            broker.ahead(Duration.ZERO);
            send(rig, end("ben", missed.minusSeconds(10), missed, 0));
            awaitUsage(rig, "ben", 20);
        } finally {
            broker.ahead(Duration.ZERO);
        }
    }

    private HistoryRig rig(String prefix) throws IOException {
        return new HistoryRig(
                directory.resolve(prefix), broker.bootstrapServers(), SharedRegistry.url(), prefix, 1, (short) 1);
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> settings = new HashMap<>(LIVE);
        settings.put(key, value);
        return settings;
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private static void send(HistoryRig rig, GeneratedHistory.Produced... records) {
        rig.send(List.of(records));
    }

    private static GeneratedHistory.Produced policy() {
        return GeneratedHistory.policy(DOMAIN, UNDECAYED);
    }

    /** Usage begins anew each month. */
    private static GeneratedHistory.Produced reset(Instant from) {
        Policy policy = (Policy) policy().value();
        policy.setEffectiveFrom(from);
        policy.setUsageReset("MONTHLY");
        return new GeneratedHistory.Produced(
                Topic.POLICIES, Keys.policy(DOMAIN, policy.getName(), from.toEpochMilli()), policy);
    }

    private static GeneratedHistory.Produced node(String user) {
        return GeneratedHistory.node(DOMAIN, "physics", user);
    }

    /** The end of a run of the one job of a user that has no number of its own. */
    private static GeneratedHistory.Produced end(String user, Instant start, Instant end, int revision) {
        return produced(event(user, 0, JobEventType.FINISHED, end).setRun(start).setRevision(revision));
    }

    /** A run that ended just now. */
    private static void ended(HistoryRig rig, String user, int job, int seconds) {
        Instant now = now();
        send(rig, produced(event(user, job, JobEventType.FINISHED, now).setRun(now.minusSeconds(seconds))));
    }

    private void probe(HistoryRig rig) {
        probes++;
        ended(rig, "probe", probes, 1);
    }

    /** The application goes on: what comes now is charged. */
    private void awaitProbe(HistoryRig rig) {
        probe(rig);
        awaitUsage(rig, "probe", probes);
    }

    private void probeUntil(HistoryRig rig, Instant until) {
        Awaitility.await("it is " + until)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    probe(rig);
                    return !now().isBefore(until);
                });
    }

    private static String forgotten(String user) {
        return Keys.job(DOMAIN, DOMAIN, user + "-0") + "|forgotten";
    }

    /** Writes a record with the time of its writer. */
    private static void written(HistoryRig rig, GeneratedHistory.Produced record, Instant time) {
        assertThat(rig.producer()
                        .send(new ProducerRecord<>(
                                rig.topics().name(Topic.JOB_EVENTS),
                                0,
                                time.toEpochMilli(),
                                record.key(),
                                rig.bytes(Topic.JOB_EVENTS, (JobEvent) record.value()))))
                .succeedsWithin(HistoryRig.PATIENCE)
                .satisfies(written -> assertThat(written.timestamp()).isEqualTo(time.toEpochMilli()));
    }

    private static void timestampType(HistoryRig rig, String type) throws Exception {
        ConfigResource topic =
                new ConfigResource(ConfigResource.Type.TOPIC, rig.topics().name(Topic.JOB_EVENTS));
        rig.admin()
                .incrementalAlterConfigs(Map.of(
                        topic,
                        List.of(new AlterConfigOp(
                                new ConfigEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, type),
                                AlterConfigOp.OpType.SET))))
                .all()
                .get();
        Awaitility.await("the broker goes by it").atMost(HistoryRig.PATIENCE).until(() -> {
            Config now = rig.admin()
                    .describeConfigs(List.of(topic))
                    .all()
                    .get()
                    .values()
                    .iterator()
                    .next();
            return now.entries().stream()
                    .anyMatch(entry -> entry.name().equals(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                            && entry.value().equals(type));
        });
    }

    private static List<String> deadLetterReasons(HistoryRig rig) {
        List<String> reasons = new ArrayList<>();
        rig.readAll(
                Topic.DEAD_LETTERS,
                record -> reasons.add(new String(
                        record.headers().lastHeader(DeadLetterHeaders.REASON).value(), StandardCharsets.UTF_8)));
        return reasons;
    }

    /** A heartbeat, and when the broker appended it. */
    private record Beat(Heartbeat said, Instant appended) {}

    private static List<Beat> beats(HistoryRig rig) {
        List<Beat> beats = new ArrayList<>();
        var heartbeats = SERDES.deserializer(Heartbeat.class);
        rig.readAll(
                Topic.HEARTBEATS,
                record -> beats.add(new Beat(
                        heartbeats.deserialize(record.topic(), record.value()),
                        Instant.ofEpochMilli(record.timestamp()))));
        return beats;
    }

    /** What the heartbeats say is wrong. */
    private static List<String> problems(HistoryRig rig) {
        return beats(rig).stream()
                .flatMap(beat -> beat.said().getProblems().stream())
                .distinct()
                .toList();
    }

    private static void awaitProblem(HistoryRig rig, String pattern) {
        Awaitility.await("a heartbeat says " + pattern)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(problems(rig))
                        .anySatisfy(problem -> assertThat(problem).containsPattern(pattern)));
    }

    /** A heartbeat says by how much the instance is ahead, within a minute. */
    private static void awaitToldAhead(HistoryRig rig, Duration step) {
        Awaitility.await("a heartbeat says that the clock is ahead by " + step)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> problems(rig).stream()
                        .map(AHEAD::matcher)
                        .filter(Matcher::find)
                        .mapToLong(said -> Long.parseLong(said.group(1)))
                        .anyMatch(said -> Math.abs(said - step.toSeconds()) <= 60));
    }

    private static void awaitEvaluated(HistoryRig rig, Instant through) {
        Awaitility.await("the domain is evaluated through " + through)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> beats(rig).stream()
                        .anyMatch(beat -> !beat.said().getEvaluatedThrough().isBefore(through)));
    }

    /** The heartbeats of a domain that was ahead of its broker. */
    private static List<Beat> evaluatedAhead(HistoryRig rig) {
        return beats(rig).stream()
                .filter(beat -> beat.said()
                        .getEvaluatedThrough()
                        .isAfter(beat.appended().plusSeconds(1)))
                .toList();
    }
}

package io.fairway.system.history;

import static io.fairway.system.history.LostOffsetsIT.DOMAIN;
import static io.fairway.system.history.LostOffsetsIT.UNDECAYED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.collect.CollectConfig;
import io.fairway.collect.HeartbeatSender;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.SharedRegistry;
import io.fairway.program.Settings;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources that tell how far they have looked, on a real broker: from a site that has no topic for it to one whose source stops. */
@Order(2)
class SourcesIT {
    private static final Map<String, String> LIVE = Map.of(
            "mode", "live",
            "evaluation.interval.ms", "200",
            "kafka.producer.transaction.timeout.ms", "5000");
    private static final FairwaySerdes SERDES = new FairwaySerdes(Map.of("schema.registry.url", SharedRegistry.url()));
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final String SOURCE = "collect slurm";

    @TempDir
    private Path directory;

    private final List<String> said = new ArrayList<>();

    @Test
    void aSiteWithoutTheTopicStartsAndOneWithItKnowsWhatItsSourcesSee() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"));
                HistoryRig rig =
                        new HistoryRig(directory, broker.bootstrapServers(), SharedRegistry.url(), 2, (short) 1)) {
            String topic = rig.topics().name(Topic.SOURCES);
            rig.admin().deleteTopics(List.of(topic)).all().get();
            try (HeartbeatSender source = new HeartbeatSender(config(broker), said::add)) {
                rig.send(List.of(policy(), GeneratedHistory.node(DOMAIN, "physics", "anna")));
                AppHere one = rig.startHere("one", LIVE);
                AppHere two = rig.startHere("two", LIVE);
                ended(rig, 1, 10);
                awaitUsage(rig, 10_000);
                awaitProblem(rig, topic + " is not read");
                assertThat(tell(source, Instant.now(), Instant.now())).isFalse();
                assertThat(said).singleElement().asString().contains(topic, "'fairway topics create'");
                assertThat(rig.admin().listTopics().names().get()).doesNotContain(topic);

                TopicAdmin.apply(rig.admin(), rig.topics(), 2, (short) 1);
                awaitPrinted(one, topic + " can be read now: restart all instances");
                restart(rig, two, "two");
                restart(rig, one, "one");
            }
            try (HeartbeatSender source = new HeartbeatSender(config(broker), said::add)) {
                itRenewsLeases(rig, source);
            }
        }
    }

    private void itRenewsLeases(HistoryRig rig, HeartbeatSender source) {
        Instant since = now();
        Instant start = since.plusMillis(1);
        rig.send(List.of(event(2, JobEventType.STARTED, start)));
        watch(source, since, start.plusSeconds(12));
        Instant end = now();
        rig.send(List.of(event(2, JobEventType.FINISHED, end, start)));
        long first = 10_000 + millis(start, end);
        awaitUsage(rig, first);

        // The link is cut while the source goes on.
        Instant again = now();
        rig.send(List.of(event(3, JobEventType.STARTED, again)));
        Instant last = now();
        assertThat(tell(source, since, last)).isTrue();
        long grid = LEASE.toMillis() / 4;
        Instant leaseEnd =
                Instant.ofEpochMilli((last.toEpochMilli() / grid + 1) * grid).plus(LEASE);
        awaitUsage(rig, first + millis(again, leaseEnd));
        awaitProblem(rig, "source '" + SOURCE + "' has looked through " + last + " and is silent since");
        assertThat(silent(rig)).isTrue();

        watch(source, since, now().plusSeconds(6));
        Instant over = now();
        rig.send(List.of(event(3, JobEventType.FINISHED, over, again)));
        awaitUsage(rig, first + millis(again, over));
        assertThat(silent(rig)).isFalse();
        assertThat(rig.deadLetterKinds()).isEmpty();
    }

    private CollectConfig config(EmbeddedBroker broker) {
        return new CollectConfig(Settings.of(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "schema.registry.url", SharedRegistry.url())));
    }

    /** An instance of before may end when one that reads the topic joins it: its service starts it again. */
    private static void restart(HistoryRig rig, AppHere app, String name) {
        app.close();
        rig.startHere(name, LIVE);
    }

    private static boolean tell(HeartbeatSender source, Instant since, Instant through) {
        return source.tell(
                List.of(),
                List.of(SourceHeartbeat.newBuilder()
                        .setDomain(DOMAIN)
                        .setCluster(DOMAIN)
                        .setSource(SOURCE)
                        .setSince(since)
                        .setThrough(through)
                        .setRunningJobs(1L)
                        .build()));
    }

    private static void watch(HeartbeatSender source, Instant since, Instant until) {
        Awaitility.await("the source looks until " + until)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    Instant now = now();
                    assertThat(tell(source, since, now)).isTrue();
                    return !now.isBefore(until);
                });
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private static long millis(Instant from, Instant to) {
        return Duration.between(from, to).toMillis();
    }

    private static GeneratedHistory.Produced policy() {
        GeneratedHistory.Produced produced = GeneratedHistory.policy(DOMAIN, UNDECAYED);
        ((Policy) produced.value()).getMeasure().setLeaseMillis(LEASE.toMillis());
        return produced;
    }

    private static GeneratedHistory.Produced event(int job, JobEventType type, Instant time) {
        return event(job, type, time, time);
    }

    private static GeneratedHistory.Produced event(int job, JobEventType type, Instant time, Instant run) {
        JobEvent event = JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(Integer.toString(job))
                .setType(type)
                .setTime(time)
                .setRun(run)
                .setAccount("physics")
                .setUser("anna")
                .setAllocatedTres(Map.of("cpu", 1.0))
                .build();
        return new GeneratedHistory.Produced(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, event.getJob()), event);
    }

    private static void ended(HistoryRig rig, int job, int seconds) {
        Instant now = now();
        rig.send(List.of(event(job, JobEventType.FINISHED, now, now.minusSeconds(seconds))));
    }

    /** @param millis of one processor */
    private static void awaitUsage(HistoryRig rig, long millis) {
        Awaitility.await("usage is " + millis + " ms")
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() ->
                        assertThat(rig.usage().getOrDefault("anna", 0.0)).isCloseTo(millis / 1000.0, within(1e-6)));
    }

    private static List<Heartbeat> beats(HistoryRig rig) {
        List<Heartbeat> beats = new ArrayList<>();
        var heartbeats = SERDES.deserializer(Heartbeat.class);
        rig.readAll(Topic.HEARTBEATS, record -> beats.add(heartbeats.deserialize(record.topic(), record.value())));
        return beats;
    }

    private static boolean silent(HistoryRig rig) {
        List<Heartbeat> beats = beats(rig);
        return beats.get(beats.size() - 1).getSilentClusters().contains(DOMAIN);
    }

    private static void awaitProblem(HistoryRig rig, String text) {
        Awaitility.await("a heartbeat says " + text)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(beats(rig).stream().flatMap(beat -> beat.getProblems().stream()))
                        .anySatisfy(problem -> assertThat(problem).contains(text)));
    }

    private static void awaitPrinted(AppHere app, String text) {
        Awaitility.await("it says " + text)
                .atMost(HistoryRig.PATIENCE)
                .until(() -> app.printed().contains(text));
    }
}

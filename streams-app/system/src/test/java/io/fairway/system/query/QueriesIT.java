package io.fairway.system.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.embedded.ShortLivedJvm;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import io.fairway.trial.AppProcess;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances with standbys on eight domains give the same answers, even if one of them is killed. */
@Order(3)
class QueriesIT {
    private static final int DOMAINS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** How long a killed instance is missed, in which a standby answers for it. */
    private static final Duration SESSION = Duration.ofSeconds(20);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private static Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(30)).build();

    @Test
    void everyInstanceAnswersAndAStandbyWhenOneIsKilled() {
        List<Integer> ports = FreePorts.take(2);
        int one = ports.get(0);
        int other = ports.get(1);
        try (Workbench bench = Workbench.with(SharedRegistry.url(), DOMAINS)) {
            publish(bench);
            try (AppProcess first = AppProcess.start(
                            directory.resolve("one"), settings(bench, "one", one), ShortLivedJvm.options("512m"));
                    AppHere second = AppHere.start(settings(bench, "two", other))) {
                await().atMost(PATIENCE).until(() -> isComplete(one) && isComplete(other) && areBoth(one));
                Map<String, JsonNode> before = answers(one);
                same(answers(other), before);
                List<String> lost = domainsOf(other, one);
                assertThat(lost).isNotEmpty().hasSizeLessThan(DOMAINS);

                first.kill();
                long killed = System.nanoTime();
                boolean stale = false;
                for (String domain : lost) {
                    JsonNode answer = await().atMost(PATIENCE)
                            .until(() -> get(other, "/v1/domains/" + domain + "/usage?by=user"), QueriesIT::isAnswer);
                    stale |= answer.at("/freshness/state").asText().equals("stale");
                    assertThat(answer.at("/items/0/value").asDouble()).isEqualTo(7200);
                }
                Duration answered = Duration.ofNanos(System.nanoTime() - killed);
                System.out.printf(
                        "%d domains of the killed instance answered by the standby after %.1f s%n",
                        lost.size(), answered.toMillis() / 1e3);
                // On a machine that is so busy that the session is over by now, the standby may be more than that
                // already.
                assertThat(stale || answered.compareTo(SESSION.dividedBy(2)) > 0)
                        .as("an answer of a standby says so")
                        .isTrue();
                same(answers(other), before);
                await().atMost(PATIENCE).until(() -> isComplete(other));
                System.out.printf("all current again after %.1f s%n", (System.nanoTime() - killed) / 1e9);
                same(answers(other), before);

                first.restart();
                await().atMost(PATIENCE).until(() -> isComplete(one) && isComplete(other) && areBoth(other));
                same(answers(one), before);
                same(answers(other), before);
                second.requireAlive();
            }
        }
    }

    private static Map<String, String> settings(Workbench bench, String name, int port) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.APPLICATION_ID, "queries");
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.STATE_DIR, directory.resolve(name + "-state").toString());
        settings.put(FairwayConfig.STANDBY_REPLICAS, "1");
        settings.put("kafka.consumer.session.timeout.ms", Long.toString(SESSION.toMillis()));
        settings.put(FairwayConfig.DOMAIN_PINS, pins());
        settings.put(FairwayConfig.HTTP_LISTEN, "127.0.0.1:" + port);
        return settings;
    }

    private static String pins() {
        return IntStream.range(0, DOMAINS).mapToObj(i -> "d" + i + "=" + i).collect(Collectors.joining(","));
    }

    /** Each domain has a user with two hours on one processor, and a waiting user. Nothing decays. */
    private static void publish(Workbench bench) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(DispatcherConfig.NAME, "cluster");
        settings.put(DispatcherConfig.DOMAIN, "d0");
        settings.put(DispatcherConfig.DOMAIN_PINS, pins());
        Instant began = Instant.now().minus(Duration.ofHours(3));
        try (Publisher publisher = new Publisher(new DispatcherConfig(settings))) {
            for (int i = 0; i < DOMAINS; i++) {
                String domain = "d" + i;
                publisher.send(
                        Topic.POLICIES,
                        Keys.policy(domain, "main", 0),
                        Policy.newBuilder()
                                .setDomain(domain)
                                .setName("main")
                                .setEffectiveFrom(Instant.EPOCH)
                                .setMeasure(Measure.newBuilder()
                                        .setName("billing")
                                        .setDecay(Decay.newBuilder()
                                                .setKind(DecayKind.NONE)
                                                .setMillis(0)
                                                .build())
                                        .build())
                                .build());
                for (String user : List.of("", "anna", "ben")) {
                    publisher.send(
                            Topic.SHARES,
                            Keys.node(domain, domain, "physics", user),
                            ShareNode.newBuilder()
                                    .setDomain(domain)
                                    .setTree(domain)
                                    .setAccount("physics")
                                    .setUser(user)
                                    .setShares(1)
                                    .build());
                }
                publisher.send(
                        Topic.JOB_EVENTS,
                        Keys.job(domain, domain, "1"),
                        event(domain, "1", "anna", JobEventType.STARTED, began)
                                .setAllocatedTres(Map.of("cpu", 1.0))
                                .build());
                publisher.send(
                        Topic.JOB_EVENTS,
                        Keys.job(domain, domain, "1"),
                        event(domain, "1", "anna", JobEventType.FINISHED, began.plus(Duration.ofHours(2)))
                                .setRun(began)
                                .build());
                publisher.send(
                        Topic.JOB_EVENTS,
                        Keys.job(domain, domain, "2"),
                        event(domain, "2", "ben", JobEventType.SUBMITTED, began).build());
            }
            publisher.flush();
        }
    }

    private static JobEvent.Builder event(String domain, String job, String user, JobEventType type, Instant at) {
        return JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setJob(job)
                .setAccount("physics")
                .setUser(user)
                .setType(type)
                .setTime(at);
    }

    /** Whether the active instance answers for every domain, with all published records. */
    private boolean isComplete(int port) {
        JsonNode domains = get(port, "/v1/domains");
        if (domains.path("items").size() != DOMAINS) {
            return false;
        }
        for (JsonNode domain : domains.path("items")) {
            if (!domain.at("/freshness/state").asText().equals("current")
                    || domain.at("/counts/pendingJobs").asInt() != 1
                    || domain.at("/counts/associations").asInt() != 1) {
                return false;
            }
        }
        return true;
    }

    /** Whether both instances process partitions, and none is behind. */
    private boolean areBoth(int port) {
        JsonNode instances = get(port, "/v1/status").path("instances");
        int busy = 0;
        for (JsonNode instance : instances) {
            boolean complete =
                    instance.path("active").size() + instance.path("standby").size() == DOMAINS;
            busy += instance.path("active").isEmpty() || instance.path("lag").asLong() > 0 || !complete ? 0 : 1;
        }
        return busy == 2;
    }

    private List<String> domainsOf(int asked, int port) {
        List<String> domains = new ArrayList<>();
        for (JsonNode domain : get(asked, "/v1/domains").path("items")) {
            if (domain.at("/freshness/instance").asText().equals("127.0.0.1:" + port)) {
                domains.add(domain.path("domain").asText());
            }
        }
        return domains;
    }

    /** Both instances give the same answer to every request. */
    private static void same(Map<String, JsonNode> answers, Map<String, JsonNode> before) {
        before.forEach((question, answer) ->
                assertThat(answers.get(question)).as(question).isEqualTo(answer));
    }

    /** The answers for every domain, without their freshness. */
    private Map<String, JsonNode> answers(int port) {
        Map<String, JsonNode> answers = new TreeMap<>();
        for (int i = 0; i < DOMAINS; i++) {
            String domain = "/v1/domains/d" + i;
            for (String question : List.of(
                    "/shares",
                    "/usage?by=association",
                    "/fairshare",
                    "/fairshare/d" + i + "/physics/anna",
                    "/jobs/d" + i + "/1",
                    "/jobs/d" + i + "/1/events",
                    "/policies")) {
                JsonNode answer = get(port, domain + question);
                assertThat(isAnswer(answer))
                        .as(domain + question + ": " + answer)
                        .isTrue();
                answers.put(domain + question, ((ObjectNode) answer).without(List.of("freshness", "at")));
            }
        }
        return answers;
    }

    private static boolean isAnswer(JsonNode answer) {
        return answer.has("freshness");
    }

    /** An answer, a problem, or nothing if the instance does not listen. */
    private JsonNode get(int port, String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(Duration.ofMinutes(1))
                    .build();
            return MAPPER.readTree(client.send(request, HttpResponse.BodyHandlers.ofByteArray())
                    .body());
        } catch (IOException notThere) {
            return MAPPER.createObjectNode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

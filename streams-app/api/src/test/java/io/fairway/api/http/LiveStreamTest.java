package io.fairway.api.http;

import static io.fairway.access.ApiWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Authenticators;
import io.fairway.access.Caller;
import io.fairway.access.Issuer;
import io.fairway.access.Role;
import io.fairway.access.Tokens;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.Problem;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.javalin.Javalin;
import io.javalin.http.util.AsyncExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import kotlin.LazyKt;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stream over HTTP, from a consumer that the test feeds. */
class LiveStreamTest {
    private static final TopicPartition USAGE =
            new TopicPartition(Topics.standard().name(Topic.USAGE), 0);
    private static final Duration OFTEN = Duration.ofMillis(50);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final LiveStream.Limits MANY = new LiveStream.Limits(100, 100);

    private final Queue<Fed> consumers = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean admitted = new AtomicBoolean(true);
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private LiveStream live = stream(NEVER, MANY, Fed::new);
    private final AtomicReference<StreamVisibility.Source> visibility = new AtomicReference<>(jobs -> {
        throw new IOException("away");
    });
    private Gatekeeper gate = (context, operation) -> CallerAccess.EVERYTHING;
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                config.concurrency.executor = LazyKt.lazyOf(new AsyncExecutor(threads));
                config.jetty.addConnector((jetty, http) -> {
                    ServerConnector connector = new ServerConnector(jetty, new HttpConnectionFactory(http));
                    connector.setHost("127.0.0.1");
                    connector.setIdleTimeout(1_000);
                    return connector;
                });
                config.routes.get("/v1/stream", context -> {
                    CallerAccess callerAccess = gate.admit(context, "stream");
                    Asked asked = Objects.requireNonNull(
                                    ApiDescription.load().operations().get("stream"))
                            .check(context.queryParamMap(), context.pathParamMap());
                    live.serve(
                            context,
                            asked,
                            callerAccess,
                            () -> admitted.get() && gate.stillAdmits(context, callerAccess),
                            jobs -> Objects.requireNonNull(visibility.get()).ask(jobs));
                });
                config.routes.exception(
                        Problem.class,
                        (problem, context) -> context.status(problem.status()).result(problem.detail()));
            })
            .start();

    @AfterEach
    void stop() throws InterruptedException {
        live.close();
        client.shutdownNow();
        threads.shutdown();
        assertThat(threads.awaitTermination(1, TimeUnit.MINUTES))
                .as("every stream has ended")
                .isTrue();
        var unused = server.stop();
    }

    /** Holds 10 usage records of account a, and what the test adds. */
    private final class Fed extends MockConsumer<byte[], byte[]> {
        private final AtomicLong next = new AtomicLong(10);

        private Fed() {
            super("earliest");
            Map<TopicPartition, Long> begin = new HashMap<>();
            Map<TopicPartition, Long> end = new HashMap<>();
            for (Topic topic : Published.EVENTS.values()) {
                TopicPartition at = new TopicPartition(Topics.standard().name(topic), 0);
                begin.put(at, 2L);
                end.put(at, 10L);
            }
            updateBeginningOffsets(begin);
            updateEndOffsets(end);
            consumers.add(this);
        }

        private void publish(String domain, String account) {
            add(next.getAndIncrement(), domain, account);
        }

        private void add(long offset, String domain, String account) {
            String key = Keys.usage(domain, "billing", domain, account, "anna");
            addRecord(new ConsumerRecord<>(
                    USAGE.topic(), USAGE.partition(), offset, key.getBytes(StandardCharsets.UTF_8), null));
        }

        /** The mock does not wait for records. This one does, so a stream without records is no busy loop. */
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it waits without the mock's lock
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
            if (records.isEmpty()) {
                LockSupport.parkNanos(5_000_000);
            }
            return records;
        }
    }

    private LiveStream stream(Duration pulse, LiveStream.Limits limits, Supplier<Consumer<byte[], byte[]>> made) {
        return new LiveStream(
                Topics.standard(),
                domain -> 0,
                made,
                topic -> value -> {
                    throw new IllegalStateException("no values here");
                },
                pulse,
                limits);
    }

    private HttpRequest request(String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/v1/stream?events=usage&domain=alps"))
                .header("Accept-Encoding", "gzip");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request.build();
    }

    /** The lines as they come; completed when the stream has ended. */
    private final class Heard {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final CompletableFuture<HttpResponse<Void>> answer;

        private Heard(String... headers) {
            HttpRequest request = HttpRequest.newBuilder(request(headers), (name, value) -> true)
                    .header("Accept", "text/event-stream")
                    .build();
            answer = client.sendAsync(request, HttpResponse.BodyHandlers.fromLineSubscriber(new LineReader(lines)));
        }

        private void hears(String line) {
            await().untilAsserted(() -> assertThat(lines).contains(line));
        }
    }

    private record LineReader(List<String> lines) implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            lines.add(line);
        }

        @Override
        public void onError(Throwable ended) {
            // The test looks at the future.
        }

        @Override
        public void onComplete() {
            // The test looks at the future.
        }
    }

    private Fed consumer() {
        await().until(() -> !consumers.isEmpty());
        return consumers.element();
    }

    private static String id(long offset) {
        return "id: " + Keys.domain("alps") + ";usage=" + offset;
    }

    @Test
    void tellsAtOnceWhatIsPublishedOfTheDomain() {
        Heard heard = new Heard();
        heard.hears(id(10));
        consumer().publish("alps", "physics");
        consumer().publish("another", "secret");
        consumer().publish("alps", "bio");
        heard.hears(id(13));
        assertThat(heard.lines)
                .containsSubsequence(id(10), "", id(11), "event: usage", id(13), "event: usage")
                .noneMatch(line -> line.contains("secret"));
        assertThat(heard.lines)
                .filteredOn(line -> line.startsWith("data: "))
                .satisfiesExactly(
                        first -> assertThat(first).contains("\"account\":\"physics\"", "\"removed\":true"),
                        second -> assertThat(second).contains("\"account\":\"bio\""));
        assertThat(heard.answer).as("goes on").isNotDone();
    }

    @Test
    void goesOnAfterTheLastEventOfAClientThatComesBack() {
        Heard heard = new Heard("Last-Event-ID", Keys.domain("alps") + ";usage=7");
        heard.hears(id(7));
        assertThat(consumer().position(USAGE)).isEqualTo(7);
        consumer().add(7, "alps", "physics");
        heard.hears(id(8));
    }

    /** A record of anna's, while the instance that has the share trees is away and then comes back. */
    @Test
    void waitsAndLeavesNothingOutWhileNobodyTellsWhatTheCallerSees() {
        gate = (context, operation) -> new CallerAccess(Caller.user("anna"), false);
        AtomicLong asked = new AtomicLong();
        visibility.set(jobs -> {
            asked.incrementAndGet();
            throw new IOException("away");
        });
        Heard heard = new Heard();
        heard.hears(id(0));
        consumer().publish("alps", "physics");
        await().until(() -> asked.get() > 2);
        assertThat(heard.lines).noneMatch(line -> line.contains("physics"));
        visibility.set(jobs -> new Forwarder.Answer(
                200,
                "application/json",
                "{\"trees\": [], \"measures\": [\"billing\"]}".getBytes(StandardCharsets.UTF_8)));
        await().untilAsserted(() -> assertThat(heard.lines).anyMatch(line -> line.contains("\"account\":\"physics\"")));
        assertThat(heard.lines).as("10 and 11, in steps").doesNotContain(id(10), id(11));
    }

    @Test
    void readsWhatTheTopicStillHolds() {
        new Heard("Last-Event-ID", Keys.domain("alps") + ";usage=0").hears(id(2));
        new Heard("Last-Event-ID", Keys.domain("alps") + ";usage=99").hears(id(10));
    }

    @Test
    void refusesAnIdThatIsNotOfThisStreamAndAnotherTypeOfAnswer() throws Exception {
        for (String wrong : List.of("x;usage", "alps;usage=x", "alps;other=1", "another;usage=1")) {
            HttpResponse<String> refused = client.send(
                    request("Accept", "text/event-stream", "Last-Event-ID", wrong),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
            assertThat(refused.body()).contains("Last-Event-ID", wrong);
        }
        HttpResponse<String> refused =
                client.send(request("Accept", "application/json"), HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(406);
        assertThat(refused.body()).contains("send the header Accept: text/event-stream");
        assertThat(consumers).isEmpty();
    }

    @Test
    void saysThatItLivesWhileNothingIsPublished() {
        live = stream(OFTEN, MANY, Fed::new);
        new Heard().hears(": still here");
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneCallerCannotHoldAllStreams() throws Exception {
        live = stream(OFTEN, new LiveStream.Limits(3, 1), Fed::new);
        gate = (context, operation) ->
                new CallerAccess(new Caller(String.valueOf(context.header("Name")), Role.OPERATOR, Set.of()), false);
        assertThat(secondOf("anna")).isEqualTo(429);
        assertThat(secondOf("ben")).isEqualTo(429);
        gate = (context, operation) -> CallerAccess.EVERYTHING;
        Heard byAddress = new Heard();
        byAddress.hears(id(10));
        assertThat(new Heard().answer.get().statusCode()).isEqualTo(429);
        gate = (context, operation) -> new CallerAccess(Caller.user("carla"), false);
        assertThat(new Heard().answer.get().statusCode())
                .as("all three are taken")
                .isEqualTo(503);
        byAddress.answer.cancel(true);
        gate = (context, operation) -> CallerAccess.EVERYTHING;
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            Heard next = new Heard();
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(next.lines).contains(id(10)));
        });
    }

    /** Opens a stream; the status of a second one. */
    private int secondOf(String name) throws Exception {
        new Heard("Name", name).hears(id(10));
        return new Heard("Name", name).answer.get().statusCode();
    }

    @Test
    void servesNoMoreThanItsLimitAndTakesTheNextWhenOneEnds() throws Exception {
        live = stream(OFTEN, new LiveStream.Limits(2, 3), Fed::new);
        Heard first = new Heard();
        Heard second = new Heard();
        first.hears(id(10));
        second.hears(id(10));
        assertThat(new Heard().answer.get().statusCode()).isEqualTo(503);
        first.answer.cancel(true);
        await().untilAsserted(() -> assertThat(consumers).anyMatch(Fed::closed));
        await().until(() -> {
            HttpResponse<InputStream> third =
                    client.send(request("Accept", "text/event-stream"), HttpResponse.BodyHandlers.ofInputStream());
            third.body().close();
            return third.statusCode() == 200;
        });
    }

    @Test
    void aStreamThatDoesNotBeginTakesNoPlace() throws Exception {
        live = stream(NEVER, new LiveStream.Limits(1, 1), () -> {
            throw Problem.unavailable("no broker");
        });
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> refused =
                    client.send(request("Accept", "text/event-stream"), HttpResponse.BodyHandlers.ofString());
            assertThat(refused.body()).isEqualTo("no broker");
        }
    }

    @Test
    void endsWithTheServer() throws Exception {
        Heard heard = new Heard();
        heard.hears(id(10));
        live.close();
        assertThat(heard.answer.get().statusCode()).isEqualTo(200);
        await().until(() -> consumer().closed());
    }

    /** A hundred slow readers take less than a tenth of a heap of 512 MB. The consumer's own bounds are 50 MB each. */
    @Test
    void boundsWhatASlowReaderTakes() {
        Map<String, Object> bounded = LiveStream.bounded(Map.of("bootstrap.servers", "none:1"));

        long each = bytes(bounded, "fetch.max.bytes");
        assertThat(each * LiveStream.Limits.STANDARD.all()).isLessThan((512 << 20) / 10);
        assertThat(bytes(bounded, "max.partition.fetch.bytes")).isLessThanOrEqualTo(each);
        assertThat(bounded).containsEntry("bootstrap.servers", "none:1");
    }

    private static long bytes(Map<String, Object> settings, String key) {
        return ((Number) Objects.requireNonNull(settings.get(key))).longValue();
    }

    /** The line of its token is taken out of the file. */
    @Test
    void endsWhenItsTokenIsRevoked(@TempDir Path directory) throws Exception {
        Path tokens = Files.writeString(
                directory.resolve("tokens"), "name=olga role=operator sha256=" + Tokens.hash("fairway_x") + "\n");
        AtomicLong clock = new AtomicLong(1_700_000_000_000L);
        AccessConfig access = AccessConfigs.of(Map.of("http.auth", "token", "http.auth.token.file", tokens.toString()));
        gate = new AccessGate(access, Authenticators.of(access, clock::get));
        live = stream(OFTEN, MANY, Fed::new);
        Heard heard = new Heard("Authorization", "Bearer fairway_x");
        heard.hears(": still here");
        Files.writeString(tokens, "# nobody\n");
        clock.addAndGet(5_000);
        await().until(() -> consumer().closed());
    }

    /** The JWT that it began with ends. */
    @Test
    void endsWithItsJwt() throws Exception {
        ECKey key = Issuer.ec("key");
        AtomicLong clock = new AtomicLong(1_700_000_000_000L);
        try (Issuer issuer = new Issuer().publish(key)) {
            AccessConfig access = AccessConfigs.of(Map.of(
                    "http.auth", "oidc", "http.auth.oidc.issuer", issuer.url(), "http.auth.oidc.audience", "fairway"));
            gate = new AccessGate(access, Authenticators.of(access, clock::get));
            live = stream(OFTEN, MANY, Fed::new);
            String jwt = Issuer.sign(
                    JWSAlgorithm.ES256,
                    key,
                    new JWTClaimsSet.Builder()
                            .issuer(issuer.url())
                            .audience("fairway")
                            .subject("anna")
                            .expirationTime(Date.from(Instant.ofEpochMilli(clock.get() + 60_000)))
                            .build());
            visibility.set(jobs -> new Forwarder.Answer(404, Forwarder.PROBLEM, new byte[0]));
            Heard heard = new Heard("Authorization", "Bearer " + jwt);
            heard.hears(": still here");
            clock.addAndGet(60_000 + 61_000); // and the skew that is permitted
            await().until(() -> consumer().closed());
        }
    }

    @Test
    void endsWithTheToken(@TempDir Path directory) throws Exception {
        Path tokens = Files.writeString(
                directory.resolve("tokens"),
                "name=olga role=operator expires=2026-11-21T12:00:00Z sha256=" + Tokens.hash("fairway_x") + "\n");
        AtomicLong clock = new AtomicLong(1_700_000_000_000L);
        AccessConfig access = AccessConfigs.of(Map.of("http.auth", "token", "http.auth.token.file", tokens.toString()));
        gate = new AccessGate(access, Authenticators.of(access, clock::get));
        live = stream(OFTEN, MANY, Fed::new);
        Heard heard = new Heard("Authorization", "Bearer fairway_x");
        heard.hears(": still here");
        clock.set(Instant.parse("2026-11-21T12:00:00Z").toEpochMilli());
        assertThat(heard.answer.get().statusCode()).isEqualTo(200);
        await().until(() -> consumer().closed());
    }

    @Test
    void cutsAReaderThatDoesNotRead() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.getOutputStream()
                    .write("GET /v1/stream?domain=alps HTTP/1.1\r\nHost: here\r\nAccept: text/event-stream\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            Fed consumer = consumer();
            await().until(() -> consumer.assignment().size() == Published.EVENTS.size());
            String large = "a".repeat(100_000);
            try {
                for (int i = 0; i < 300; i++) {
                    consumer.publish("alps", large);
                }
            } catch (IllegalStateException alreadyCut) {
                assertThat(consumer.closed()).isTrue();
            }
            await().atMost(Duration.ofSeconds(30)).until(consumer::closed);
        }
    }
}

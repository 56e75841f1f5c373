package io.fairway.system.history;

import static io.fairway.system.history.LostOffsetsIT.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.Tokens;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.embedded.EmbeddedBroker;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Corrections and dead letters by commands, on a real broker and a real application. Usage halves in an hour. */
@Order(2)
class CorrectionsIT {
    private static final double HALF_LIFE = 3600;
    private static final double LAMBDA = Math.log(2) / HALF_LIFE;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** An amount at an instant, in TRES-seconds. */
    private record Amount(double seconds, Instant at) {}

    @TempDir
    private static Path directory;

    private static EmbeddedBroker broker;
    private static HistoryRig rig;
    private static int port;
    private static Path token;

    private String printed = "";

    @BeforeAll
    static void start() throws Exception {
        broker = EmbeddedBroker.start(directory.resolve("broker"));
        rig = new HistoryRig(directory, broker.bootstrapServers(), SharedRegistry.url(), 2, (short) 1);
        port = FreePorts.take(1).get(0);
        rig.send(List.of(
                GeneratedHistory.policy(
                        DOMAIN,
                        Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis((long) (HALF_LIFE * 1000))
                                .build()),
                GeneratedHistory.node(DOMAIN, "physics", ""),
                GeneratedHistory.node(DOMAIN, "physics", "anna"),
                GeneratedHistory.node(DOMAIN, "physics", "ben"),
                GeneratedHistory.node(DOMAIN, "physics", "carla"),
                GeneratedHistory.node(DOMAIN, "physics", "dora"),
                GeneratedHistory.node(DOMAIN, "physics", "emil")));
        token = Files.writeString(directory.resolve("token"), Tokens.random(new SecureRandom()));
        Path tokens = Files.writeString(
                directory.resolve("tokens"),
                "name=olga role=operator sha256=" + Tokens.hash(Files.readString(token)) + "\n");
        rig.startHere(
                "one",
                Map.of(
                        "mode", "live",
                        "evaluation.interval.ms", "200",
                        "time.skew.ms", "1000",
                        "http.listen", "127.0.0.1:" + port,
                        "http.auth", "token",
                        "http.auth.token.file", tokens.toString(),
                        "http.limit.rate", "0",
                        "kafka.producer.transaction.timeout.ms", "5000"));
    }

    @AfterAll
    static void stop() {
        rig.close();
        broker.close();
    }

    /** 4 processors for an hour until an hour ago; then an amount, a transfer of part of it, and each of them undone. */
    @Test
    void refundsTransfersAndUndoes() throws Exception {
        Instant end = now().minus(Duration.ofHours(1));
        Instant start = end.minus(Duration.ofHours(1));
        rig.send(List.of(event("1", "anna", end, start)));
        // The closed integral of the run at its end.
        Amount run = new Amount(4 * (1 - Math.exp(-LAMBDA * 3600)) / LAMBDA, end);
        awaitUsage("anna", run);

        assertThat(run("adjust", "refund", "--job", "1", "--reason", "node failed", "--dry-run"))
                .isZero();
        assertThat(printed)
                .contains("job " + DOMAIN + "/1 was charged 4.00 h, which weigh")
                .contains("dry run: nothing is sent");
        awaitUsage("anna", run);
        assertThat(run("adjust", "refund", "--job", "1", "--reason", "node failed"))
                .isZero();
        assertThat(printed).contains("1 adjustment sent").contains("accepted by the application");
        awaitUsage("anna");
        assertThat(run("adjust", "refund", "--job", "1", "--reason", "again")).isZero();
        assertThat(printed).contains("is there already").doesNotContain("sent\n");
        awaitUsage("anna");

        Instant charged = now().minus(Duration.ofMinutes(30));
        assertThat(run(
                        "adjust",
                        "charge",
                        "physics",
                        "anna",
                        "10",
                        "--reason",
                        "ran outside",
                        "--effective-at",
                        charged.toString()))
                .isZero();
        Amount charge = new Amount(36_000, charged);
        awaitUsage("anna", charge);
        assertThat(run(
                        "adjust",
                        "transfer",
                        "physics",
                        "anna",
                        "physics",
                        "ben",
                        "4",
                        "--reason",
                        "wrong user",
                        "--id",
                        "t1",
                        "--effective-at",
                        charged.toString()))
                .isZero();
        Amount transfer = new Amount(14_400, charged);
        awaitUsage("anna", charge, new Amount(-14_400, charged));
        awaitUsage("ben", transfer);

        assertThat(run("adjust", "list", DOMAIN, "--user", "ben")).isZero();
        assertThat(printed)
                .contains("counts   t1 ")
                .contains("physics/anna -> physics/ben")
                .contains("4.00");
        assertThat(run("adjust", "undo", "t1", "--reason", "was right")).isZero();
        assertThat(printed).contains("accepted by the application");
        awaitUsage("anna", charge);
        awaitUsage("ben");
        assertThat(run("adjust", "undo", "job-" + DOMAIN + "-1-billing", "--reason", "node was well"))
                .isZero();
        awaitUsage("anna", charge, run);
        assertThat(run("adjust", "list")).isZero();
        assertThat(printed).contains("undone   t1 ").contains("(undone by ").contains(": was right)");

        assertThat(run("adjust", "undo", "t1", "--reason", "twice")).isEqualTo(2);
        assertThat(printed).contains("adjustment t1: is undone already");
        assertThat(run("adjust", "charge", "physics", "nobody", "1", "--reason", "x"))
                .isEqualTo(1);
        assertThat(printed).contains("user nobody in account physics: not in tree");
        assertThat(run("adjust", "charge", "physics", "anna", "-1", "--reason", "x"))
                .isEqualTo(2);
        assertThat(run("adjust", "refund", "--reason", "x")).isEqualTo(2);
        assertThat(run(
                        "adjust",
                        "charge",
                        "physics",
                        "anna",
                        "1",
                        "--reason",
                        "late",
                        "--id",
                        "old",
                        "--effective-at",
                        "2020-01-01"))
                .isEqualTo(1);
        assertThat(printed).contains("the application refuses it").contains("more than the horizon");
        assertThat(run("adjust", "list", "--user", "anna")).isZero();
        assertThat(printed).contains("refused  old ");
    }

    /** A program posts a charge, and again because it lost the answer. */
    @Test
    void aRepeatedPostCountsOnce() throws Exception {
        Awaitility.await("emil has a share")
                .atMost(HistoryRig.PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> get("/v1/domains/" + DOMAIN + "/fairshare/" + DOMAIN + "/physics/emil")
                        .has("fairshare"));
        awaitUsage("emil");
        Instant at = now().minus(Duration.ofMinutes(30));
        Map<String, Object> charge = new HashMap<>(Map.of(
                "id", "portal-1",
                "tree", DOMAIN,
                "account", "physics",
                "user", "emil",
                "kind", "charge",
                "amount", 36_000,
                "at", at.toString(),
                "reason", "ran in the cloud"));
        HttpResponse<String> first = post(charge);
        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        HttpResponse<String> again = post(charge);
        assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        awaitUsage("emil", new Amount(36_000, at));

        charge.put("amount", 1);
        HttpResponse<String> other = post(charge);
        assertThat(other.statusCode()).as(other.body()).isEqualTo(409);
        assertThat(other.body()).contains("portal-1").contains("10.00 TRES-hours");
        charge.put("id", "portal-2");
        charge.put("at", "2020-01-01");
        HttpResponse<String> old = post(charge);
        assertThat(old.statusCode()).as(old.body()).isEqualTo(400);
        assertThat(old.body()).contains("longer ago than the ledger's horizon");
        awaitUsage("emil", new Amount(36_000, at));

        assertThat(run("adjust", "list", DOMAIN, "--user", "emil")).isZero();
        assertThat(printed).contains("counts   portal-1 ").contains("olga").contains("ran in the cloud");
        assertThat(printed.lines().filter(line -> line.contains("portal-"))).hasSize(1);
        assertThat(run("adjust", "undo", "portal-1", "--reason", "was free")).isZero();
        awaitUsage("emil");
        charge.put("id", "portal-1");
        charge.put("at", at.toString());
        assertThat(post(charge).statusCode()).isEqualTo(409);
    }

    /** One record that nobody can read, and an event that tells of the future until that is the present. */
    @Test
    void listsShowsAndReplaysDeadLetters() throws Exception {
        Instant soon = now().plusSeconds(15);
        var unused = rig.producer()
                .send(new ProducerRecord<>(rig.topics().name(Topic.JOB_EVENTS), 0, "k", new byte[] {1, 2, 3}))
                .get();
        rig.send(List.of(event("9", "dora", soon, soon.minusSeconds(100))));
        Awaitility.await("both are dead letters")
                .atMost(HistoryRig.PATIENCE)
                .until(() -> rig.deadLetterKinds().containsAll(List.of("time", "undecodable")));

        assertThat(run("dead-letters", "list", "--topic", rig.topics().name(Topic.JOB_EVENTS)))
                .isZero();
        String early = place("time");
        String unreadable = place("undecodable");
        assertThat(run("dead-letters", "show", early)).isZero();
        assertThat(printed).contains("ms after its append at").contains("\"job\": \"9\"");
        assertThat(run("dead-letters", "show", unreadable)).isZero();
        assertThat(printed).contains("3 bytes").contains("01 02 03");
        assertThat(run("dead-letters", "replay", unreadable)).isZero();
        assertThat(printed).contains("left out " + unreadable).contains("0 of 1 to send");

        Awaitility.await("the event is of the past").atMost(HistoryRig.PATIENCE).until(() -> now().isAfter(soon));
        assertThat(run("dead-letters", "replay", early, "--dry-run")).isZero();
        assertThat(printed).contains("would send " + early).contains("1 of 1 would be sent");
        assertThat(run("dead-letters", "replay", early)).isZero();
        assertThat(printed).contains("accepted by the application");
        awaitUsage("dora", new Amount(4 * (1 - Math.exp(-LAMBDA * 100)) / LAMBDA, soon));
        assertThat(run("dead-letters", "replay", early)).isZero();
        assertThat(printed).contains("left out " + early + ": was sent again before");

        assertThat(run("dead-letters", "replay")).isEqualTo(2);
        assertThat(run("dead-letters", "show", "fairway.dead-letters-0@99999")).isEqualTo(2);
        assertThat(printed).contains("there is no such dead letter");
    }

    /** Where the list says that a dead letter of a kind is kept. */
    private String place(String kind) {
        return printed.lines()
                .filter(line -> line.contains(" " + kind + " ") && line.contains("@"))
                .map(line -> line.split("\\s+")[2])
                .findFirst()
                .orElseThrow(() -> new AssertionError("no dead letter of kind " + kind + " in " + printed));
    }

    private int run(String... words) {
        CommandLine line = FairwayMain.commandLine(words[0]);
        StringWriter out = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--bootstrap-servers=" + broker.bootstrapServers());
        all.add("--schema-registry=" + SharedRegistry.url());
        all.add("--application-id=" + rig.application());
        if (words[0].equals("adjust") && !words[1].equals("list") && !words[1].equals("undo")) {
            all.add("--server=http://127.0.0.1:" + port);
            all.add("--token-file=" + token);
        }
        int code = line.execute(all.toArray(String[]::new));
        printed = out.toString();
        System.out.println("fairway " + String.join(" ", words) + "\n" + printed);
        return code;
    }

    /** Usage of a user is the sum of amounts, each decayed until the instant of the answer. */
    private static void awaitUsage(String user, Amount... amounts) {
        Awaitility.await("usage of " + user)
                .atMost(HistoryRig.PATIENCE)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> {
                    JsonNode answer = get("/v1/domains/" + DOMAIN + "/usage?by=association&user=" + user);
                    assertThat(answer.has("freshness")).as("%s", answer).isTrue();
                    Instant asOf = Instant.parse(answer.at("/freshness/asOf").asText());
                    double expected = 0;
                    for (Amount amount : amounts) {
                        double age = Duration.between(amount.at(), asOf).toMillis() / 1000.0;
                        expected += amount.seconds() * Math.exp(-LAMBDA * age);
                    }
                    assertThat(answer.path("total").asDouble()).isCloseTo(expected, within(1e-4));
                });
    }

    private static JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = request(path).build();
        return JSON.readTree(
                HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static HttpRequest.Builder request(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + Files.readString(token));
    }

    private static HttpResponse<String> post(Map<String, Object> body) throws IOException, InterruptedException {
        HttpRequest request = request("/v1/domains/" + DOMAIN + "/adjustments")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println("POST " + body + "\n" + answer.statusCode() + " " + answer.body());
        return answer;
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private static GeneratedHistory.Produced event(String job, String user, Instant end, Instant start) {
        JobEvent event = JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(JobEventType.FINISHED)
                .setTime(end)
                .setRun(start)
                .setAccount("physics")
                .setUser(user)
                .setAllocatedTres(Map.of("cpu", 4.0))
                .build();
        return new GeneratedHistory.Produced(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, job), event);
    }
}

package io.fairway.system.history;

import static io.fairway.system.history.CorrectionSite.DOMAIN;
import static io.fairway.system.history.CorrectionSite.PORTAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Corrections of a month ago as people make them: a job that ended 30 days ago is refunded, hours go to another user and back, a
 * portal posts twice. After each step, usage is a sum of closed integrals, and the report of a month has whole usage and, apart,
 * what was corrected. Usage halves in 15 days. Nobody but an operator corrects anything.
 */
@Order(2)
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MonthOldCorrectionsIT {
    private static final double LAMBDA = Math.log(2) / Duration.ofDays(15).toSeconds();
    private static final double HOUR = 3600;
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Instant monthAgo = now.minus(30, ChronoUnit.DAYS);
    private static final Duration LONG = Duration.ofDays(45);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final List<String> USERS = List.of("anna", "ben", "carla");

    /** A run of a user of physics; a user's usage is the sum of what runs and corrections weigh. */
    private record Run(String job, String user, int cpus, int hours, Instant end) {
        Instant start() {
            return end.minus(hours, ChronoUnit.HOURS);
        }

        /** The closed integral of the decayed rate, TRES-seconds. */
        double weighs(Instant at) {
            return cpus / LAMBDA * (decay(end, at) - decay(start(), at));
        }

        /** Processor-seconds from an instant on. */
        double whole(Instant from, Instant to) {
            Instant begin = start().isAfter(from) ? start() : from;
            Instant until = end.isBefore(to) ? end : to;
            return Math.max(0, cpus * (double) Duration.between(begin, until).toSeconds());
        }

        String row() {
            String times = Stream.of(start(), start(), end)
                    .map(instant -> instant.toString().replace("Z", ""))
                    .reduce((one, other) -> one + "|" + other)
                    .orElseThrow();
            return job + "|" + DOMAIN + "|physics|" + user + "|COMPLETED|" + times + "|cpu=" + cpus;
        }
    }

    /** TRES-seconds that a person added at an instant, or took. */
    private record Correction(String user, double amount, Instant at) {}

    private final Run monthOld = new Run("101", "anna", 20, 10, monthAgo);
    private final Run annasOther = new Run("102", "anna", 2, 2, now.minus(2, ChronoUnit.HOURS));
    private final Run bens = new Run("103", "ben", 8, 5, now.minus(20, ChronoUnit.DAYS));
    private final Run carlas = new Run("104", "carla", 4, 3, now.minus(3, ChronoUnit.DAYS));

    private final List<Run> ran = new ArrayList<>(List.of(monthOld, annasOther, bens, carlas));
    /** What weighs: without a run that was refunded. */
    private final List<Run> weighing = new ArrayList<>(ran);

    private final List<Correction> corrections = new ArrayList<>();

    /** What the refund of anna's job took away, TRES-seconds, negative. It is what the job weighed then. */
    private Correction refund = new Correction("anna", 0, now);

    /** How far the last correction may be from what is expected, TRES-seconds: its instant is some time after this one. */
    private double slack;

    @SuppressWarnings("NullAway.Init") // start() sets it
    private CorrectionSite site;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        List<GeneratedHistory.Produced> tables = new ArrayList<>(List.of(
                GeneratedHistory.policy(
                        DOMAIN,
                        Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(Duration.ofDays(15).toMillis())
                                .build()),
                GeneratedHistory.node(DOMAIN, "physics", "")));
        USERS.forEach(user -> tables.add(GeneratedHistory.node(DOMAIN, "physics", user)));
        site = new CorrectionSite(directory, tables, LONG);
        site.backfill("sacct.log", weighing.stream().map(Run::row).toList());
        usageIsTheSum();
    }

    @AfterAll
    void stop() {
        site.close();
    }

    @Test
    @Order(1)
    void aRefundOfAJobThatEndedAMonthAgo() throws Exception {
        reports();
        assertThat(places()).containsExactly("carla", "ben", "anna");

        adjust("refund", "--job", "101", "--reason", "node failed", "--dry-run");
        assertThat(number("was charged ([0-9.]+) h")).isEqualTo(200);
        assertThat(number("which weigh ([0-9.]+) h now")).isCloseTo(monthOld.weighs(now) / HOUR, within(0.01));
        assertThat(number("physics/anna +before +([0-9.]+)"))
                .isCloseTo((monthOld.weighs(now) + annasOther.weighs(now)) / HOUR, within(0.01));
        assertThat(number(" after +([0-9.]+)")).isCloseTo(annasOther.weighs(now) / HOUR, within(0.01));
        assertThat(site.printed)
                .contains("3 users' places change:", "physics/anna  3 -> 1", "physics/carla  1 -> 2")
                .contains("physics/ben  2 -> 3", "dry run: nothing is sent");
        usageIsTheSum();
        adjust("list");
        assertThat(site.printed).contains("no adjustment is known");

        Instant sent = Instant.now();
        adjust("refund", "--job", "101", "--reason", "node failed");
        refunded(sent);
        assertThat(site.printed).contains("1 adjustment sent", "accepted by the application");
        usageIsTheSum();
        assertThat(places()).containsExactly("anna", "carla", "ben");
        reports();
        adjust("refund", "--job", "101", "--reason", "again");
        assertThat(site.printed).contains("is there already").doesNotContain(" sent\n", "USAGE [h]");
        usageIsTheSum();
    }

    @Test
    @Order(2)
    void aTransferAndWhatTakesBothBack() throws Exception {
        String[] transfer = {
            "transfer", "physics", "ben", "physics", "carla", "5", "--reason", "wrong user", "--id", "t1"
        };
        adjust(Stream.concat(Stream.of(transfer), Stream.of("--dry-run")).toArray(String[]::new));
        assertThat(number("physics/ben +before +([0-9.]+)")).isCloseTo(bens.weighs(now) / HOUR, within(0.01));
        assertThat(number("physics/carla +before +([0-9.]+)")).isCloseTo(carlas.weighs(now) / HOUR, within(0.01));
        assertThat(site.printed).contains("2 users' places change:", "physics/ben  3 -> 2", "physics/carla  2 -> 3");
        usageIsTheSum();

        Instant sent = Instant.now();
        adjust(transfer);
        Correction gives = new Correction("ben", -5 * HOUR, sent);
        Correction takes = new Correction("carla", 5 * HOUR, sent);
        corrections.addAll(List.of(gives, takes));
        slack += takes.amount() * drift(sent);
        usageIsTheSum();
        assertThat(places()).containsExactly("anna", "ben", "carla");
        reports();
        adjust("list", DOMAIN);
        assertThat(site.printed)
                .containsPattern("counts +job-alps-101-billing +REFUND +physics/anna ")
                .containsPattern("counts +t1 +TRANSFER +physics/ben -> physics/carla +5.00 ");

        adjust("undo", "t1", "--reason", "was right");
        corrections.removeAll(List.of(gives, takes));
        slack = 0;
        usageIsTheSum();
        adjust("undo", "job-alps-101-billing", "--reason", "node was well");
        weighing.add(monthOld);
        refund = new Correction("anna", 0, now);
        usageIsTheSum();
        assertThat(places()).containsExactly("carla", "ben", "anna");
        reports();
        adjust("list");
        assertThat(site.printed).containsPattern("undone +t1 ").containsPattern("undone +job-alps-101-billing ");
    }

    @Test
    @Order(3)
    void thePortalPostsTwice() throws Exception {
        Instant at = now.minus(30, ChronoUnit.MINUTES);
        Map<String, Object> charge = charge("portal-1", at);
        HttpResponse<String> first = site.post("olga", charge);
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).contains("\"actor\":\"olga\"");
        HttpResponse<String> again = site.post("olga", charge);
        assertThat(again.statusCode()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());

        corrections.add(new Correction("ben", 10 * HOUR, at));
        usageIsTheSum();
        reports();
        charge.put("amount", 1);
        assertThat(site.post("olga", charge).statusCode()).isEqualTo(409);
        usageIsTheSum();
        adjust("list", "--user", "ben");
        assertThat(site.printed.lines().filter(line -> line.contains("portal-1")))
                .hasSize(1);
    }

    @Test
    @Order(4)
    void nobodyElseMay() throws Exception {
        Map<String, Object> charge = charge("portal-2", now);
        assertThat(site.post("", charge).statusCode()).isEqualTo(401);
        assertThat(site.post("anna", charge).statusCode()).isEqualTo(403);
        assertThat(site.post("paul", charge).statusCode()).isEqualTo(403);
        // A page that may read the answers, and the question that a browser asks first.
        HttpResponse<String> read = site.send("olga", "GET", "/usage", "", "Origin", PORTAL);
        assertThat(read.headers().firstValue("Access-Control-Allow-Origin")).hasValue(PORTAL);
        HttpResponse<String> page = site.post("olga", charge, "Origin", PORTAL);
        assertThat(page.statusCode()).isEqualTo(403);
        HttpResponse<String> before =
                site.send("", "OPTIONS", "/adjustments", "", "Origin", PORTAL, "Access-Control-Request-Method", "POST");
        Stream.of(page, before)
                .forEach(answer -> assertThat(answer.headers().map().keySet())
                        .noneMatch(name -> name.startsWith("access-control")));
        for (String person : List.of("", "anna", "paul")) {
            assertThat(site.run(person, "adjust", "refund", "--job", "101", "--reason", "mine"))
                    .isEqualTo(1);
            assertThat(site.printed)
                    .contains(person.isEmpty() ? "there is no token" : "operator")
                    .doesNotContain("sent\n");
        }
        usageIsTheSum();
        adjust("list");
        assertThat(site.printed).doesNotContain("portal-2").doesNotContain("mine");
    }

    /** Nothing waits or runs. */
    @Test
    @Order(5)
    void theJobIsStillKnown() {
        assertThat(site.run("anna", "job", "101")).isZero();
        assertThat(site.printed).contains("job alps/101: ended", "200.00");
        assertThat(site.run("anna", "why", "101")).isEqualTo(1);
        assertThat(site.printed).contains("ended").doesNotContain("has this job");
    }

    /** With a horizon of a week, the application knows no job of a month ago. */
    @Test
    @Order(6)
    void aJobThatIsForgotten() throws Exception {
        site.restart(WEEK);
        Run later = new Run("105", "carla", 1, 1, now.minus(1, ChronoUnit.HOURS));
        site.backfill("later.log", List.of(later.row()));
        ran.add(later);
        weighing.add(later);
        usageIsTheSum();
        site.await("it is forgotten", () -> {
            assertThat(site.run("olga", "adjust", "refund", "--job", "101", "--reason", "late", "--dry-run"))
                    .isEqualTo(1);
            assertThat(site.printed).contains("forgotten", "usedFrom");
        });

        Instant sent = Instant.now();
        adjust(
                "refund",
                "physics",
                "anna",
                "200",
                "--used-from",
                monthOld.start().toString(),
                "--used-to",
                monthAgo.toString(),
                "--reason",
                "node failed");
        assertThat(number("which weigh ([0-9.]+) h now")).isCloseTo(monthOld.weighs(now) / HOUR, within(0.01));
        refunded(sent);
        usageIsTheSum();
        reports();
    }

    private static Map<String, Object> charge(String id, Instant at) {
        return new HashMap<>(Map.of(
                "id",
                id,
                "tree",
                DOMAIN,
                "account",
                "physics",
                "user",
                "ben",
                "kind",
                "charge",
                "amount",
                10 * HOUR,
                "at",
                at.toString(),
                "reason",
                "ran in the cloud"));
    }

    private void adjust(String... words) {
        assertThat(site.run(
                        "olga",
                        Stream.concat(Stream.of("adjust"), Stream.of(words)).toArray(String[]::new)))
                .as(site.printed)
                .isZero();
    }

    private double number(String pattern) {
        Matcher found = Pattern.compile(pattern).matcher(site.printed);
        assertThat(found.find()).as(pattern + " in " + site.printed).isTrue();
        return Double.parseDouble(Objects.requireNonNull(found.group(1)));
    }

    private static double decay(Instant from, Instant to) {
        return Math.exp(-LAMBDA * Duration.between(from, to).toMillis() / 1000);
    }

    private double expected(String user, Instant at) {
        double runs = weighing.stream()
                .filter(run -> run.user().equals(user))
                .mapToDouble(run -> run.weighs(at))
                .sum();
        return runs
                + corrections.stream()
                        .filter(correction -> correction.user().equals(user))
                        .mapToDouble(correction -> correction.amount() * decay(correction.at(), at))
                        .sum();
    }

    /** The job weighs nothing any more. */
    private void refunded(Instant sent) {
        weighing.remove(monthOld);
        refund = new Correction("anna", -monthOld.weighs(sent), sent);
    }

    /** The part of an amount that decays from an instant on, and in the minute before, by which an answer may be late. */
    private static double drift(Instant since) {
        return 1 - decay(since.minusSeconds(60), Instant.now());
    }

    private void usageIsTheSum() {
        site.await("usage is what weighs", () -> {
            JsonNode answer = site.ask("usage", "--by", "user");
            Instant at = Instant.parse(answer.at("/freshness/asOf").asText());
            for (String user : USERS) {
                assertThat(member(answer, user, "value")).as(user).isCloseTo(expected(user, at), within(1e-3 + slack));
            }
        });
    }

    /** The users in the order of their places: who weighs least is first. */
    private List<String> places() throws IOException {
        List<JsonNode> rows = new ArrayList<>();
        site.ask("fairshare", "-u", String.join(",", USERS)).path("items").forEach(rows::add);
        rows.sort(Comparator.comparing(row -> row.path("place").asInt()));
        return rows.stream().map(row -> row.path("user").asText()).toList();
    }

    /** The month of the job, and all from the beginning of this month on: whole usage never changes. */
    private void reports() throws IOException {
        Instant thisMonth = begin(YearMonth.from(now.atOffset(ZoneOffset.UTC)));
        assertThat(site.run("olga", "usage", "--by", "user", "--from", thisMonth.toString()))
                .isZero();
        assertThat(site.printed).contains("CORRECTED [h]", "not decayed, without corrections");
        report(site.ask("usage", "--by", "user", "--from", thisMonth.toString()), thisMonth, Instant.MAX);

        YearMonth ofJob = YearMonth.from(monthAgo.atOffset(ZoneOffset.UTC));
        Instant end = begin(ofJob.plusMonths(1));
        if (end.isBefore(now)) {
            report(site.ask("usage", "--by", "user", "--period", ofJob.toString(), "--zone", "UTC"), begin(ofJob), end);
        }
    }

    private static Instant begin(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private void report(JsonNode answer, Instant from, Instant to) {
        assertThat(answer.path("approximate").asBoolean()).isFalse();
        for (String user : USERS) {
            double whole = ran.stream()
                    .filter(run -> run.user().equals(user))
                    .mapToDouble(run -> run.whole(from, to))
                    .sum();
            double corrected = Stream.concat(corrections.stream(), Stream.of(refund))
                    .filter(each -> each.user().equals(user)
                            && !each.at().isBefore(from)
                            && each.at().isBefore(to))
                    .mapToDouble(Correction::amount)
                    .sum();
            assertThat(member(answer, user, "value")).as(user).isCloseTo(whole, within(1e-6));
            double far = -refund.amount() * drift(refund.at());
            assertThat(member(answer, user, "corrections"))
                    .as("corrections of " + user)
                    .isCloseTo(corrected, within(1e-6 + (user.equals("anna") ? far : 0)));
        }
    }

    /** A user without a line has nothing. */
    private static double member(JsonNode answer, String user, String name) {
        for (JsonNode item : answer.path("items")) {
            if (item.path("user").asText().equals(user)) {
                return item.path(name).asDouble();
            }
        }
        return 0;
    }
}

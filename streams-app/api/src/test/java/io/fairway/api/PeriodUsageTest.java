package io.fairway.api;

import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Whole usage of a period, against a sum over the jobs: 200 random runs of four users within 100 days, with a half-life of an hour, which
 * must not matter. T0 is 2023-11-14T23:00Z.
 */
class PeriodUsageTest {
    private static final String USAGE = "/v1/domains/" + PipelineDriver.DOMAIN + "/usage?by=user";
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NOW = T0 + 100 * DAY + 1_234_567;

    /** One run; {@code end} is NOW while it runs. */
    private record Run(String user, long start, long end, int cpus) {}

    private final List<Run> runs = new ArrayList<>();
    private final PipelineDriver pipeline = pipeline();
    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW);

    private PipelineDriver pipeline() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, HOUR));
        Random random = new Random(7);
        for (int user = 0; user < 4; user++) {
            pipeline.share(user < 2 ? "physics" : "bio", "u" + user, 1);
        }
        TreeMap<Long, List<Runnable>> events = new TreeMap<>();
        for (int i = 0; i < 200; i++) {
            int user = random.nextInt(4);
            long start = T0 + random.nextLong(100 * DAY);
            long end = start + random.nextLong(3 * DAY);
            int cpus = 1 + random.nextInt(64);
            String job = "j" + i;
            String account = user < 2 ? "physics" : "bio";
            events.computeIfAbsent(start, at -> new ArrayList<>())
                    .add(() -> pipeline.start(job, account, "u" + user, start, cpus));
            if (end < NOW) {
                events.computeIfAbsent(end, at -> new ArrayList<>()).add(() -> pipeline.finish(job, end, start));
            }
            runs.add(new Run("u" + user, start, Math.min(NOW, end), cpus));
        }
        events.values().forEach(list -> list.forEach(Runnable::run));
        return pipeline;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private Map<String, Double> sums(long from, long to) {
        Map<String, Double> sums = new TreeMap<>();
        for (Run run : runs) {
            long millis = Math.min(run.end(), to) - Math.max(run.start(), from);
            if (millis > 0) {
                sums.merge(run.user(), run.cpus() * millis / 1000.0, Double::sum);
            }
        }
        return sums;
    }

    @Test
    void whereItBeginsAndEndsWithRowsItIsExact() throws Exception {
        Random random = new Random(8);
        long hours = T0 - T0 % DAY + 70 * DAY; // Within the 35 days for which hours are kept.
        for (int i = 0; i < 60; i++) {
            long from = i % 2 == 0 ? T0 - T0 % DAY + random.nextInt(60) * DAY : hours + random.nextInt(15 * 24) * HOUR;
            long to = i % 3 == 0 ? NOW : hours + (15 * 24 + random.nextInt(15 * 24)) * HOUR;
            same(ask("&from=" + from + "&to=" + to), sums(from, to));
        }
    }

    private static void same(JsonNode answer, Map<String, Double> sums) {
        assertThat(answer.get("approximate").asBoolean()).isFalse();
        assertThat(answer.has("least")).isFalse();
        for (JsonNode item : answer.get("items")) {
            double expected = sums.getOrDefault(item.get("user").asText(), 0.0);
            assertThat(item.get("value").doubleValue()).isCloseTo(expected, within(1e-6 * (1 + expected)));
        }
        double total = sums.values().stream().mapToDouble(Double::doubleValue).sum();
        assertThat(answer.get("total").doubleValue()).isCloseTo(total, within(1e-6 * (1 + total)));
    }

    @Test
    void elsewhereTheAnswerSaysBetweenWhichBounds() throws Exception {
        Random random = new Random(9);
        for (int i = 0; i < 60; i++) {
            long from = T0 + random.nextLong(99 * DAY);
            long to = i % 4 == 0 ? from + 1 + random.nextLong(HOUR) : from + 1 + random.nextLong(NOW - from);
            JsonNode answer = ask("&from=" + from + "&to=" + to);
            Map<String, Double> sums = sums(from, to);
            for (JsonNode item : answer.get("items")) {
                double expected = sums.getOrDefault(item.get("user").asText(), 0.0);
                double value = item.get("value").doubleValue();
                double least = item.path("least").asDouble(value);
                double most = item.path("most").asDouble(value);
                assertThat(expected).isBetween(least - 1e-3, most + 1e-3);
                assertThat(value).isBetween(least - 1e-3, most + 1e-3);
                assertThat(least).isGreaterThanOrEqualTo(0);
            }
        }
    }

    /** November has 16 days of runs. In Kolkata, its last day ends at half past, within an hour that is kept as a part of a day. */
    @Test
    void monthsOfAZone() throws Exception {
        JsonNode utc = ask("&period=2023-12");
        assertThat(utc.get("from").asText()).isEqualTo("2023-12-01T00:00:00.000Z");
        assertThat(utc.get("to").asText()).isEqualTo("2024-01-01T00:00:00.000Z");
        same(utc, sums(millis("2023-12-01T00:00:00Z"), millis("2024-01-01T00:00:00Z")));

        JsonNode kolkata = ask("&period=2023-12&zone=Asia/Kolkata");
        assertThat(kolkata.get("from").asText()).isEqualTo("2023-11-30T18:30:00.000Z");
        assertThat(kolkata.get("approximate").asBoolean()).isTrue();

        // Within 35 days, hours are kept: Berlin's midnight is one.
        JsonNode berlin = ask("&period=2024-02&zone=Europe/Berlin");
        same(berlin, sums(millis("2024-01-31T23:00:00Z"), NOW));
        assertThat(berlin.get("to").asText())
                .isEqualTo(Instant.ofEpochMilli(NOW).toString());
    }

    @Test
    void accountsHaveTheSumsOfTheirUsersAndPartsOfTheWhole() throws Exception {
        JsonNode answer = ask("&by=account&period=2024-01");
        Map<String, Double> sums = sums(millis("2024-01-01T00:00:00Z"), millis("2024-02-01T00:00:00Z"));
        double physics = sums.getOrDefault("u0", 0.0) + sums.getOrDefault("u1", 0.0);
        double all = sums.values().stream().mapToDouble(Double::doubleValue).sum();

        for (JsonNode item : answer.get("items")) {
            if (item.get("account").asText().equals("physics")) {
                assertThat(item.get("value").doubleValue()).isCloseTo(physics, within(1e-6 * physics));
                assertThat(item.get("percent").doubleValue()).isCloseTo(100 * physics / all, within(1e-9));
            }
        }
    }

    /** What a person corrected stands beside what jobs used, in the period at whose instant it counts. */
    @Test
    void correctionsAreApart() throws Exception {
        long at = NOW - DAY;
        adjust("r", AdjustmentKind.REFUND, "u0", null, 3600, at);
        adjust("t", AdjustmentKind.TRANSFER, "u0", "u1", 100, at);
        adjust("old", AdjustmentKind.CHARGE, "u1", null, 7, at - 3 * DAY);

        JsonNode answer = ask("&from=" + (at - at % HOUR));

        same(answer, sums(at - at % HOUR, NOW));
        assertThat(correction(answer, "u0")).isEqualTo(-3700);
        assertThat(correction(answer, "u1")).isEqualTo(100);
        assertThat(correction(answer, "u2")).isZero();
        assertThat(answer.get("corrections").doubleValue()).isEqualTo(-3600);
    }

    private static double correction(JsonNode answer, String user) {
        for (JsonNode item : answer.get("items")) {
            if (item.get("user").asText().equals(user)) {
                return item.get("corrections").doubleValue();
            }
        }
        return Double.NaN;
    }

    private void adjust(
            String id,
            AdjustmentKind kind,
            String user,
            @org.jspecify.annotations.Nullable String to,
            double amount,
            long at) {
        Adjustment adjustment = Adjustment.newBuilder()
                .setDomain(PipelineDriver.DOMAIN)
                .setTree(PipelineDriver.DOMAIN)
                .setAccount("physics")
                .setUser(user)
                .setId(id)
                .setKind(kind)
                .setAmount(amount)
                .setToAccount(to == null ? null : "physics")
                .setToUser(to)
                .setEffectiveAt(Instant.ofEpochMilli(at))
                .setActor("admin")
                .setReason("test")
                .build();
        pipeline.send(
                Topic.ADJUSTMENTS,
                Keys.adjustment(PipelineDriver.DOMAIN, PipelineDriver.DOMAIN, "physics", user, id),
                adjustment);
    }

    /** Runs begin on 14 November; what was before is not known to be nothing. */
    @Test
    void itSaysFromWhichDayOnUsageIsKnown() throws Exception {
        long first = runs.stream().mapToLong(Run::start).min().orElseThrow();
        assertThat(ask("&period=2023-11").get("firstDay").asText())
                .startsWith(Instant.ofEpochMilli(first - first % DAY).toString().substring(0, 16));
        assertThat(ask("&period=2023-12").has("firstDay")).isFalse();
        // A period before all that is known was not empty: nobody knows.
        JsonNode before = ask("&period=2023-10");
        assertThat(before.get("total").doubleValue()).isZero();
        assertThat(before.get("firstDay")).isEqualTo(ask("&period=2023-11").get("firstDay"));
    }

    @Test
    void whatCannotBeAskedIsNamed() throws Exception {
        refused("&period=last-decade", "period: 'last-decade'");
        refused("&period=2025", "later than now");
        refused("&period=2020", "from: 2020-01-01T00:00:00.000Z is before 2021-12-15T00:00:00.000Z");
        refused("&period=2023-12&to=2023-12-05", "period: goes from its beginning to its end");
        refused("&to=2023-12-05", "from: is missing");
        refused("&from=2023-12-05&to=2023-12-04", "to: 2023-12-04T00:00:00Z is not after");
        refused("&from=2023-12-05&zone=Europe/Nowhere", "zone: 'Europe/Nowhere'");
        refused("&zone=Europe/Berlin", "zone: applies to period, from and to");
        refused("&at=2023-12-05&period=2023-12", "at: is usage as of one instant");
        refused("&by=window&period=2023-12", "period: does not apply to by=window");
        refused("&by=qos&period=2023-12", "period: does not apply to by=qos");
    }

    private void refused(String asked, String why) throws Exception {
        var answer = rig.get(path(asked));
        assertThat(answer.statusCode()).as(asked).isEqualTo(400);
        assertThat(answer.body()).contains(why);
    }

    private JsonNode ask(String asked) throws Exception {
        var answer = rig.get(path(asked));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body());
    }

    private static String path(String asked) {
        return asked.startsWith("&by=") ? USAGE.replace("?by=user", "?" + asked.substring(1)) : USAGE + asked;
    }

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }
}

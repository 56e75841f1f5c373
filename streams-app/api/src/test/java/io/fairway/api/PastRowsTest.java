package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.engine.PipelineDriver;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Fairshare of instants before ended jobs are kept, against the integral of each run's decay. Three sites of 200 random runs within 120
 * days; jobs are kept for 14 days, and those before are deleted. T0 is 2023-11-14T23:00Z.
 */
class PastRowsTest {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    /** A day of UTC. */
    private static final long FIRST = T0 + HOUR;

    private static final long NOW = FIRST + 120 * DAY + 5 * HOUR + 1_234_567;
    private static final String FAIRSHARE = "/v1/domains/" + DOMAIN + "/fairshare?at=";

    private record Run(String user, long start, long end, int cpus) {
        /** What it weighs at an instant: cpus times the integral of 2^-((at - t) / halfLife). */
        double at(long at, long since, double halfLife) {
            double from = Math.max(start, since);
            double to = Math.min(end, at);
            return to <= from
                    ? 0
                    : cpus
                            * halfLife
                            / 1000
                            / Math.log(2)
                            * (Math.exp(-Math.log(2) * (at - to) / halfLife)
                                    - Math.exp(-Math.log(2) * (at - from) / halfLife));
        }
    }

    private final TreeMap<Long, List<Consumer<PipelineDriver>>> events = new TreeMap<>();
    private final List<Run> runs = new ArrayList<>();

    private void at(long time, Consumer<PipelineDriver> event) {
        events.computeIfAbsent(time, instant -> new ArrayList<>()).add(event);
    }

    /**
     * A site.
     *
     * @param step runs begin and end at multiples of it
     */
    private void site(long seed, long halfLife, long step) {
        Random random = new Random(seed);
        at(T0, pipeline -> {
            pipeline.policy(halfLife);
            for (int user = 0; user < 5; user++) {
                pipeline.share(account(user), "u" + user, 1 + user);
            }
        });
        at(FIRST + 40 * DAY, pipeline -> pipeline.share("physics", "u1", 7));
        for (int i = 0; i < 200; i++) {
            int user = random.nextInt(5);
            long start = FIRST + random.nextLong(119 * DAY / step) * step;
            long end = start + step + random.nextLong(3 * DAY / step) * step;
            int cpus = 1 + random.nextInt(64);
            String job = "j" + i;
            at(start, pipeline -> pipeline.start(job, account(user), "u" + user, start, cpus));
            if (end < NOW) {
                at(end, pipeline -> pipeline.finish(job, end, start));
            }
            runs.add(new Run("u" + user, start, end, cpus));
        }
    }

    private static String account(int user) {
        return user < 3 ? "physics" : "bio";
    }

    private void adjust(AdjustmentKind kind, String user, double amount, long at) {
        at(
                at,
                pipeline -> pipeline.send(
                        Topic.ADJUSTMENTS,
                        Keys.adjustment(DOMAIN, DOMAIN, "physics", user, kind.name()),
                        Adjustment.newBuilder()
                                .setDomain(DOMAIN)
                                .setTree(DOMAIN)
                                .setAccount("physics")
                                .setUser(user)
                                .setId(kind.name())
                                .setKind(kind)
                                .setAmount(amount)
                                .setEffectiveAt(Instant.ofEpochMilli(at))
                                .setActor("ops")
                                .setReason("test")
                                .build()));
    }

    private ApiRig told(long until) {
        return told(until, PipelineDriver.replay());
    }

    private ApiRig told(long until, PipelineDriver pipeline) {
        events.headMap(until, true).values().forEach(all -> all.forEach(event -> event.accept(pipeline)));
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, until);
    }

    /** The site as of now. Its ledger forgot every job that had ended 14 days ago. */
    private ApiRig forgetful() {
        PipelineDriver pipeline = PipelineDriver.replay();
        ApiRig rig = told(NOW, pipeline);
        store(pipeline, Stores.BASIS)
                .put(Keys.setting("ledger.horizon.ms"), Long.toString(7 * DAY).getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < runs.size(); i++) {
            if (runs.get(i).end() < NOW - 14 * DAY) {
                store(pipeline, Stores.SETTLED_JOBS).delete(Keys.job(DOMAIN, DOMAIN, "j" + i));
            }
        }
        return rig;
    }

    @SuppressWarnings("unchecked")
    private static KeyValueStore<String, byte[]> store(PipelineDriver pipeline, Stores.KeyValue store) {
        return (KeyValueStore<String, byte[]>) pipeline.stores().get(store);
    }

    /** Hours within 35 days, days before, and instants between them: exact usage is between the bounds, and so is the answer. */
    @ParameterizedTest
    @CsvSource({"1, 12", "2, 72", "3, 168"})
    void usageIsBetweenItsBounds(long seed, long halfLifeHours) throws Exception {
        long halfLife = halfLifeHours * HOUR;
        site(seed, halfLife, 1);
        adjust(AdjustmentKind.REFUND, "u0", 50_000, FIRST + 50 * DAY + 777);
        long reset = FIRST + 60 * DAY + 5 * HOUR + 99_999;
        adjust(AdjustmentKind.RESET, "u1", 0, reset);
        Random random = new Random(seed);
        try (ApiRig rig = forgetful()) {
            for (int i = 0; i < 30; i++) {
                boolean hours = i % 3 == 0;
                long at = hours
                        ? NOW - NOW % HOUR - (15 * 24 + random.nextInt(18 * 24)) * HOUR
                        : FIRST + (2 + random.nextInt(80)) * DAY + (i % 3 == 1 ? 0 : random.nextLong(DAY));
                JsonNode answer = rig.json(FAIRSHARE + at + "&kind=users");
                assertThat(answer.at("/rows/by").asText()).as(answer.toString()).isEqualTo(hours ? "hour" : "day");
                Map<String, Double> sums = sums(at, (double) halfLife, reset);
                for (JsonNode item : answer.get("items")) {
                    double expected = sums.getOrDefault(item.get("user").asText(), 0.0);
                    double least = item.get("least").doubleValue();
                    double most = item.get("most").doubleValue();
                    double usage = item.get("rawUsage").doubleValue();
                    assertThat(expected)
                            .as(item + " at " + Instant.ofEpochMilli(at))
                            .isBetween(least - 1, most + 1);
                    assertThat(usage).isBetween(least - 1, most + 1);
                    assertThat(item.has("pendingJobs")).isFalse();
                    if (i % 3 != 2 && item.get("user").asText().compareTo("u1") > 0) {
                        // The bounds of a row are its length apart, and no row here is longer than a day.
                        double apart = Math.exp(Math.log(2) * DAY / halfLife);
                        assertThat(most).isLessThanOrEqualTo(least * apart * (1 + 1e-9) + 1);
                    }
                }
            }
        }
    }

    private Map<String, Double> sums(long at, double halfLife, long reset) {
        Map<String, Double> sums = new TreeMap<>();
        for (Run run : runs) {
            long since = run.user().equals("u1") && at >= reset ? reset : 0;
            sums.merge(run.user(), run.at(at, since, halfLife), Double::sum);
        }
        long refund = FIRST + 50 * DAY + 777;
        if (at >= refund) {
            sums.merge("u0", -50_000 * Math.exp(-Math.log(2) * (at - refund) / halfLife), Double::sum);
        }
        return sums;
    }

    /** Where rates change with the rows, nothing is lost: it is as if a Fairway had been told only what had happened by then. */
    @ParameterizedTest
    @ValueSource(longs = {DAY, HOUR})
    void factorsAndPlacesAreThoseOfThen(long row) throws Exception {
        site(4, 24 * HOUR, row);
        Random random = new Random(row);
        try (ApiRig now = forgetful()) {
            for (int i = 0; i < 5; i++) {
                long at = row == DAY
                        ? FIRST + (2 + random.nextInt(80)) * DAY
                        : NOW - NOW % HOUR - (15 * 24 + random.nextInt(5 * 24)) * HOUR;
                try (ApiRig then = told(at)) {
                    JsonNode past = now.json(FAIRSHARE + at).get("items");
                    JsonNode expected =
                            then.json("/v1/domains/" + DOMAIN + "/fairshare").get("items");
                    assertThat(past.size()).isEqualTo(expected.size()).isGreaterThan(7);
                    for (int node = 0; node < past.size(); node++) {
                        for (String number : List.of("rawUsage", "factor", "normUsage", "levelFairshare")) {
                            double of = expected.get(node).get(number).doubleValue();
                            assertThat(past.get(node).get(number).doubleValue())
                                    .as(number + " of " + expected.get(node))
                                    .isCloseTo(of, within(1e-3 * (1e-9 + Math.abs(of))));
                        }
                        for (String member : List.of("path", "shares", "place")) {
                            assertThat(past.get(node).get(member))
                                    .isEqualTo(expected.get(node).get(member));
                        }
                    }
                }
            }
        }
    }

    @Test
    void whatIsUnknownIsSaid() throws Exception {
        site(5, 72 * HOUR, HOUR);
        long at = FIRST + 90 * DAY;
        try (ApiRig rig = forgetful()) {
            assertThat(rig.json(FAIRSHARE + at).at("/rows/unknown").asText())
                    .isEqualTo(
                            "waiting and running jobs and their places, because jobs that ended since are forgotten");
            assertThat(rig.get("/v1/domains/" + DOMAIN + "/jobs?at=" + at).body())
                    .contains(
                            "at: 2024-02-13T00:00:00.000Z: which jobs waited or ran is unknown: jobs that ended before 2024-02-29");
            // Within two horizons, jobs are known and nothing is spread.
            assertThat(rig.json(FAIRSHARE + (NOW - 13 * DAY)).has("rows")).isFalse();
            // 37 half-lives of three days: nothing of what came before the first row is left.
            assertThat(rig.json(FAIRSHARE + at).at("/rows/leftOfEarlier").doubleValue())
                    .isLessThan(1e-30);
        }
    }
}

package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.avro.RankRecord;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The stream of everything that a random world published: each caller gets the records and withdrawals of what it sees,
 * all of them and no other, at the instance that holds the domain and at the one that does not, also when it comes back.
 */
@Order(1)
class VisibilityStreamTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Map<String, Topic> KINDS =
            new TreeMap<>(Map.of("fairshare", Topic.FAIRSHARE, "usage", Topic.USAGE, "priority", Topic.PRIORITIES));

    @TempDir
    private Path directory;

    private long tombstones;
    private long places;
    private long events;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void everybodyHearsWhatTheOracleSays(long seed) throws Exception {
        hear(seed);
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(longs = {3, 4, 5, 6, 7, 8, 9, 10})
    void alsoInMoreTrees(long seed) throws Exception {
        hear(seed);
    }

    private void hear(long seed) throws Exception {
        VisibilityWorld world = new VisibilityWorld(seed);
        List<VisibilityOracle> callers = VisibilityOracleTest.callers(world);
        try (VisibilityRig rig = new VisibilityRig(world, callers, directory)) {
            for (VisibilityOracle caller : callers) {
                for (int instance : List.of(0, 1)) {
                    rig.topics.begun = false;
                    Heard first = listen(rig, instance, caller);
                    check(rig, caller, first, Map.of());
                    String last = first.ids.get(first.ids.size() - 1);
                    rig.topics.begun = true;
                    Heard again = listen(rig, instance, caller, "Last-Event-ID", last);
                    check(rig, caller, again, offsets(last));
                    if (!caller.all()) {
                        assertThat(first.ids)
                                .as("offsets would tell how many records others have")
                                .allSatisfy(id -> assertThat(offsets(id).values())
                                        .allSatisfy(offset ->
                                                assertThat(offset % 1_024).isZero()));
                    }
                }
            }
            assertThat(tombstones).isPositive();
        }
        System.out.println("visibility oracle of the stream, seed " + seed + ": " + 4 * callers.size() + " streams, "
                + events + " events, " + tombstones + " withdrawals, " + places + " events with places, 0 differences");
    }

    private void check(VisibilityRig rig, VisibilityOracle caller, Heard heard, Map<String, Long> from)
            throws Exception {
        Map<String, List<String>> got = new TreeMap<>();
        for (int i = 0; i < heard.data.size(); i++) {
            JsonNode event = MAPPER.readTree(heard.data.get(i));
            got.computeIfAbsent(heard.kinds.get(i), kind -> new ArrayList<>()).add(text(event));
            tombstones += event.get("removed").asBoolean() ? 1 : 0;
            events++;
        }
        Map<String, List<String>> promised = new TreeMap<>();
        KINDS.forEach((kind, topic) -> {
            List<String> keys = rig.topics.keys(topic);
            List<String> own = keys.subList((int) (long) from.getOrDefault(kind, 0L), keys.size()).stream()
                    .filter(key -> sees(caller, kind, Keys.split(key.replaceFirst("!$", ""))))
                    .toList();
            if (!own.isEmpty()) {
                promised.put(kind, own);
            }
        });
        List<String> ranks = Objects.requireNonNullElse(got.remove("ranks"), List.of());
        assertThat(got).as(caller.name() + caller.accounts()).isEqualTo(promised);
        assertThat(ranks).as("ranks for " + caller.name() + caller.accounts()).isEqualTo(ranks(rig, caller, from));
        places += ranks.stream().filter(each -> each.contains("=")).count();
    }

    /** The ranks that a caller is to hear, as {@link #text} writes them. */
    private static List<String> ranks(VisibilityRig rig, VisibilityOracle caller, Map<String, Long> from) {
        List<String> keys = rig.topics.keys(Topic.RANKS);
        List<String> all = new ArrayList<>();
        for (int at = (int) (long) from.getOrDefault("ranks", 0L); at < keys.size(); at++) {
            RankRecord record = rig.topics.ranks().get(at);
            List<String> account = Keys.split(keys.get(at).replaceFirst("!$", ""));
            if (record == null || record.getUsers().isEmpty()) {
                if (caller.sees(account.get(2), account.get(3), "")) {
                    all.add(keys.get(at));
                }
                continue;
            }
            List<String> seen = new ArrayList<>();
            long place = record.getAhead() + 1;
            for (int user = 0; user < record.getUsers().size(); user++) {
                place += user == 0 ? 0 : record.getSteps().get(user - 1);
                if (caller.sees(
                        account.get(2), account.get(3), record.getUsers().get(user))) {
                    seen.add(record.getUsers().get(user) + "=" + place);
                }
            }
            if (!seen.isEmpty()) {
                all.add(keys.get(at) + " " + String.join(" ", seen));
            }
        }
        return all;
    }

    /** The key, and the places of the users if the event is one of ranks. */
    private static String text(JsonNode event) {
        StringBuilder text = new StringBuilder(event.get("key").asText());
        if (event.get("removed").asBoolean()) {
            text.append('!');
        }
        if (event.path("users").isArray()) {
            event.get("users")
                    .forEach(user -> text.append(' ')
                            .append(user.get("user").asText())
                            .append('=')
                            .append(user.get("place").asLong()));
        }
        return text.toString();
    }

    private static boolean sees(VisibilityOracle caller, String kind, List<String> key) {
        return kind.equals("priority") ? caller.seesJob(key.get(3)) : caller.sees(key.get(2), key.get(3), key.get(4));
    }

    private static Map<String, Long> offsets(String id) {
        Map<String, Long> offsets = new TreeMap<>();
        for (String part : id.split(";")) {
            if (part.contains("=")) {
                offsets.put(part.split("=")[0], Long.parseLong(part.split("=")[1]));
            }
        }
        return offsets;
    }

    private static Heard listen(VisibilityRig rig, int instance, VisibilityOracle caller, String... headers)
            throws Exception {
        Heard heard = new Heard();
        rig.listen(instance, caller, "/v1/stream?domain=" + DOMAIN, heard, headers);
        heard.ended.get(1, TimeUnit.MINUTES);
        return heard;
    }

    /** The lines of a stream until it ends. */
    private static final class Heard implements Flow.Subscriber<String> {
        private final List<String> ids = new ArrayList<>();
        private final List<String> kinds = new ArrayList<>();
        private final List<String> data = new ArrayList<>();
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private String kind = "";

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            if (line.startsWith("id: ")) {
                ids.add(line.substring(4));
            } else if (line.startsWith("event: ")) {
                kind = line.substring(7);
            } else if (line.startsWith("data: {")) {
                data.add(line.substring(6));
                kinds.add(kind);
            }
        }

        @Override
        public void onError(Throwable failed) {
            ended.completeExceptionally(failed);
        }

        @Override
        public void onComplete() {
            ended.complete(null);
        }
    }
}

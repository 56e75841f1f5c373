package io.fairway.api;

import static io.fairway.engine.FourPolicies.HOUR;
import static io.fairway.engine.FourPolicies.MINUTE;
import static io.fairway.engine.FourPolicies.NOW;
import static io.fairway.engine.FourPolicies.QUEUE;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.api.answer.FreshnessJson;
import io.fairway.api.query.Answers;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.DomainView;
import io.fairway.api.query.Json;
import io.fairway.api.query.Page;
import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PolicyState;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.time.Period;
import io.fairway.engine.FourPolicies;
import io.fairway.engine.PipelineDriver;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.reading.DomainSnapshot;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A reading that takes over from the last one gives the same answers as a reading from scratch. So does the task, which
 * has read its stores only once.
 */
class ReadingAgainTest {
    private static final List<String> USERS = List.of("anna", "ben", "carla", "dora", "emil");
    private static final List<String> ACCOUNTS = List.of("physics", "bio", "chem");

    private final Random random = new Random(20261121);
    private final PipelineDriver pipeline = FourPolicies.pipeline();
    private final ArrayDeque<String> waiting = new ArrayDeque<>();
    private final Map<String, String> sent = new TreeMap<>();
    private final Map<String, Long> running = new HashMap<>();
    private int jobs = 100;
    private long now = NOW;

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void nothingOfTheLastReadingIsLeftThatHasChanged() {
        policy(PolicyState.SHADOW);
        pipeline.tick(now);
        DomainSnapshot last = read(null);
        for (int step = 0; step < 120; step++) {
            now += random.nextInt(5) * MINUTE;
            happen();
            pipeline.tick(now);
            DomainSnapshot again = read(last);
            DomainSnapshot anew = read(null);
            assertThat(answers(again)).as("step " + step).isEqualTo(answers(anew));
            assertThat(sent()).as("step " + step).isEqualTo(evaluated(anew));
            last = again;
        }
    }

    /** The fairshare of every node as it was last sent. */
    private Map<String, String> sent() {
        for (PipelineDriver.Sent<FairshareRecord> next : pipeline.read(Topic.FAIRSHARE, FairshareRecord.class)) {
            FairshareRecord record = next.value();
            if (record == null) {
                sent.remove(next.key());
            } else {
                sent.put(
                        next.key(),
                        record.getFactor() + " " + record.getRank() + " " + record.getRawUsage() + " "
                                + record.getAsOf().toEpochMilli());
            }
        }
        return sent;
    }

    private static Map<String, String> evaluated(DomainSnapshot snapshot) {
        Map<String, String> all = new TreeMap<>();
        for (DomainSnapshot.NamedPolicy policy : snapshot.policies()) {
            for (String tree : snapshot.trees(policy)) {
                Fairshare fairshare = snapshot.fairshare(policy, tree);
                for (int node = 0; node < fairshare.tree().size(); node++) {
                    NodeId id = fairshare.tree().id(node);
                    double factor = fairshare.factor(node);
                    long rank = fairshare.rank(node);
                    all.put(
                            Keys.fairshare(DOMAIN, policy.name(), tree, id.account(), id.user()),
                            (Double.isNaN(factor) ? null : factor) + " " + (rank == 0 ? null : rank) + " "
                                    + fairshare.raw(node) + " " + snapshot.asOf());
                }
            }
        }
        return all;
    }

    /** If a reading fails, the next one still finds what was new. */
    @Test
    void aReadingThatFailsTakesNothingAlong() {
        pipeline.tick(now);
        DomainSnapshot last = read(null);
        answers(last);
        pipeline.share("physics", "emil", 7);
        StateStores<?, ?> whole = pipeline.stores();
        StateStores<?, ?> torn =
                new StateStores<>(store -> store.equals(Stores.LINES) ? new Gone() : whole.get(store), whole::get);
        assertThatThrownBy(() -> DomainSnapshot.read(DOMAIN, torn, now, last))
                .isInstanceOf(InvalidStateStoreException.class);

        assertThat(answers(read(last))).isEqualTo(answers(read(null))).contains("emil");
    }

    private DomainSnapshot read(@Nullable DomainSnapshot last) {
        return DomainSnapshot.read(DOMAIN, pipeline.stores(), now, last);
    }

    private void happen() {
        String account = ACCOUNTS.get(random.nextInt(ACCOUNTS.size()));
        String user = USERS.get(random.nextInt(USERS.size()));
        switch (random.nextInt(9)) {
            case 0, 1 -> submit(account, user);
            case 2, 3 -> start();
            case 4 -> finish();
            case 5 -> pipeline.shareIn(random.nextBoolean() ? DOMAIN : QUEUE, account, user, 1 + random.nextInt(5));
            case 6 -> reset(account, user);
            case 7 ->
                pipeline.tombstone(
                        Topic.SHARES, Keys.node(DOMAIN, random.nextBoolean() ? DOMAIN : QUEUE, account, user));
            default -> policy(random.nextInt(4) == 0 ? PolicyState.RETIRED : PolicyState.SHADOW);
        }
    }

    /** Policies that come and go. Under most of them, a user joins the tree without a share record. */
    private void policy(PolicyState state) {
        pipeline.policy(PipelineDriver.policyOf("more" + random.nextInt(2), now + MINUTE, HOUR)
                .setState(state)
                .setAutoProvisionShares(random.nextInt(5) == 0 ? null : 1L + random.nextInt(3)));
    }

    private void reset(String account, String user) {
        String id = "reset" + jobs++;
        pipeline.send(
                Topic.ADJUSTMENTS,
                Keys.adjustment(DOMAIN, DOMAIN, account, user, id),
                Adjustment.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount(account)
                        .setUser(user)
                        .setId(id)
                        .setKind(AdjustmentKind.RESET)
                        .setEffectiveAt(Instant.ofEpochMilli(now))
                        .setActor("test")
                        .setReason("test")
                        .build());
    }

    private void submit(String account, String user) {
        String job = "r" + jobs++;
        pipeline.job(pipeline.event(job, JobEventType.SUBMITTED, now)
                .setAccount(account)
                .setUser(user)
                .setAttributes(JobAttributes.newBuilder()
                        .setQueue(QUEUE)
                        .setRequestedTres(Map.of("cpu", 2.0))
                        .build()));
        waiting.add(job);
    }

    private void start() {
        String job = waiting.poll();
        if (job != null) {
            pipeline.start(job, now, 1 + random.nextInt(8));
            running.put(job, now);
        }
    }

    private void finish() {
        running.keySet().stream().findFirst().ifPresent(job -> {
            pipeline.finish(job, now, Objects.requireNonNull(running.remove(job)));
        });
    }

    private String answers(DomainSnapshot snapshot) {
        StringBuilder all = new StringBuilder();
        DomainView view = new DomainView(snapshot, FreshnessJson.of(now, true, "here:1", 0, List.of()));
        all.append(answer(view, "getDomain", Map.of())).append(answer(view, "listTrees", Map.of()));
        for (String tree : snapshot.trees()) {
            all.append(answer(view, "listShares", Map.of("tree", tree)));
        }
        for (DomainSnapshot.NamedPolicy policy : snapshot.policies()) {
            for (String tree : snapshot.trees(policy)) {
                for (String sort : List.of("tree", "first", "last", "usage")) {
                    all.append(answer(
                            view,
                            "listFairshare",
                            Map.of("policy", policy.name(), "tree", tree, "kind", "all", "sort", sort)));
                }
            }
            all.append(answer(view, "listJobs", Map.of("policy", policy.name(), "state", "all")));
            all.append(answer(view, "listQueues", Map.of("policy", policy.name())));
        }
        return all.toString();
    }

    private static String answer(DomainView view, String operation, Map<String, String> asked) {
        Answers.Question question = Objects.requireNonNull(Answers.of(operation, domain -> 0));
        return Json.tree(question.answer(view, new Asked(asked), CallerAccess.EVERYTHING))
                        .toPrettyString()
                + "\n";
    }

    private static final class Gone implements ReadOnlyKeyValueStore<String, byte[]> {
        @Override
        public byte[] get(String key) {
            throw new InvalidStateStoreException("gone");
        }

        @Override
        public KeyValueIterator<String, byte[]> range(String from, String to) {
            throw new InvalidStateStoreException("gone");
        }

        @Override
        public KeyValueIterator<String, byte[]> all() {
            throw new InvalidStateStoreException("gone");
        }

        @Override
        public long approximateNumEntries() {
            return 0;
        }
    }

    private record Asked(Map<String, String> asked) implements Answers.Parameters {
        @Override
        public @Nullable String text(String name) {
            return asked.get(name);
        }

        @Override
        public String needed(String name) {
            return Objects.requireNonNull(asked.get(name), name);
        }

        @Override
        public @Nullable Integer integer(String name) {
            return null;
        }

        @Override
        public @Nullable Double number(String name) {
            return null;
        }

        @Override
        public @Nullable Long instant(String name) {
            return null;
        }

        @Override
        public @Nullable Period period(long now) {
            return null;
        }

        @Override
        public List<String> words(String name) {
            return List.of();
        }

        @Override
        public Set<String> each(String name) {
            return asked.containsKey(name) ? Set.of(needed(name)) : Set.of();
        }

        @Override
        public Page page() {
            return new Page(0, 1_000);
        }
    }
}

package io.fairway.engine.results;

import io.fairway.avro.RankForm;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.PackedRanks;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.store.StateStores;
import io.fairway.records.RankRecords;
import io.fairway.schemas.KeptTexts;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The packed rank records of one domain: one for each account with users of its own, and one for root. Each evaluation sends
 * those that differ, in as many turns as it takes, and the next one begins when they are out. Only the keys are stored. After a
 * restart, each record is sent once more.
 */
final class RankResults {
    private static final byte[] SENT = {1};

    private final DomainState state;
    private final KeyValueStore<String, byte[]> store;
    private final ResultSink resultSink;
    /** By policy and tree. */
    private final Map<List<String>, OfTree> trees = new HashMap<>();
    /** The keys of records that were sent and not withdrawn, by policy and tree. */
    private final Map<List<String>, Set<String>> keys = new HashMap<>();

    RankResults(DomainState state, KeyValueStore<String, byte[]> store, ResultSink resultSink) {
        this.state = state;
        this.store = store;
        this.resultSink = resultSink;
    }

    /** Up to {@link PackedRanks#MOST} users of an account, in one record. */
    private static final class Part {
        private final int account;
        private final int number;
        private final String key;
        /** In the order of their ranks at the last evaluation. */
        private final int[] users;

        private @Nullable PackedRanks last;
        /** The names of its users in that order, once they were sent: most of the cost of a record. */
        private @Nullable KeptTexts names;

        private long lastRanked;
        /** Whether the users are in the order of what was sent last. */
        private boolean isSorted;

        Part(int account, int number, String key, int[] users) {
            this.account = account;
            this.number = number;
            this.key = key;
            this.users = users;
        }
    }

    /** A tree in its present shape, and by node how many users were ranked before it at the last evaluation. */
    private static final class OfTree {
        private final ShareTree tree;
        private final List<Part> parts;
        private final long[] before;

        OfTree(ShareTree tree, List<Part> parts, long[] before) {
            this.tree = tree;
            this.parts = parts;
            this.before = before;
        }
    }

    /** Takes over which records were sent before the task started. */
    void restore() {
        StateStores.forEach(store, Keys.domain(state.domain()), (key, bytes) -> {
            List<String> parts = Keys.split(key);
            keys(parts.get(1), parts.get(2)).add(key);
        });
    }

    /** Whether a policy sends packed ranks. */
    static boolean isPacked(ActivePolicy policy) {
        return policy.ranks() == RankForm.PACKED || policy.ranks() == RankForm.BOTH;
    }

    /** Whether a policy sends fairshare records. */
    static boolean isByNode(ActivePolicy policy) {
        return policy.ranks() != RankForm.PACKED;
    }

    /** What an evaluation changed, to be sent. What the one before it changed, under the same policy and tree, went out. */
    Emission emission(ActivePolicy policy, Fairshare fairshare, long at, boolean all, String cause) {
        return new OfParts(policy, fairshare, at, all, cause);
    }

    /** The packed ranks of one evaluation. */
    private final class OfParts extends Emission {
        private final OfTree of;
        private int next;

        OfParts(ActivePolicy policy, Fairshare fairshare, long at, boolean all, String cause) {
            super(policy, fairshare, at, all, cause);
            of = of(policy.name(), fairshare.tree());
        }

        @Override
        boolean isPacked() {
            return true;
        }

        @Override
        boolean isThrough() {
            return next == of.parts.size();
        }

        @Override
        int sendNext(FairshareResults.Falls falls) {
            Part part = of.parts.get(next++);
            ShareTree tree = fairshare.tree();
            Long ranked = part.account == 0 && part.number == 0 ? (Long) (long) tree.userCount() : null;
            boolean sameCount = ranked == null || ranked == part.lastRanked;
            if (sameCount && part.last != null && !all && !isMoved(part, fairshare, of.before)) {
                return 0;
            }
            PackedRanks packed = PackedRanks.of(fairshare, part.users, part.isSorted ? part.last : null);
            boolean same = sameCount && packed.equals(part.last);
            KeptTexts names = part.last != null && part.last.users().equals(packed.users()) ? part.names : null;
            part.names = names;
            part.last = packed;
            part.lastRanked = tree.userCount();
            part.isSorted = true;
            for (int user : part.users) {
                of.before[user] = tree.userCount() - fairshare.rank(user);
            }
            if (same && !all) {
                return 0;
            }
            if (keys(policy.name(), tree.tree()).add(part.key)) {
                store.put(part.key, SENT);
            }
            if (names == null) {
                names = RankRecords.names(packed.users());
                part.names = names;
            }
            resultSink.send(
                    Topic.RANKS,
                    part.key,
                    RankRecords.write(
                            state.domain(),
                            policy.name(),
                            tree.id(part.account),
                            part.number,
                            packed,
                            names,
                            ranked,
                            at,
                            cause));
            return 1;
        }

        @Override
        void end() {
            // Records that are gone were withdrawn before.
        }
    }

    private static boolean isMoved(Part part, Fairshare fairshare, long[] before) {
        int ranked = fairshare.tree().userCount();
        for (int user : part.users) {
            if (before[user] != ranked - fairshare.rank(user)) {
                return true;
            }
        }
        return false;
    }

    private OfTree of(String policy, ShareTree tree) {
        List<String> name = List.of(policy, tree.tree());
        OfTree last = trees.get(name);
        if (last != null && tree.isShapedAs(last.tree)) {
            return last;
        }
        Map<String, Part> old =
                last == null ? Map.of() : last.parts.stream().collect(Collectors.toMap(part -> part.key, p -> p));
        long[] before = new long[tree.size()];
        Arrays.fill(before, -1);
        OfTree now = new OfTree(tree, parts(policy, tree), before);
        Set<String> stay = new HashSet<>();
        for (Part part : now.parts) {
            stay.add(part.key);
            Part same = old.get(part.key);
            if (same != null) {
                part.last = same.last;
                part.names = same.names;
                part.lastRanked = same.lastRanked;
            }
        }
        keys(policy, tree.tree()).removeIf(key -> !stay.contains(key) && withdraw(key));
        trees.put(name, now);
        return now;
    }

    private List<Part> parts(String policy, ShareTree tree) {
        Map<Integer, List<Integer>> users = new HashMap<>();
        for (int node = 1; node < tree.size(); node++) {
            if (tree.isUser(node)) {
                users.computeIfAbsent(tree.parent(node), account -> new ArrayList<>())
                        .add(node);
            }
        }
        List<Part> parts = new ArrayList<>();
        for (int account = 0; account < tree.size(); account++) {
            List<Integer> own = users.getOrDefault(account, List.of());
            int count = own.isEmpty() ? (account == 0 ? 1 : 0) : (own.size() - 1) / PackedRanks.MOST + 1;
            for (int number = 0; number < count; number++) {
                int from = number * PackedRanks.MOST;
                int end = Math.min(own.size(), from + PackedRanks.MOST);
                parts.add(new Part(
                        account,
                        number,
                        Keys.ranks(
                                state.domain(),
                                policy,
                                tree.tree(),
                                tree.id(account).account(),
                                number),
                        own.subList(from, end).stream()
                                .mapToInt(Integer::intValue)
                                .toArray()));
            }
        }
        return parts;
    }

    /** The policies that send packed ranks. */
    Set<String> sending() {
        return state.policies().inForce().stream()
                .filter(RankResults::isPacked)
                .map(ActivePolicy::name)
                .collect(Collectors.toSet());
    }

    /** Withdraws the records of policies that no longer send any. */
    void policiesChanged() {
        Set<String> sending = sending();
        forget(of -> !sending.contains(of.get(0)));
    }

    /** Forgets the other trees, and withdraws their records. */
    void keepTrees(Set<String> kept) {
        forget(of -> !kept.contains(of.get(1)));
    }

    private void forget(Predicate<List<String>> gone) {
        trees.keySet().removeIf(gone);
        keys.entrySet().removeIf(entry -> {
            boolean leaves = gone.test(entry.getKey());
            if (leaves) {
                entry.getValue().forEach(this::withdraw);
            }
            return leaves;
        });
    }

    private boolean withdraw(String key) {
        store.delete(key);
        resultSink.send(Topic.RANKS, key, null);
        return true;
    }

    private Set<String> keys(String policy, String tree) {
        return keys.computeIfAbsent(List.of(policy, tree), of -> new HashSet<>());
    }
}

package io.fairway.engine.results;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.Budget;
import io.fairway.engine.Counters;
import io.fairway.engine.EvaluatedDomain;
import io.fairway.engine.LogContext;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.policies.avro.Results;
import io.fairway.policies.family.PolicyView;
import io.fairway.policies.family.Succession;
import io.fairway.schemas.Topic;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The fairshare records of one domain. Evaluates trees, and sends slice by slice each node whose factor moved by more
 * than the policy's epsilon or whose rank changed. Withdraws the records of nodes and policies that left.
 */
final class FairshareResults {
    /** After so many records it looks at the time. */
    private static final int LOOK = 64;

    private final DomainState state;
    private final ResultSink resultSink;
    private final ProcessorWatch watch;
    private final Counters counters;
    private final JobPricing pricing;
    private final SentFairshare sent;
    private final RankResults ranks;
    /** By policy and tree. */
    private final Map<List<String>, Going> going = new HashMap<>();

    private final ArrayDeque<Emission> unsent = new ArrayDeque<>();
    private final Map<List<String>, EvaluatedDomain.Evaluation> last = new LinkedHashMap<>();
    private boolean restored;

    FairshareResults(
            DomainState state,
            WriteBehind written,
            ResultSink resultSink,
            ProcessorWatch watch,
            Counters counters,
            JobPricing pricing) {
        this.state = state;
        this.resultSink = resultSink;
        this.watch = watch;
        this.counters = counters;
        this.pricing = pricing;
        sent = new SentFairshare(state.domain(), written.stores().get(Stores.EMITTED));
        ranks = new RankResults(state, written.stores().get(Stores.RANKS_SENT), resultSink);
    }

    /** The evaluations of a tree under a version of a policy. Another tree or version begins anew. */
    private record Going(ActivePolicy policy, ShareTree tree, Succession views) {}

    /** Is told of each factor that is about to fall. */
    @FunctionalInterface
    interface Falls {
        /**
         * @param factor the new factor
         * @param at instant of the evaluation
         * @return how many records this takes
         */
        int beforeFall(ActivePolicy policy, NodeId node, double factor, long at);
    }

    /** A record for each node. */
    private final class OfNodes extends Emission {
        private final SentFairshare.OfTree sentNodes;
        private int next;

        OfNodes(ActivePolicy policy, Fairshare fairshare, long at, boolean all, String cause) {
            super(policy, fairshare, at, all, cause);
            sentNodes = sent.of(policy.name(), fairshare.tree());
        }

        @Override
        boolean isPacked() {
            return false;
        }

        @Override
        boolean isThrough() {
            return next >= fairshare.tree().size();
        }

        @Override
        int sendNext(Falls falls) {
            return sendIfMoved(this, sentNodes, next++, falls);
        }

        @Override
        void end() {
            sent.forgetOutside(policy.name(), sentNodes, FairshareResults.this::withdraw);
        }
    }

    void restore() {
        sent.restore();
        ranks.restore();
        restored = true;
    }

    /** The factor of a node as it was last sent; NaN before that. */
    double factor(ActivePolicy policy, NodeId node) {
        return sent.factor(policy.name(), node);
    }

    /**
     * Evaluates a tree under its policies. {@link #send} sends the results.
     *
     * @param policies those whose evaluation is due
     * @param all whether to send every node, moved or not
     */
    void evaluate(String name, Predicate<String> policies, long at, boolean all, String cause) {
        if (restored) {
            // Another version of the application may have sent ranks in another form.
            restored = false;
            policiesChanged();
        }
        for (ActivePolicy policy : state.policies().of(name)) {
            if (policies.test(policy.name()) && !state.isRecharging(policy)) {
                Fairshare fairshare = evaluate(policy, name, at);
                EvaluatedDomain.Evaluation before = last.put(
                        List.of(policy.name(), name), new EvaluatedDomain.Evaluation(policy.name(), fairshare));
                if (before != null && !all && fairshare.isRankedAs(before.fairshare())) {
                    continue; // What differs went out with the evaluation before, or is going out.
                }
                if (RankResults.isPacked(policy)) {
                    unsent.add(ranks.emission(policy, fairshare, at, all, cause));
                }
                if (RankResults.isByNode(policy)) {
                    unsent.add(new OfNodes(policy, fairshare, at, all, cause));
                }
            }
        }
    }

    private Fairshare evaluate(ActivePolicy policy, String name, long at) {
        long begun = System.nanoTime();
        try {
            ShareTree tree = state.tree(policy, name);
            PolicyView view = views(policy, tree).next(state.charged(), at);
            pricing.evaluated(policy, tree, view);
            return view.fairshare();
        } catch (RuntimeException e) {
            LogContext.set(LogContext.DOMAIN, state.domain());
            LogContext.set(LogContext.TREE, name);
            throw e;
        } finally {
            watch.evaluated(System.nanoTime() - begun);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same objects are the same version and shape
    private Succession views(ActivePolicy policy, ShareTree tree) {
        return going.compute(
                        List.of(policy.name(), tree.tree()),
                        (of, last) -> last != null && last.policy() == policy && last.tree() == tree
                                ? last
                                : new Going(policy, tree, policy.family().succession(tree)))
                .views();
    }

    /** The last evaluation of each tree under each policy. */
    List<EvaluatedDomain.Evaluation> last() {
        return List.copyOf(last.values());
    }

    boolean allSent() {
        return unsent.isEmpty();
    }

    /**
     * Sends records of the evaluated trees, about that many.
     *
     * @param falls is told of a node's fall before its record is sent, under policies whose priorities never fall
     */
    void send(int most, Budget budget, Falls falls) {
        int left = most;
        while (left > 0 && !unsent.isEmpty()) {
            Emission emission = unsent.element();
            while (left > 0 && !emission.isThrough()) {
                int records = emission.sendNext(falls);
                if (records > 0) {
                    boolean looks = records > 1 || (left - 1) % LOOK == 0;
                    left = looks && budget.isSpent() ? 0 : left - records;
                }
            }
            if (emission.isThrough()) {
                unsent.remove();
                emission.end();
            }
        }
    }

    /** Forgets the other trees, and withdraws their records. */
    void keepTrees(Set<String> trees) {
        if (allSent()) {
            last.values()
                    .removeIf(evaluation ->
                            !trees.contains(evaluation.fairshare().tree().tree()));
            going.values().removeIf(each -> !trees.contains(each.tree().tree()));
            ranks.keepTrees(trees);
            sent.keepTrees(trees, this::withdraw);
        }
    }

    /** Withdraws the records of policies that are no longer evaluated, or send other records. */
    void policiesChanged() {
        Set<String> byNode = state.policies().inForce().stream()
                .filter(RankResults::isByNode)
                .map(ActivePolicy::name)
                .collect(Collectors.toSet());
        Set<String> packed = ranks.sending();
        unsent.removeIf(emission -> !(emission.isPacked() ? packed : byNode).contains(emission.policy.name()));
        last.values().removeIf(evaluation -> !state.policies().isInForce(evaluation.policy()));
        going.values()
                .removeIf(each -> !state.policies().isInForce(each.policy().name()));
        ranks.policiesChanged();
        sent.forgetPolicies(policy -> !byNode.contains(policy), this::withdraw);
    }

    /** Returns how many records it sent, those of jobs included. */
    private int sendIfMoved(OfNodes emission, SentFairshare.OfTree sentNodes, int node, Falls falls) {
        Fairshare fairshare = emission.fairshare;
        double factor = fairshare.factor(node);
        double value = Double.isNaN(factor) ? fairshare.effectiveUsage(node) : factor;
        long rank = fairshare.rank(node);
        SentFairshare.Sent last = sentNodes.sent(node);
        boolean moved = last == null || last.rank() != rank || hasMoved(last.value(), value, emission.policy.epsilon());
        if (!moved && !emission.all) {
            return 0;
        }
        int records = 1;
        if (last != null && emission.policy.family().neverFalls() && !(value >= last.value())) {
            records += falls.beforeFall(emission.policy, fairshare.tree().id(node), value, emission.at);
        }
        String key = sent.put(emission.policy.name(), sentNodes, node, new SentFairshare.Sent(value, rank));
        counters.emitted++;
        resultSink.send(
                Topic.FAIRSHARE,
                key,
                Results.fairshare(
                        state.domain(), emission.policy.name(), fairshare, node, emission.at, emission.cause));
        return records;
    }

    private static boolean hasMoved(double before, double now, double epsilon) {
        return Double.compare(before, now) != 0 && !(Math.abs(now - before) <= epsilon);
    }

    private void withdraw(String key) {
        resultSink.send(Topic.FAIRSHARE, key, null);
    }
}

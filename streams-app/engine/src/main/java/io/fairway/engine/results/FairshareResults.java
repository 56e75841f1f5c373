package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.EvaluatedDomain;
import io.fairway.engine.LogContext;
import io.fairway.engine.Outbox;
import io.fairway.engine.domain.DomainEngine;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.policies.avro.Results;
import io.fairway.schemas.Topic;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The fairshare records of one domain: evaluates trees, and sends what moved by more than the policy's epsilon or changed
 * its rank, slice by slice; withdraws the records of what left the tree or the policies.
 */
public final class FairshareResults {
    private final String domain;
    private final Outbox outbox;
    private final DomainEngine engine;
    private final SentFairshare sent;
    private final ArrayDeque<Emission> unsent = new ArrayDeque<>();
    private final Map<List<String>, EvaluatedDomain.Evaluation> last = new LinkedHashMap<>();

    public FairshareResults(String domain, KeyValueStore<String, byte[]> store, Outbox outbox, DomainEngine engine) {
        this.domain = domain;
        sent = new SentFairshare(domain, store);
        this.outbox = outbox;
        this.engine = engine;
    }

    /** An evaluation whose results are being sent. */
    private static final class Emission {
        private final ActivePolicy policy;
        private final Fairshare fairshare;
        private final long at;
        private final boolean all;
        private final String cause;
        private int next;

        Emission(ActivePolicy policy, Fairshare fairshare, long at, boolean all, String cause) {
            this.policy = policy;
            this.fairshare = fairshare;
            this.at = at;
            this.all = all;
            this.cause = cause;
        }
    }

    public void restore() {
        sent.restore();
    }

    /** A tree as a policy sees it. */
    public ShareTree tree(ActivePolicy policy, String name) {
        return engine.shares.tree(name, policy.current().getAutoProvisionShares(), this::users);
    }

    /** The factor of a node as it was last sent; not a number before that. */
    public double factor(ActivePolicy policy, NodeId node) {
        return sent.factor(policy.name(), node);
    }

    /** Whether an association that no share record names would get a place if its tree were built again. */
    public boolean wouldJoin(NodeId association) {
        for (ActivePolicy policy : engine.policies.of(association.tree())) {
            if (policy.current().getAutoProvisionShares() != null
                    && !association.user().isEmpty()) {
                ShareTree tree = tree(policy, association.tree());
                if (tree.find(association) < 0 && tree.findAccount(association.account()) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Evaluates a tree under every policy; {@link #send} sends what came of it. */
    public void evaluate(String name, long at, boolean all, String cause) {
        for (ActivePolicy policy : engine.policies.of(name)) {
            Fairshare fairshare = evaluate(policy, name, at);
            engine.evaluated(fairshare.tree().size());
            last.put(List.of(policy.name(), name), new EvaluatedDomain.Evaluation(policy.name(), fairshare));
            unsent.add(new Emission(policy, fairshare, at, all, cause));
        }
    }

    private Fairshare evaluate(ActivePolicy policy, String name, long at) {
        long begun = System.nanoTime();
        try {
            return policy.family().fairshare(tree(policy, name), engine.charged, at);
        } catch (RuntimeException e) {
            LogContext.set(LogContext.DOMAIN, domain);
            LogContext.set(LogContext.TREE, name);
            throw e;
        } finally {
            engine.watch.evaluated(System.nanoTime() - begun);
        }
    }

    /** The last evaluation of each tree under each policy. */
    public List<EvaluatedDomain.Evaluation> last() {
        return List.copyOf(last.values());
    }

    public boolean allSent() {
        return unsent.isEmpty();
    }

    /** Sends at most so many records of what was evaluated. */
    public void send(int most) {
        int left = most;
        while (left > 0 && !unsent.isEmpty()) {
            Emission emission = unsent.element();
            ShareTree tree = emission.fairshare.tree();
            SentFairshare.OfTree known = sent.of(emission.policy.name(), tree);
            while (left > 0 && emission.next < tree.size()) {
                if (sendIfMoved(emission, known, emission.next++)) {
                    left--;
                }
            }
            if (emission.next >= tree.size()) {
                unsent.remove();
                sent.forgetOutside(emission.policy.name(), known, this::withdraw);
            }
        }
    }

    /** Withdraws the records of policies that are no longer evaluated. */
    public void policiesChanged() {
        unsent.removeIf(emission -> !engine.policies.isInForce(emission.policy.name()));
        last.values().removeIf(evaluation -> !engine.policies.isInForce(evaluation.policy()));
        sent.forgetPolicies(policy -> !engine.policies.isInForce(policy), this::withdraw);
    }

    private boolean sendIfMoved(Emission emission, SentFairshare.OfTree known, int node) {
        Fairshare fairshare = emission.fairshare;
        double factor = fairshare.factor(node);
        double value = Double.isNaN(factor) ? fairshare.effectiveUsage(node) : factor;
        long rank = fairshare.rank(node);
        SentFairshare.Sent last = known.sent(node);
        boolean moved = last == null || last.rank() != rank || hasMoved(last.value(), value, emission.policy.epsilon());
        if (!moved && !emission.all) {
            return false;
        }
        String key = sent.put(emission.policy.name(), known, node, new SentFairshare.Sent(value, rank));
        engine.counters.emitted++;
        outbox.send(
                Topic.FAIRSHARE,
                key,
                Results.fairshare(domain, emission.policy.name(), fairshare, node, emission.at, emission.cause));
        return true;
    }

    private static boolean hasMoved(double before, double now, double epsilon) {
        return Double.compare(before, now) != 0 && !(Math.abs(now - before) <= epsilon);
    }

    private void withdraw(String key) {
        outbox.send(Topic.FAIRSHARE, key, null);
    }

    /** The associations of a tree that usage or waiting jobs name. */
    private Collection<NodeId> users(String tree) {
        Set<NodeId> users = new HashSet<>();
        engine.charged.associations().filter(node -> node.tree().equals(tree)).forEach(users::add);
        for (Map.Entry<JobKey, JobView> job : engine.jobs.active().entrySet()) {
            for (NodeId node :
                    engine.policies.associations(job.getKey(), job.getValue().attributes())) {
                if (node.tree().equals(tree)) {
                    users.add(node);
                }
            }
        }
        return users;
    }
}

package io.fairway.api.query;

import io.fairway.api.answer.FreshnessJson;
import io.fairway.avro.PolicyState;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.past.PastDomain;
import io.fairway.reading.past.PastRows;
import io.fairway.reading.past.PastUnknownException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A domain as one question sees it.
 *
 * @param freshness the instant of its numbers, and the instance that has them
 * @param rows what is known of an instant of which jobs are forgotten; null = jobs are known
 */
public record DomainView(
        DomainSnapshot snapshot,
        FreshnessJson freshness,
        @Nullable PastRows rows) {
    /** A domain whose jobs are known. */
    public DomainView(DomainSnapshot snapshot, FreshnessJson freshness) {
        this(snapshot, freshness, null);
    }

    /**
     * The domain as it was at an earlier instant, for a question about a policy.
     *
     * @param at epoch milliseconds; null = this view
     */
    DomainView at(@Nullable Long at, @Nullable String policyName) {
        return at("at", at, policyName);
    }

    /**
     * As above.
     *
     * @param parameter the name of the parameter that has the instant, for refusals
     */
    DomainView at(String parameter, @Nullable Long at, @Nullable String policyName) {
        if (at == null) {
            return this;
        }
        try {
            DomainView then = new DomainView(PastDomain.at(snapshot, at), freshness);
            PastDomain.requireWindows(snapshot, then.policy(policyName).family(), at);
            return then;
        } catch (PastUnknownException unknown) {
            throw Problem.parameter(parameter, Json.instant(at) + ": " + unknown.getMessage());
        }
    }

    /**
     * Shares and usage as they were at an earlier instant. Where jobs are forgotten, and before a reset, usage comes from its rows.
     *
     * @param at epoch milliseconds; null = this view
     */
    DomainView usageAt(@Nullable Long at, @Nullable String policyName) {
        if (at == null || (PastDomain.knowsJobs(snapshot, at) && !PastDomain.isReset(snapshot, at))) {
            return at(at, policyName);
        }
        try {
            PastRows past = PastRows.at(snapshot, at);
            DomainView then = new DomainView(past.snapshot(), freshness, past);
            NamedPolicy policy = then.policy(policyName);
            for (MeasureDefinition measure : policy.family().measures()) {
                if (!past.bounds().containsKey(measure.name())) {
                    throw Problem.parameter(
                            "at",
                            Json.instant(at) + ": policy " + policy.name() + " counts measure " + measure.name() + " ("
                                    + measure.inWords() + "), which is not kept by hour and day");
                }
            }
            return then;
        } catch (PastUnknownException unknown) {
            throw Problem.parameter("at", Json.instant(at) + ": " + unknown.getMessage());
        }
    }

    /** The instant of the numbers, if it is not that of the freshness. */
    @Nullable
    Instant past() {
        Instant asOf = Instant.ofEpochMilli(snapshot.asOf());
        return asOf.equals(freshness.asOf()) ? null : asOf;
    }

    /** A policy by name; the active one without a name. */
    public NamedPolicy policy(@Nullable String name) {
        List<NamedPolicy> policies = snapshot.policies();
        for (NamedPolicy policy : policies) {
            if (name == null
                    ? policy.current().getState() == PolicyState.ACTIVE
                    : policy.name().equals(name)) {
                return policy;
            }
        }
        String names =
                String.join(", ", policies.stream().map(NamedPolicy::name).toList());
        if (name != null) {
            throw Problem.notFound("policy " + name + ": not in force in domain " + snapshot.domain()
                    + (names.isEmpty() ? "; none is" : "; these are: " + names));
        }
        if (policies.size() == 1) {
            return policies.get(0);
        }
        throw Problem.notFound(
                names.isEmpty()
                        ? "domain " + snapshot.domain() + " has no policy yet; see 'fairway policy apply'"
                        : "domain " + snapshot.domain() + " has no active policy; name one with policy: " + names);
    }

    /** The tree of a question: by name, or the only one that a policy evaluates. */
    public String tree(@Nullable NamedPolicy policy, @Nullable String name) {
        SortedSet<String> trees = policy == null ? snapshot.trees() : snapshot.trees(policy);
        if (name != null) {
            if (!trees.contains(name)) {
                throw Problem.notFound("tree " + name + ": not in domain " + snapshot.domain()
                        + (policy == null ? "" : " under policy " + policy.name()) + "; known: "
                        + String.join(", ", trees));
            }
            return name;
        }
        if (trees.size() == 1) {
            return trees.first();
        }
        if (trees.isEmpty()) {
            throw Problem.notFound(
                    "domain " + snapshot.domain() + " has no share tree yet; see 'fairway shares apply'");
        }
        throw Problem.parameter("tree", "needed, because there are several: " + String.join(", ", trees));
    }

    /** The nodes of a tree in and below these accounts; all nodes without a name. */
    public IntPredicate below(ShareTree tree, Set<String> accounts) {
        int[] tops = accounts.stream().mapToInt(name -> account(tree, name)).toArray();
        return node ->
                tops.length == 0 || IntStream.of(tops).anyMatch(top -> node >= top && node < tree.subtreeEnd(top));
    }

    /** An account of a tree, by its number; the root without a name. */
    public int account(ShareTree tree, @Nullable String name) {
        if (name == null) {
            return 0;
        }
        int account = tree.findAccount(name);
        if (account < 0) {
            throw Problem.notFound(
                    "account " + name + ": not in tree " + tree.tree() + " of domain " + snapshot.domain());
        }
        return account;
    }
}

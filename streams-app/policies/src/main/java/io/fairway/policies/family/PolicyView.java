package io.fairway.policies.family;

import io.fairway.core.policy.Fairshare;
import io.fairway.core.policy.Term;
import io.fairway.policies.explain.Outlook;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A share tree and its usage at an instant, as a version of a policy sees them. Each method computes when it is called:
 * a caller that needs a result twice keeps it.
 */
public interface PolicyView {
    /** The fairshare of every node. */
    Fairshare fairshare();

    /**
     * The price list of jobs whose association is in the tree. It holds the usage of the time of this call, so that
     * jobs priced by one list are comparable.
     */
    JobPricer pricer();

    /**
     * The facts about a node beyond its terms.
     *
     * @param fairshare of this view
     * @param named the nodes that the words may name, besides the node itself and those above it
     * @param nextReset the next instant at which usage begins anew, epoch milliseconds; {@link Long#MAX_VALUE} = never
     */
    Outlook outlook(Fairshare fairshare, int node, IntPredicate named, long nextReset);

    /**
     * Numbers behind the fairshare of a node that are not in its terms: Moab's target and windows. The first input of a
     * number is its weight.
     */
    default List<Term> numbers(int node) {
        return List.of();
    }

    /**
     * What is known of a credential.
     *
     * @param outlook what would change it; null = it is about all of them
     */
    record Credential(List<Term> numbers, @Nullable Outlook outlook) {
        public Credential {
            numbers = List.copyOf(numbers);
        }
    }

    /** Credentials by name, which need no place in the tree: Moab's users, groups, accounts, QOSs and classes. */
    default Map<String, Credential> credentials() {
        return Map.of();
    }
}

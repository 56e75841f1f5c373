package io.fairway.api.why;

import io.fairway.avro.PolicyState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * Values that need a look at the whole tree: places, sums of jobs, and the orders of its nodes. They are computed once
 * for a snapshot. Otherwise a question about one association would cost as much as the whole tree.
 */
public final class WholeTree {
    private final Fairshare fairshare;
    private final long[] places;
    private final int[] pending;
    private final int[] running;
    private final Map<String, int[]> sorted = new ConcurrentHashMap<>();

    private WholeTree(DomainSnapshot snapshot, NamedPolicy policy, Fairshare fairshare) {
        this.fairshare = fairshare;
        ShareTree tree = fairshare.tree();
        places = Places.all(fairshare);
        pending = new int[tree.size()];
        running = new int[tree.size()];
        Map<NodeId, Integer> found = new HashMap<>();
        snapshot.jobs().forEach((job, view) -> {
            NodeId association = policy.family().association(job, view.attributes());
            if (association != null && association.tree().equals(tree.tree())) {
                String partition = view.attributes().text(Attribute.PARTITION, "");
                int node = found.computeIfAbsent(
                        association.in(partition), of -> policy.family().node(tree, association, view.attributes()));
                if (node >= 0) {
                    (view.status() == JobView.Status.PENDING ? pending : running)[node]++;
                }
            }
        });
        for (int node = tree.size() - 1; node > 0; node--) {
            pending[tree.parent(node)] += pending[node];
            running[tree.parent(node)] += running[node];
        }
    }

    public static WholeTree of(DomainSnapshot snapshot, NamedPolicy policy, Fairshare fairshare) {
        return snapshot.once(
                WholeTree.class,
                policy.name() + "|" + fairshare.tree().tree(),
                () -> new WholeTree(snapshot, policy, fairshare));
    }

    /** Computes values of the active policies that questions are likely to need. */
    public static void prepare(DomainSnapshot snapshot) {
        for (NamedPolicy policy : snapshot.policies()) {
            if (policy.current().getState() == PolicyState.ACTIVE) {
                snapshot.trees(policy).forEach(tree -> of(snapshot, policy, snapshot.fairshare(policy, tree)));
            }
        }
    }

    /** The place of a node among the users; 0 = none. */
    public long place(int node) {
        return places[node];
    }

    /** Waiting jobs of a subtree. */
    public int pending(int node) {
        return pending[node];
    }

    /** Running jobs of a subtree. */
    public int running(int node) {
        return running[node];
    }

    /** All nodes, in the order that {@code sort} of the fairshare list names. */
    public IntStream sorted(String sort) {
        return sort.equals("tree")
                ? IntStream.range(0, places.length)
                : IntStream.of(sorted.computeIfAbsent(sort, this::sort));
    }

    private int[] sort(String sort) {
        return switch (sort) {
            case "first" -> byPlace(place -> place == 0 ? Integer.MAX_VALUE : place);
            case "last" -> byPlace(place -> -place);
            case "usage" -> byUsage();
            default -> throw new IllegalArgumentException("sort " + sort + ": not an order");
        };
    }

    /** Places are whole numbers up to the number of nodes, so a place and its node fit into one number to sort. */
    private int[] byPlace(LongUnaryOperator order) {
        return IntStream.range(0, places.length)
                .mapToLong(node -> (order.applyAsLong(places[node]) << Integer.SIZE) | node)
                .sorted()
                .mapToInt(both -> (int) both)
                .toArray();
    }

    private int[] byUsage() {
        return IntStream.range(0, places.length)
                .boxed()
                .sorted(Comparator.comparingDouble(node -> -fairshare.raw(node)))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}

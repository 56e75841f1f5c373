package io.fairway.api.query;

import io.fairway.api.answer.ComparisonJson;
import io.fairway.api.answer.PoliciesJson;
import io.fairway.api.answer.QueuesJson;
import io.fairway.api.answer.UsageJson;
import io.fairway.api.why.Places;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.Order;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The policies of a domain side by side, and queues and pools in the order of a policy. */
final class PolicyAnswers {
    private PolicyAnswers() {}

    static PoliciesJson policies(DomainView view, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        return new PoliciesJson(
                snapshot.domain(),
                snapshot.policies().stream()
                        .map(policy -> policy(snapshot, policy, visibleDomain))
                        .toList(),
                view.freshness());
    }

    private static PoliciesJson.Item policy(DomainSnapshot snapshot, NamedPolicy policy, VisibleDomain visibleDomain) {
        List<UsageJson.Measure> measures = new ArrayList<>();
        for (MeasureDefinition measureDefinition : policy.family().measures()) {
            for (Measure measure : snapshot.measures()) {
                if (measure.name().equals(measureDefinition.name())) {
                    measures.add(UsageAnswers.name(measure, measureDefinition, snapshot.asOf()));
                }
            }
        }
        return new PoliciesJson.Item(
                DomainAnswers.policyName(policy),
                policy.current().getEffectiveFrom(),
                measures,
                snapshot.trees(policy),
                policy.versions().stream().map(Instant::ofEpochMilli).toList(),
                PolicyParameters.of(policy, snapshot.trees(policy), visibleDomain));
    }

    static ComparisonJson compare(
            DomainView view,
            List<String> names,
            @Nullable String treeName,
            Set<String> accounts,
            Set<String> users,
            Page page,
            VisibleDomain caller) {
        DomainSnapshot snapshot = view.snapshot();
        List<NamedPolicy> policies = new ArrayList<>();
        if (names.isEmpty()) {
            NamedPolicy first = view.policy(null);
            policies.add(first);
            snapshot.policies().stream()
                    .filter(policy -> !policy.name().equals(first.name()))
                    .forEach(policies::add);
        } else {
            names.forEach(name -> policies.add(view.policy(name)));
        }
        String name = view.tree(policies.get(0), treeName);
        caller.require(name, accounts, users);
        List<String> leftOut = policies.stream()
                .filter(policy -> beside(snapshot, policy, name) == null)
                .map(NamedPolicy::name)
                .toList();
        if (!names.isEmpty() && !leftOut.isEmpty()) {
            throw Problem.parameter(
                    "policies",
                    leftOut.get(0) + " does not rank tree " + name + ", but "
                            + String.join(
                                    ", ",
                                    snapshot.trees(view.policy(leftOut.get(0))).isEmpty()
                                            ? List.of("none")
                                            : snapshot.trees(view.policy(leftOut.get(0))))
                            + "; a policy stands beside the first one if it ranks its tree, or one tree only");
        }
        policies.removeIf(policy -> leftOut.contains(policy.name()));
        List<Fairshare> all = policies.stream()
                .map(policy -> snapshot.fairshare(policy, Objects.requireNonNull(beside(snapshot, policy, name))))
                .toList();
        List<long[]> places = all.stream().map(Places::all).toList();
        ShareTree tree = all.get(0).tree();
        List<IntPredicate> seenIn =
                all.stream().map(each -> caller.in(each.tree())).toList();
        IntPredicate seen = seenIn.get(0);
        IntPredicate below = view.below(tree, accounts);
        List<Row> rows = new ArrayList<>();
        for (int node = 0; node < tree.size(); node++) {
            NodeId id = tree.id(node);
            boolean wanted = users.isEmpty() || users.contains(id.user());
            if (tree.isUser(node) && wanted && below.test(node) && seen.test(node)) {
                rows.add(Row.of(id, node, all, places, seenIn));
            }
        }
        rows.sort(Comparator.<Row>comparingLong(row -> -row.most())
                .thenComparing(row -> row.id.account())
                .thenComparing(row -> row.id.user()));
        List<@Nullable Double> correlations = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            correlations.add(correlation(rows, i));
        }
        return new ComparisonJson(
                snapshot.domain(),
                name,
                DomainAnswers.policyNames(policies),
                all.stream().map(each -> each.tree().tree()).toList(),
                leftOut,
                correlations,
                page.of(rows).stream().map(Row::item).toList(),
                rows.size(),
                page.next(rows.size()),
                view.freshness());
    }

    /**
     * The tree in which a policy ranks the associations that another one ranks in the named tree. It is this tree, or
     * else the policy's only one: LSF's shares belong to a queue, which has a tree of its own. Null if the policy has
     * none, or several others.
     */
    private static @Nullable String beside(DomainSnapshot snapshot, NamedPolicy policy, String name) {
        SortedSet<String> trees = snapshot.trees(policy);
        return trees.contains(name) ? name : trees.size() == 1 ? trees.first() : null;
    }

    /** An association under each policy, identified by account and user. Place 0 is none. */
    private static final class Row {
        private final NodeId id;
        private final double[] factors;
        private final long[] places;

        private Row(NodeId id, double[] factors, long[] places) {
            this.id = id;
            this.factors = factors;
            this.places = places;
        }

        static Row of(NodeId id, int first, List<Fairshare> all, List<long[]> places, List<IntPredicate> seenIn) {
            double[] factors = new double[all.size()];
            long[] own = new long[all.size()];
            for (int i = 0; i < all.size(); i++) {
                ShareTree tree = all.get(i).tree();
                int node = i == 0 ? first : tree.find(new NodeId(tree.tree(), id.account(), id.user(), id.partition()));
                boolean seen = node >= 0 && seenIn.get(i).test(node);
                factors[i] = seen ? all.get(i).factor(node) : Double.NaN;
                own[i] = seen ? places.get(i)[node] : 0;
            }
            return new Row(id, factors, own);
        }

        long most() {
            long most = 0;
            for (long place : places) {
                most = Math.max(most, place == 0 || places[0] == 0 ? 0 : Math.abs(places[0] - place));
            }
            return most;
        }

        ComparisonJson.Item item() {
            List<ComparisonJson.Value> values = new ArrayList<>();
            List<@Nullable Long> moves = new ArrayList<>();
            for (int i = 0; i < places.length; i++) {
                values.add(new ComparisonJson.Value(factors[i], Json.count(places[i])));
                moves.add(places[i] == 0 || places[0] == 0 ? null : places[0] - places[i]);
            }
            return new ComparisonJson.Item(id.account(), id.user(), values, moves);
        }
    }

    /**
     * Spearman's correlation of the ranks: Pearson's correlation of the places under a policy with those under the
     * first. {@code null} if all places are equal.
     */
    private static @Nullable Double correlation(List<Row> rows, int policy) {
        double n = 0;
        double x = 0;
        double y = 0;
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (Row row : rows) {
            if (row.places[0] != 0 && row.places[policy] != 0) {
                double one = row.places[0];
                double other = row.places[policy];
                n++;
                x += one;
                y += other;
                xx += one * one;
                yy += other * other;
                xy += one * other;
            }
        }
        double spread = Math.sqrt((n * xx - x * x) * (n * yy - y * y));
        return spread == 0 || Double.isNaN(spread) ? null : (n * xy - x * y) / spread;
    }

    static QueuesJson queues(DomainView view, @Nullable String policyName, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        NamedPolicy policy = view.policy(policyName);
        Map<String, double[]> counts = new TreeMap<>();
        snapshot.jobs().forEach((job, of) -> {
            if (!visibleDomain.job(job, of)) {
                return;
            }
            double[] count = counts.computeIfAbsent(JobAnswers.queue(of), q -> new double[4]);
            boolean pending = of.status() == JobView.Status.PENDING;
            count[pending ? 0 : 1]++;
            count[pending ? 2 : 3] += of.attributes().requested().count("cpu").doubleValue();
        });
        List<Order> orders = snapshot.orders(policy);
        List<String> ordered = orders.stream()
                .filter(order -> order.pool().isEmpty())
                .findFirst()
                .map(Order::queues)
                .orElse(List.of());
        ordered.forEach(queue -> counts.computeIfAbsent(queue, q -> new double[4]));
        List<String> names = new ArrayList<>(counts.keySet());
        names.sort(Comparator.<String>comparingInt(
                        queue -> ordered.contains(queue) ? ordered.indexOf(queue) : Integer.MAX_VALUE)
                .thenComparing(Comparator.naturalOrder()));
        List<QueuesJson.Queue> queues = new ArrayList<>();
        for (String name : names) {
            double[] count = counts.getOrDefault(name, new double[4]);
            queues.add(new QueuesJson.Queue(name, (long) count[0], (long) count[1], count[2], count[3]));
        }
        return new QueuesJson(
                snapshot.domain(),
                DomainAnswers.policyName(policy),
                policy.family().ordersQueues(),
                queues,
                orders.stream()
                        .filter(order -> !order.pool().isEmpty())
                        .map(order -> new QueuesJson.Pool(order.pool(), order.queues(), order.slots()))
                        .toList(),
                view.freshness());
    }
}

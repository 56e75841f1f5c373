package io.fairway.api.query;

import io.fairway.api.answer.FairnessJson;
import io.fairway.core.fairness.Fairness;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.time.Period;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.reading.period.EndedJob;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What accounts and users were delivered in a period, against what was due to them by the shares of now. */
final class FairnessAnswers {
    private static final long DAYS_30 = 30 * 86_400_000L;

    private FairnessAnswers() {}

    static FairnessJson fairness(DomainView view, Answers.Parameters asked, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        NamedPolicy policy = view.policy(asked.text("policy"));
        String name = view.tree(policy, asked.text("tree"));
        Set<String> accounts = asked.each("account");
        Set<String> users = asked.each("user");
        visibleDomain.require(name, accounts, users);
        Measure measure = UsageAnswers.measureOf(view, policy);
        Period period = Objects.requireNonNullElseGet(
                asked.period(snapshot.asOf()), () -> new Period(snapshot.asOf() - DAYS_30, snapshot.asOf()));
        ShareTree tree = snapshot.tree(policy, name);
        snapshot.ranking(policy); // It has a lock of its own.
        Set<NodeId> waited = snapshot.inTurn(() -> waited(snapshot, policy, period));
        Fairness fairness = snapshot.inTurn(() -> measured(snapshot, measure, tree, period, waited));
        IntPredicate below = view.below(tree, accounts);
        String kind = asked.needed("kind");
        List<Integer> nodes = IntStream.range(1, tree.size())
                .filter(fairness::isMeasured)
                .filter(below)
                .filter(node -> users.isEmpty() || users.contains(tree.id(node).user()))
                .filter(node -> kind.equals("all") || kind.equals("users") == tree.isUser(node))
                .filter(visibleDomain.in(tree))
                .boxed()
                .sorted(Comparator.comparingDouble(fairness::ratio)
                        .thenComparing(Comparator.comparingDouble(fairness::lag).reversed()))
                .toList();
        Page page = asked.page();
        return new FairnessJson(
                snapshot.domain(),
                name,
                DomainAnswers.policyName(policy),
                measure.name(),
                Instant.ofEpochMilli(period.from()),
                Instant.ofEpochMilli(period.to()),
                // Numbers of all are for who may see all.
                visibleDomain.root(name) ? whole(tree, fairness, visibleDomain) : null,
                nodes.size(),
                page.of(nodes).stream()
                        .map(node -> node(tree, fairness, node, waited(tree, node, waited)))
                        .toList(),
                page.next(nodes.size()),
                view.freshness());
    }

    /** Whether a user, or anybody below an account, waited. */
    private static boolean waited(ShareTree tree, int node, Set<NodeId> waited) {
        return IntStream.range(node, tree.subtreeEnd(node)).anyMatch(below -> waited.contains(tree.id(below)));
    }

    private static FairnessJson.Whole whole(ShareTree tree, Fairness fairness, VisibleDomain visibleDomain) {
        int most = fairness.mostBehind();
        int starved = (int) IntStream.range(1, tree.size())
                .filter(node -> tree.isUser(node) && fairness.isStarved(node))
                .count();
        NodeId named = most >= 0 && visibleDomain.sees(tree.id(most)) ? tree.id(most) : null;
        return new FairnessJson.Whole(
                fairness.delivered(0),
                fairness.jain(),
                starved,
                named == null ? null : named.account(),
                named == null ? null : named.user(),
                most < 0 ? Double.NaN : fairness.lag(most));
    }

    private static FairnessJson.Node node(ShareTree tree, Fairness fairness, int node, boolean waited) {
        NodeId id = tree.id(node);
        return new FairnessJson.Node(
                id.account(),
                id.user(),
                id.partition().isEmpty() ? null : id.partition(),
                tree.path(node),
                tree.shares(node),
                fairness.delivered(node),
                fairness.due(node),
                fairness.ratio(node),
                fairness.lag(node),
                fairness.isStarved(node),
                waited);
    }

    private static Fairness measured(
            DomainSnapshot snapshot, Measure measure, ShareTree tree, Period period, Set<NodeId> waited) {
        PeriodParts usage = new PeriodParts(snapshot, measure, period);
        double[] own = new double[tree.size()];
        boolean[] wants = new boolean[tree.size()];
        List<NodeId> charged = snapshot.charged(measure).stream()
                .filter(node -> node.tree().equals(tree.tree()))
                .toList();
        for (NodeId association : usage.limited(charged)) {
            double used = usage.amount(association).value();
            int node = Math.max(0, tree.owner(association));
            own[node] += used;
            wants[node] |= used > 0;
        }
        for (NodeId association : waited) {
            int node = tree.owner(association);
            if (node >= 0) {
                wants[node] = true;
            }
        }
        return new Fairness(tree, own, wants);
    }

    /**
     * The associations with a job that waited in the period, as far as it is known: jobs that may start and wait still, that started
     * later, or that were cancelled before they started.
     */
    private static Set<NodeId> waited(DomainSnapshot snapshot, NamedPolicy policy, Period period) {
        Set<NodeId> waited = new HashSet<>();
        for (RankedJob job : snapshot.ranking(policy)) {
            if (job.mayStart() && job.association() != null && job.view().submitted() < period.to()) {
                waited.add(job.association());
            }
        }
        snapshot.jobs().forEach((key, job) -> {
            if (job.status() == JobView.Status.RUNNING
                    && job.submitted() >= 0
                    && job.submitted() < period.to()
                    && job.runStart() > period.from()) {
                add(waited, policy, key, job);
            }
        });
        EndedJob.in(
                        snapshot,
                        new Period(period.from(), Long.MAX_VALUE),
                        (key, job) -> job.submitted() >= 0
                                && job.submitted() < period.to()
                                && (job.runStart() < 0 || job.runStart() > period.from()))
                .forEach(job -> add(waited, policy, job.key(), job.view()));
        return waited;
    }

    private static void add(Set<NodeId> waited, NamedPolicy policy, JobKey key, JobView job) {
        @Nullable NodeId association = policy.family().association(key, job.attributes());
        if (association != null) {
            waited.add(association);
        }
    }
}

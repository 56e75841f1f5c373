package io.fairway.api.query;

import io.fairway.api.answer.AdjustmentPreviewJson;
import io.fairway.api.answer.AdjustmentPreviewJson.Adjustment;
import io.fairway.api.answer.AdjustmentPreviewJson.Node;
import io.fairway.api.answer.AdjustmentPreviewJson.Standing;
import io.fairway.api.forecast.AdjustmentEffect;
import io.fairway.api.forecast.UsageChange;
import io.fairway.api.why.Places;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a correction of usage would change, if it took effect now. It sends nothing. */
final class AdjustmentAnswers {
    /** The most users of an answer whose places would be others. */
    private static final int MAX_MOVED = 100;

    private enum Kind {
        REFUND,
        CHARGE,
        TRANSFER,
        RESET
    }

    private AdjustmentAnswers() {}

    static AdjustmentPreviewJson preview(DomainView view, Answers.Parameters asked, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        NamedPolicy policy = view.policy(asked.text("policy"));
        Kind kind = Kind.valueOf(asked.needed("kind").toUpperCase(Locale.ROOT));
        long at = Objects.requireNonNullElse(asked.instant("effectiveAt"), snapshot.asOf());
        JobKey job = asked.text("job") == null ? null : JobRefund.key(snapshot, asked);
        List<Adjustment> adjustments = job == null
                ? stated(view, policy, kind, asked)
                : JobRefund.of(view, job, kind == Kind.REFUND, asked, visibleDomain);
        String name = treeOf(view, policy, adjustments, asked);
        Fairshare before = snapshot.fairshare(policy, name);
        Fairshare after = after(snapshot, policy, before.tree(), kind, adjustments, at);
        List<AdjustmentEffect.Move> moves = after == null ? List.of() : AdjustmentEffect.moves(before, after);
        return new AdjustmentPreviewJson(
                snapshot.domain(),
                DomainAnswers.policyName(policy),
                name,
                asked.needed("kind"),
                job == null ? null : job.cluster(),
                job == null ? null : job.job(),
                Instant.ofEpochMilli(at),
                after != null,
                adjustments,
                nodes(before, after, adjustments),
                moves.stream().limit(MAX_MOVED).map(AdjustmentAnswers::move).toList(),
                moves.size(),
                view.freshness());
    }

    /** The adjustments that the parameters state. */
    private static List<Adjustment> stated(DomainView view, NamedPolicy policy, Kind kind, Answers.Parameters asked) {
        requireAbsent(asked, "cluster", "is the cluster of a job; say the job");
        String account = required(asked, "account", kind);
        String user = asked.text("user");
        if (user == null && kind != Kind.RESET) {
            throw Problem.parameter("user", "needed: only a reset may be of a whole account");
        }
        Double amount = asked.number("amount");
        if (kind == Kind.RESET) {
            requireAbsent(asked, "amount", "does not apply to a reset, which has none");
        } else if (amount == null) {
            throw Problem.parameter("amount", "needed for a " + asked.needed("kind") + ", or the job of a refund");
        }
        if (kind != Kind.TRANSFER) {
            requireAbsent(asked, "toAccount", "applies to a transfer alone");
            requireAbsent(asked, "toUser", "applies to a transfer alone");
        }
        String tree = view.tree(policy, asked.text("tree"));
        String partition = Objects.requireNonNullElse(asked.text("partition"), "");
        NodeId node = new NodeId(tree, account, user == null ? "" : user, partition);
        ShareTree shares = view.snapshot().tree(policy, tree);
        int unused = FairshareAnswers.find(view, shares, node);
        String measure = asked.text("measure");
        requireMeasure(view, measure, kind, amount == null ? 0 : amount);
        boolean ofTheAmount = kind == Kind.REFUND || kind == Kind.CHARGE;
        if (asked.text("usedFrom") != null || asked.text("usedTo") != null) {
            if (!ofTheAmount) {
                throw Problem.parameter("usedFrom", "applies to refunds and charges alone");
            }
            return UsedAmount.of(view, node, measure, decimal(amount == null ? 0 : amount), asked);
        }
        String toAccount = kind == Kind.TRANSFER ? required(asked, "toAccount", kind) : null;
        String toUser = kind == Kind.TRANSFER ? required(asked, "toUser", kind) : null;
        if (toAccount != null && toUser != null) {
            int unusedTo = FairshareAnswers.find(view, shares, NodeId.ofUser(tree, toAccount, toUser));
        }
        return List.of(new Adjustment(
                tree, account, node.user(), partition, measure, amount == null ? 0 : amount, null, toAccount, toUser));
    }

    private static String required(Answers.Parameters asked, String name, Kind kind) {
        String value = asked.text(name);
        if (value == null) {
            throw Problem.parameter(name, "needed for a " + kind.name().toLowerCase(Locale.ROOT));
        }
        return value;
    }

    static void requireAbsent(Answers.Parameters asked, String name, String why) {
        if (asked.text(name) != null) {
            throw Problem.parameter(name, why);
        }
    }

    /** Refuses a measure that the adjustment would not change, and an amount that the application would refuse. */
    private static void requireMeasure(DomainView view, @Nullable String name, Kind kind, double amount) {
        if (name != null) {
            Measure measure = UsageAnswers.measure(view, name);
            boolean changes = kind == Kind.RESET
                    ? AdjustmentEffect.isReset(view.snapshot().statement(measure))
                    : measure.kind().accumulates();
            if (!changes) {
                throw Problem.parameter("measure", name + " is " + measure.kind() + ": no such adjustment changes it");
            }
        }
        for (Measure measure : view.snapshot().measures()) {
            BigDecimal largest =
                    Line.largestAmount(measure.laws().at(view.snapshot().asOf()));
            if (decimal(amount).compareTo(largest) > 0) {
                throw Problem.parameter(
                        "amount",
                        amount + " is more than the " + largest.toBigInteger() + " TRES-seconds that measure "
                                + measure.name() + " holds at once");
            }
        }
    }

    private static String treeOf(
            DomainView view, NamedPolicy policy, List<Adjustment> adjustments, Answers.Parameters asked) {
        String named = asked.text("tree");
        return named != null || adjustments.isEmpty()
                ? view.tree(policy, named)
                : view.tree(policy, adjustments.get(0).tree());
    }

    /** Fairshare after the adjustments; null = it is not known, because a reset in the past counts jobs anew. */
    private static @Nullable Fairshare after(
            DomainSnapshot snapshot,
            NamedPolicy policy,
            ShareTree tree,
            Kind kind,
            List<Adjustment> adjustments,
            long at) {
        long now = snapshot.asOf();
        if (kind == Kind.RESET) {
            Adjustment reset = adjustments.get(0);
            return at < now
                    ? null
                    : AdjustmentEffect.ofReset(
                            policy.family(),
                            tree,
                            snapshot.usage(),
                            reset.measure(),
                            node -> isWithin(tree, node, reset),
                            now);
        }
        List<UsageChange> changes = new ArrayList<>();
        for (Adjustment adjustment : adjustments) {
            BigDecimal amount = decimal(adjustment.amount());
            changes(snapshot, adjustment, source(adjustment), kind == Kind.CHARGE ? amount : amount.negate(), at)
                    .forEach(changes::add);
            if (adjustment.toAccount() != null && adjustment.toUser() != null) {
                NodeId to = NodeId.ofUser(adjustment.tree(), adjustment.toAccount(), adjustment.toUser());
                changes.addAll(changes(snapshot, adjustment, to, amount, at));
            }
        }
        return AdjustmentEffect.ofAmounts(policy.family(), tree, snapshot.usage(), changes, now);
    }

    private static List<UsageChange> changes(
            DomainSnapshot snapshot, Adjustment adjustment, NodeId node, BigDecimal amount, long at) {
        long counted = Math.min(at, snapshot.asOf());
        return snapshot.measures().stream()
                .filter(measure -> measure.kind().accumulates()
                        && snapshot.statement(measure).ofAssociations()
                        && (adjustment.measure() == null || adjustment.measure().equals(measure.name())))
                .map(measure -> new UsageChange(counted, measure.name(), node, new Lump(amount, counted)))
                .toList();
    }

    private static boolean isWithin(ShareTree tree, NodeId node, Adjustment reset) {
        if (!reset.user().isEmpty()) {
            return node.equals(source(reset));
        }
        int above = tree.findAccount(reset.account());
        int found = tree.find(node);
        return found >= above && found < tree.subtreeEnd(above);
    }

    private static NodeId source(Adjustment adjustment) {
        return new NodeId(adjustment.tree(), adjustment.account(), adjustment.user(), adjustment.partition());
    }

    private static List<Node> nodes(Fairshare before, @Nullable Fairshare after, List<Adjustment> adjustments) {
        ShareTree tree = before.tree();
        Set<Integer> touched = new LinkedHashSet<>();
        for (Adjustment adjustment : adjustments) {
            NodeId from = source(adjustment);
            touched.add(from.user().isEmpty() ? tree.findAccount(from.account()) : tree.find(from));
            if (adjustment.toAccount() != null && adjustment.toUser() != null) {
                touched.add(tree.find(NodeId.ofUser(tree.tree(), adjustment.toAccount(), adjustment.toUser())));
            }
        }
        return touched.stream()
                .filter(node -> node >= 0)
                .map(node -> new Node(
                        tree.id(node).account(),
                        tree.id(node).user(),
                        tree.id(node).partition(),
                        tree.path(node),
                        standing(before, node),
                        after == null ? null : standing(after, node)))
                .toList();
    }

    private static Standing standing(Fairshare fairshare, int node) {
        return new Standing(fairshare.raw(node), fairshare.factor(node), Json.count(Places.of(fairshare, node)));
    }

    private static AdjustmentPreviewJson.Move move(AdjustmentEffect.Move move) {
        return new AdjustmentPreviewJson.Move(
                move.node().account(),
                move.node().user(),
                move.node().partition(),
                Json.count(move.before()),
                Json.count(move.after()));
    }

    private static BigDecimal decimal(double amount) {
        return new BigDecimal(Double.toString(amount));
    }
}

package io.fairway.api.query;

import io.fairway.api.answer.UsageJson;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.past.PastUnknownException;
import io.fairway.reading.past.PastUsage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Usage as of one instant or of a period, by association, account or user, each with its part of the whole tree. */
final class UsageParts {
    private final DomainSnapshot snapshot;
    private final Measure measure;
    private final MeasureDefinition definition;
    private final PlainUsage plain;
    private final ShareTree tree;
    private final UsageAnswers.Question question;
    private final VisibleDomain visibleDomain;
    private final long at;
    private final @Nullable PeriodParts period;
    /** Usage at the instant; null = it is now, or a period. */
    private final @Nullable PastUsage past;

    UsageParts(
            DomainSnapshot snapshot,
            Measure measure,
            ShareTree tree,
            UsageAnswers.Question question,
            VisibleDomain visibleDomain) {
        this.snapshot = snapshot;
        this.measure = measure;
        this.tree = tree;
        this.question = question;
        this.visibleDomain = visibleDomain;
        definition = snapshot.statement(measure);
        plain = new PlainUsage(snapshot, measure);
        at = question.at() == null ? snapshot.asOf() : question.at();
        if (at > snapshot.asOf()) {
            throw Problem.parameter("at", Json.instant(at) + " is later than now; ask for a forecast");
        }
        period = question.period() == null ? null : new PeriodParts(snapshot, measure, question.period());
        past = period == null && at < snapshot.asOf() ? past() : null;
    }

    private PastUsage past() {
        try {
            return PastUsage.of(snapshot, measure, at);
        } catch (PastUnknownException unknown) {
            throw Problem.parameter("at", Json.instant(at) + ": " + unknown.getMessage());
        }
    }

    /**
     * Usage between two bounds, TRES-seconds.
     *
     * @param running what runs now, TRES; not a number = not told
     * @param corrections what adjustments of the period charged beside it
     * @param firstDay the first day with usage of a period that is kept; Long.MAX_VALUE = none
     */
    record Amount(double value, double least, double most, double running, double corrections, long firstDay) {
        static final Amount NONE = exactly(0);

        static Amount exactly(double value) {
            return between(value, value, value, 0);
        }

        static Amount between(double value, double least, double most, double running) {
            return new Amount(value, least, most, running, 0, Long.MAX_VALUE);
        }

        boolean isApproximate() {
            return least < most;
        }

        Amount plus(Amount other) {
            return new Amount(
                    value + other.value,
                    least + other.least,
                    most + other.most,
                    running + other.running,
                    corrections + other.corrections,
                    Math.min(firstDay, other.firstDay));
        }
    }

    /** The amounts of these nodes, the greatest first. */
    UsageAnswers.Listed list(List<NodeId> nodes, Page page) {
        Map<NodeId, Amount> amounts = new HashMap<>();
        Map<NodeId, Amount> sums = new HashMap<>();
        Amount total = Amount.NONE;
        for (NodeId node : limited(nodes)) {
            Amount amount = amount(node);
            amounts.put(node, amount);
            total = total.plus(amount);
            for (NodeId key : keys(node)) {
                sums.merge(key, amount, Amount::plus);
            }
        }
        double whole = whole(amounts);
        List<NodeId> sorted = new ArrayList<>(sums.keySet());
        sorted.sort(
                Comparator.<NodeId>comparingDouble(node -> -valueOf(sums, node).value())
                        .thenComparing(NodeId::account)
                        .thenComparing(NodeId::user)
                        .thenComparing(NodeId::partition));
        List<UsageJson.Part> items = page.of(sorted).stream()
                .map(node -> part(node, valueOf(sums, node), whole))
                .toList();
        return new UsageAnswers.Listed(total, items, page.next(sorted.size()));
    }

    private List<NodeId> limited(List<NodeId> nodes) {
        return period != null ? period.limited(nodes) : isPast() ? plain.limited(nodes) : nodes;
    }

    private boolean isPast() {
        return question.at() != null;
    }

    private Amount amount(NodeId node) {
        if (period != null) {
            return period.amount(node);
        }
        if (at < snapshot.asOf()) {
            PastUsage.Decayed past = Objects.requireNonNull(this.past).of(node);
            return Amount.between(past.value(), past.least(), past.most(), Double.NaN);
        }
        double value = UsageAnswers.now(snapshot, measure, definition, node);
        double running = isPast() ? Double.NaN : UsageAnswers.running(snapshot, measure, definition, node);
        return Amount.between(value, value, value, running);
    }

    /** The usage of the tree at the same instant; not a number for who must not know it, or if it is too much to read. */
    private double whole(Map<NodeId, Amount> known) {
        if (!visibleDomain.root(tree.tree())) {
            return Double.NaN; // A percentage tells the whole, too.
        }
        List<NodeId> all = snapshot.charged(measure).stream()
                .filter(node -> node.tree().equals(tree.tree()))
                .toList();
        if ((period != null || at < snapshot.asOf()) && all.size() - known.size() > PlainUsage.MAX_ASSOCIATIONS) {
            return Double.NaN;
        }
        double whole = 0;
        for (NodeId node : all) {
            Amount amount = known.get(node);
            whole += (amount == null ? amount(node) : amount).value();
        }
        return whole;
    }

    private UsageJson.Part part(NodeId node, Amount sum, double whole) {
        return new UsageJson.Part(
                question.by().equals("user") ? null : node.account(),
                question.by().equals("account") ? null : node.user(),
                node.partition().isEmpty() ? null : node.partition(),
                null,
                sum.value(),
                // By its own numbers alone: what others used is not the caller's to know.
                sum.isApproximate() ? sum.least() : null,
                sum.isApproximate() ? sum.most() : null,
                sum.running(),
                period == null ? null : sum.corrections(),
                whole == 0 ? Double.NaN : 100 * sum.value() / whole);
    }

    private static Amount valueOf(Map<NodeId, Amount> sums, NodeId node) {
        return Objects.requireNonNull(sums.get(node));
    }

    /** The nodes that an association counts under: itself, its user, or its account and those above. */
    private List<NodeId> keys(NodeId node) {
        return switch (question.by()) {
            case "association" -> List.of(node);
            case "user" -> List.of(new NodeId(tree.tree(), "", node.user()));
            default -> accounts(tree, node, visibleDomain::sees);
        };
    }

    /** The visible accounts above an association. */
    static List<NodeId> accounts(ShareTree tree, NodeId node, Predicate<NodeId> sees) {
        List<NodeId> above = new ArrayList<>();
        int account = tree.findAccount(node.account());
        if (account < 0) {
            return sees.test(node.accountNode()) ? List.of(node.accountNode()) : List.of();
        }
        for (int at = account; at >= 0; at = at == 0 ? -1 : tree.parent(at)) {
            if (sees.test(tree.id(at))) {
                above.add(tree.id(at));
            }
        }
        return above;
    }
}

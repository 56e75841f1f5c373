package io.fairway.engine.state;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.engine.Budget;
import io.fairway.engine.store.WriteBehind;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Keys;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Moves the lines of one domain: by charges, by adjustments, by resets. Every method returns the nodes whose usage it
 * changed.
 */
public final class UsageAccounting {
    /** After so many lines it looks at the time. */
    private static final int SLICE = 64;

    private final LineBook lines;
    private final RecomputedLines anew;
    private final RingBook rings;
    private final AdjustmentBook adjustments;
    private final ShareBook shares;
    private final PolicyBook policies;
    private final UsageWriter writer;

    public UsageAccounting(DomainState state, WriteBehind written, SentUsage sent) {
        lines = state.lines();
        rings = state.rings();
        adjustments = state.adjustments();
        shares = state.shares();
        policies = state.policies();
        writer = new UsageWriter(written, sent);
        anew = new RecomputedLines(state, written.stores(), writer);
    }

    /** Takes over what the stores hold. */
    public void restore() {
        anew.restore();
    }

    private record LineKey(String measure, NodeId node) {}

    /** Adds the charges of one step of a job. */
    public Set<NodeId> charge(JobKey job, List<Charge> charges, long now) {
        if (charges.isEmpty()) {
            return Set.of();
        }
        anew.charge(job, charges, now);
        Map<LineKey, List<Use>> byLine = new LinkedHashMap<>();
        for (Charge charge : charges) {
            byLine.computeIfAbsent(new LineKey(charge.measure(), charge.association()), key -> new ArrayList<>(2))
                    .add(charge.use());
        }
        Set<NodeId> changed = new HashSet<>();
        byLine.forEach((key, uses) -> {
            Measure measure = policies.measure(key.measure());
            if (measure == null) {
                return;
            }
            MeasureDefinition measureDefinition = policies.statement(measure);
            WindowDecay windows = measureDefinition.windows();
            if (windows == null) {
                addToLine(measure, key.node(), uses, now);
            } else {
                WindowRing ring = rings.open(measure.name(), key.node(), windows.windowing());
                uses.forEach(ring::add);
                writer.ring(measure.name(), key.node(), ring);
            }
            if (measureDefinition.ofAssociations()) {
                changed.add(key.node());
            }
        });
        return changed;
    }

    /** Adds a job's usage. Usage that accumulates also counts in the hours and days of the node. */
    private void addToLine(Measure measure, NodeId node, List<Use> uses, long now) {
        Line line = lines.open(measure, node, () -> since(measure, node, now));
        for (Use use : uses) {
            line.add(measure.laws(), use);
        }
        if (measure.kind().accumulates()) {
            writer.charged(measure, node, line, uses, now);
        } else {
            writer.line(measure, node, line, now);
        }
    }

    /**
     * Lets lines of a measure be sent again as they are: those after a key, in the order of keys.
     *
     * @param after key of a line; empty = from the first one on
     * @return their keys, at most that many
     */
    public List<String> sendAgain(Measure measure, String after, int most) {
        List<String> keys = writer.keysAfter(measure, after, most);
        for (String key : keys) {
            NodeId node = StoredNodes.node(Keys.split(key), 2);
            writer.unsent(measure, node, Objects.requireNonNull(lines.line(measure.name(), node), key));
        }
        return keys;
    }

    /** The reason why an adjustment cannot be carried out; null if it can. */
    @Nullable
    public String problem(Adjustment adjustment) {
        for (Measure measure : policies.measures()) {
            BigDecimal largest = Line.largestAmount(measure.laws().at(adjustment.at()));
            if (adjustment.amount().compareTo(largest) > 0) {
                return "amount " + adjustment.amount() + " of adjustment " + adjustment.id() + ": measure "
                        + measure.name() + " holds at most " + largest + " TRES-seconds at once";
            }
        }
        return null;
    }

    /** Adds the amounts of an adjustment. A reset has none: {@link #resetBy}. */
    public Set<NodeId> carryOut(Adjustment adjustment, long now) {
        return apply(adjustment, false, now);
    }

    /** Takes the amounts of an adjustment back. */
    public Set<NodeId> takeBack(Adjustment adjustment, long now) {
        return apply(adjustment, true, now);
    }

    /** Gives a new measure the adjustments that came before it. */
    public Set<NodeId> open(Measure measure, long now) {
        Set<NodeId> changed = new HashSet<>();
        adjustments.forEachInEffect(adjustment -> {
            if (concerns(adjustment, measure)) {
                changed.addAll(addAmounts(adjustment, measure, false, now));
            }
        });
        return changed;
    }

    /**
     * The result of a reset.
     *
     * @param changed the nodes whose usage began anew
     * @param complete whether all did; if not, the same reset goes on with the others
     */
    public record Reset(Set<NodeId> changed, boolean complete) {}

    /** Lets usage of a measure begin anew at an instant that the clock has just reached. */
    public Reset reset(Measure measure, long instant, Budget budget) {
        anew.reset(measure, instant);
        Set<NodeId> changed = new HashSet<>();
        for (Map.Entry<NodeId, Line> entry : lines.lines(measure.name()).entrySet()) {
            Line line = entry.getValue();
            if (line.since() < instant) {
                if (changed.size() >= SLICE && changed.size() % SLICE == 0 && budget.isSpent()) {
                    return new Reset(changed, false);
                }
                lines.changes(measure.name(), entry.getKey());
                line.reset(measure.laws(), instant);
                writer.line(measure, entry.getKey(), line, instant);
                changed.add(entry.getKey());
            }
        }
        return new Reset(changed, true);
    }

    /**
     * Begins to compute lines anew, as a reset may come late or be taken back: from the adjustments at once, and from
     * all kept jobs by {@link #chargeAnew}. Everything else ended before the horizon, and so before any reset that is
     * accepted. Lines that are being computed anew already begin again.
     */
    public void beginAnew(Measure measure, Predicate<NodeId> reach, long now) {
        Map<NodeId, Line> fresh = new HashMap<>();
        for (NodeId node : lines.lines(measure.name()).keySet()) {
            if (reach.test(node) || anew.has(measure, node)) {
                Line line = new Line();
                line.reset(measure.laws(), since(measure, node, now));
                fresh.put(node, line);
            }
        }
        adjustments.forEachInEffect(adjustment -> {
            if (concerns(adjustment, measure)) {
                for (Adjustment.Amount amount : adjustment.amounts()) {
                    Line line = fresh.get(amount.association());
                    if (line != null) {
                        line.add(measure.laws(), amount.tresSeconds(), amount.at());
                    }
                }
            }
        });
        anew.begin(measure, fresh, now);
    }

    /** Adds charges of a kept job to the lines that are being computed anew. */
    public void chargeAnew(List<Charge> charges, long now) {
        anew.charge(charges, now);
    }

    /** Puts the lines that were computed anew in the place of the others. */
    public Set<NodeId> finishAnew(Measure measure, long now) {
        Map<NodeId, Line> fresh = anew.take(measure.name());
        fresh.forEach((node, line) -> {
            lines.hold(measure.name(), node, line);
            writer.line(measure, node, line, now);
        });
        return fresh.keySet();
    }

    /** Drops lines that were being computed anew, because their measure is gone. */
    public void forgetAnew(String measure) {
        anew.take(measure);
    }

    /** The measures in which a reset reaches usage of its own reach. */
    public List<Measure> resetBy(Adjustment adjustment) {
        return adjustment.kind() != Adjustment.Kind.RESET
                ? List.of()
                : policies.measures().stream()
                        .filter(measure -> concerns(adjustment, measure))
                        .toList();
    }

    /** Whether a node is in the reach of an adjustment now. */
    public boolean isReached(Adjustment adjustment, NodeId node) {
        return isWithin(node, adjustment.association());
    }

    private Set<NodeId> apply(Adjustment adjustment, boolean back, long now) {
        Set<NodeId> changed = new HashSet<>();
        for (Measure measure : policies.measures()) {
            if (adjustment.kind() != Adjustment.Kind.RESET && concerns(adjustment, measure)) {
                changed.addAll(addAmounts(adjustment, measure, back, now));
            }
        }
        return changed;
    }

    private Set<NodeId> addAmounts(Adjustment adjustment, Measure measure, boolean back, long now) {
        Set<NodeId> changed = new HashSet<>();
        for (Adjustment.Amount stated : adjustment.amounts()) {
            Adjustment.Amount amount = back ? stated.negated() : stated;
            NodeId node = amount.association();
            WindowDecay windows = policies.statement(measure).windows();
            if (windows == null) {
                Line line = lines.open(measure, node, () -> since(measure, node, now));
                line.add(measure.laws(), amount.tresSeconds(), amount.at());
                writer.line(measure, node, line, now);
                anew.add(measure, node, amount, now);
            } else {
                WindowRing ring = rings.open(measure.name(), node, windows.windowing());
                ring.add(amount.tresSeconds(), amount.at());
                writer.ring(measure.name(), node, ring);
            }
            changed.add(node);
        }
        return changed;
    }

    /** The instant from which usage of a node counts. */
    private long since(Measure measure, NodeId node, long now) {
        if (!isReset(measure)) {
            return 0;
        }
        long periodic = policies.resets(measure.name()).lastAtOrBefore(now);
        long own = adjustments.lastReset(measure.name(), node, this::isWithin);
        return Math.max(0, Math.max(periodic, own));
    }

    /**
     * Whether an adjustment counts under a measure. Amounts go to usage that accumulates. A reset also clears what
     * finished runs left; that of a QOS or another credential only if it names the measure, because an account may have
     * the credential's name. No adjustment changes what jobs hold now, and windows forget by themselves. An adjustment
     * from before its measure may be more than a line can hold.
     */
    private boolean concerns(Adjustment adjustment, Measure measure) {
        boolean ofAssociations = policies.statement(measure).ofAssociations();
        boolean kind = adjustment.kind() == Adjustment.Kind.RESET
                ? isReset(measure) && (ofAssociations || adjustment.measure().equals(measure.name()))
                : measure.kind().accumulates() && ofAssociations;
        return kind
                && (adjustment.measure().isEmpty() || adjustment.measure().equals(measure.name()))
                && adjustment
                                .amount()
                                .compareTo(Line.largestAmount(measure.laws().at(adjustment.at())))
                        <= 0;
    }

    private boolean isReset(Measure measure) {
        return policies.statement(measure).windows() == null
                && (measure.kind().accumulates()
                        || measure.kind() == Measure.Kind.FINISHED_RUN
                        || measure.kind() == Measure.Kind.FINISHED_RUN_SPREAD);
    }

    /** Whether a line of a partition is the user's, because the partition has no association of its own. */
    private boolean isUsers(NodeId leaf, NodeId user) {
        ShareNode own = shares.node(leaf);
        return leaf.in("").equals(user) && (own == null || own.deleted());
    }

    /** Whether an association is the node itself, or is below the account that the node names. */
    private boolean isWithin(NodeId leaf, NodeId reach) {
        if (!leaf.tree().equals(reach.tree())) {
            return false;
        }
        if (!reach.user().isEmpty()) {
            return leaf.equals(reach) || (reach.partition().isEmpty() && isUsers(leaf, reach));
        }
        String account = leaf.account();
        for (int depth = 0; account != null && depth < ShareTree.MAX_DEPTH; depth++) {
            if (account.equals(reach.account())) {
                return true;
            }
            ShareNode above = shares.node(new NodeId(reach.tree(), account, ""));
            account = above == null ? null : above.parent();
        }
        return reach.account().equals(NodeId.ROOT);
    }
}

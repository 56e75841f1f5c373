package io.fairway.engine.state;

import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.engine.state.change.Recalculation;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of one domain that are being computed anew. They hold the charges of the jobs that the recharge has
 * reached. Nobody reads them before they are complete.
 */
final class RecomputedLines {
    private final String domain;
    private final StateStores<?, ?> stores;
    private final PolicyBook policies;
    private final RecalculationBook recalculations;
    private final UsageWriter writer;
    private final LineBook lines = new LineBook(node -> node);

    RecomputedLines(DomainState state, StateStores<?, ?> stores, UsageWriter writer) {
        domain = state.domain();
        this.stores = stores;
        policies = state.policies();
        recalculations = state.recalculations();
        this.writer = writer;
    }

    void restore() {
        lines.restore(stores.get(Stores.LINES_ANEW), DecodeCache.once(domain));
    }

    boolean has(Measure measure, NodeId node) {
        return lines.line(measure.name(), node) != null;
    }

    /** Begins with these lines. */
    void begin(Measure measure, Map<NodeId, Line> fresh, long now) {
        fresh.forEach((node, line) -> {
            lines.hold(measure.name(), node, line);
            writer.lineAnew(measure, node, line, now);
        });
    }

    /** Adds the charges of a job's event, unless the recharge will reach the job later. */
    void charge(JobKey job, List<Charge> charges, long now) {
        if (recalculations.isEmpty()) {
            return;
        }
        charge(
                charges.stream()
                        .filter(charge -> recalculations.hasCharged(
                                new Recalculation(Recalculation.Kind.ANEW, charge.measure()), job))
                        .toList(),
                now);
    }

    /** Adds charges to the lines that are computed anew, and writes each once. */
    void charge(List<Charge> charges, long now) {
        Map<String, Map<NodeId, Line>> changed = new LinkedHashMap<>();
        for (Charge charge : charges) {
            Measure measure = policies.measure(charge.measure());
            Line line = lines.line(charge.measure(), charge.association());
            if (measure != null && line != null) {
                line.add(measure.laws(), charge.use());
                changed.computeIfAbsent(charge.measure(), name -> new LinkedHashMap<>())
                        .put(charge.association(), line);
            }
        }
        changed.forEach((name, written) -> {
            Measure measure = policies.measure(name);
            if (measure != null) {
                written.forEach((node, line) -> writer.lineAnew(measure, node, line, now));
            }
        });
    }

    /** Adds an amount of an adjustment. */
    void add(Measure measure, NodeId node, Adjustment.Amount amount, long now) {
        Line line = lines.line(measure.name(), node);
        if (line != null) {
            line.add(measure.laws(), amount.tresSeconds(), amount.at());
            writer.lineAnew(measure, node, line, now);
        }
    }

    /** Lets usage begin at a later instant. */
    void reset(Measure measure, long instant) {
        lines.lines(measure.name()).forEach((node, line) -> {
            if (line.since() < instant) {
                line.reset(measure.laws(), instant);
                writer.lineAnew(measure, node, line, instant);
            }
        });
    }

    /** Hands out the lines of a measure, and forgets them. */
    Map<NodeId, Line> take(String measure) {
        Map<NodeId, Line> taken = lines.take(measure);
        List.copyOf(taken.keySet()).forEach(node -> writer.forgetAnew(measure, node));
        return taken;
    }
}

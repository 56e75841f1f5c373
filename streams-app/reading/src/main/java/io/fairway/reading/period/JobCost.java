package io.fairway.reading.period;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.reading.DomainSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a job was charged under each measure, and what that is worth now. */
public final class JobCost {
    private JobCost() {}

    /**
     * The worth of a job's charges, TRES-seconds.
     *
     * @param decayed what they weigh now
     * @param plain what was charged
     */
    public record Value(double decayed, double plain) {}

    /** The ledger's charge for a job under a measure, as of the snapshot. */
    public static Map<NodeId, Value> of(DomainSnapshot snapshot, JobKey key, JobState state, Measure measure) {
        MeasureDefinition measureDefinition = snapshot.statement(measure);
        Map<NodeId, Line> lines = new LinkedHashMap<>();
        Map<NodeId, Line> plain = new LinkedHashMap<>();
        Map<NodeId, WindowRing> rings = new LinkedHashMap<>();
        for (Charge charge : snapshot.charges(key, state)) {
            if (!charge.measure().equals(measure.name())) {
                continue;
            }
            if (measureDefinition.windows() != null) {
                var windowing = measureDefinition.windows().windowing();
                rings.computeIfAbsent(charge.association(), a -> new WindowRing(windowing))
                        .add(charge.use());
            } else {
                lines.computeIfAbsent(charge.association(), of -> since(snapshot, measure, of))
                        .add(measure.laws(), charge.use());
            }
            plain.computeIfAbsent(charge.association(), a -> new Line()).add(DecayLaw.none(), charge.use());
        }
        Map<NodeId, Value> values = new LinkedHashMap<>();
        plain.forEach((association, line) -> {
            Line decayed = lines.get(association);
            WindowRing ring = rings.get(association);
            double value = decayed != null
                    ? decayed.usage(measure.laws(), snapshot.asOf())
                    : ring != null && measureDefinition.windows() != null
                            ? ring.decayed(measureDefinition.windows().decay(), snapshot.asOf())
                            : Double.NaN;
            values.put(association, new Value(value, line.usage(DecayLaw.none(), snapshot.asOf())));
        });
        return values;
    }

    /** A line without usage that was reset when the association's was: what was charged before then weighs nothing. */
    public static Line since(DomainSnapshot snapshot, Measure measure, NodeId association) {
        Line own = snapshot.usage().line(measure.name(), association);
        Line line = new Line();
        if (own != null) {
            line.reset(measure.laws(), own.since());
        }
        return line;
    }
}

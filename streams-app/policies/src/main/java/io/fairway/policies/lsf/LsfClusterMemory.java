package io.fairway.policies.lsf;

import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.UsageReader;
import java.util.List;

/**
 * The memory in use over the entire cluster, MB, which an adjustment plug-in is told: that of all started jobs of the
 * domain, whoever pays for them. It is the rate of one line. A policy has the parameters of one cluster, so a domain of
 * several clusters is one cluster to it.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority (Customize the dynamic priority).
 */
final class LsfClusterMemory {
    private static final NodeId NODE = new NodeId("cluster", "memory", "");

    private final MeasureDefinition measureDefinition;

    LsfClusterMemory(String measure, long leaseMillis) {
        measureDefinition = new MeasureDefinition(
                measure + ".cluster-memory",
                DecayLaw.none(),
                null,
                Measure.Kind.USED_RUN,
                false,
                false,
                new ChargingRules(
                        (allocated, job) -> allocated.count("mem"),
                        true,
                        true,
                        true,
                        leaseMillis,
                        (job, attributes) -> NODE),
                List.of("cluster memory", leaseMillis));
    }

    MeasureDefinition statement() {
        return measureDefinition;
    }

    double of(UsageReader usage) {
        Line line = usage.line(measureDefinition.name(), NODE);
        return line == null ? 0 : Math.max(0, Rate.tres(line.rate()));
    }
}

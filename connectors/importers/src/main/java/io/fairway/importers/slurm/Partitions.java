package io.fairway.importers.slurm;

import io.fairway.avro.BillingRule;
import io.fairway.avro.PartitionInfo;
import io.fairway.importers.Hostlist;
import io.fairway.importers.ImportReport;
import io.fairway.schedulers.slurm.multifactor.TresWeights;
import io.fairway.schedulers.slurm.time.TimeString;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a slurm.conf: PriorityJobFactor (1 if missing; the old Priority is another name for it), MaxTime,
 * DefaultTime, Nodes and TRESBillingWeights.
 */
final class Partitions {
    private final Map<String, PartitionInfo> infos = new TreeMap<>();
    private final Map<String, BillingRule> billing = new TreeMap<>();

    static Partitions read(List<ConfLine> lines, Nodes nodes, ImportReport report) {
        Partitions partitions = new Partitions();
        for (ConfLine line : lines) {
            String name = line.get("partitionname", "");
            PartitionInfo info = report.attempt(line.place(), () -> info(line, tres(line, nodes, report)));
            if (info != null && partitions.infos.put(name, info) != null) {
                report.error(line.place(), "partition " + name + ": must be defined only once");
            }
            String weights = line.get("tresbillingweights");
            if (weights != null) {
                report.checked(line.place(), () -> TresWeights.parse("TRESBillingWeights", weights), TresWeights.NONE);
                partitions.billing.put(
                        name, BillingRule.newBuilder().setWeights(weights).build());
            }
        }
        return partitions;
    }

    Map<String, PartitionInfo> infos() {
        return infos;
    }

    Map<String, BillingRule> billing() {
        return billing;
    }

    private static PartitionInfo info(ConfLine line, Map<String, Double> tres) {
        String factor = line.get("priorityjobfactor", line.get("priority", "1"));
        long priority = Nodes.whole("PriorityJobFactor", factor);
        if (priority > 65_533) {
            throw new IllegalArgumentException("PriorityJobFactor \"" + factor + "\": must be 0 to 65533");
        }
        Long maxTime = minutes("MaxTime", line.get("maxtime", "UNLIMITED"));
        String defaultTime = line.get("defaulttime", "NONE");
        return PartitionInfo.newBuilder()
                .setPriorityFactor((double) priority)
                .setTres(tres)
                .setMaxTimeMinutes(maxTime)
                .setDefaultTimeMinutes(
                        defaultTime.equalsIgnoreCase("NONE") ? null : minutes("DefaultTime", defaultTime))
                .build();
    }

    /** Minutes; null = unlimited. */
    private static @Nullable Long minutes(String key, String text) {
        try {
            long minutes = TimeString.minutes(text);
            return minutes == TimeString.INFINITE ? null : (Long) minutes;
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(key + ": " + refused.getMessage(), refused);
        }
    }

    private static Map<String, Double> tres(ConfLine line, Nodes nodes, ImportReport report) {
        String list = line.get("nodes", "");
        if (list.equalsIgnoreCase("ALL")) {
            return nodes.sum(null);
        }
        Set<String> defined = new LinkedHashSet<>();
        Set<String> unknown = new LinkedHashSet<>();
        for (String name : nodes.members(list)) {
            (nodes.has(name) ? defined : unknown).add(name);
        }
        if (!unknown.isEmpty()) {
            report.warning(
                    line.place(),
                    "partition " + Objects.requireNonNull(line.get("partitionname")) + ": Nodes "
                            + Hostlist.some(unknown) + " have no line of NodeName: their resources are not counted");
        }
        return nodes.sum(defined);
    }
}

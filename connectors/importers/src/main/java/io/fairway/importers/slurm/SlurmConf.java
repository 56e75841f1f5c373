package io.fairway.importers.slurm;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Keywords;
import io.fairway.importers.Place;
import io.fairway.importers.SourceLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed slurm.conf: plain keys, nodes, sets of nodes and partitions.
 *
 * <ol>
 *   <li>A plain key stands alone on its line. The last of repeated ones applies, with a warning, as in Slurm.
 *   <li>Lines of NodeName, PartitionName and their like hold several keys. A DEFAULT line gives values to the lines
 *       after it.
 *   <li>An unknown key would keep slurmctld from starting; here it is a warning.
 * </ol>
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05 to 26.05.
 */
final class SlurmConf {
    /** A value and its place. */
    record Value(Place place, String key, String text) {}

    /** The keys of fairshare and priority, in their spelling. */
    static final List<String> TAKEN = List.of(
            "ClusterName",
            "PriorityType",
            "PriorityDecayHalfLife",
            "PriorityUsageResetPeriod",
            "PriorityFavorSmall",
            "PriorityMaxAge",
            "PriorityCalcPeriod",
            "PriorityFlags",
            "PriorityWeightAge",
            "PriorityWeightAssoc",
            "PriorityWeightFairshare",
            "PriorityWeightJobSize",
            "PriorityWeightPartition",
            "PriorityWeightQOS",
            "PriorityWeightTRES",
            "PrioritySiteFactorPlugin",
            "FairShareDampeningFactor",
            "AccountingStorageEnforce");

    private static final Keywords KNOWN = Keywords.of("slurm.conf.txt");
    /** The keys on lines of several, by the first. */
    private static final Map<String, Keywords> LINES = Map.of(
            "nodename", Keywords.of("slurm.conf-nodes.txt"),
            "nodeset", Keywords.of("slurm.conf-nodesets.txt"),
            "partitionname", Keywords.of("slurm.conf-partitions.txt"));

    private static final Set<String> OTHER_LINES = Set.of("downnodes", "switchname", "frontendname", "blockname");

    private final Map<String, Value> values = new HashMap<>();
    private final Map<String, List<ConfLine>> lines = new HashMap<>();

    /** Reads the lines of a file; reports the errors. */
    void read(List<SourceLine> ofFile, ImportReport report) {
        Map<String, ConfLine> defaults = new HashMap<>();
        for (SourceLine line : ofFile) {
            ConfLine parsed = report.attempt(line.place(), () -> ConfLine.parse(line));
            if (parsed == null || OTHER_LINES.contains(parsed.subject())) {
                continue;
            }
            String subject = parsed.subject();
            Keywords keywords = LINES.get(subject);
            if (keywords == null) {
                plain(parsed, report);
                continue;
            }
            unknown(parsed, keywords, report);
            ConfLine whole = parsed.over(defaults.get(subject));
            if (whole.get(subject, "").equalsIgnoreCase("DEFAULT")) {
                defaults.put(subject, whole);
            } else {
                lines.computeIfAbsent(subject, key -> new ArrayList<>()).add(whole);
            }
        }
    }

    @Nullable
    Value find(String key) {
        return values.get(key.toLowerCase(Locale.ROOT));
    }

    /** The lines that begin with a key, with the values of the DEFAULT lines before them. */
    List<ConfLine> lines(String subject) {
        return lines.getOrDefault(subject.toLowerCase(Locale.ROOT), List.of());
    }

    /** Number of plain keys read. */
    int size() {
        return values.size();
    }

    private void plain(ConfLine line, ImportReport report) {
        String key = line.keys().get(0);
        if (line.keys().size() > 1) {
            report.error(
                    line.place(),
                    "\"" + line.keys().get(1) + "\" after " + key
                            + ": must be on a line of its own; only NodeName, PartitionName and their like take several keys");
        } else if (TAKEN.stream().anyMatch(key::equalsIgnoreCase)) {
            Value value = new Value(line.place(), key, line.get(key, ""));
            Value before = values.put(line.subject(), value);
            if (before != null) {
                report.warning(
                        line.place(),
                        key + " is also at " + before.place() + "; the last one, \"" + value.text() + "\", applies");
            }
        } else if (KNOWN.knows(key)) {
            report.unused(line.place(), key);
        } else {
            report.warning(line.place(), key + " is unknown");
        }
    }

    private static void unknown(ConfLine line, Keywords keywords, ImportReport report) {
        for (String key : line.keys()) {
            if (!keywords.knows(key)) {
                report.warning(
                        line.place(),
                        key + " is unknown on a line of " + line.keys().get(0));
            }
        }
    }
}

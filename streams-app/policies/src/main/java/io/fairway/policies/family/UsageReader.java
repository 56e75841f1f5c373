package io.fairway.policies.family;

import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.TreeLines;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.RemoteUsageTable;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The usage of a domain as policies read it: decaying lines in TRES-seconds, and windows in processor-seconds. */
public interface UsageReader {
    /** An order of the nodes of a tree. */
    Comparator<NodeId> BY_NAME = Comparator.comparing(NodeId::account).thenComparing(NodeId::user);

    /** The line of a node under a measure; null if it has none. */
    @Nullable
    Line line(String measure, NodeId node);

    /** The lines of a whole tree under a measure. */
    default TreeLines lines(String measure, ShareTree tree) {
        return TreeLines.of(tree, node -> line(measure, node), partitions(measure));
    }

    /** The nodes of a partition that have lines under a measure; none unless it keeps usage by partition. */
    default Collection<NodeId> partitions(String measure) {
        return Set.of();
    }

    /** How usage under a measure decays; by what the policy itself says, unless other versions of it said otherwise. */
    default DecayLaws laws(MeasureDefinition measure) {
        return DecayLaws.of(measure.law());
    }

    /** The windows of every node that has any under a measure. */
    Map<NodeId, WindowRing> rings(String measure);

    /** The windows of the nodes of one tree, always in the same order: sums of doubles depend on it. */
    default SortedMap<NodeId, WindowRing> rings(String measure, String tree) {
        SortedMap<NodeId, WindowRing> own = new TreeMap<>(BY_NAME);
        rings(measure).forEach((node, ring) -> {
            if (node.tree().equals(tree)) {
                own.put(node, ring);
            }
        });
        return own;
    }

    /** Usage on other clusters that was imported. */
    RemoteUsageTable remote();
}

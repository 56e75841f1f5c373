package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.TreeLines;
import io.fairway.core.usage.WindowRing;
import io.fairway.policies.avro.RemoteUsageTable;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.UsageReader;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The usage of one domain as policies read it: lines, windows, and what was imported. */
public final class ChargedUsage implements UsageReader {
    private final LineBook lines;
    private final RingBook rings;
    private final ImportedUsageBook imported;
    private final PolicyBook policies;
    private final Map<List<String>, Found> found = new ConcurrentHashMap<>();

    /** The lines of a tree, and the book's shape at the time of the search. */
    private record Found(TreeLines lines, long shape) {}

    public ChargedUsage(LineBook lines, RingBook rings, ImportedUsageBook imported, PolicyBook policies) {
        this.lines = lines;
        this.rings = rings;
        this.imported = imported;
        this.policies = policies;
    }

    @Override
    public @Nullable Line line(String measure, NodeId node) {
        return lines.line(measure, node);
    }

    @Override
    public DecayLaws laws(MeasureDefinition measureDefinition) {
        Measure measure = policies.measure(measureDefinition.name());
        return measure == null ? DecayLaws.of(measureDefinition.law()) : measure.laws();
    }

    @Override
    public TreeLines lines(String measure, ShareTree tree) {
        long shape = lines.shape();
        Function<NodeId, @Nullable Line> now = lines.lines(measure)::get;
        return found.compute(
                        List.of(measure, tree.tree()),
                        (of, last) -> last != null
                                        && tree.isShapedAs(last.lines().tree())
                                        && last.shape() == shape
                                        && last.lines().follow(now)
                                ? last
                                : new Found(
                                        TreeLines.of(tree, now, lines.partitions(measure), lines.log(measure)), shape))
                .lines();
    }

    @Override
    public Collection<NodeId> partitions(String measure) {
        return lines.partitions(measure);
    }

    @Override
    public Map<NodeId, WindowRing> rings(String measure) {
        return rings.rings(measure);
    }

    @Override
    public SortedMap<NodeId, WindowRing> rings(String measure, String tree) {
        return rings.rings(measure, tree);
    }

    @Override
    public RemoteUsageTable remote() {
        return imported.usage();
    }

    /** The associations that have usage under a policy in force. Some come several times. */
    public Stream<NodeId> associations() {
        return measures()
                .flatMap(measure ->
                        Stream.concat(lines.lines(measure).keySet().stream(), rings.rings(measure).keySet().stream()));
    }

    /** The share trees that have usage under a policy in force. */
    public Set<String> trees() {
        Set<String> trees = new HashSet<>();
        for (ActivePolicy policy : policies.inForce()) {
            for (String measure : policy.measures()) {
                trees.addAll(lines.trees(measure));
                trees.addAll(rings.trees(measure));
            }
        }
        return trees;
    }

    /** Whether an association has usage under a policy in force. */
    public boolean isCharged(NodeId association) {
        return measures()
                .anyMatch(measure -> lines.line(measure, association) != null
                        || rings.rings(measure).containsKey(association));
    }

    private Stream<String> measures() {
        return policies.inForce().stream()
                .flatMap(policy -> policy.measures().stream())
                .distinct();
    }
}

package io.fairway.app.processor;

import io.fairway.app.policy.UsageReader;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.moab.WindowRing;
import io.fairway.core.usage.Line;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The usage of one domain, as policies read it: lines and windows alike. */
final class ChargedUsage implements UsageReader {
    private final LineBook lines;
    private final RingBook rings;
    private final PolicyBook policies;

    ChargedUsage(LineBook lines, RingBook rings, PolicyBook policies) {
        this.lines = lines;
        this.rings = rings;
        this.policies = policies;
    }

    @Override
    public @Nullable Line line(String measure, NodeId node) {
        return lines.line(measure, node);
    }

    @Override
    public Map<NodeId, WindowRing> rings(String measure) {
        return rings.rings(measure);
    }

    /** The associations that have usage under a policy in force; some several times. */
    Stream<NodeId> associations() {
        return measures()
                .flatMap(measure ->
                        Stream.concat(lines.lines(measure).keySet().stream(), rings.rings(measure).keySet().stream()));
    }

    /** Whether an association has usage under a policy in force. */
    boolean isCharged(NodeId association) {
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

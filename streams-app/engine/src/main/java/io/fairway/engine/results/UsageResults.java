package io.fairway.engine.results;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowDecay;
import io.fairway.core.usage.WindowRing;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.DomainState;
import io.fairway.engine.state.SentUsage;
import io.fairway.policies.avro.Results;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Topic;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The usage records of one domain. Sends a line or ring when a charge moved it. */
final class UsageResults {
    private final DomainState state;
    private final SentUsage sent;
    private final ResultSink resultSink;

    UsageResults(DomainState state, SentUsage sent, ResultSink resultSink) {
        this.state = state;
        this.sent = sent;
        this.resultSink = resultSink;
    }

    /** Sends the changed ones, at most that many. */
    void sendChanged(int most, long asOf) {
        sent.takeChanged(most).forEach((name, nodes) -> {
            Measure measure = state.policies().measure(name);
            if (measure != null) {
                WindowDecay windows = state.policies().statement(measure).windows();
                nodes.forEach(node -> send(measure, windows, node, asOf, true));
            }
        });
    }

    /** Sends all, changed or not. */
    void sendAll(long asOf) {
        Map<String, List<NodeId>> changed = sent.takeChanged(Integer.MAX_VALUE);
        for (Measure measure : state.policies().measures()) {
            WindowDecay windows = state.policies().statement(measure).windows();
            Set<NodeId> changedNodes = Set.copyOf(changed.getOrDefault(measure.name(), List.of()));
            state.lines()
                    .lines(measure.name())
                    .keySet()
                    .forEach(node -> send(measure, windows, node, asOf, changedNodes.contains(node)));
            state.rings()
                    .rings(measure.name())
                    .keySet()
                    .forEach(node -> send(measure, windows, node, asOf, changedNodes.contains(node)));
        }
    }

    /**
     * Sends a line or ring.
     *
     * @param windows of the measure; null if it has none
     * @param isNew whether the record says something new
     */
    private void send(Measure measure, @Nullable WindowDecay windows, NodeId node, long asOf, boolean isNew) {
        String key = StoredNodes.usage(state.domain(), measure.name(), node);
        Line line = state.lines().line(measure.name(), node);
        WindowRing ring =
                windows == null ? null : state.rings().rings(measure.name()).get(node);
        if (windows != null && ring != null) {
            if (isNew) {
                sent.sent(measure.name(), node, ring);
            }
            resultSink.send(Topic.USAGE, key, Results.usage(state.domain(), measure, node, ring, windows, asOf));
        } else if (line != null) {
            if (isNew) {
                sent.sent(key, line);
            }
            resultSink.send(Topic.USAGE, key, Results.usage(state.domain(), measure, node, line, asOf));
        }
    }
}

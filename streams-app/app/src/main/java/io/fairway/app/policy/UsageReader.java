package io.fairway.app.policy;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.moab.WindowRing;
import io.fairway.core.usage.Line;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The usage of a domain, as policies read it. */
public interface UsageReader {
    /** The line of a node under a measure; null when it has none. */
    @Nullable
    Line line(String measure, NodeId node);

    /** The windows of every node that has any under a measure. */
    Map<NodeId, WindowRing> rings(String measure);
}

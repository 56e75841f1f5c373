package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.engine.store.SentBook;
import io.fairway.schemas.Keys;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which usage of one domain changed since it was sent. */
public final class SentUsage {
    private final String domain;
    private final @Nullable SentBook sent;
    private final Map<String, Set<NodeId>> changed = new LinkedHashMap<>();

    /**
     * What one domain sends.
     *
     * @param sent what was sent; null where nothing is ever sent, because the domain is only read
     */
    public SentUsage(String domain, @Nullable SentBook sent) {
        this.domain = domain;
        this.sent = sent;
    }

    String key(String measure, NodeId node) {
        return Keys.usage(domain, measure, node.tree(), node.account(), node.user());
    }

    /** Takes note of what is stored when the domain is opened again: what was not sent as it is counts as changed. */
    void restored(String measure, NodeId node, byte[] bytes) {
        if (sent != null && !sent.isSent(key(measure, node), bytes)) {
            changed(measure, node);
        }
    }

    void changed(String measure, NodeId node) {
        changed.computeIfAbsent(measure, m -> new HashSet<>()).add(node);
    }

    /** Notes that usage was sent as it is stored. */
    void sent(String measure, NodeId node, byte[] stored) {
        if (sent != null) {
            sent.put(key(measure, node), stored);
        }
    }

    /** What changed and was not taken yet, by measure; at most so many. */
    public Map<String, List<NodeId>> takeChanged(int most) {
        Map<String, List<NodeId>> taken = new LinkedHashMap<>();
        int left = most;
        for (Map.Entry<String, Set<NodeId>> entry : changed.entrySet()) {
            List<NodeId> slice = entry.getValue().stream().limit(left).toList();
            slice.forEach(entry.getValue()::remove);
            taken.put(entry.getKey(), slice);
            left -= slice.size();
        }
        changed.values().removeIf(Set::isEmpty);
        return taken;
    }
}

package io.fairway.engine.state;

import io.fairway.core.model.NodeId;
import io.fairway.core.stored.OpenRows;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.WindowRing;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Keys;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The usage of one domain that changed since it was sent. What was sent is noted with the usage itself. */
public final class SentUsage {
    private final String domain;
    private final WriteBehind written;
    private final Map<String, Set<NodeId>> changed = new LinkedHashMap<>();
    private final RecentRows recent;

    public SentUsage(String domain, WriteBehind written) {
        this(domain, written, new RecentRows());
    }

    SentUsage(String domain, WriteBehind written, RecentRows recent) {
        this.domain = domain;
        this.written = written;
        this.recent = recent;
    }

    String key(String measure, NodeId node) {
        return StoredNodes.usage(domain, measure, node);
    }

    /** What the keys of a measure's nodes begin with, before a separator. */
    String key(String measure) {
        return Keys.usage(domain, measure);
    }

    /** Finds stored usage that was not sent. It counts as changed. */
    public void restore() {
        for (Stores.KeyValue store : List.of(Stores.LINES, Stores.RINGS)) {
            StateStores.forEach(written.stores().get(store), Keys.domain(domain), (key, bytes) -> {
                if (!StateCodec.isSent(bytes)) {
                    changed(key);
                }
            });
        }
    }

    private void changed(String key) {
        List<String> parts = Keys.split(key);
        changed(parts.get(1), StoredNodes.node(parts, 2));
    }

    void changed(String measure, NodeId node) {
        changed.computeIfAbsent(measure, m -> new HashSet<>()).add(node);
    }

    /** The key and the rows of a line that a job charges. Whoever changes the rows puts them back, and writes the line. */
    RecentRows.Kept recent(String measure, NodeId node) {
        return recent.of(measure, node, () -> {
            String key = key(measure, node);
            return new RecentRows.Kept(key, rows(key));
        });
    }

    /** The rows that a line holds, as they were last written or will be. */
    OpenRows rows(String key) {
        OpenRows rows = written.lines().part(key, StoredLine::rows, StoredLine::readRows);
        return rows == null ? OpenRows.NONE : rows;
    }

    /** Notes that a changed line was sent as it is now, under its key. */
    public void sent(String key, Line line) {
        written.lines().put(key, new StoredLine(line, true, rows(key)));
    }

    /** Notes that a changed ring was sent as it is now. */
    public void sent(String measure, NodeId node, WindowRing ring) {
        written.rings().put(key(measure, node), new WriteBehind.StoredRing(ring, true));
    }

    /** Changed usage that was not taken yet, by measure; at most that many. */
    public Map<String, List<NodeId>> takeChanged(int most) {
        Map<String, List<NodeId>> taken = new LinkedHashMap<>();
        int left = most;
        for (Map.Entry<String, Set<NodeId>> entry : changed.entrySet()) {
            Set<NodeId> nodes = entry.getValue();
            List<NodeId> slice;
            if (nodes.size() <= left) {
                slice = List.copyOf(nodes);
                nodes.clear();
            } else {
                slice = nodes.stream().limit(left).toList();
                slice.forEach(nodes::remove);
            }
            taken.put(entry.getKey(), slice);
            left -= slice.size();
        }
        changed.values().removeIf(Set::isEmpty);
        return taken;
    }
}

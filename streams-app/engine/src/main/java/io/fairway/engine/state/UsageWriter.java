package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.StateCodec;
import io.fairway.schedulers.moab.WindowRing;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.WindowStore;

/** Writes the usage of one domain to the stores of its task: lines, rings, and plain usage by hour and day. */
final class UsageWriter {
    private final EngineStores stores;
    private final SentUsage sent;

    UsageWriter(EngineStores stores, SentUsage sent) {
        this.stores = stores;
        this.sent = sent;
    }

    /** Writes the present form of a line. */
    void line(Measure measure, NodeId node, Line line, long now) {
        line.prune(measure.laws(), now);
        stores.lines().put(sent.key(measure.name(), node), StateCodec.encode(line));
        sent.changed(measure.name(), node);
    }

    /** Writes the present form of a line that is being computed anew. */
    void lineAnew(Measure measure, NodeId node, Line line, long now) {
        line.prune(measure.laws(), now);
        stores.linesAnew().put(sent.key(measure.name(), node), StateCodec.encode(line));
    }

    /** Lets lines of a measure be sent again as they are: those after a key, at most that many. Returns their keys. */
    List<String> sendAgain(Measure measure, String after, int most) {
        String measures = sent.key(measure.name());
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> own =
                stores.lines().range(after.isEmpty() ? measures + "|" : after + "\u0000", measures + "}")) {
            while (keys.size() < most && own.hasNext()) {
                keys.add(own.next().key);
            }
        }
        keys.forEach(sent::unsent);
        return keys;
    }

    /** Forgets a line that was computed anew. */
    void forgetAnew(String measure, NodeId node) {
        stores.linesAnew().delete(sent.key(measure, node));
    }

    /** Writes the present form of a ring. */
    void ring(String measure, NodeId node, WindowRing ring) {
        stores.rings().put(sent.key(measure, node), StateCodec.encode(ring));
        sent.changed(measure, node);
    }

    /** Adds a job's usage to the hours and days of a node. */
    void rows(Measure measure, NodeId node, List<Use> uses) {
        String key = sent.key(measure.name(), node);
        RateChanges changes = new RateChanges();
        for (Use use : uses) {
            if (use instanceof Segment segment) {
                changes.add(segment.start(), segment.rate());
                if (!segment.isOpen()) {
                    changes.add(segment.end(), -segment.rate());
                }
            }
        }
        changes.forEach((time, rate) -> {
            change(stores.hours(), key, WindowRow.HOUR, time, (row, offset) -> row.add(rate, offset));
            change(stores.days(), key, WindowRow.DAY, time, (row, offset) -> row.add(rate, offset));
        });
        for (Use use : uses) {
            if (use instanceof Lump lump) {
                BigInteger units = Rate.units(lump.amount().movePointRight(3));
                change(stores.hours(), key, WindowRow.HOUR, lump.at(), (row, offset) -> row.addAmount(units));
                change(stores.days(), key, WindowRow.DAY, lump.at(), (row, offset) -> row.addAmount(units));
            }
        }
    }

    private static void change(
            WindowStore<String, byte[]> rows, String key, long length, long time, BiConsumer<WindowRow, Long> change) {
        long start = WindowRow.start(time, length);
        byte[] stored = rows.fetch(key, start);
        WindowRow row = stored == null ? new WindowRow() : StateCodec.decodeRow(stored);
        change.accept(row, time - start);
        rows.put(key, StateCodec.encode(row), start);
    }
}

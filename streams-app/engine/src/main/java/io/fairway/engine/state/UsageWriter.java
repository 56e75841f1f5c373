package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.stored.OpenRow;
import io.fairway.core.stored.OpenRows;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.RateChanges;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.Rows;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/** Notes the usage of one domain for the next commit: lines, rings, and plain usage by hour and day. */
final class UsageWriter {
    private final WriteBehind written;
    private final SentUsage sent;

    UsageWriter(WriteBehind written, SentUsage sent) {
        this.written = written;
        this.sent = sent;
    }

    /** Writes the present form of a line. */
    void line(Measure measure, NodeId node, Line line, long now) {
        line.prune(measure.laws(), now);
        unsent(measure, node, line);
    }

    /** Writes the present form of a line that a job charged, and adds the job's usage to its hours and days. */
    void charged(Measure measure, NodeId node, Line line, List<Use> uses, long now) {
        line.prune(measure.laws(), now);
        RecentRows.Kept stored = sent.recent(measure.name(), node);
        stored.rows = added(stored.key, stored.rows, uses);
        written.lines().put(stored.key, new StoredLine(line, false, stored.rows));
        sent.changed(measure.name(), node);
    }

    /** Lets a line be sent again. */
    void unsent(Measure measure, NodeId node, Line line) {
        String key = sent.key(measure.name(), node);
        written.lines().put(key, new StoredLine(line, false, sent.rows(key)));
        sent.changed(measure.name(), node);
    }

    /** Writes the present form of a line that is being computed anew. */
    void lineAnew(Measure measure, NodeId node, Line line, long now) {
        line.prune(measure.laws(), now);
        written.linesAnew().put(sent.key(measure.name(), node), StoredLine.of(line));
    }

    /** Keys of lines of a measure after a key, in their order; at most that many. */
    List<String> keysAfter(Measure measure, String after, int most) {
        String measures = sent.key(measure.name());
        List<String> keys = new ArrayList<>();
        written.flush();
        try (KeyValueIterator<String, byte[]> own = written.stores()
                .get(Stores.LINES)
                .range(after.isEmpty() ? measures + "|" : after + "\u0000", measures + "}")) {
            while (keys.size() < most && own.hasNext()) {
                keys.add(own.next().key);
            }
        }
        return keys;
    }

    /** Forgets a line that was computed anew. */
    void forgetAnew(String measure, NodeId node) {
        written.linesAnew().remove(sent.key(measure, node));
    }

    /** Writes the present form of a ring. */
    void ring(String measure, NodeId node, WindowRing ring) {
        written.rings().put(sent.key(measure, node), new WriteBehind.StoredRing(ring, false));
        sent.changed(measure, node);
    }

    /** The rows of a line with a job's usage. */
    private OpenRows added(String key, OpenRows rows, List<Use> uses) {
        Adding adding = new Adding(key, rows);
        RateChanges changes = new RateChanges();
        for (Use use : uses) {
            if (use instanceof Segment segment) {
                changes.add(segment.start(), segment.rate());
                if (!segment.isOpen()) {
                    changes.add(segment.end(), -segment.rate());
                }
            }
        }
        changes.forEach((time, rate) -> adding.change(time, (row, offset) -> row.add(rate, offset)));
        for (Use use : uses) {
            if (use instanceof Lump lump) {
                BigInteger units = Rate.units(lump.amount().movePointRight(3));
                adding.change(lump.at(), (row, offset) -> row.addAmount(units));
            }
        }
        return adding.rows;
    }

    /** The rows of a line while usage is added to them. */
    private final class Adding {
        private final String key;
        private OpenRows rows;

        Adding(String key, OpenRows rows) {
            this.key = key;
            this.rows = rows;
        }

        /** Changes the hour and the day of an instant. */
        void change(long time, BiConsumer<WindowRow, Long> change) {
            OpenRow hour = UsageWriter.change(written.hours(), key, rows.hour(), WindowRow.HOUR, time, change);
            OpenRow day = UsageWriter.change(written.days(), key, rows.day(), WindowRow.DAY, time, change);
            rows = new OpenRows(hour, day);
        }
    }

    private static OpenRow change(
            Rows rows, String key, @Nullable OpenRow open, long length, long time, BiConsumer<WindowRow, Long> change) {
        long start = WindowRow.start(time, length);
        return rows.change(key, open, start, row -> change.accept(row, time - start));
    }
}

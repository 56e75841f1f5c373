package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.OpenRow;
import io.fairway.engine.store.Rows;
import io.fairway.engine.store.StoredLine;
import io.fairway.engine.store.WriteBehind;
import io.fairway.schedulers.moab.WindowRing;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

    /** Lets a line be sent again. */
    void unsent(Measure measure, NodeId node, Line line) {
        String key = sent.key(measure.name(), node);
        written.lines().put(key, sent.stored(key, line, false));
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
        try (KeyValueIterator<String, byte[]> own =
                written.stores().lines().range(after.isEmpty() ? measures + "|" : after + "\u0000", measures + "}")) {
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
        changes.forEach((time, rate) -> change(key, time, (row, offset) -> row.add(rate, offset)));
        for (Use use : uses) {
            if (use instanceof Lump lump) {
                BigInteger units = Rate.units(lump.amount().movePointRight(3));
                change(key, lump.at(), (row, offset) -> row.addAmount(units));
            }
        }
    }

    /** Changes the hour and the day of an instant. */
    private void change(String key, long time, BiConsumer<WindowRow, Long> change) {
        StoredLine line = Objects.requireNonNull(written.lines().get(key), key);
        OpenRow hour = change(written.hours(), key, line.hour(), WindowRow.HOUR, time, change);
        OpenRow day = change(written.days(), key, line.day(), WindowRow.DAY, time, change);
        written.lines().put(key, new StoredLine(line.line(), line.sent(), hour, day));
    }

    private static OpenRow change(
            Rows rows, String key, @Nullable OpenRow open, long length, long time, BiConsumer<WindowRow, Long> change) {
        long start = WindowRow.start(time, length);
        return rows.change(key, open, start, row -> change.accept(row, time - start));
    }
}

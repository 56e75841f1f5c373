package io.fairway.engine.state;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Use;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.Rows;
import io.fairway.engine.store.WriteBehind;
import io.fairway.schedulers.moab.WindowRing;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueIterator;

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
        written.lines().put(sent.key(measure.name(), node), new WriteBehind.Usage<>(line, false));
        sent.changed(measure.name(), node);
    }

    /** Writes the present form of a line that is being computed anew. */
    void lineAnew(Measure measure, NodeId node, Line line, long now) {
        line.prune(measure.laws(), now);
        written.linesAnew().put(sent.key(measure.name(), node), new WriteBehind.Usage<>(line, false));
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
        written.rings().put(sent.key(measure, node), new WriteBehind.Usage<>(ring, false));
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
            change(written.hours(), key, WindowRow.HOUR, time, (row, offset) -> row.add(rate, offset));
            change(written.days(), key, WindowRow.DAY, time, (row, offset) -> row.add(rate, offset));
        });
        for (Use use : uses) {
            if (use instanceof Lump lump) {
                BigInteger units = Rate.units(lump.amount().movePointRight(3));
                change(written.hours(), key, WindowRow.HOUR, lump.at(), (row, offset) -> row.addAmount(units));
                change(written.days(), key, WindowRow.DAY, lump.at(), (row, offset) -> row.addAmount(units));
            }
        }
    }

    private static void change(Rows rows, String key, long length, long time, BiConsumer<WindowRow, Long> change) {
        long start = WindowRow.start(time, length);
        rows.change(key, start, row -> change.accept(row, time - start));
    }
}

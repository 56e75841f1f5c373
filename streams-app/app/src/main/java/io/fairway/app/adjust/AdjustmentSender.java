package io.fairway.app.adjust;

import io.fairway.app.tables.ApplicationAnswer;
import io.fairway.app.tables.TableOptions;
import io.fairway.avro.Adjustment;
import io.fairway.schemas.Topic;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sends adjustments, and waits for what the application says. */
final class AdjustmentSender {
    private AdjustmentSender() {}

    /**
     * Sends them.
     *
     * @param dryRun whether to send nothing, and say so
     * @throws IllegalStateException if the application refuses one; has its reason
     */
    static void send(TableOptions options, List<Adjustment> records, boolean dryRun, PrintWriter out)
            throws InterruptedException {
        if (dryRun) {
            out.println("dry run: nothing is sent");
            out.flush();
            return;
        }
        Map<String, @Nullable Adjustment> changes = new TreeMap<>();
        records.forEach(record -> changes.put(AdjustmentRecords.key(record), record));
        try (ApplicationAnswer answer = options.answer()) {
            answer.listen();
            answer.ask(options.table(Topic.ADJUSTMENTS, Adjustment.class).write(changes));
            out.println(changes.size() + (changes.size() == 1 ? " adjustment" : " adjustments") + " sent");
            answer.await(out);
        }
    }
}

package io.fairway.readers.gridengine;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JsonLine;

/**
 * A record as Open Cluster Scheduler 9 writes it to {@code accounting.jsonl}: one object of JSON in a line, its members named
 * as in accounting(5), times in microseconds. A member without a value is left out.
 */
final class JsonRecord implements AccountingValues {
    private final JsonLine record;
    private final JsonLine usage;

    private JsonRecord(JsonLine record) {
        this.record = record;
        usage = record.inside("usage").inside("usage");
    }

    /** @throws BadValueException if it is no record */
    static JsonRecord of(String line) {
        JsonLine record = JsonLine.of(line);
        if (record.has("type")) {
            // The reporting file has records of parts of a run, written at midnight: the run would count several times.
            throw new BadValueException(
                    "type",
                    record.text("type"),
                    "must not be there: it is of the reporting file, not of accounting.jsonl");
        }
        return new JsonRecord(record);
    }

    /** Whether a line is such a record; it may be cut off at its end. */
    static boolean recognizes(String line) {
        return JsonLine.isObject(line)
                && line.contains("\"job_number\":")
                && line.contains("\"end_time\":")
                && line.contains("\"qname\":")
                && !line.contains("\"type\":");
    }

    @Override
    public String text(AccountingField field) {
        return (field == AccountingField.CPU ? usage : record).text(field.key());
    }
}

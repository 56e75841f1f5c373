package io.fairway.core.stored;

import io.fairway.core.usage.Line;

/**
 * A line as it is stored: one record for all that an event changes of an association.
 *
 * @param sent whether its usage record says the same
 */
public record StoredLine(Line line, boolean sent, OpenRows rows) {
    /** A line without rows. */
    public static StoredLine of(Line line) {
        return new StoredLine(line, false, OpenRows.NONE);
    }

    /** The stored form. */
    public byte[] bytes() {
        StateOutput out = StateOutput.empty();
        StateCodec.write(out, line, sent);
        rows.write(out);
        return out.take();
    }

    /** Reads the stored form. */
    public static StoredLine read(byte[] stored) {
        StateInput in = StateCodec.input("line", stored, 0);
        boolean sent = in.octet() == 1;
        Line line = StateCodec.readLine(in);
        return new StoredLine(line, sent, OpenRows.read(in));
    }

    /** Reads only the rows of the stored form: whoever has the line in memory needs no second one. */
    public static OpenRows readRows(byte[] stored) {
        StateInput in = StateCodec.input("line", stored, 0);
        in.octet();
        StateCodec.skipLine(in);
        return OpenRows.read(in);
    }
}

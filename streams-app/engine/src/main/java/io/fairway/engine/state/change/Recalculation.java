package io.fairway.engine.state.change;

/**
 * Work over a measure of a domain, piece by piece in the order of keys: over all kept jobs, or over the measure's lines.
 */
public record Recalculation(Kind kind, String measure) {
    /** What is done. */
    public enum Kind {
        /** The measure is new: jobs are charged under it. Its lines fill up. */
        OPENING,
        /** Jobs are charged to some lines of the measure anew, beside those that hold until then. */
        ANEW,
        /** Lines of the measure are sent again, because other decay laws are known. They hold all the while. */
        SENDING
    }

    /** Whether usage of the measure is not complete before the work is done. */
    public boolean charges() {
        return kind != Kind.SENDING;
    }
}

package io.fairway.engine.state;

/** Work that charges all kept jobs of a domain under a measure, job by job in the order of their keys. */
public record Recharge(Kind kind, String measure) {
    /** What the charges are for. */
    public enum Kind {
        /** The measure is new. Its lines fill up. */
        OPENING,
        /** Some lines of the measure are computed anew, beside those that hold until then. */
        ANEW
    }
}

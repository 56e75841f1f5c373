package io.fairway.core.usage;

/** One part of a job's usage, charged to an association: a period at one rate, or an amount at one instant. */
public sealed interface Use permits Segment, Lump {
    /** The opposite use, which cancels this one. */
    Use negated();
}

package io.fairway.core.usage;

/** What a job adds to the usage of an association: a stretch at one rate, or an amount at one instant. */
public sealed interface Use permits Segment, Lump {
    /** What takes it back. */
    Use negated();
}

package io.fairway.engine;

import io.fairway.core.model.JobEventType;

/** Counts the happenings in a domain since the task started, and tells them to the watch. */
public final class Counters {
    private final ProcessorWatch watch;
    public long events;
    public long duplicates;
    public long deadLetters;
    public long emitted;

    public Counters(ProcessorWatch watch) {
        this.watch = watch;
    }

    public void event(JobEventType type) {
        events++;
        watch.event(type);
    }

    public void duplicate() {
        duplicates++;
        watch.duplicate();
    }
}

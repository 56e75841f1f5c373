package io.fairway.engine;

import io.fairway.core.model.JobEventType;

/** What happened in a domain since the task started; the watch is told, too. */
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

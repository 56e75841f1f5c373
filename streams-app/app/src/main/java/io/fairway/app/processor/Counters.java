package io.fairway.app.processor;

import io.fairway.core.model.JobEventType;

/** What happened in a domain since the task started; the watch is told, too. */
final class Counters {
    private final ProcessorWatch watch;
    long events;
    long duplicates;
    long deadLetters;
    long emitted;

    Counters(ProcessorWatch watch) {
        this.watch = watch;
    }

    void event(JobEventType type) {
        events++;
        watch.event(type);
    }

    void duplicate() {
        duplicates++;
        watch.duplicate();
    }
}

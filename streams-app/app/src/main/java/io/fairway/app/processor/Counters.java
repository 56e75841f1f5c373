package io.fairway.app.processor;

/** What happened in a domain since the task started. */
final class Counters {
    long events;
    long duplicates;
    long deadLetters;
    long emitted;
}

package io.fairway.system.load;

/**
 * A stretch of time that was measured.
 *
 * @param events that the application processed and committed in it
 * @param seconds how long it was
 * @param processorSeconds that the application's process used in it
 * @param backlog events that were sent and not yet processed and committed, on average
 */
record Stretch(long events, double seconds, double processorSeconds, double backlog) {
    /** Events a second. */
    double rate() {
        return events / seconds;
    }

    /** Processor time of the application per event, microseconds. */
    double microsPerEvent() {
        return processorSeconds * 1e6 / events;
    }

    /** How long an event took on average until what came of it was committed, milliseconds (Little's law). */
    double millisInside() {
        return backlog / rate() * 1e3;
    }
}

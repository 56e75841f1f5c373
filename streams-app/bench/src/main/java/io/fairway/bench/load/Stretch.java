package io.fairway.bench.load;

/**
 * A measurement over some time.
 *
 * @param events that the application processed and committed
 * @param seconds its length
 * @param processorSeconds processor time of the application's process
 * @param backlog average number of events that are sent, but not processed and committed yet
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

    /** The average time of an event until its results are committed, milliseconds (Little's law). */
    double millisInside() {
        return backlog / rate() * 1e3;
    }
}

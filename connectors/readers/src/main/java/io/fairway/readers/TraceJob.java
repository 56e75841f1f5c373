package io.fairway.readers;

import io.fairway.avro.JobEvent;

/**
 * One job of a trace, kept small: its events are made when they are asked for, for a trace may have more of them than fit
 * into memory.
 */
public interface TraceJob {
    /** Cluster, domain and share tree in one. */
    String cluster();

    /** Id of the job, unique within its cluster as far as the trace's own ids are. */
    String job();

    /** How many events it has. */
    int events();

    /**
     * When an event happened, in epoch milliseconds; never before the event ahead of it.
     *
     * @param event 0 to {@link #events()} - 1
     */
    long time(int event);

    /**
     * An event, made anew at each call.
     *
     * @param event 0 to {@link #events()} - 1
     */
    JobEvent event(int event);
}

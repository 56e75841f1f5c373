package io.fairway.readers;

import io.fairway.avro.JobEvent;

/**
 * One job of a trace, kept small: its events are made on request, because a trace may have more of them than fit into
 * memory.
 */
public interface TraceJob {
    /** Cluster, domain and share tree in one. */
    String cluster();

    /** Id of the job, unique within its cluster if the trace's own ids are. */
    String job();

    /** Number of its events. */
    int events();

    /**
     * Time of an event, epoch milliseconds; never before that of the previous event.
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

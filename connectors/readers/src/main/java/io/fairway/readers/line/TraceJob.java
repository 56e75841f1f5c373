package io.fairway.readers.line;

import io.fairway.avro.JobEvent;

/**
 * One job of a trace, kept small: its events are made on request, because a trace may have more of them than fit into
 * memory.
 */
public interface TraceJob {
    /**
     * Precedence of what accounting logs say ({@code sourceRank}): they know best when a run began and ended. Live queues have 5,
     * agents on hosts 3.
     */
    int ACCOUNTING_RANK = 10;

    /** Precedence of what a record presumes of another one: below all who saw it. */
    int PRESUMED_RANK = 1;

    /** Its cluster, which is its share tree too; and its domain, unless the options name another. */
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

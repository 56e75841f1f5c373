package io.fairway.readers;

import io.fairway.avro.JobEvent;
import io.fairway.readers.line.TraceJob;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import java.util.stream.Stream;

/**
 * The events of all jobs of a trace in their order of time; events of one time sort by the job's position in the trace,
 * then by their order within the job.
 *
 * <p>It holds the jobs and six bytes per event, and makes an event anew at each access. So any other order, such as a
 * shuffled list of indices, needs no copy of the events.
 */
public final class ReplayOrder extends AbstractList<JobEvent> implements RandomAccess {
    private final TraceJob[] jobs;
    private final int[] jobOf;
    private final short[] eventOf;

    private ReplayOrder(TraceJob[] jobs, int[] jobOf, short[] eventOf) {
        this.jobs = jobs;
        this.jobOf = jobOf;
        this.eventOf = eventOf;
    }

    /** Sorts the events of jobs; reads the stream to its end. */
    public static ReplayOrder of(Stream<? extends TraceJob> trace) {
        TraceJob[] jobs = trace.toArray(TraceJob[]::new);
        int size =
                Math.toIntExact(Arrays.stream(jobs).mapToLong(TraceJob::events).sum());
        int[] jobOf = new int[size];
        short[] eventOf = new short[size];
        Integer[] order = new Integer[size];
        for (int job = 0, i = 0; job < jobs.length; job++) {
            for (int event = 0; event < jobs[job].events(); event++, i++) {
                jobOf[i] = job;
                eventOf[i] = (short) event;
                order[i] = i;
            }
        }
        // The sort is stable, and the input is already sorted by job and event.
        Arrays.sort(order, (a, b) -> Long.compare(jobs[jobOf[a]].time(eventOf[a]), jobs[jobOf[b]].time(eventOf[b])));
        int[] sortedJobs = new int[size];
        short[] sortedEvents = new short[size];
        for (int i = 0; i < size; i++) {
            sortedJobs[i] = jobOf[order[i]];
            sortedEvents[i] = eventOf[order[i]];
        }
        return new ReplayOrder(jobs, sortedJobs, sortedEvents);
    }

    @Override
    public JobEvent get(int index) {
        return jobs[jobOf[index]].event(eventOf[index]);
    }

    @Override
    public int size() {
        return jobOf.length;
    }

    /** Time of an event, epoch milliseconds, without making the event. */
    public long time(int index) {
        return jobs[jobOf[index]].time(eventOf[index]);
    }
}

package io.fairway.collect.backfill;

import io.fairway.avro.JobEvent;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is in the files of a backfill. */
final class Inventory {
    /**
     * A file.
     *
     * @param format id of its format
     * @param jobs jobs that count, and their events
     * @param skipped records without events, by reason
     */
    record FileContent(TraceSummary summary, String format, long jobs, long events, Map<SkipReason, Long> skipped) {}

    private final List<FileContent> files = new ArrayList<>();
    private final Set<List<String>> associations = new HashSet<>();
    private final Set<String> domains = new TreeSet<>();
    private long jobs;
    private long events;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private @Nullable TraceJob oldest;

    private Inventory() {}

    /** Reads all files. */
    static Inventory of(JobHistory history) throws IOException {
        Inventory inventory = new Inventory();
        Trace earlier = null;
        for (Path path : history.files()) {
            earlier = inventory.add(path, earlier, history);
        }
        return inventory;
    }

    private Trace add(Path path, @Nullable Trace earlier, JobHistory history) throws IOException {
        long jobsBefore = jobs;
        long eventsBefore = events;
        long[] late = {0};
        Trace trace = history.read(path, earlier, this::add, job -> late[0]++);
        Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
        skipped.putAll(trace.summary().skipped());
        if (late[0] > 0) {
            skipped.put(SkipReason.AFTER_CUT_OVER, late[0]);
        }
        files.add(new FileContent(
                trace.summary(), trace.format().id(), jobs - jobsBefore, events - eventsBefore, skipped));
        return trace;
    }

    private void add(TraceJob job) {
        jobs++;
        events += job.events();
        if (job.time(0) < first) {
            first = job.time(0);
            oldest = job;
        }
        last = Math.max(last, job.time(job.events() - 1));
        JobEvent event = job.event(0);
        domains.add(event.getDomain());
        associations.add(List.of(event.getDomain(), job.cluster(), event.getAccount(), event.getUser()));
    }

    List<FileContent> files() {
        return files;
    }

    long jobs() {
        return jobs;
    }

    long events() {
        return events;
    }

    /** Number of associations, in all domains and trees. */
    int associations() {
        return associations.size();
    }

    Set<String> domains() {
        return domains;
    }

    /** Time of the first event, epoch milliseconds. */
    long first() {
        return first;
    }

    /** Time of the last event, epoch milliseconds. */
    long last() {
        return last;
    }

    long badLines() {
        return files.stream().mapToLong(file -> file.summary().badLines()).sum();
    }

    /**
     * The job with the first event.
     *
     * @throws IllegalStateException if there is no job
     */
    TraceJob oldest() {
        if (oldest == null) {
            throw new IllegalStateException("no job");
        }
        return oldest;
    }
}

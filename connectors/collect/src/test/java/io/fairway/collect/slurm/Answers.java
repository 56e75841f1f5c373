package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.collect.ask.Notices;
import io.fairway.readers.line.TraceOptions.HetJobs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads recorded answers, and writes events in a line each. */
final class Answers {
    private Answers() {}

    static QueueLook look(String file, Instant time, List<String> notices) {
        try (InputStream in = Objects.requireNonNull(Answers.class.getResourceAsStream(file), file)) {
            return reader(notices).read(file, in, time);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static QueueReader reader(List<String> notices) {
        return new QueueReader(new SlurmJobReader("", "", HetJobs.ALLOCATED, true, new Notices(notices::add)));
    }

    static List<JobEvent> events(QueueChanges changes, @Nullable QueueLook before, QueueLook now) {
        List<JobEvent> events = new ArrayList<>();
        changes.between(before, now, events::add);
        return events;
    }

    static SlurmJob job(QueueLook look, String id) {
        return Objects.requireNonNull(
                look.jobs().get(id), () -> "job " + id + " of " + look.jobs().keySet());
    }

    /** Events of one job, such as {@code STARTED 21:00:30 run 21:00:30 cpu=3.0}. */
    static List<String> lines(List<JobEvent> events, String job) {
        List<String> lines = new ArrayList<>();
        for (JobEvent event : events) {
            if (event.getJob().equals(job)) {
                lines.add(line(event));
            }
        }
        return lines;
    }

    private static String line(JobEvent event) {
        StringBuilder line = new StringBuilder(event.getType() + " " + clock(event.getTime()));
        if (event.getRun() != null) {
            line.append(" run ").append(clock(event.getRun()));
        }
        if (event.getIneligibility() != null) {
            line.append(' ').append(event.getIneligibility());
        }
        if (event.getAllocatedTres() != null) {
            line.append(' ').append(new TreeMap<>(event.getAllocatedTres()));
        }
        if (event.getAttributes() != null && event.getAttributes().getBeginTime() != null) {
            line.append(" begin ").append(clock(event.getAttributes().getBeginTime()));
        }
        return line.toString();
    }

    private static String clock(Instant time) {
        return time.toString().substring(11, 19);
    }
}

package io.fairway.collect.backfill;

import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The files of a backfill. Each reading goes through them from the beginning, a job at a time, so that ten million jobs need
 * no more memory than one. A file may need what an earlier one says of jobs that had not ended.
 *
 * @param files in the order of the command line
 * @param format of all of them; null = each file's own
 * @param options of all of them
 * @param until runs that end later are left to live sources; null = none
 */
record JobHistory(
        List<Path> files,
        @Nullable TraceFormat format,
        TraceOptions options,
        @Nullable Instant until) {
    JobHistory {
        files = List.copyOf(files);
    }

    /**
     * Reads a file.
     *
     * @param path one of the files
     * @param earlier the file before it as it was read; null for the first one
     * @param jobs gets each run that counts
     * @param late gets each run that ends after the cut-over
     * @return the file as it was read, closed
     * @throws IOException if it cannot be opened
     * @throws java.io.UncheckedIOException if it cannot be read to its end
     * @throws IllegalArgumentException if its format is unknown, or its cluster
     */
    Trace read(Path path, @Nullable Trace earlier, Consumer<TraceJob> jobs, Consumer<TraceJob> late)
            throws IOException {
        String name = String.valueOf(path.getFileName());
        try (Trace trace = TraceFormat.open(format, name, Files.newInputStream(path), options)) {
            if (earlier != null) {
                trace.follow(earlier);
            }
            trace.jobs().forEach(job -> (isLate(job) ? late : jobs).accept(job));
            return trace;
        }
    }

    /** A run that began before the cut-over and ends after it is late: live sources report its start and its end. */
    private boolean isLate(TraceJob job) {
        return until != null && job.time(job.events() - 1) > until.toEpochMilli();
    }
}

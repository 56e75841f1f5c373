package io.fairway.readers.gridengine;

import io.fairway.avro.JobEvent;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Files of real Grid Engines, of which {@code gridengine/ORIGIN.md} tells, and short ways to what becomes of them. */
final class Recorded {
    static final TraceOptions OPTIONS = TraceOptions.ofCluster("alps");
    static final TraceOptions BY_DEPARTMENT = OPTIONS.withAccountBy(TraceOptions.AccountBy.DEPARTMENT);

    private Recorded() {}

    static Trace open(@Nullable TraceFormat format, String file, TraceOptions options) throws IOException {
        return TraceFormat.open(format, file, stream(file), options);
    }

    static InputStream stream(String file) {
        return Objects.requireNonNull(Recorded.class.getResourceAsStream("/gridengine/" + file), file);
    }

    /** The lines of a file, packed or not. */
    static List<String> lines(String file) throws IOException {
        try (InputStream in = file.endsWith(".gz") ? new GZIPInputStream(stream(file)) : stream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    static ParsedLine parse(String line) {
        return new GridEngineParser(OPTIONS).parse(line);
    }

    /** The events of a line that is a job. */
    static List<JobEvent> events(ParsedLine line) {
        TraceJob job = ((ParsedLine.Job) line).job();
        return IntStream.range(0, job.events()).mapToObj(job::event).toList();
    }

    /** Slots times seconds of each association, such as {@code anna/physics}. */
    static Map<String, Double> slotSeconds(Trace trace) {
        Map<String, Double> sums = new TreeMap<>();
        trace.jobs().forEach(job -> {
            JobEvent started = job.event(1);
            double seconds = (job.time(2) - job.time(1)) / 1000.0;
            sums.merge(
                    started.getUser() + "/" + started.getAccount(),
                    seconds * started.getAllocatedTres().getOrDefault("cpu", 0.0),
                    Double::sum);
        });
        return sums;
    }
}

package io.fairway.readers.pbs;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Reads records of PBS for tests. */
final class PbsRecords {
    static final TraceOptions HISTORY = TraceOptions.ofCluster("alps");
    static final TraceOptions LIVE = HISTORY.withScope(TraceOptions.Scope.LIVE);

    /** 10 January 2026, 9 o'clock UTC. */
    static final long NINE = 1_768_035_600;

    private PbsRecords() {}

    /** A file beside the tests. */
    static Trace file(String name) throws IOException {
        InputStream in = Objects.requireNonNull(PbsRecords.class.getResourceAsStream("/pbs/" + name), name);
        return TraceFormat.PBS.reader().open(name, in, HISTORY);
    }

    static Trace trace(TraceOptions options, String... records) throws IOException {
        byte[] bytes = String.join("\n", records).getBytes(StandardCharsets.UTF_8);
        return TraceFormat.PBS.reader().open("x.log", new ByteArrayInputStream(bytes), options);
    }

    /** A record of a job that started at nine. */
    static String record(String type, String job, String attributes) {
        return "01/10/2026 12:00:00;" + type + ";" + job + ";user=anna group=phys queue=workq ctime=" + NINE + " start="
                + NINE + " " + attributes;
    }

    static List<JobEvent> events(ParsedLine line) {
        return line instanceof ParsedLine.Job found ? events(found.job()) : List.of();
    }

    static List<JobEvent> events(TraceJob job) {
        return IntStream.range(0, job.events()).mapToObj(job::event).toList();
    }

    static Map<String, Double> allocated(TraceJob job) {
        return events(job).get(1).getAllocatedTres();
    }

    /** What a run used of a resource: each size times the seconds that it held it. */
    static double used(String tres, TraceJob job) {
        double used = 0;
        double size = 0;
        long since = 0;
        for (JobEvent event : events(job)) {
            long now = event.getTime().toEpochMilli();
            used += size * (now - since) / 1000;
            since = now;
            if (event.getType() == JobEventType.STARTED || event.getType() == JobEventType.RESIZED) {
                size = event.getAllocatedTres().getOrDefault(tres, 0.0);
            }
        }
        return used;
    }
}

package io.fairway.readers.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.TraceOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A file of Slurm as it was read.
 *
 * @param format the format that was found
 */
record SlurmFiles(TraceFormat format, List<JobEvent> events, TraceSummary summary) {
    /** A file of the test resources. */
    static SlurmFiles read(String file, TraceOptions options) throws IOException {
        return read(Objects.requireNonNull(SlurmFiles.class.getResourceAsStream("/logs/" + file), file), file, options);
    }

    /** Lines as a file. */
    static SlurmFiles of(TraceOptions options, String... lines) throws IOException {
        byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
        return read(new ByteArrayInputStream(bytes), "x.log", options);
    }

    private static SlurmFiles read(InputStream in, String file, TraceOptions options) throws IOException {
        try (Trace trace = TraceFormat.open(null, file, in, options)) {
            List<JobEvent> events = trace.events().toList();
            return new SlurmFiles(trace.format(), events, trace.summary());
        }
    }

    /** Runs such as {@code 201 physics/anna 4 cpu x 1200 s from 2025-10-26T00:50:00Z}. */
    List<String> runs() {
        List<String> runs = new ArrayList<>();
        Map<String, JobEvent> started = new LinkedHashMap<>();
        for (JobEvent event : events) {
            if (event.getType() == JobEventType.STARTED) {
                started.put(event.getJob(), event);
            } else if (event.getRun() != null) {
                JobEvent start = Objects.requireNonNull(started.remove(event.getJob()));
                runs.add(event.getJob() + " " + event.getAccount() + "/" + event.getUser() + " "
                        + Math.round(start.getAllocatedTres().getOrDefault("cpu", 0.0)) + " cpu x "
                        + Duration.between(start.getTime(), event.getTime()).toSeconds() + " s from "
                        + start.getTime());
            }
        }
        return runs;
    }

    /** What the run of a job holds. */
    Map<String, Double> held(String job) {
        return events.stream()
                .filter(event -> event.getJob().equals(job) && event.getType() == JobEventType.STARTED)
                .findFirst()
                .orElseThrow()
                .getAllocatedTres();
    }

    /** Types of the events of a job. */
    List<String> types(String job) {
        return events.stream()
                .filter(event -> event.getJob().equals(job))
                .map(event -> event.getType().name())
                .toList();
    }

    /** Processor-seconds of all runs, by account/user. */
    Map<String, Long> usage() {
        Map<String, Long> usage = new java.util.TreeMap<>();
        for (String run : runs()) {
            String[] words = run.split(" ");
            usage.merge(words[1], Long.parseLong(words[2]) * Long.parseLong(words[5]), Long::sum);
        }
        return usage;
    }
}

package io.fairway.readers.slurm;

import io.fairway.avro.ResourceSample;
import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JobRecord;
import io.fairway.readers.line.JsonLine;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads Sonar's envelopes in JSON, one in a line or record: jobs (of Slurm) and samples. Source: Sonar, NEW-FORMAT.md,
 * format 0.
 *
 * <ol>
 *   <li>An envelope of jobs has records of jobs and of steps; steps are skipped.
 *   <li>An envelope of samples has the processes of each job on one node. The CPU time of a job there is the sum over its
 *       processes that still live, so it falls when one ends. It becomes a sample with the memory alone.
 *   <li>Samples of jobs outside the batch system (epoch other than 0) are skipped, and all other envelopes.
 * </ol>
 */
public final class SonarParser extends SlurmParser {
    private static final String SOURCE = "sonar";
    private static final double KILOBYTES_PER_MEGABYTE = 1024;

    public SonarParser(TraceOptions options) {
        super(new SlurmReading(options));
    }

    /** Whether a line is such an envelope; it may be cut off at its end. */
    public static boolean recognizes(String line) {
        return JsonLine.isObject(line)
                && line.contains("\"meta\"")
                && line.contains("\"producer\"")
                && (line.contains("\"data\"") || line.contains("\"errors\""));
    }

    @Override
    public ParsedLine parse(String line) {
        if (line.isBlank()) {
            return ParsedLine.NOTHING;
        }
        try {
            JsonLine envelope = JsonLine.of(line);
            if (!envelope.has("data") && !envelope.has("errors")) {
                throw new BadValueException("line", line, "must be an envelope of Sonar, with data or errors");
            }
            JsonLine data = envelope.inside("data");
            JsonLine attributes = data.inside("attributes");
            return switch (data.text("type")) {
                case "jobs" -> jobs(attributes);
                case "sample" -> samples(attributes);
                default -> new ParsedLine.Skipped("", SkipReason.OTHER_RECORD);
            };
        } catch (BadValueException e) {
            return e.line();
        }
    }

    private ParsedLine jobs(JsonLine attributes) {
        String cluster = attributes.text("cluster");
        List<ParsedLine> parts = new ArrayList<>();
        for (JsonLine job : attributes.list("slurm_jobs")) {
            try {
                parts.add(job(cluster, job));
            } catch (BadValueException e) {
                parts.add(e.line());
            }
        }
        return new ParsedLine.Several(parts);
    }

    private ParsedLine job(String cluster, JsonLine told) {
        if (!told.text("job_step").isEmpty()) {
            return new ParsedLine.Skipped(told.text("job_id") + "." + told.text("job_step"), SkipReason.STEP);
        }
        SlurmRecord record = new SlurmRecord(SOURCE);
        JobRecord job = record.job;
        job.job = told.text("job_id");
        job.cluster = cluster;
        job.account = told.text("account");
        job.user = told.text("user_name");
        job.state = SlurmState.of("job_state", told.text("job_state"));
        job.submitted = time(told, "submit_time");
        job.started = time(told, "start_time");
        job.ended = time(told, "end_time");
        job.partition = told.text("partition");
        job.name = told.text("job_name");
        job.exitStatus = told.text("exit_code");
        JsonLine sacct = told.inside("sacct");
        job.allocated = reading.allocated(
                job,
                "allocated_resources",
                told.has("allocated_resources") ? told.text("allocated_resources") : sacct.text("AllocTRES"));
        job.requested = reading.requested(job, "requested_resources", told.text("requested_resources"));
        // In minutes, but 0 is unset and 1 is unlimited.
        job.timeLimit = (long) (Math.max(0, told.number("time_limit") - 2) * 60);
        if (sacct.has("UserCPU") || sacct.has("SystemCPU")) {
            job.cpuSeconds = sacct.number("UserCPU") + sacct.number("SystemCPU");
        }
        record.cpus = told.number("requested_cpus");
        record.nodes = told.number("requested_node_count");
        return record.line(reading);
    }

    private ParsedLine samples(JsonLine attributes) {
        String cluster = attributes.text("cluster");
        String node = attributes.text("node");
        long time = time(attributes, "time");
        if (time == JobRecord.NEVER) {
            throw new BadValueException("time", "", "must be in the sample");
        }
        String home = reading.options.clusterBy() == TraceOptions.ClusterBy.RECORD && !cluster.isEmpty()
                ? cluster
                : reading.options.cluster();
        if (home == null) {
            throw new BadValueException("cluster", "", "must be named by the record, or with --cluster");
        }
        List<ParsedLine> parts = new ArrayList<>();
        for (JsonLine job : attributes.list("jobs")) {
            try {
                parts.add(sample(home, node, time, job));
            } catch (BadValueException e) {
                parts.add(e.line());
            }
        }
        return new ParsedLine.Several(parts);
    }

    private ParsedLine sample(String cluster, String node, long time, JsonLine job) {
        String id = job.text("job");
        if (job.number("epoch") != 0 || id.isEmpty() || id.equals("0")) {
            return new ParsedLine.Skipped(id, SkipReason.OTHER_RECORD);
        }
        double kilobytes = 0;
        for (JsonLine process : job.list("processes")) {
            kilobytes += process.number("resident_memory");
        }
        ResourceSample sample = new ResourceSample();
        sample.setDomain(reading.options.domain() == null ? cluster : reading.options.domain());
        sample.setCluster(reading.names.of(cluster));
        sample.setJob(id);
        sample.setTime(Instant.ofEpochMilli(time));
        sample.setSequence(time);
        sample.setMemoryMb(kilobytes / KILOBYTES_PER_MEGABYTE);
        sample.setHost(reading.names.of(node));
        sample.setSource(SOURCE);
        return new ParsedLine.Sample(sample);
    }

    private static long time(JsonLine object, String name) {
        String text = object.text(name);
        return text.isEmpty() ? JobRecord.NEVER : SlurmTimes.exact(name, text);
    }

    @Override
    public List<String> warnings() {
        return reading.findings.warnings();
    }
}

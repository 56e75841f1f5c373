package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.collect.ask.BoundedCommand;
import io.fairway.collect.ask.Notices;
import io.fairway.collect.ask.WholeLines;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks slurmdbd by {@code sacct} who ended, how and when: what no look at the queue can tell of a job that ended between
 * two looks.
 */
final class Accounting {
    /** Everything by name, and nothing that is free text: sacct quotes nothing. JobID tells components apart. */
    private static final String FIELDS = "JobIDRaw,Cluster,Account,User,UID,Group,Partition,QOS,State,Submit,Start,End,"
            + "AllocTRES,ReqTRES,AllocCPUS,ReqCPUS,NNodes,TimelimitRaw,ExitCode,JobID";

    private static final String ENDED = "BF,CA,CD,DL,F,NF,OOM,PR,RQ,RS,RV,TO";

    private final BoundedCommand runner;
    private final String program;
    private final TraceOptions options;
    private final Instant cutOver;
    private final Notices notices;

    /**
     * @param program the path of sacct, or its name
     * @param named how its jobs are named
     * @param cutOver runs that ended before are left out: they are the backfill's
     */
    Accounting(BoundedCommand runner, String program, TraceOptions named, Instant cutOver, Notices notices) {
        // sacct writes times without their zone.
        this.runner = new BoundedCommand(utc(runner.environment()), runner.patience(), runner.most());
        this.program = program;
        options = named.withZone(ZoneOffset.UTC).withScope(TraceOptions.Scope.LIVE);
        this.cutOver = cutOver;
        this.notices = notices;
    }

    private static Map<String, String> utc(Map<String, String> environment) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.put("TZ", "UTC");
        variables.put("SLURM_TIME_FORMAT", "standard");
        return variables;
    }

    /**
     * Hands on the events of all runs that ended in a span, job by job, while sacct prints them.
     *
     * @throws IOException if sacct fails; has the reason
     */
    void endedBetween(Instant from, Instant until, Consumer<JobEvent> to) throws IOException, InterruptedException {
        List<String> command = List.of(
                program,
                "--allusers",
                "--allocations",
                "--duplicates",
                "--parsable2",
                "--noconvert",
                "--starttime=" + text(from),
                "--endtime=" + text(until),
                "--state=" + ENDED,
                "--format=" + FIELDS);
        var unused = runner.run(command, output -> read(output, to));
    }

    /** As sacct takes it: without fractions and without a zone. */
    private static String text(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond()).toString().replace("Z", "");
    }

    private boolean read(InputStream output, Consumer<JobEvent> to) throws IOException {
        try (Trace trace = TraceFormat.SACCT.reader().open("sacct", new WholeLines(output, "sacct"), options)) {
            trace.jobs().forEach(job -> add(job, to));
            trace.summary()
                    .firstBadLines()
                    .forEach(bad -> notices.once(
                            "sacct " + bad.field(),
                            bad + "; the line is skipped. Of further lines with this fault nothing is told."));
            trace.summary()
                    .warnings()
                    .forEach(warning -> notices.once(
                            // The same again, but for its counts.
                            "sacct " + warning.replaceAll("[0-9]+", ""), "sacct: " + warning));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return true;
    }

    private void add(TraceJob job, Consumer<JobEvent> to) {
        int count = job.events();
        if (count > 0 && !Instant.ofEpochMilli(job.time(count - 1)).isBefore(cutOver)) {
            for (int i = 0; i < count; i++) {
                to.accept(job.event(i));
            }
        }
    }
}

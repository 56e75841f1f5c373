package io.fairway.readers;

import io.fairway.readers.gridengine.GridEngineParser;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.lsf.LsbAcctParser;
import io.fairway.readers.pbs.PbsParser;
import io.fairway.readers.slurm.FiletxtParser;
import io.fairway.readers.slurm.JobCompletionParser;
import io.fairway.readers.slurm.SacctJsonParser;
import io.fairway.readers.slurm.SacctParser;
import io.fairway.readers.slurm.SonarParser;
import io.fairway.readers.swf.SwfParser;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every format of traces and accounting logs, with one parser each. */
public enum TraceFormat {
    /** Standard Workload Format. */
    SWF(
            "swf",
            "Standard Workload Format of the Parallel Workloads Archive: 18 numbers per line or more, header lines"
                    + " begin with ;",
            false),
    /** Slurm's accounting, as {@code sacct} prints it. */
    SACCT("sacct", "sacct --parsable2 of Slurm: Open XDMoD's 26 fields, or any fields after a header line", true),
    /** The same as JSON. */
    SACCT_JSON("sacct.json", "sacct --json of Slurm: the answer as printed, or a job in each line", true),
    /** LSF's accounting log. */
    LSB_ACCT("lsb.acct", "lsb.acct of LSF: its JOB_FINISH records", false),
    /** Accounting logs of PBS and TORQUE. */
    PBS("pbs", "accounting logs of PBS and TORQUE: their E and R records", false),
    /** Grid Engine's accounting file. */
    SGE("sge", "accounting of Grid Engine: values between colons, or Open Cluster Scheduler's objects of JSON", false),
    /** The file of Slurm's {@code jobcomp/filetxt}. */
    JOBCOMP_FILETXT("jobcomp.filetxt", "jobcomp/filetxt of Slurm: JobId=.. in each line", true),
    /** The messages of Slurm's {@code jobcomp/kafka}. */
    JOBCOMP_KAFKA("jobcomp.kafka", "jobcomp/kafka of Slurm: a JSON object in each line", true),
    /** Sonar's JSON. */
    SONAR("sonar", "Sonar's JSON of jobs: an envelope in each line", true);

    /** Bytes at the beginning of a file by which its format is found. */
    private static final int LOOKED_AT = 1 << 18;

    private static final int LOOKED_AT_LINES = 50;

    private final String id;
    private final String description;
    private final boolean namesClusters;

    TraceFormat(String id, String description, boolean namesClusters) {
        this.id = id;
        this.description = description;
        this.namesClusters = namesClusters;
    }

    /**
     * A parser before its first line.
     *
     * @throws IllegalArgumentException if neither the records nor the options name a cluster, or if the options ask for a
     *     property that the records do not have
     */
    public LineParser parser(TraceOptions options) {
        if (options.cluster() == null && !namesClusters) {
            throw new IllegalArgumentException(
                    "records of " + id + " do not name their cluster; give it with --cluster");
        }
        if (options.accountBy() == TraceOptions.AccountBy.DEPARTMENT && this != SGE) {
            throw new IllegalArgumentException(
                    "records of " + id + " have no department; only those of " + SGE.id + " have one");
        }
        return switch (this) {
            case SWF -> new SwfParser(options);
            case SACCT -> new SacctParser(options);
            case SACCT_JSON -> new SacctJsonParser(options);
            case LSB_ACCT -> new LsbAcctParser(options);
            case PBS -> new PbsParser(options);
            case SGE -> new GridEngineParser(options);
            case JOBCOMP_FILETXT -> new FiletxtParser(options);
            case JOBCOMP_KAFKA -> new JobCompletionParser(options);
            case SONAR -> new SonarParser(options);
        };
    }

    /** The name on the command line. */
    public String id() {
        return id;
    }

    /** One line for people. */
    public String description() {
        return description;
    }

    /** Whether its records can name their cluster. */
    public boolean namesClusters() {
        return namesClusters;
    }

    /** Whether a line looks like one of this format. It may be cut off at its end. */
    public boolean recognizes(String line) {
        return switch (this) {
            case SWF -> SwfParser.recognizes(line);
            case SACCT -> SacctParser.recognizes(line);
            case SACCT_JSON -> SacctJsonParser.recognizes(line);
            case LSB_ACCT -> LsbAcctParser.recognizes(line);
            case PBS -> PbsParser.recognizes(line);
            case SGE -> GridEngineParser.recognizes(line);
            case JOBCOMP_FILETXT -> FiletxtParser.recognizes(line);
            case JOBCOMP_KAFKA -> JobCompletionParser.recognizes(line);
            case SONAR -> SonarParser.recognizes(line);
        };
    }

    /** The reader of this format. */
    public TraceReader reader() {
        return (file, in, options) -> new Trace(file, this, Decompression.of(in), parser(options));
    }

    /**
     * Opens a file of any format.
     *
     * @param format its format; null = the one that most of its first lines look like
     * @throws IllegalArgumentException if they look like none
     * @throws IOException if they cannot be read; names the file
     */
    public static Trace open(@Nullable TraceFormat format, String file, InputStream in, TraceOptions options)
            throws IOException {
        BufferedInputStream plain = new BufferedInputStream(Decompression.of(in), LOOKED_AT);
        TraceFormat found = format == null ? find(file, plain) : format;
        try {
            return new Trace(file, found, plain, found.parser(options));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static TraceFormat find(String file, InputStream plain) throws IOException {
        Optional<TraceFormat> found;
        String text;
        try {
            found = find(plain);
            text = beginning(plain);
        } catch (IOException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        return found.orElseThrow(() -> new IllegalArgumentException(
                text.indexOf('\0') < 0
                        ? file + ": its first lines look like none of the formats " + ids() + "; name one with --format"
                        : file + ": must be text in UTF-8, but its first lines have bytes 0, as UTF-16 has"));
    }

    /**
     * The format that most of the first lines of a file look like. The stream stands where it stood before.
     *
     * @param in bytes without compression, which can be marked
     */
    public static Optional<TraceFormat> find(InputStream in) throws IOException {
        String[] lines = beginning(in).split("\\R");
        TraceFormat best = null;
        long most = 0;
        for (TraceFormat format : values()) {
            long number = Arrays.stream(lines)
                    .limit(LOOKED_AT_LINES)
                    .filter(line -> !line.isBlank() && format.recognizes(line))
                    .count();
            if (number > most) {
                most = number;
                best = format;
            }
        }
        return Optional.ofNullable(best);
    }

    /** The first lines, without a byte order mark. */
    private static String beginning(InputStream in) throws IOException {
        in.mark(LOOKED_AT);
        String text = new String(in.readNBytes(LOOKED_AT), StandardCharsets.UTF_8);
        in.reset();
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * The format of an id, in any case.
     *
     * @throws IllegalArgumentException for an unknown id; lists the ids
     */
    public static TraceFormat of(String id) {
        String wanted = id.toLowerCase(Locale.ROOT).replace('_', '.');
        for (TraceFormat format : values()) {
            if (format.id.equals(wanted)) {
                return format;
            }
        }
        throw new IllegalArgumentException("trace format \"" + id + "\": must be one of " + ids());
    }

    /** All ids, separated by commas. */
    public static String ids() {
        return Arrays.stream(values()).map(TraceFormat::id).collect(Collectors.joining(", "));
    }
}

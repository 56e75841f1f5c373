package io.fairway.readers.swf;

import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import io.fairway.readers.line.TraceOptions.ClusterBy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the Standard Workload Format.
 *
 * <ol>
 *   <li>The account is the group, the user is the user: the plain numbers of the trace, including -1.
 *   <li>Processors are the allocated ones, or the requested ones if the allocated are unknown. Further fields after the 18 are not read.
 *   <li>Times and processors may have decimals; times are read to the millisecond.
 *   <li>A job is submitted at UnixStartTime + submit, starts {@code max(0, wait)} later and ends a run time after that.
 *   <li>Jobs whose run time or processors are not above 0 are skipped. So are partial executions (status 2 to 4),
 *       because the format repeats them in one line for the whole job.
 *   <li>CPU time is an average per processor; times the processors, it is the total.
 * </ol>
 */
public final class SwfParser implements LineParser {
    private static final Pattern HEADER = Pattern.compile("([A-Za-z]\\w*):(?:\\s+(.*))?");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?");
    private static final String START_FIELD = "UnixStartTime";

    /** Bound on numbers, and so on the sums and milliseconds from them; also the ledger's largest count. */
    private static final long GREATEST = 1_000_000_000_000L;

    private final TraceOptions options;
    private final String cluster;
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, String> clusters = new HashMap<>();
    private @Nullable Double unixStart;
    private String lastHeader = "";
    private boolean jobsBegan;
    private int mostFields;

    public SwfParser(TraceOptions options) {
        this.options = options;
        cluster = Objects.requireNonNull(options.cluster(), "cluster: the format has none of its own");
    }

    /** Whether a line is one of such a file: of the header, or 18 numbers or more. */
    public static boolean recognizes(String line) {
        String text = line.strip();
        if (text.startsWith(";")) {
            return true;
        }
        String[] words = BLANKS.split(text);
        return words.length >= SwfField.values().length
                && Arrays.stream(words)
                        .limit(SwfField.values().length)
                        .allMatch(word -> NUMBER.matcher(word).matches());
    }

    @Override
    public ParsedLine parse(String line) {
        String text = line.strip();
        if (text.isEmpty()) {
            return ParsedLine.NOTHING;
        }
        return text.charAt(0) == ';' ? header(text.substring(1).strip()) : job(text);
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (jobsBegan && (unixStart == null || unixStart == 0)) {
            warnings.add("the header has " + (unixStart == null ? "no " + START_FIELD : START_FIELD + " 0")
                    + ": times count from 1970-01-01 00:00 UTC");
        }
        if (mostFields > SwfField.values().length) {
            warnings.add("lines have up to " + mostFields + " fields; those after the 18 of the format are not read");
        }
        return warnings;
    }

    private ParsedLine header(String text) {
        Matcher field = HEADER.matcher(text);
        if (text.isEmpty()) {
            lastHeader = "";
            return ParsedLine.NOTHING;
        }
        if (!field.matches()) {
            // A continuation of a field; or, after an empty one, a remark.
            return lastHeader.isEmpty() ? ParsedLine.NOTHING : new ParsedLine.Header(lastHeader, text);
        }
        lastHeader = field.group(1);
        String value = field.group(2) == null ? "" : field.group(2).strip();
        if (lastHeader.equals(START_FIELD)) {
            double seconds = number(value);
            if (!(seconds >= 0)) {
                return new ParsedLine.Bad(START_FIELD, value, "must be seconds since 1970");
            }
            if (jobsBegan) {
                return new ParsedLine.Bad(START_FIELD, value, "must come before the first job");
            }
            unixStart = seconds;
        }
        return new ParsedLine.Header(lastHeader, value);
    }

    private ParsedLine job(String text) {
        jobsBegan = true;
        String[] words = BLANKS.split(text);
        SwfField[] fields = SwfField.values();
        if (words.length < fields.length) {
            return new ParsedLine.Bad("line", text, "must have 18 fields or more, but has " + words.length);
        }
        mostFields = Math.max(mostFields, words.length);
        double[] numbers = new double[fields.length];
        for (SwfField field : fields) {
            if (field.form() != SwfField.Form.FREE) {
                String word = words[field.index()];
                double number = number(word);
                boolean whole = field.form() == SwfField.Form.WHOLE;
                if (Double.isNaN(number) || (whole && number != Math.rint(number))) {
                    return new ParsedLine.Bad(
                            field.words(),
                            word,
                            "must be a " + (whole ? "whole " : "") + "number, at most " + GREATEST + " either way");
                }
                numbers[field.index()] = number;
            }
        }
        return job(numbers, words[SwfField.CPU.index()]);
    }

    private ParsedLine job(double[] numbers, String cpuTime) {
        long job = (long) numbers[SwfField.JOB.index()];
        long run = millis(numbers[SwfField.RUN.index()]);
        long status = (long) numbers[SwfField.STATUS.index()];
        double allocated = numbers[SwfField.ALLOCATED.index()];
        double requested = numbers[SwfField.REQUESTED.index()];
        double processors = allocated > 0 ? allocated : requested;
        double cpu = decimal(cpuTime);
        if (!Double.isFinite(cpu) || (cpu < 0 && cpu != -1)) {
            return new ParsedLine.Bad(SwfField.CPU.words(), cpuTime, "must be seconds, 0 or more, or -1 if unknown");
        }
        double submit = numbers[SwfField.SUBMIT.index()];
        long submitted = millis(unixStart == null ? 0 : unixStart) + millis(submit);
        if (submitted < 0) {
            return new ParsedLine.Bad(
                    SwfField.SUBMIT.words(),
                    BigDecimal.valueOf(submit).stripTrailingZeros().toPlainString(),
                    "must not lie before 1970, but is " + Instant.ofEpochMilli(submitted) + ", counted from "
                            + START_FIELD);
        }
        if (status >= 2 && status <= 4) {
            return new ParsedLine.Skipped(Long.toString(job), SkipReason.PARTIAL_EXECUTION);
        }
        if (run <= 0) {
            return new ParsedLine.Skipped(Long.toString(job), SkipReason.NO_RUN_TIME);
        }
        if (processors <= 0) {
            return new ParsedLine.Skipped(Long.toString(job), SkipReason.NO_PROCESSORS);
        }
        long started = submitted + millis(Math.max(0, numbers[SwfField.WAIT.index()]));
        long partition = (long) numbers[SwfField.PARTITION.index()];
        String home = cluster(partition);
        return new ParsedLine.Job(new SwfJob(
                options.domain() == null ? home : options.domain(),
                home,
                job,
                name((long) numbers[SwfField.GROUP.index()]),
                name((long) numbers[SwfField.USER.index()]),
                submitted,
                started,
                started + run,
                processors,
                requested > 0 ? requested : processors,
                (long) Math.ceil(numbers[SwfField.REQUESTED_TIME.index()]),
                cpu < 0 ? Double.NaN : cpu * processors,
                nameOrNull((long) numbers[SwfField.QUEUE.index()]),
                nameOrNull(partition),
                (int) status));
    }

    private String cluster(long partition) {
        return options.clusterBy() != ClusterBy.PARTITION || partition < 0
                ? cluster
                : clusters.computeIfAbsent(partition, number -> "p" + number);
    }

    /** One shared text for all jobs with this number. */
    private String name(long number) {
        return names.computeIfAbsent(number, String::valueOf);
    }

    private @Nullable String nameOrNull(long number) {
        return number < 0 ? null : name(number);
    }

    /** Not a number for a word that is none, or too large. */
    private static double number(String word) {
        double number = NUMBER.matcher(word).matches() ? Double.parseDouble(word) : Double.NaN;
        return Math.abs(number) <= GREATEST ? number : Double.NaN;
    }

    private static long millis(double seconds) {
        return Math.round(seconds * 1000);
    }

    private static double decimal(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}

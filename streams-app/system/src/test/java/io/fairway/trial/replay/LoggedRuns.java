package io.fairway.trial.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The runs that a real file has, without any code of the product. Files of sacct in Open XDMoD's fields and of SWF are read
 * field by field. The others, which are short, were read by eye.
 *
 * @param jobs records of runs that used something; two of them may be about one run
 * @param skipped records of the others
 * @param unreadable lines that break the format
 * @param runs in epoch seconds
 */
public record LoggedRuns(long jobs, long skipped, long unreadable, List<Run> runs) {
    private static final Set<String> NOT_ENDED = Set.of("RUNNING", "PENDING");

    private static final Run LSF = new Run("anonproject", "anonuser", 128, 1_389_642_771, 1_389_683_139);
    private static final Run SUN = new Run("jdoe", "jdoe", 1, 1_311_095_354, 1_311_095_414);

    private static final Map<String, LoggedRuns> BY_EYE = Map.of(
            // Two records of one run: the larger one prevails.
            "unit_lsf_accounting-logs.log",
            new LoggedRuns(2, 0, 0, List.of(LSF)),
            "unit_lsf_utf8-multibyte-chars.log",
            new LoggedRuns(1, 0, 0, List.of(LSF)),
            "unit_pbs_accounting-logs.log",
            new LoggedRuns(
                    9,
                    0,
                    0,
                    List.of(
                            new Run("ccrstaff", "jonesm", 32, 1_261_425_023, 1_261_427_220),
                            new Run("ccrstaff", "jonesm", 32, 1_261_425_023, 1_261_427_220),
                            new Run("anonaccount", "anonuser", 4, 1_415_589_841, 1_415_599_191),
                            new Run("anongroup", "anonuser", 65, 1_453_766_281, 1_453_766_437),
                            new Run("anongroup", "anonuser", 12, 1_453_766_281, 1_453_766_437),
                            new Run("caste", "ybsbu", 28, 1_485_451_424, 1_485_459_831),
                            new Run("caste", "ybsbu", 28, 1_588_046_353, 1_588_146_353),
                            new Run("caste", "ybsbu", 28, 1_588_046_363, 1_588_146_363),
                            new Run("[project1]", "[user_1]", 48, 1_607_291_966, 1_607_328_038))),
            // Both records are of one run.
            "unit_sge_accounting-logs.log",
            new LoggedRuns(2, 0, 0, List.of(SUN)),
            "unit_uge_accounting-logs.log",
            new LoggedRuns(
                    2, 0, 0, List.of(SUN, new Run("gpugroup", "gpuowner", 16, 1_652_111_622.875, 1_652_124_460.193))),
            "unit_slurm_unknown-job-state.log",
            new LoggedRuns(0, 0, 2, List.of()));

    /** A run; times in epoch seconds. */
    public record Run(String account, String user, double processors, double start, double end) {}

    /** Reads a file, or knows it. */
    static LoggedRuns of(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        LoggedRuns byEye = BY_EYE.get(name);
        if (byEye != null) {
            return byEye;
        }
        return name.contains(".swf") ? swf(file) : sacct(file);
    }

    /** The lines of a file in UTF-8, plain or zipped. */
    public static List<String> lines(Path file) throws IOException {
        boolean zipped = file.toString().endsWith(".gz");
        try (InputStream in = Files.newInputStream(file);
                BufferedReader reader = new BufferedReader(
                        new InputStreamReader(zipped ? new GZIPInputStream(in) : in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    /** Usage in processor-seconds by {@code account|user}, decayed to an instant after all runs. */
    Map<String, Double> usage(double meanLife, double at) {
        Map<String, Double> usage = new HashMap<>();
        for (Run run : runs) {
            double worth = run.processors()
                    * meanLife
                    * (Math.exp((run.end() - at) / meanLife) - Math.exp((run.start() - at) / meanLife));
            usage.merge(run.account() + "|" + run.user(), worth, Double::sum);
        }
        return usage;
    }

    double lastEnd() {
        return runs.stream().mapToDouble(Run::end).max().orElseThrow();
    }

    /** Without decay. */
    double processorSeconds() {
        return runs.stream()
                .mapToDouble(run -> run.processors() * (run.end() - run.start()))
                .sum();
    }

    private static LoggedRuns swf(Path file) throws IOException {
        ClosedForm form = ClosedForm.of(file);
        List<Run> runs = form.jobs().stream()
                .map(job -> new Run(job.group(), job.user(), job.processors(), job.start(), job.end()))
                .toList();
        return new LoggedRuns(runs.size(), form.skipped(), 0, runs);
    }

    private static LoggedRuns sacct(Path file) throws IOException {
        List<Run> runs = new ArrayList<>();
        List<String> lines = lines(file);
        for (String line : lines) {
            String[] field = line.split("\\|", 26);
            if (NOT_ENDED.contains(field[16])) {
                continue;
            }
            double start = seconds(field[12]);
            double end = seconds(field[13]);
            if (end > start) {
                String cpus = Stream.of(field[22].split(","))
                        .filter(text -> text.startsWith("cpu="))
                        .map(text -> text.substring("cpu=".length()))
                        .findFirst()
                        .orElse(field[18]);
                runs.add(new Run(field[5], field[8], Double.parseDouble(cpus), start, end));
            }
        }
        return new LoggedRuns(runs.size(), lines.size() - runs.size(), 0, runs);
    }

    private static double seconds(String time) {
        return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
    }
}

package io.fairway.trial.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The expected result of a replay, without any code of the product: it reads the trace field by field, computes usage as the
 * closed integral of the processors of each job over its run time, and walks the fair tree by hand.
 *
 * <p>With the mean life M, a run of p processors over [s, e) is worth p*M*(exp(-(T-e)/M) - exp(-(T-s)/M)) at T.
 */
final class ClosedForm {
    /** A job with usage; times in epoch seconds. */
    record Job(String partition, String group, String user, long processors, long start, long end) {}

    private final List<Job> jobs = new ArrayList<>();
    private long skipped;

    static ClosedForm of(Path trace) throws IOException {
        ClosedForm form = new ClosedForm();
        long begin = 0;
        for (String line : LoggedRuns.lines(trace)) {
            if (line.startsWith("; UnixStartTime: ")) {
                begin = Long.parseLong(line.substring("; UnixStartTime: ".length()));
            }
            if (!line.startsWith(";")) {
                form.read(line.trim().split(" +"), begin);
            }
        }
        return form;
    }

    private void read(String[] field, long begin) {
        long allocated = Long.parseLong(field[4]);
        long processors = allocated > 0 ? allocated : Long.parseLong(field[7]);
        long run = Long.parseLong(field[3]);
        if (run <= 0 || processors <= 0) {
            skipped++;
            return;
        }
        long start = begin + Long.parseLong(field[1]) + Math.max(0, Long.parseLong(field[2]));
        jobs.add(new Job(field[15], field[12], field[11], processors, start, start + run));
    }

    List<Job> jobs() {
        return jobs;
    }

    long skipped() {
        return skipped;
    }

    long lastEnd() {
        return jobs.stream().mapToLong(Job::end).max().orElseThrow();
    }

    /** Half-life in the mean life's terms. */
    static double meanLifeOfHalfLife(Duration halfLife) {
        return halfLife.toSeconds() / Math.log(2);
    }

    static double meanLifeOfTenthLife(Duration tenthLife) {
        return tenthLife.toSeconds() / Math.log(10);
    }

    /** Usage in processor-seconds by {@code tree|account|user}, decayed to {@code at}. */
    Map<String, Double> usage(String tree, double meanLife, long at) {
        Map<String, Double> usage = new TreeMap<>();
        for (Job job : jobs) {
            String name = tree.isEmpty() ? "p" + job.partition() : tree;
            // A job that begins later has used nothing.
            double worth = job.start() >= at
                    ? 0
                    : job.processors()
                            * meanLife
                            * (Math.exp(-(at - Math.min(job.end(), at)) / meanLife)
                                    - Math.exp(-(at - job.start()) / meanLife));
            usage.merge(name + "|" + job.group() + "|" + job.user(), worth, Double::sum);
        }
        return usage;
    }

    /**
     * Fair Tree with one share for everybody: among equals, the one with less usage comes first. The factor is the part of all
     * users that are not before one. For one tree without ties.
     */
    static Map<String, Double> fairTree(Map<String, Double> usage) {
        Map<String, Double> accounts = usage.entrySet().stream()
                .collect(Collectors.groupingBy(
                        entry -> entry.getKey().split("\\|")[1], Collectors.summingDouble(Map.Entry::getValue)));
        List<String> order = usage.keySet().stream()
                .sorted(Comparator.comparing((String key) -> accounts.get(key.split("\\|")[1]))
                        .thenComparing(usage::get))
                .toList();
        Map<String, Double> factors = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            factors.put(order.get(i), (double) (order.size() - i) / order.size());
        }
        return factors;
    }
}

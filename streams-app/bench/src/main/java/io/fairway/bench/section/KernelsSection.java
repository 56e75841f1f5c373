package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The pure functions over trees of three levels, from a thousand to a million users. */
public final class KernelsSection implements BenchSection {
    /** Users in an account, accounts in a division, divisions: 1,000 to 1,000,000 users. */
    private static final List<Integer> SIDES = List.of(10, 22, 46, 100);

    /** Nanoseconds for a user of an evaluation at a thousand and at a million of them. */
    private static final double LEAST_NANOS = 7;

    private static final double MAX_NANOS = 10;

    /** Microseconds for a line that changed, with up to a hundred thousand users and with a million. */
    private static final double LEAST_MICROS = 0.2;

    private static final double MAX_MICROS = 1.6;

    private record Found(double leaves, double nanos) {}

    @Override
    public void run(Bench bench) throws InterruptedException {
        Map<String, List<Found>> found = new LinkedHashMap<>();
        try (Testbed bed = bench.open()) {
            for (int side : SIDES) {
                if (side == SIDES.get(0) || (double) side * side * side <= 1e6 * bench.scale()) {
                    for (String line : measure(bed, side)) {
                        String[] parts = line.split("\\|");
                        found.computeIfAbsent(parts[1], what -> new ArrayList<>())
                                .add(new Found(Double.parseDouble(parts[0]), Double.parseDouble(parts[2])));
                    }
                }
            }
        }
        found.forEach((what, points) -> report(bench, what, points));
    }

    private static void report(Bench bench, String what, List<Found> points) {
        boolean kept = what.startsWith(KernelProgram.EVALUATION_AFTER);
        boolean limited = kept || what.equals(KernelProgram.EVALUATION);
        for (Found point : points) {
            boolean large = point.leaves() > 1e5;
            if (what.equals(KernelProgram.ONE_CHANGE)) {
                row(bench, "K5", what, point, "us", 1e3, BenchGoal.valueAtMost(large ? MAX_MICROS : LEAST_MICROS));
                continue;
            }
            BenchGoal goal = limited ? BenchGoal.valueAtMost(large ? MAX_NANOS : LEAST_NANOS) : BenchGoal.NONE;
            row(bench, "K1", what, point, "ns/user", point.leaves(), goal);
            if (kept) {
                row(bench, "K1", what + ", whole", point, "us", 1e3, BenchGoal.NONE);
            }
            bench.findings().point(what + ", whole tree", point.leaves(), point.nanos() / 1e3);
        }
        Found first = points.get(0);
        Found last = points.get(points.size() - 1);
        if (points.size() > 1) {
            bench.findings()
                    .add(
                            "kernels",
                            "G1 exponent of the cost of " + what,
                            "",
                            Math.log(last.nanos() / first.nanos()) / Math.log(last.leaves() / first.leaves()),
                            limited ? BenchGoal.valueAtMost(1.05) : BenchGoal.NONE);
        }
    }

    private static void row(
            Bench bench, String number, String what, Found point, String unit, double nanosPerUnit, BenchGoal goal) {
        String measure = String.format(Locale.ROOT, "%s %s, %,.0f users", number, what, point.leaves());
        bench.findings().add("kernels", measure, unit, point.nanos() / nanosPerUnit, goal);
    }

    private static List<String> measure(Testbed bed, int side) throws InterruptedException {
        Path results = bed.directory().resolve("kernels-" + side);
        try (BenchChild child = bed.java(
                "kernels-" + side,
                List.of("-Xmx4g", Bench.COLLECTOR),
                KernelProgram.class,
                List.of(results.toString(), Integer.toString(side)))) {
            child.awaitEnd(Bench.LIMIT);
            return Files.readAllLines(results);
        } catch (IOException e) {
            throw new UncheckedIOException("the kernels left no results in " + results, e);
        }
    }
}

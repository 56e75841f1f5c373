package io.fairway.bench.section;

import io.fairway.bench.bed.BenchChild;
import io.fairway.bench.bed.Cost;
import io.fairway.bench.bed.GroupWatch;
import io.fairway.bench.bed.ProcessorTime;
import io.fairway.bench.bed.Testbed;
import io.fairway.bench.report.BenchGoal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real trace through {@code fairway replay}, each partition a cluster and domain of its own: events a second and
 * processor time of the application.
 */
public final class TraceSection implements BenchSection {
    /** The progress that a replay prints. */
    private static final Pattern PROGRESS = Pattern.compile("([0-9,]+) of ([0-9,]+) events processed");

    private static final long STEP_MILLIS = 100;

    @Override
    public void run(Bench bench) throws InterruptedException {
        Path trace = bench.trace();
        if (trace == null) {
            throw new IllegalStateException("section trace needs a file");
        }
        String name = String.valueOf(trace.getFileName());
        try (Testbed bed = bench.open();
                BenchChild replay = bed.fairway(
                        "replay",
                        List.of(Bench.HEAP, Bench.COLLECTOR),
                        List.of("replay", trace.toString(), "--cluster-by", "partition", "--half-life", "7d"))) {
            long begun = System.nanoTime();
            List<GroupWatch.Reading> marks = follow(replay);
            replay.awaitEnd(Bench.LIMIT);
            double seconds = (System.nanoTime() - begun) / 1e9;
            long events = events(replay.printed());
            if (marks.size() > 1) {
                Cost cost = GroupWatch.of(marks, events).cost();
                bench.findings().add("trace", name + ", events/s", "/s", cost.perSecond(), BenchGoal.NONE);
                bench.findings().add("trace", name + ", processor time per event", "us", cost.micros(), BenchGoal.NONE);
            }
            bench.findings().add("trace", name + ", events", "", (double) events, BenchGoal.NONE);
            bench.findings().add("trace", name + ", whole replay with its servers", "s", seconds, BenchGoal.NONE);
        }
    }

    private static List<GroupWatch.Reading> follow(BenchChild replay) throws InterruptedException {
        List<GroupWatch.Reading> marks = new ArrayList<>();
        long last = -1;
        while (replay.isAlive()) {
            long done = last(replay.printed(), 1);
            Optional<ProcessHandle> application = application(replay.pid());
            if (done > last && application.isPresent()) {
                last = done;
                long pid = application.get().pid();
                marks.add(new GroupWatch.Reading(System.nanoTime(), done, ProcessorTime.seconds(pid), 0));
            }
            Thread.sleep(STEP_MILLIS);
        }
        return marks;
    }

    /** The application is a child of the replay. */
    private static Optional<ProcessHandle> application(long replay) {
        return ProcessHandle.of(replay).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(child -> isServing(child.pid()))
                .findFirst();
    }

    /** Java's own look at a command line gives up at 4,096 characters, and class paths are longer. */
    private static boolean isServing(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains("\0serve\0");
        } catch (IOException e) {
            return false; // It has ended.
        }
    }

    private static long events(String printed) {
        return Math.max(0, last(printed, 2));
    }

    /** The number of a group in the last line of progress; -1 before the first. */
    private static long last(String printed, int group) {
        Matcher matcher = PROGRESS.matcher(printed);
        long found = -1;
        while (matcher.find()) {
            found = Long.parseLong(matcher.group(group).replace(",", ""));
        }
        return found;
    }
}

package io.fairway.system.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.SharedRegistry;
import io.fairway.system.dispatch.WaitingJobs.Start;
import io.fairway.trial.replay.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several dispatchers on one domain, in processes of their own. The leading one is killed, frozen for longer and for
 * shorter than its session, and ended in order. Every job starts once.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Order(1)
class OneDispatcherIT {
    private static final int JOBS = 1_000;
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(4);

    private final List<DispatchProcess> dispatchers = new ArrayList<>();

    @Test
    void everyJobStartsOnceWhateverHappensToTheLeadingDispatcher() {
        lead(2);
    }

    /** And two that wait do not both take over. */
    @Test
    @Tag("slow")
    void everyJobStartsOnceWhateverHappensToTheLeadingOneOfThree() {
        lead(3);
    }

    private void lead(int count) {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 4);
                WaitingJobs jobs = new WaitingJobs(bench)) {
            // Given
            IntStream.range(0, JOBS).forEach(job -> jobs.submit("j" + job));
            for (int i = 1; i <= count; i++) {
                dispatchers.add(DispatchProcess.command(bench, "d" + i, options()));
            }
            Pauses pauses = new Pauses(count);
            awaitStarts(jobs, 60);

            // When
            DispatchProcess killed = leader(jobs);
            killed.kill();
            pauses.report("killed", takenOver(jobs, killed));
            killed.restart();
            awaitStarts(jobs, 60);

            for (int i = 0; i < 2; i++) {
                DispatchProcess frozen = leader(jobs);
                frozen.freeze();
                pauses.report("frozen", takenOver(jobs, frozen));
                awaitStarts(jobs, 20);
                frozen.thaw();
                awaitStarts(jobs, 60);
                frozen.requireAlive();
            }

            for (int i = 0; i < 2; i++) {
                DispatchProcess stalled = leader(jobs);
                long frozen = System.nanoTime();
                stalled.freeze();
                until(jobs, () -> System.nanoTime() - frozen > TimeUnit.SECONDS.toNanos(2));
                stalled.thaw();
                awaitStarts(jobs, 30);
                stalled.requireAlive();
            }

            DispatchProcess ended = leader(jobs);
            ended.stop();
            pauses.report("ended in order", takenOver(jobs, ended));
            ended.restart();
            awaitStarts(jobs, 60);

            DispatchProcess last = leader(jobs);
            last.kill();
            pauses.report("killed", takenOver(jobs, last));
            last.restart();
            until(jobs, () -> distinct(jobs) == JOBS);
            // A job after all others: whoever starts it has had the time to start another one twice.
            jobs.submit("last");
            until(jobs, () -> distinct(jobs) == JOBS + 1 && jobs.dispatches().size() == JOBS + 1);

            // Then
            Map<String, Long> twice = jobs.starts().stream()
                    .collect(Collectors.groupingBy(Start::job, TreeMap::new, Collectors.counting()));
            twice.values().removeIf(starts -> starts == 1);
            pauses.print(jobs.starts(), twice.size());
            assertThat(twice).as("started twice").isEmpty();
            assertThat(jobs.dispatches().values()).allMatch(records -> records == 1);
            Stream<String> printed =
                    dispatchers.stream().flatMap(each -> each.printed().lines());
            assertThat(printed.toList())
                    .anyMatch(line -> line.matches("standby: d\\d \\(process \\d+ on .*\\) leads domain alps"))
                    .anyMatch(line -> line.matches("took over domain alps from d\\d \\(process \\d+ on .*\\)"));
        } finally {
            dispatchers.forEach(DispatchProcess::close);
        }
    }

    /**
     * It has chosen jobs and not yet put their starts on record when it stands still. Another one starts these jobs; then
     * it goes on where it stood.
     */
    @Test
    void aDispatcherThatWasFrozenInTheMiddleOfACycleStartsNothingWhenItGoesOn() {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 4);
                WaitingJobs jobs = new WaitingJobs(bench)) {
            IntStream.range(0, 200).forEach(job -> jobs.submit("j" + job));
            Map<String, String> settings =
                    Map.of("domain", WaitingJobs.DOMAIN, "policy", "main", "cycle.ms", "50", "head", "passed-over");
            dispatchers.add(DispatchProcess.selfFreezing(bench, "d1", settings));
            dispatchers.add(DispatchProcess.selfFreezing(bench, "d2", settings));
            awaitStarts(jobs, 20);

            DispatchProcess frozen = leader(jobs);
            frozen.freezeInACycle();
            until(jobs, frozen::hasFrozen);
            takenOver(jobs, frozen);
            awaitStarts(jobs, 20);
            frozen.thaw();

            // It says who leads after it has tried, and failed, to go on.
            String other = leader(jobs).name();
            until(jobs, () -> frozen.printed().lines().anyMatch(line -> line.startsWith("standby: " + other)));
            until(jobs, () -> distinct(jobs) == 200 && jobs.dispatches().size() == 200);
            assertThat(jobs.starts()).extracting(Start::job).doesNotHaveDuplicates();
            assertThat(jobs.dispatches().values()).allMatch(records -> records == 1);
            frozen.requireAlive();
        } finally {
            dispatchers.forEach(DispatchProcess::close);
        }
    }

    private static List<String> options() {
        return List.of(
                "--domain",
                WaitingJobs.DOMAIN,
                "--policy",
                "main",
                "--processors",
                "8",
                "--no-dry-run",
                "-p",
                "cycle.ms=50",
                "-p",
                "snapshot.interval.ms=1000");
    }

    private DispatchProcess leader(WaitingJobs jobs) {
        String name = jobs.starts().get(jobs.starts().size() - 1).dispatcher();
        return dispatchers.stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    /** Waits until another dispatcher starts a job; milliseconds since the last start of this one. */
    private long takenOver(WaitingJobs jobs, DispatchProcess gone) {
        int before = jobs.starts().size();
        until(
                jobs,
                () -> news(jobs, before).anyMatch(start -> !start.dispatcher().equals(gone.name())));
        Start first = news(jobs, before)
                .filter(start -> !start.dispatcher().equals(gone.name()))
                .findFirst()
                .orElseThrow();
        Start last = jobs.starts().stream()
                .takeWhile(start -> !start.equals(first))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        return first.at() - last.at();
    }

    private static Stream<Start> news(WaitingJobs jobs, int from) {
        return jobs.starts().stream().skip(from);
    }

    private static void awaitStarts(WaitingJobs jobs, int more) {
        int wanted = jobs.starts().size() + more;
        until(jobs, () -> jobs.starts().size() >= wanted);
    }

    private static long distinct(WaitingJobs jobs) {
        return jobs.starts().stream().map(Start::job).distinct().count();
    }

    private static void until(WaitingJobs jobs, BooleanSupplier done) {
        long begin = System.nanoTime();
        while (!done.getAsBoolean()) {
            jobs.step();
            assertThat(System.nanoTime() - begin)
                    .as("%d jobs were started so far", jobs.starts().size())
                    .isLessThan(PATIENCE_NANOS);
        }
    }

    /** How long nothing was started. */
    private static final class Pauses {
        private final int dispatchers;
        private final List<String> said = new ArrayList<>();

        Pauses(int dispatchers) {
            this.dispatchers = dispatchers;
        }

        void report(String what, long millis) {
            said.add(String.format("%s %.1f s", what, millis / 1e3));
        }

        void print(List<Start> starts, int doubles) {
            long longest = IntStream.range(1, starts.size())
                    .mapToLong(i -> starts.get(i).at() - starts.get(i - 1).at())
                    .max()
                    .orElse(0);
            System.out.printf(
                    "OneDispatcherIT: %d dispatchers, %d starts, %d doubles, longest pause %.1f s (%s)%n",
                    dispatchers, starts.size(), doubles, longest / 1e3, String.join(", ", said));
        }
    }
}

package io.fairway.system.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.embedded.SharedRegistry;
import io.fairway.system.dispatch.WaitingJobs.Start;
import io.fairway.trial.replay.Workbench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
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

    private static final Predicate<String> STANDBY = Pattern.compile(
                    "standby: d\\d \\(process \\d+ on .*\\) leads domain alps")
            .asMatchPredicate();

    private final List<DispatchProcess> dispatchers = new ArrayList<>();
    private int submitted;

    /** A command, and one that can freeze itself in the middle of a cycle. */
    @Test
    void everyJobStartsOnceWhateverHappensToTheLeadingDispatcher() {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 4);
                WaitingJobs jobs = new WaitingJobs(bench)) {
            submit(jobs, 20);
            Map<String, String> settings =
                    Map.of("domain", WaitingJobs.DOMAIN, "policy", "main", "cycle.ms", "50", "head", "passed-over");
            DispatchProcess first = DispatchProcess.selfFreezing(bench, "d1", settings);
            dispatchers.add(first);
            awaitStarts(jobs, 20);
            DispatchProcess second = DispatchProcess.command(bench, "d2", options());
            dispatchers.add(second);

            // It has chosen jobs and not yet put their starts on record. Another one starts these jobs; then it goes on
            // where it stood.
            first.freezeInACycle();
            submit(jobs, 60);
            until(jobs, first::hasFrozen);
            takenOver(jobs, first);
            thaw(jobs, first);

            submit(jobs, 60);
            awaitStarts(jobs, 20);
            second.kill();
            takenOver(jobs, second);
            second.restart();

            submit(jobs, 60);
            awaitStarts(jobs, 20);
            DispatchProcess frozen = leader(jobs);
            frozen.freeze();
            takenOver(jobs, frozen);
            thaw(jobs, frozen);

            submit(jobs, 60);
            awaitStarts(jobs, 20);
            stall(jobs);

            DispatchProcess ended = leader(jobs);
            ended.stop();
            takenOver(jobs, ended);
            assertStartedOnce(jobs);
        } finally {
            dispatchers.forEach(DispatchProcess::close);
        }
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
            submit(jobs, JOBS);
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
                stall(jobs);
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
            assertStartedOnce(jobs);
            pauses.print(jobs.starts());
        } finally {
            dispatchers.forEach(DispatchProcess::close);
        }
    }

    private void submit(WaitingJobs jobs, int more) {
        for (int i = 0; i < more; i++) {
            jobs.submit("j" + submitted++);
        }
    }

    /** For shorter than its session. */
    private void stall(WaitingJobs jobs) {
        DispatchProcess stalled = leader(jobs);
        long frozen = System.nanoTime();
        stalled.freeze();
        until(jobs, () -> System.nanoTime() - frozen > TimeUnit.SECONDS.toNanos(2));
        stalled.thaw();
        submit(jobs, 60);
        awaitStarts(jobs, 20);
        stalled.requireAlive();
    }

    /** It says who leads after it has tried, and failed, to go on. */
    private static void thaw(WaitingJobs jobs, DispatchProcess frozen) {
        long said = standbys(frozen);
        frozen.thaw();
        until(jobs, () -> standbys(frozen) > said);
        frozen.requireAlive();
    }

    private static long standbys(DispatchProcess dispatcher) {
        return dispatcher.printed().lines().filter(STANDBY).count();
    }

    private void assertStartedOnce(WaitingJobs jobs) {
        // A job after all others: whoever starts it has had the time to start another one twice.
        until(jobs, () -> distinct(jobs) == submitted);
        submit(jobs, 1);
        until(jobs, () -> distinct(jobs) == submitted && jobs.dispatches().size() == submitted);

        assertThat(jobs.starts()).extracting(Start::job).doesNotHaveDuplicates();
        assertThat(jobs.dispatches().values()).allMatch(records -> records == 1);
        List<String> printed =
                dispatchers.stream().flatMap(each -> each.printed().lines()).toList();
        assertThat(printed)
                .anyMatch(STANDBY)
                .anyMatch(line -> line.matches("took over domain alps from d\\d \\(process \\d+ on .*\\)"));
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
        // It may have started all others.
        submit(jobs, 60);
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

        void print(List<Start> starts) {
            long longest = IntStream.range(1, starts.size())
                    .mapToLong(i -> starts.get(i).at() - starts.get(i - 1).at())
                    .max()
                    .orElse(0);
            System.out.printf(
                    "OneDispatcherIT: %d dispatchers, %d starts, longest pause %.1f s (%s)%n",
                    dispatchers, starts.size(), longest / 1e3, String.join(", ", said));
        }
    }
}

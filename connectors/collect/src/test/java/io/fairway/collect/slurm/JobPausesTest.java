package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Suspensions as Slurm shows them: the instant of the last suspension or resumption, and the seconds that the job had run before
 * its last suspension. Here a job is suspended and resumed at given seconds of its run, and Slurm's two numbers follow from that.
 */
class JobPausesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // changes; looks; events
                "10 25; 5 30; SUSPENDED 10, RESUMED 25",
                "10 25; 15 30; SUSPENDED 10, RESUMED 25",
                "10 25; 5 15 30; SUSPENDED 10, RESUMED 25",
                "10 25; 30; SUSPENDED 10, RESUMED 25",
                "10; 5 20; SUSPENDED 10",
                "10; 20; SUSPENDED 10",
                "; 5 20; ''",
                "10 25; 30 40; SUSPENDED 10, RESUMED 25",
                // Two suspensions of 15 and 5 s between two looks are one of 20 s.
                "10 25 32 37; 5 40; SUSPENDED 17, RESUMED 37",
                "10 25 32 37; 40; SUSPENDED 17, RESUMED 37",
                // It was suspended before, ran 7 s, and is suspended again, or runs again.
                "10 25 32; 15 35; SUSPENDED 10, RESUMED 25, SUSPENDED 32",
                "10 25 32 37; 15 40; SUSPENDED 10, RESUMED 30",
                // It ran before, was suspended for 15 s, ran 7 s, and is suspended again.
                "10 25 32; 5 35; SUSPENDED 17",
                // As after a resumption that a look saw.
                "10 25 32 37 41; 30 45; SUSPENDED 10, RESUMED 25, SUSPENDED 36"
            })
    void whatALookShowsBecomesEvents(@Nullable String changes, String looks, String events) {
        List<String> told = told(seconds(changes), seconds(looks)).stream()
                .map(event -> event.getType() + " " + second(event))
                .toList();

        assertThat(String.join(", ", told)).isEqualTo(events);
    }

    /** Whatever happens between looks, the job was suspended for as long as the events say. */
    @Test
    void theSumIsRight() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 5_000; round++) {
            List<Integer> changes = distinct(random, random.nextInt(9));
            List<Integer> looks = distinct(random, 1 + random.nextInt(5));
            int last = looks.get(looks.size() - 1);

            List<JobEvent> events = told(changes, looks);

            assertThat(paused(events.stream().map(JobPausesTest::second).toList(), last))
                    .as("changes at %s, looks at %s: %s", changes, looks, events)
                    .isEqualTo(paused(
                            changes.stream().filter(change -> change <= last).toList(), last));
            for (int i = 0; i < events.size(); i++) {
                JobEvent event = events.get(i);
                assertThat(event.getType()).isEqualTo(i % 2 == 0 ? JobEventType.SUSPENDED : JobEventType.RESUMED);
                assertThat(event.getRun()).isEqualTo(START);
                assertThat(second(event)).isBetween(i == 0 ? 0 : second(events.get(i - 1)), last);
            }
        }
    }

    /** Seconds of suspension until a look, of seconds that suspend and resume in turn. */
    private static int paused(List<Integer> changes, int look) {
        int paused = 0;
        for (int i = 0; i < changes.size(); i += 2) {
            paused += (i + 1 < changes.size() ? changes.get(i + 1) : look) - changes.get(i);
        }
        return paused;
    }

    private static List<JobEvent> told(List<Integer> changes, List<Integer> looks) {
        List<JobEvent> events = new ArrayList<>();
        SlurmJob before = null;
        for (int look : looks) {
            SlurmJob job =
                    shown(changes.stream().filter(change -> change <= look).toList());
            SlurmEvents maker = new SlurmEvents("", job);
            if (before == null) {
                JobPauses.atFirstSight(job, START, maker, events);
            } else {
                JobPauses.between(before, job, START, maker, events);
            }
            before = job;
        }
        return events;
    }

    /** The job after changes at these seconds, which suspend and resume it in turn. */
    private static SlurmJob shown(List<Integer> changes) {
        int ran = 0;
        for (int i = 0; i < changes.size(); i += 2) {
            ran += changes.get(i) - (i == 0 ? 0 : changes.get(i - 1));
        }
        return new SlurmJob(
                "7",
                "alps",
                changes.size() % 2 == 1 ? JobPhase.SUSPENDED : JobPhase.RUNNING,
                START,
                START,
                START,
                null,
                changes.isEmpty() ? null : START.plusSeconds(changes.get(changes.size() - 1)),
                ran,
                null,
                0,
                false,
                null,
                "physics",
                "anna",
                new JobAttributes(),
                Map.of("cpu", 1.0),
                null,
                Set.of());
    }

    private static List<Integer> distinct(SplittableRandom random, int number) {
        TreeSet<Integer> seconds = new TreeSet<>();
        while (seconds.size() < number) {
            seconds.add(1 + random.nextInt(200));
        }
        return List.copyOf(seconds);
    }

    private static List<Integer> seconds(@Nullable String text) {
        return text == null
                ? List.of()
                : List.of(text.split(" ")).stream().map(Integer::valueOf).toList();
    }

    private static int second(JobEvent event) {
        return (int) Duration.between(START, event.getTime()).toSeconds();
    }
}

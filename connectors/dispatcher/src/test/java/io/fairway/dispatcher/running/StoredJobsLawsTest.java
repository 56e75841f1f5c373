package io.fairway.dispatcher.running;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a restart knows is what it would know without one. The histories are those of sources that tell each job's events
 * in order; a restart may read events again that the stored jobs already contain.
 */
class StoredJobsLawsTest {
    private static final int EVENTS = 400;
    private static final int JOBS = 12;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aRestartKnowsWhatItWouldKnowWithoutOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<JobEvent> history = history(random);
        RunningJobs undisturbed = new RunningJobs();
        history.forEach(undisturbed::observe);

        for (int i = 0; i < 40; i++) {
            int written = random.nextInt(EVENTS + 1);
            int position = random.nextInt(written + 1);
            StoredJobs stored = new StoredJobs();
            RunningJobs first = new RunningJobs();
            // Written twice: the second time only what differs.
            history.subList(0, position).forEach(first::observe);
            write(first, stored);

            RunningJobs restarted = restarted(stored, history, position);
            assertThat(restarted.observed())
                    .as("stored and read from %d on", position)
                    .isEqualTo(undisturbed.observed());
            for (String queue : List.of("roma", "genova")) {
                assertThat(restarted.busy().ofQueue("alps", queue))
                        .isEqualTo(undisturbed.busy().ofQueue("alps", queue));
            }

            history.subList(position, written).forEach(first::observe);
            write(first, stored);

            RunningJobs again = restarted(stored, history, position);
            assertThat(withoutQueues(again))
                    .as("stored after %d events, read again from %d on", written, position)
                    .isEqualTo(withoutQueues(undisturbed));
            assertThat(again.busy().ofCluster("alps", "c"))
                    .isEqualTo(undisturbed.busy().ofCluster("alps", "c"));
            assertThat(waiting(again)).isEqualTo(waiting(undisturbed));
        }
    }

    private static RunningJobs restarted(StoredJobs stored, List<JobEvent> history, int position) {
        RunningJobs restarted = new RunningJobs();
        stored.restore(restarted);
        history.subList(position, EVENTS).forEach(restarted::observe);
        return restarted;
    }

    /** The jobs that wait until another member of their chunk has ended. */
    private static List<JobKey> waiting(RunningJobs running) {
        return running.observed().getOrDefault("alps", Map.of()).keySet().stream()
                .filter(running::waitsForItsChunk)
                .sorted(Comparator.comparing(JobKey::job))
                .toList();
    }

    /** An earlier event of a job that runs may name a queue that it is no longer in. */
    private static Map<JobKey, RunningJobs.Observed> withoutQueues(RunningJobs running) {
        Map<JobKey, RunningJobs.Observed> without = new HashMap<>();
        running.observed()
                .getOrDefault("alps", Map.of())
                .forEach((job, known) ->
                        without.put(job, new RunningJobs.Observed(known.run(), null, known.chunk(), known.end())));
        return without;
    }

    private static void write(RunningJobs running, StoredJobs stored) {
        Map<JobKey, RunningJobs.Observed> known = running.observed().getOrDefault("alps", Map.of());
        stored.written(stored.changes("alps", known));
        assertThat(stored.changes("alps", known))
                .as("what is written is what is known")
                .isEmpty();
    }

    /** Jobs that start, change, are requeued, end and have their ids used again. */
    private static List<JobEvent> history(SplittableRandom random) {
        List<JobEvent> history = new ArrayList<>();
        long[] since = new long[JOBS];
        for (int time = 1; time <= EVENTS; time++) {
            int job = random.nextInt(JOBS);
            JobEventType type;
            if (since[job] == 0) {
                type = pick(random, JobEventType.SUBMITTED, JobEventType.STARTED, JobEventType.CANCELLED);
            } else {
                type = pick(
                        random,
                        JobEventType.RESIZED,
                        JobEventType.MODIFIED,
                        JobEventType.REQUEUED,
                        JobEventType.FINISHED);
            }
            JobEvent.Builder event = JobEvent.newBuilder()
                    .setDomain("alps")
                    .setCluster("c")
                    .setJob("j" + job)
                    .setType(type)
                    .setTime(Instant.ofEpochMilli(time));
            if (type == JobEventType.STARTED || type == JobEventType.RESIZED) {
                event.setAllocatedTres(Map.of("cpu", (double) random.nextInt(1, 9)));
            }
            if (random.nextInt(3) == 0) {
                String queue = random.nextBoolean() ? "roma" : "genova";
                String chunk = random.nextInt(3) == 0 ? "j" + random.nextInt(JOBS) : null;
                event.setAttributes(JobAttributes.newBuilder()
                        .setQueue(queue)
                        .setChunk(chunk)
                        .build());
            }
            if (type == JobEventType.STARTED) {
                since[job] = time;
            } else if (type == JobEventType.REQUEUED || type == JobEventType.FINISHED) {
                if (random.nextBoolean()) {
                    event.setRun(Instant.ofEpochMilli(since[job]));
                }
                since[job] = 0;
            }
            history.add(event.build());
        }
        return history;
    }

    private static JobEventType pick(SplittableRandom random, JobEventType... types) {
        return types[random.nextInt(types.length)];
    }
}

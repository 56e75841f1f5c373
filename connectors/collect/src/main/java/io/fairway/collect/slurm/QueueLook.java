package io.fairway.collect.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The whole queue at one instant. A job that was in the answer and could not be read is unknown, and not gone: with the look
 * before, {@link #after} fills in what was known of it.
 *
 * @param time when Slurm was asked, by the clock of this program
 * @param jobs jobs by id, those that ended a short time ago included
 * @param unread the jobs of the answer that could not be read
 * @param missing since when jobs are kept that may be one of those without an id, by id
 */
record QueueLook(Instant time, Map<String, SlurmJob> jobs, Unread unread, Map<String, Instant> missing) {
    /** A job that is missing for so long has left the queue, although each answer has a job whose id cannot be read. */
    private static final Duration MAX_MISSING = Duration.ofMinutes(10);

    QueueLook {
        jobs = Map.copyOf(jobs);
        missing = Map.copyOf(missing);
    }

    /** What an answer has and nobody can read. */
    static final class Unread {
        private final Set<String> ids = new HashSet<>();
        private boolean hasNameless;

        /** A job; null = not even its id can be read. */
        void add(@Nullable String id) {
            if (id == null) {
                hasNameless = true;
            } else {
                ids.add(id);
            }
        }
    }

    /** The same without the jobs that ended before an instant. */
    QueueLook from(Instant cutOver) {
        Map<String, SlurmJob> later = new HashMap<>(jobs);
        later.values()
                .removeIf(job -> job.phase().isOver()
                        && job.ended() != null
                        && job.ended().isBefore(cutOver));
        return new QueueLook(time, later, unread, missing);
    }

    /** The same with what the look before knew, where this one has something that cannot be read. */
    QueueLook after(@Nullable QueueLook before) {
        if (before == null) {
            return this;
        }
        Map<String, SlurmJob> known = new HashMap<>(jobs);
        known.replaceAll((id, job) -> {
            SlurmJob earlier = before.jobs.get(id);
            return earlier == null ? job : job.knowing(earlier);
        });
        Map<String, Instant> still = new HashMap<>();
        before.jobs.forEach((id, job) -> {
            if (jobs.containsKey(id)) {
                return;
            }
            if (unread.ids.contains(id)) {
                known.put(id, job);
            } else if (unread.hasNameless && !job.phase().isOver()) {
                Instant since = before.missing.getOrDefault(id, time);
                if (Duration.between(since, time).compareTo(MAX_MISSING) < 0) {
                    known.put(id, job);
                    still.put(id, since);
                }
            }
        });
        return new QueueLook(time, known, unread, still);
    }
}

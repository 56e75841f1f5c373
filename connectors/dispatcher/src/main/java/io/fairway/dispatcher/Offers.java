package io.fairway.dispatcher;

import io.fairway.core.model.JobKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Who may be offered: who has a record, and was neither started nor refused since. */
final class Offers {
    private final Map<JobKey, Integer> records = new HashMap<>();
    private final Set<JobKey> started = new HashSet<>();
    private final Set<JobKey> refused = new HashSet<>();

    /** A record came; a refusal is forgotten with the record that it was of. */
    void put(JobKey job, boolean isNew) {
        refused.remove(job);
        if (isNew) {
            records.merge(job, 1, Integer::sum);
        }
    }

    /** A record was withdrawn; with the last one of a job all else is forgotten. */
    void remove(JobKey job) {
        if (records.computeIfPresent(job, (j, n) -> n == 1 ? null : n - 1) == null) {
            started.remove(job);
            refused.remove(job);
        }
    }

    void started(JobKey job) {
        if (records.containsKey(job)) {
            started.add(job);
        }
    }

    void refused(JobKey job) {
        if (records.containsKey(job)) {
            refused.add(job);
        }
    }

    /** What was started asks for something else now. */
    void reopen(JobKey job) {
        started.remove(job);
    }

    boolean isTaken(JobKey job) {
        return started.contains(job) || refused.contains(job);
    }

    /** Those with a record that were not started. */
    int waiting() {
        return records.size() - started.size();
    }
}

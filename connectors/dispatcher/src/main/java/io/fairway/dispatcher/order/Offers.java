package io.fairway.dispatcher.order;

import io.fairway.core.model.JobKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The jobs that can be offered: those with a record, except those started or refused since. */
final class Offers {
    private final Map<JobKey, Integer> records = new HashMap<>();
    private final Set<JobKey> started = new HashSet<>();
    private final Set<JobKey> refused = new HashSet<>();

    /** Adds a record; a new record cancels the refusal of the old one. */
    void put(JobKey job, boolean isNew) {
        refused.remove(job);
        if (isNew) {
            records.merge(job, 1, Integer::sum);
        }
    }

    /** Removes a withdrawn record; with the last record of a job, everything else about it goes. Whether it was that. */
    boolean remove(JobKey job) {
        if (records.computeIfPresent(job, (j, n) -> n == 1 ? null : n - 1) != null) {
            return false;
        }
        started.remove(job);
        refused.remove(job);
        return true;
    }

    /** Whether it has a record of this job. */
    boolean has(JobKey job) {
        return records.containsKey(job);
    }

    /** Offers a refused job again, because something happened to it. */
    void reconsider(JobKey job) {
        refused.remove(job);
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

    /** Offers a started job again: its request changed, its start was taken back, or it waits again. */
    void reopen(JobKey job) {
        started.remove(job);
    }

    boolean isTaken(JobKey job) {
        return started.contains(job) || refused.contains(job);
    }

    /** Jobs with a record that were not started. */
    int waiting() {
        return records.size() - started.size();
    }
}

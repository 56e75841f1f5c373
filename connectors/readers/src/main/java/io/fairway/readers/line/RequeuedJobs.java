package io.fairway.readers.line;

import java.util.HashSet;
import java.util.Set;

/**
 * The jobs that wait again, by the records so far. One serves all files of a history: a requeue and the end of the job may be
 * in two of them.
 */
public final class RequeuedJobs {
    private final Set<String> jobs = new HashSet<>();

    /** A run of the job ended, and the job waits. */
    public void add(JobRecord record) {
        jobs.add(key(record));
    }

    /** The job ended; whether it had waited after a requeue. */
    public boolean remove(JobRecord record) {
        return !jobs.isEmpty() && jobs.remove(key(record));
    }

    private static String key(JobRecord record) {
        return record.cluster + '\n' + record.job;
    }
}

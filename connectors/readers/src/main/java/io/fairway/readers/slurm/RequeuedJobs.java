package io.fairway.readers.slurm;

import io.fairway.readers.line.JobRecord;
import java.util.HashSet;
import java.util.Set;

/** The jobs that wait again, by the records so far. */
final class RequeuedJobs {
    private final Set<String> jobs = new HashSet<>();

    /** A run of the job ended, and the job waits. */
    void add(JobRecord record) {
        jobs.add(key(record));
    }

    /** Jobs wait again by the files before. */
    void addAll(RequeuedJobs earlier) {
        jobs.addAll(earlier.jobs);
    }

    /** The job ended; whether it had waited after a requeue. */
    boolean remove(JobRecord record) {
        return !jobs.isEmpty() && jobs.remove(key(record));
    }

    private static String key(JobRecord record) {
        return record.cluster + '\n' + record.job;
    }
}

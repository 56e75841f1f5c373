package io.fairway.readers.slurm;

import io.fairway.readers.line.JobRecord;
import java.util.LinkedHashSet;
import java.util.Set;

/** The jobs that wait again, by the records so far: of very many, the last ones. A live source reads for months. */
final class RequeuedJobs {
    private static final int MOST = 100_000;

    private final Set<String> jobs = new LinkedHashSet<>();

    /** A run of the job ended, and the job waits. */
    void add(JobRecord record) {
        add(key(record));
    }

    private void add(String key) {
        if (jobs.size() >= MOST && !jobs.contains(key)) {
            jobs.remove(jobs.iterator().next());
        }
        jobs.add(key);
    }

    /** Jobs wait again by the files before. */
    void addAll(RequeuedJobs earlier) {
        earlier.jobs.forEach(this::add);
    }

    /** The job ended; whether it had waited after a requeue. */
    boolean remove(JobRecord record) {
        return !jobs.isEmpty() && jobs.remove(key(record));
    }

    private static String key(JobRecord record) {
        return record.cluster + '\n' + record.job;
    }
}

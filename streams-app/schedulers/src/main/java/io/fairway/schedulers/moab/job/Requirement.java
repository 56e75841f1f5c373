package io.fairway.schedulers.moab.job;

/**
 * One requirement of a job: a number of equal tasks.
 *
 * @param tasks number of tasks, at least 0
 * @param perTask the request of each task
 */
public record Requirement(long tasks, TaskResources perTask) {
    public Requirement {
        if (tasks < 0) {
            throw new IllegalArgumentException("tasks " + tasks + " of a requirement: must be at least 0");
        }
    }
}

package io.fairway.collect.slurm;

import io.fairway.avro.Ineligibility;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one job between two looks. The times are Slurm's own where it has them: of submission, begin, start,
 * end, suspension and resize. Slurm keeps none of a hold, a limit or a modification; their time is that of the look.
 */
final class JobChange {
    private final SlurmEvents events;
    private final @Nullable SlurmJob previous;
    private final SlurmJob job;
    private final @Nullable Instant lastLook;
    private final Instant look;

    /**
     * @param previous the job at the last look; null = it was not there
     * @param lastLook null = there was none
     */
    JobChange(SlurmEvents events, @Nullable SlurmJob previous, SlurmJob job, @Nullable Instant lastLook, Instant look) {
        this.events = events;
        this.previous = previous;
        this.job = job;
        this.lastLook = lastLook;
        this.look = look;
    }

    /** Adds the events, in the order in which things happened. */
    void addTo(List<JobEvent> list) {
        SlurmJob before = previous;
        if (before == null || isAnother(before)) {
            introduce(list);
        } else if (before.phase() == JobPhase.WAITING) {
            afterWaiting(before, list);
        } else if (before.phase().holdsResources() && before.started() != null) {
            afterRunning(before, before.started(), list);
        } else if (!job.phase().isOver()) {
            introduce(list);
        }
    }

    /** Whether the id was given to another job: ids come round again. A requeue has a new submission time, too. */
    private boolean isAnother(SlurmJob before) {
        return !before.submitted().equals(job.submitted())
                && (before.phase().isOver() || job.restarts() <= before.restarts());
    }

    private void introduce(List<JobEvent> list) {
        boolean waits = job.phase() == JobPhase.WAITING;
        list.add(events.submitted(job.begin(look)));
        if (waits && lastLook == null && job.restarts() > 0) {
            // Its last run may be open in what was sent before.
            list.add(events.requeued(job.submitted(), null, job.begin(look)));
        }
        if (waits) {
            introduceWaiting(list);
        } else {
            addRun(list);
        }
    }

    private void introduceWaiting(List<JobEvent> list) {
        addWaitForEligibility(list);
        if (lastLook != null) {
            addObstacles(job.submitted(), list);
            return;
        }
        // What was sent before may say otherwise, of an instant that is now past.
        list.add(events.modified(look, withBegin(job.attributes(), job.begin(look))));
        list.add(job.held() ? events.held(look) : events.released(look));
        Ineligibility obstacle = job.obstacle();
        list.add(obstacle == null ? events.eligible(look) : events.ineligible(look, obstacle));
    }

    /** Slurm counts the age of a job from when it was eligible, which may be later than its submission. */
    private void addWaitForEligibility(List<JobEvent> list) {
        Instant eligible = job.eligible();
        if (job.isReady() && eligible != null && eligible.isAfter(job.submitted()) && !eligible.isAfter(look)) {
            list.add(events.ineligible(job.submitted(), Ineligibility.BEGIN_TIME));
            list.add(events.eligible(eligible));
        }
    }

    private void addObstacles(Instant since, List<JobEvent> list) {
        if (job.held()) {
            list.add(events.held(since));
        }
        Ineligibility obstacle = job.obstacle();
        if (obstacle != null) {
            list.add(events.ineligible(since, obstacle));
        }
    }

    /** The run of a job that is seen running or ended for the first time; or the end of one that never ran. */
    private void addRun(List<JobEvent> list) {
        Instant start = job.started();
        if (start == null || !job.ran()) {
            if (job.phase().isOver()) {
                list.add(events.ended(orLook(job.ended()), null));
            }
            return;
        }
        Instant resized = job.resized();
        if (resized == null || !resized.isAfter(start)) {
            list.add(events.started(start));
        } else {
            // What it had at its start is no longer known.
            list.add(events.resized(resized, start));
        }
        if (job.phase().isOver()) {
            list.add(events.ended(orLook(job.ended()), start));
        } else {
            JobPauses.atFirstSight(job, start, events, list);
        }
    }

    private void afterWaiting(SlurmJob before, List<JobEvent> list) {
        if (job.restarts() > before.restarts()) {
            // It ran in between, and nobody saw when that began; accounting has it.
            list.add(events.requeued(job.submitted(), null, job.begin(look)));
        }
        if (job.phase() != JobPhase.WAITING) {
            addRun(list);
        } else if (job.restarts() > before.restarts()) {
            addObstacles(job.submitted(), list);
        } else {
            compareWaiting(before, list);
        }
    }

    private void compareWaiting(SlurmJob before, List<JobEvent> list) {
        if (before.isReady() && before.eligible() == null) {
            // Tasks of an array are eligible once the scheduler has looked at them.
            addWaitForEligibility(list);
        }
        JobAttributes changes = AttributeChanges.between(before.attributes(), job.attributes());
        Instant begin = changedBegin(before);
        if (changes != null || begin != null || !isSameOwner(before)) {
            list.add(events.modified(look, withBegin(changes == null ? new JobAttributes() : changes, begin)));
        }
        if (job.held() != before.held()) {
            list.add(job.held() ? events.held(look) : events.released(sinceEligible()));
        }
        Ineligibility obstacle = job.obstacle();
        if (obstacle != before.obstacle()) {
            list.add(obstacle == null ? events.eligible(sinceEligible()) : events.ineligible(look, obstacle));
        }
    }

    /** A begin time that was not known at the last look; null = there is none. One that was withdrawn is now past. */
    private @Nullable Instant changedBegin(SlurmJob before) {
        Instant expected = lastLook == null ? null : before.begin(lastLook);
        Instant begin = job.begin(look);
        if (begin != null) {
            return begin.equals(expected) ? null : begin;
        }
        return expected == null || job.eligible() == null || job.eligible().equals(expected) ? null : job.eligible();
    }

    private boolean isSameOwner(SlurmJob before) {
        return before.account().equals(job.account()) && before.user().equals(job.user());
    }

    /** Slurm sets the begin time of a job whose dependency is met, or that is released. */
    private Instant sinceEligible() {
        Instant eligible = job.eligible();
        return eligible != null && lastLook != null && eligible.isAfter(lastLook) && eligible.isBefore(look)
                ? eligible
                : look;
    }

    private void afterRunning(SlurmJob before, Instant run, List<JobEvent> list) {
        if (job.phase() == JobPhase.WAITING) {
            Instant end = requeued(run);
            list.add(events.requeued(end, run, job.begin(look)));
            addObstacles(end, list);
        } else if (!Objects.equals(job.started(), run)) {
            list.add(events.requeued(requeued(run), run, null));
            addRun(list);
        } else if (job.phase().isOver()) {
            list.add(events.ended(orLook(job.ended()), run));
        } else {
            compareRunning(before, run, list);
        }
    }

    /** A requeued job has a new submission time. */
    private Instant requeued(Instant run) {
        return job.submitted().isAfter(run) ? job.submitted() : look;
    }

    private void compareRunning(SlurmJob before, Instant run, List<JobEvent> list) {
        if (!job.allocated().isEmpty() && !job.allocated().equals(before.allocated())) {
            list.add(events.resized(orLook(job.resized()), run));
        }
        if (!Objects.equals(
                job.attributes().getTimeLimitSeconds(), before.attributes().getTimeLimitSeconds())) {
            JobAttributes changes = AttributeChanges.between(before.attributes(), job.attributes());
            if (changes != null) {
                list.add(events.modified(look, changes));
            }
        }
        JobPauses.between(before, job, run, events, list);
    }

    private Instant orLook(@Nullable Instant time) {
        return time == null ? look : time;
    }

    private static JobAttributes withBegin(JobAttributes attributes, @Nullable Instant begin) {
        if (begin == null) {
            return attributes;
        }
        JobAttributes with = JobAttributes.newBuilder(attributes).build();
        with.setBeginTime(begin);
        return with;
    }
}

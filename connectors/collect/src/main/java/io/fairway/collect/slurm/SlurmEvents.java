package io.fairway.collect.slurm;

import io.fairway.avro.Ineligibility;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes the events of one job as {@code squeue} shows it. */
final class SlurmEvents {
    static final String SOURCE = "squeue";
    /** Below accounting, which knows ends, and above the agent of a host, which guesses. */
    static final int RANK = 5;

    private final String domain;
    private final SlurmJob job;

    SlurmEvents(String domain, SlurmJob job) {
        this.domain = domain.isEmpty() ? job.cluster() : domain;
        this.job = job;
    }

    /** The submission, with all that is known of the job. */
    JobEvent submitted(@Nullable Instant begin) {
        return owned(event(JobEventType.SUBMITTED, job.submitted()), withBegin(begin));
    }

    /** Another account, user or attributes than before. */
    JobEvent modified(Instant time, JobAttributes changes) {
        return owned(event(JobEventType.MODIFIED, time), changes);
    }

    JobEvent held(Instant time) {
        JobEvent event = event(JobEventType.HELD, time);
        event.setIneligibility(Ineligibility.HOLD);
        return event;
    }

    JobEvent released(Instant time) {
        return event(JobEventType.RELEASED, time);
    }

    JobEvent ineligible(Instant time, Ineligibility obstacle) {
        JobEvent event = event(JobEventType.INELIGIBLE, time);
        event.setIneligibility(obstacle);
        return event;
    }

    JobEvent eligible(Instant time) {
        return event(JobEventType.ELIGIBLE, time);
    }

    /** The start alone must be enough to charge a job, so it repeats everything. */
    JobEvent started(Instant start) {
        JobEvent event = owned(ofRun(JobEventType.STARTED, start, start), job.attributes());
        event.setAllocatedTres(job.allocated().isEmpty() ? null : job.allocated());
        return event;
    }

    JobEvent resized(Instant time, Instant run) {
        JobEvent event = ofRun(JobEventType.RESIZED, time, run);
        event.setAllocatedTres(job.allocated());
        return event;
    }

    JobEvent suspended(Instant time, Instant run) {
        return ofRun(JobEventType.SUSPENDED, time, run);
    }

    JobEvent resumed(Instant time, Instant run) {
        return ofRun(JobEventType.RESUMED, time, run);
    }

    /** The end of the run, and the job waits again, with these attributes. */
    JobEvent requeued(Instant time, @Nullable Instant run, @Nullable Instant begin) {
        return owned(ofRun(JobEventType.REQUEUED, time, run), withBegin(begin));
    }

    /** The end of the job that its phase names. */
    JobEvent ended(Instant time, @Nullable Instant run) {
        JobEventType type = switch (job.phase()) {
            case CANCELLED -> JobEventType.CANCELLED;
            case REVOKED -> JobEventType.FORWARDED;
            case FINISHED, WAITING, RUNNING, SUSPENDED, ENDING, UNKNOWN -> JobEventType.FINISHED;
        };
        JobEvent event = event(type, time);
        event.setRun(run);
        event.setExitStatus(job.exit());
        return event;
    }

    /** The end of a job that Slurm has forgotten: nobody says when or how it ended. */
    JobEvent vanished(Instant time) {
        if (job.phase().holdsResources() && job.started() != null) {
            return ofRun(JobEventType.FINISHED, time, job.started());
        }
        return event(JobEventType.CANCELLED, time);
    }

    private JobAttributes withBegin(@Nullable Instant begin) {
        if (begin == null) {
            return job.attributes();
        }
        JobAttributes attributes = JobAttributes.newBuilder(job.attributes()).build();
        attributes.setBeginTime(begin);
        return attributes;
    }

    private JobEvent owned(JobEvent event, JobAttributes attributes) {
        event.setAccount(job.account().isEmpty() ? null : job.account());
        event.setUser(job.user().isEmpty() ? null : job.user());
        event.setAttributes(attributes);
        return event;
    }

    private JobEvent ofRun(JobEventType type, Instant time, @Nullable Instant run) {
        JobEvent event = event(type, time);
        event.setRun(run);
        return event;
    }

    private JobEvent event(JobEventType type, Instant time) {
        JobEvent event = new JobEvent();
        event.setDomain(domain);
        event.setCluster(job.cluster());
        event.setJob(job.id());
        event.setType(type);
        event.setTime(time);
        event.setSource(SOURCE);
        event.setSourceRank(RANK);
        return event;
    }
}

package io.fairway.policies.slurm;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.schedulers.slurm.multifactor.AgeFact;
import io.fairway.schedulers.slurm.multifactor.PendingJob;
import io.fairway.schedulers.slurm.multifactor.PendingJobBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a waiting job's facts as Slurm's priorities see them. */
public final class PendingJobs {
    private PendingJobs() {}

    /** The association that a job names; empty if it names none. */
    public static NodeId association(JobKey job, JobView view) {
        JobAttributes attributes = view.attributes();
        return new NodeId(
                attributes.text(Attribute.TREE, job.cluster()),
                attributes.text(Attribute.ACCOUNT, ""),
                attributes.text(Attribute.USER, ""));
    }

    /** A job that waits, or that runs and holds resources. */
    static PendingJobBuilder of(NodeId association, long associationPriority, JobView view, List<JobFact> facts) {
        JobAttributes attributes = view.attributes();
        Tres counted = view.allocated().isEmpty() ? attributes.requested() : view.allocated();
        long cpus = counted.count("cpu").longValue();
        PendingJobBuilder job = PendingJob.builder(association, view.submitted())
                .associationPriority(associationPriority)
                .facts(ageFacts(view.submitted(), facts))
                .nodes(attributes.number(Attribute.NODES, counted.count("node").longValue()))
                .cpus(cpus != 0 ? cpus : attributes.number(Attribute.TASKS, 0))
                .partitions(partitions(attributes))
                .qos(attributes.text(Attribute.QOS, ""))
                .tres(counted.counts())
                .nice(attributes.number(Attribute.NICE, 0))
                .siteFactor(attributes.number(Attribute.SITE_FACTOR, 0))
                .directPriority(OperatorDecision.of(facts).fixed());
        if (attributes.has(Attribute.TIME_LIMIT)) {
            job.timeLimitMinutes(Math.ceilDiv(attributes.number(Attribute.TIME_LIMIT, 0), 60));
        }
        return job;
    }

    /** Whether a waiting job meets its own conditions for a start. A hold is told apart. */
    public static boolean isEligible(JobView view, List<JobFact> facts, long now) {
        return obstacle(facts) == null && view.attributes().number(Attribute.BEGIN_TIME, 0) <= now;
    }

    /** The fact that keeps the job from starting, other than a hold or a begin time; {@code null} = there is none. */
    public static @Nullable JobFact obstacle(List<JobFact> facts) {
        JobFact obstacle = null;
        for (JobFact fact : facts) {
            switch (fact.type()) {
                case INELIGIBLE -> obstacle = ineligible(fact) == AgeFact.Kind.HELD ? obstacle : fact;
                case ELIGIBLE, REQUEUED, RERUN, MIGRATED -> obstacle = null;
                default -> {}
            }
        }
        return obstacle;
    }

    /** The requested partitions, in the order of the request. */
    static List<String> partitions(JobAttributes attributes) {
        String all = attributes.text(Attribute.PARTITIONS);
        if (all != null) {
            return List.of(all.split(","));
        }
        String one = attributes.text(Attribute.PARTITION);
        return one == null ? List.of() : List.of(one);
    }

    private static List<AgeFact> ageFacts(long submitted, List<JobFact> facts) {
        List<AgeFact> result = new ArrayList<>();
        result.add(new AgeFact(submitted, AgeFact.Kind.SUBMITTED));
        for (JobFact fact : facts) {
            switch (fact.type()) {
                case HELD -> result.add(new AgeFact(fact.time(), AgeFact.Kind.HELD));
                case RELEASED -> result.add(new AgeFact(fact.time(), AgeFact.Kind.RELEASED));
                case ELIGIBLE -> result.add(new AgeFact(fact.time(), AgeFact.Kind.ELIGIBLE));
                case INELIGIBLE -> result.add(new AgeFact(fact.time(), ineligible(fact)));
                case REQUEUED, RERUN, MIGRATED -> result.add(new AgeFact(fact.time(), AgeFact.Kind.REQUEUED));
                case SUBMITTED,
                        MODIFIED,
                        RESERVED,
                        BYPASSED,
                        LIMITED,
                        STARTED,
                        SAMPLE,
                        REPORT,
                        RESIZE_REQUESTED,
                        RESIZED,
                        SUSPENDED,
                        RESUMED,
                        FORWARDED,
                        FINISHED,
                        CANCELLED -> {}
            }
        }
        addBeginTimes(result, facts);
        return result;
    }

    /**
     * A begin time makes the job wait until then, without another event. A later begin time replaces it. One that is
     * not in the future ends the wait.
     */
    private static void addBeginTimes(List<AgeFact> result, List<JobFact> facts) {
        long waitsUntil = Long.MIN_VALUE;
        for (JobFact fact : facts) {
            if (!fact.attributes().has(Attribute.BEGIN_TIME)
                    || (fact.type() != JobEventType.SUBMITTED && fact.type() != JobEventType.MODIFIED)) {
                continue;
            }
            long begin = fact.attributes().number(Attribute.BEGIN_TIME, 0);
            boolean waits = waitsUntil > fact.time();
            if (!waits && waitsUntil != Long.MIN_VALUE) {
                result.add(new AgeFact(waitsUntil, AgeFact.Kind.ELIGIBLE));
            }
            if (begin > fact.time()) {
                result.add(new AgeFact(fact.time(), AgeFact.Kind.WAITS_FOR_BEGIN));
                waitsUntil = begin;
            } else {
                if (waits) {
                    result.add(new AgeFact(fact.time(), AgeFact.Kind.ELIGIBLE));
                }
                waitsUntil = Long.MIN_VALUE;
            }
        }
        if (waitsUntil != Long.MIN_VALUE) {
            result.add(new AgeFact(waitsUntil, AgeFact.Kind.ELIGIBLE));
        }
    }

    private static AgeFact.Kind ineligible(JobFact fact) {
        if (fact.holds()) {
            return AgeFact.Kind.HELD;
        }
        return switch (fact.attributes().text(Attribute.REASON, "UNKNOWN")) {
            case "BEGIN_TIME" -> AgeFact.Kind.WAITS_FOR_BEGIN;
            case "LIMITS", "POLICY_VIOLATION", "SOFT_LIMIT", "HARD_LIMIT", "IDLE_LIMIT" -> AgeFact.Kind.EXCEEDS_LIMITS;
            default -> AgeFact.Kind.WAITS_FOR_DEPENDENCY;
        };
    }
}

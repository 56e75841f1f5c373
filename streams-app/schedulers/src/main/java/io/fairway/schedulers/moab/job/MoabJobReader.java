package io.fairway.schedulers.moab.job;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.Tres;
import io.fairway.schedulers.moab.credential.JobCredentials;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a job's facts in the terms of Moab's priorities.
 *
 * <ol>
 *   <li>Facts from before the last submission belong to an earlier job with the same id.
 *   <li>TRES {@code cpu} (else the number of tasks, else the processors that it holds), {@code mem}, {@code swap} and {@code disk} are the request.
 *   <li>The fact's reason names the blocker of an ineligible job. HOLD is that of its user; LIMITS and POLICY_VIOLATION
 *       are hard limits. A begin time blocks nothing; a reason without a blocker of its own defers the job. A fact that the job is eligible ends all blockers but holds; a release ends the holds.
 *   <li>The state is Idle, Hold, Running, Suspended or Completed.
 * </ol>
 */
public final class MoabJobReader {
    private static final Set<QueueBlocker> HOLDS =
            Set.of(QueueBlocker.USERHOLD, QueueBlocker.BATCHHOLD, QueueBlocker.SYSTEMHOLD);

    private final List<QueueFact> queue = new ArrayList<>();
    private final Set<QueueBlocker> blockers = new LinkedHashSet<>();
    private long bypass;
    private long starts;

    private MoabJobReader(JobView view, List<JobFact> facts) {
        queue.add(QueueFact.of(view.submitted(), QueueFact.Kind.SUBMITTED));
        for (JobFact fact : facts) {
            if (fact.time() >= view.submitted()) {
                take(fact);
            }
        }
    }

    /**
     * The job, where limits were decided.
     *
     * @param mark the last decision of the policy's limits; {@code null} = none
     */
    public static MoabJobBuilder read(
            JobKey key, JobView view, List<JobFact> facts, AccrualPolicy accrual, @Nullable LimitMark mark) {
        MoabJobReader reader = new MoabJobReader(view, facts);
        JobAttributes job = view.attributes();
        boolean held = reader.blockers.stream().anyMatch(HOLDS::contains);
        MoabJobBuilder builder = MoabJob.builder(key.job(), JobCredentials.of(job), request(view), view.submitted())
                .name(job.text(Attribute.JOB_NAME, ""))
                .partition(job.text(Attribute.PARTITION, ""))
                .queue(QueueClock.of(accrual, reader.queue, mark))
                .deadline(job.has(Attribute.DEADLINE) ? job.number(Attribute.DEADLINE, 0) : null)
                .bypass(reader.bypass)
                .starts(reader.starts)
                .softViolation(!job.text(Attribute.SOFT_LIMIT_VIOLATIONS, "").isEmpty()
                        || (mark != null && mark.verdict().isSoft()))
                .userPriority(job.number(Attribute.USER_PRIORITY, 0))
                .queuePriority(job.number(Attribute.QUEUE_PRIORITY, 0))
                .attributes(names(job.text(Attribute.ATTRIBUTES, "")))
                .operator(new OperatorPriority(
                        Math.clamp(job.number(Attribute.SYSTEM_PRIORITY, 0), 0, OperatorPriority.MAX), 0))
                .held(held);
        return switch (view.status()) {
            case PENDING -> builder.state(held ? "Hold" : "Idle");
            case ENDED -> builder.state("Completed");
            case RUNNING -> {
                Accrual elapsed = elapsed(view.runStart(), facts);
                yield builder.run(new ActiveRun(elapsed, (double) job.number(Attribute.HUNGER, 0)))
                        .state(elapsed.since() == null ? "Suspended" : "Running");
            }
        };
    }

    /** Whether a source tells that a waiting job is held or may not start. */
    public static boolean isBlocked(JobView view, List<JobFact> facts) {
        return !new MoabJobReader(view, facts).blockers.isEmpty();
    }

    /** The processors that a waiting job requests. */
    public static double processors(JobView view) {
        return request(view).procs();
    }

    /** A running or suspended job, as the other jobs of its user see it. */
    public static ActiveJob active(JobView view, List<JobFact> facts) {
        double cpus = view.allocated().count("cpu").doubleValue();
        return new ActiveJob(
                cpus != 0 ? cpus : (double) view.attributes().number(Attribute.TASKS, 0),
                view.attributes().number(Attribute.TIME_LIMIT, JobRequest.NO_LIMIT),
                elapsed(view.runStart(), facts));
    }

    /** The length of a run, without its suspended time. */
    private static Accrual elapsed(long start, List<JobFact> facts) {
        Accrual elapsed = Accrual.since(start);
        for (JobFact fact : facts) {
            if (fact.time() < start) {
                continue;
            }
            if (fact.type() == JobEventType.SUSPENDED && elapsed.since() != null) {
                elapsed = Accrual.stopped(elapsed.at(fact.time()));
            } else if (fact.type() == JobEventType.RESUMED && elapsed.since() == null) {
                elapsed = new Accrual(elapsed.millis(), fact.time());
            }
        }
        return elapsed;
    }

    private void take(JobFact fact) {
        switch (fact.type()) {
            case HELD -> block(fact.time(), hold(fact));
            case RELEASED -> unblock(fact.time(), true);
            case INELIGIBLE -> {
                if (!reason(fact).equals("BEGIN_TIME")) {
                    block(fact.time(), blocker(reason(fact)));
                }
            }
            case ELIGIBLE -> unblock(fact.time(), false);
            case BYPASSED -> bypass += fact.attributes().number(Attribute.BYPASSES, 1);
            case STARTED -> {
                starts++;
                queue.add(QueueFact.of(fact.time(), QueueFact.Kind.STARTED));
            }
            case REQUEUED, RERUN, MIGRATED -> queue.add(QueueFact.of(fact.time(), QueueFact.Kind.REQUEUED));
            case CANCELLED, FINISHED, FORWARDED -> queue.add(QueueFact.of(fact.time(), QueueFact.Kind.STARTED));
            case SUBMITTED,
                    MODIFIED,
                    RESERVED,
                    LIMITED,
                    SAMPLE,
                    REPORT,
                    RESIZE_REQUESTED,
                    RESIZED,
                    SUSPENDED,
                    RESUMED -> {}
        }
    }

    private void block(long at, QueueBlocker blocker) {
        if (blockers.add(blocker)) {
            queue.add(QueueFact.blocked(at, blocker));
        }
    }

    private void unblock(long at, boolean holds) {
        blockers.removeIf(blocker -> {
            boolean ends = HOLDS.contains(blocker) == holds;
            if (ends) {
                queue.add(QueueFact.unblocked(at, blocker));
            }
            return ends;
        });
    }

    private static QueueBlocker hold(JobFact fact) {
        QueueBlocker named = blocker(reason(fact));
        return HOLDS.contains(named) ? named : QueueBlocker.USERHOLD;
    }

    private static QueueBlocker blocker(String reason) {
        return switch (reason) {
            case "DEPENDENCY" -> QueueBlocker.DEPENDS;
            case "HOLD", "USER_HOLD" -> QueueBlocker.USERHOLD;
            case "BATCH_HOLD" -> QueueBlocker.BATCHHOLD;
            case "SYSTEM_HOLD" -> QueueBlocker.SYSTEMHOLD;
            case "SOFT_LIMIT" -> QueueBlocker.SOFTPOLICY;
            case "IDLE_LIMIT" -> QueueBlocker.IDLEPOLICY;
            case "LIMITS", "POLICY_VIOLATION", "HARD_LIMIT" -> QueueBlocker.HARDPOLICY;
            default -> QueueBlocker.DEFER;
        };
    }

    private static String reason(JobFact fact) {
        return fact.attributes().text(Attribute.REASON, "UNKNOWN");
    }

    private static JobRequest request(JobView view) {
        JobAttributes job = view.attributes();
        Tres tres = job.requested();
        double cpus = tres.count("cpu").doubleValue();
        double processors = cpus != 0 ? cpus : (double) job.number(Attribute.TASKS, 0);
        TaskResources all = new TaskResources(
                processors != 0 ? processors : view.allocated().count("cpu").doubleValue(),
                tres.count("mem").doubleValue(),
                tres.count("swap").doubleValue(),
                tres.count("disk").doubleValue());
        return new JobRequest(
                job.number(Attribute.TIME_LIMIT, JobRequest.NO_LIMIT),
                job.number(Attribute.NODES, tres.count("node").longValue()),
                List.of(new Requirement(1, all)),
                names(job.text(Attribute.FEATURES, "")),
                names(job.text(Attribute.GENERIC_RESOURCES, "")));
    }

    /** {@code name} or {@code name=count}, separated by commas. */
    private static Set<String> names(String text) {
        Set<String> names = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.split("=", -1)[0].trim();
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return names;
    }
}

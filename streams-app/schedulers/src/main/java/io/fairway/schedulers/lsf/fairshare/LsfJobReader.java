package io.fairway.schedulers.lsf.fairshare;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.schedulers.lsf.aps.ApsEvent;
import io.fairway.schedulers.lsf.aps.ApsRequest;
import io.fairway.schedulers.lsf.aps.ApsState;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a job's facts in the terms of LSF's job priorities.
 *
 * <ol>
 *   <li>The facts belong to one life of the job, in their order. Facts from before the last submission only add
 *       attributes.
 *   <li>The user priority is bsub -sp or bmod -sp; a value below 1 means not given. LSF has already accepted it, so the
 *       reader does not check the range. Without MAX_USER_PRIORITY there is none. A modification changes the base, not
 *       the escalation so far.
 *   <li>System and administrator's value come from bmod -aps; 0 removes them. They change only while the job is
 *       pending. Within an event, the reader applies these values before the event itself: a requeue resets them.
 *   <li>A requeue is brequeue if its event says that somebody asked for it, else automatic. Only the position among
 *       jobs of equal value differs.
 *   <li>A run without a reported start begins at the start time in its events.
 *   <li>A job suspended while it waits (PSUSP) is held, which is no event here.
 *   <li>Of suspensions, only bstop moves a job before pending ones: the document names no other. An event that says that
 *       nobody asked for it is LSF's own suspension (preemption, load, a closed run window). One that says neither is
 *       bstop.
 *   <li>A resize request does not change the job's own request: a job that runs again has its submitted request.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Job priority behavior; bmod.
 */
public final class LsfJobReader {
    /**
     * A pending resize request, evaluated like a pending job.
     *
     * @param request the job's request, with the largest requested number of processors
     * @param state the job's state, pending since the resize request; an escalation continues
     * @param view the job with the resize request: TRES {@code cpu} and the number of tasks come from it
     */
    public record Resize(ApsRequest request, ApsState state, JobView view) {}

    private final JobPriorityRules rules;
    private final ApsEvent.Settings settings;
    private final Set<Long> ended = new HashSet<>();
    private JobAttributes merged = JobAttributes.NONE;
    private ApsState state;

    private LsfJobReader(JobView view, List<JobFact> facts, JobPriorityRules rules, ApsEvent.Settings settings) {
        this.rules = rules;
        this.settings = settings;
        state = ApsState.submitted(view.submitted(), 0);
        for (JobFact fact : facts) {
            if (changesTheJob(fact)) {
                merged = merged.with(fact.attributes());
            }
            if (fact.time() >= view.submitted()) {
                take(fact);
            }
        }
    }

    /** The state that LSF keeps of the job for its priority. */
    public static ApsState state(
            JobView view, List<JobFact> facts, JobPriorityRules rules, ApsEvent.Settings settings) {
        return new LsfJobReader(view, facts, rules, settings).state;
    }

    /**
     * The job's request: PROC is its number of tasks, else TRES {@code cpu}, else the limit of its queue, else 1; MEM
     * and SWAP are TRES {@code mem} and {@code swap}.
     *
     * @param queuePriority PRIORITY of the submission queue
     * @param taskLimit TASKLIMIT of the queue; {@code null} = none
     */
    public static ApsRequest request(List<JobFact> facts, double queuePriority, @Nullable Long taskLimit) {
        JobAttributes merged = submitted(facts);
        Tres tres = merged.requested();
        return ApsRequest.of(
                (double) ApsRequest.processors(processors(merged), null, taskLimit),
                tres.count("mem").doubleValue(),
                tres.count("swap").doubleValue(),
                queuePriority);
    }

    /**
     * The pending resize request: the last one of the current run, unless it was granted, or has no number.
     *
     * @param request of the job
     * @return {@code null} if none is pending
     */
    public static @Nullable Resize resize(
            JobView view, List<JobFact> facts, ApsRequest request, JobPriorityRules rules, ApsEvent.Settings settings) {
        if (view.status() != JobView.Status.RUNNING) {
            return null;
        }
        JobFact pending = null;
        for (JobFact fact : facts) {
            boolean ofThisRun =
                    fact.run() == view.runStart() || (fact.run() == JobFact.NO_RUN && fact.time() >= view.runStart());
            if (fact.type() == JobEventType.RESIZE_REQUESTED && ofThisRun) {
                pending = fact;
            } else if (fact.type() == JobEventType.RESIZED && ofThisRun) {
                pending = null;
            }
        }
        Long processors = pending == null ? null : processors(pending.attributes());
        if (pending == null || processors == null) {
            return null;
        }
        ApsState waiting = state(view, facts, rules, settings).asking(pending.time());
        return new Resize(request.resized(processors), waiting, asking(view, facts, pending, processors));
    }

    /** Everything outside the resize request stays as in the job's own request. */
    private static JobView asking(JobView view, List<JobFact> facts, JobFact pending, long processors) {
        Map<String, BigDecimal> tres =
                new HashMap<>(submitted(facts).requested().counts());
        tres.putAll(pending.attributes().requested().counts());
        tres.put("cpu", BigDecimal.valueOf(processors));
        JobAttributes asked = JobAttributes.of(Map.of(Attribute.TASKS, Long.toString(processors)), Tres.of(tres));
        return new JobView(
                view.status(), view.attributes().with(asked), view.submitted(), view.runStart(), view.settled());
    }

    /** The attributes of the job without those of resize requests. */
    private static JobAttributes submitted(List<JobFact> facts) {
        JobAttributes merged = JobAttributes.NONE;
        for (JobFact fact : facts) {
            if (changesTheJob(fact)) {
                merged = merged.with(fact.attributes());
            }
        }
        return merged;
    }

    private static boolean changesTheJob(JobFact fact) {
        return fact.type() != JobEventType.RESIZE_REQUESTED && fact.type() != JobEventType.RESIZED;
    }

    private static @Nullable Long processors(JobAttributes attributes) {
        if (attributes.has(Attribute.TASKS)) {
            return attributes.number(Attribute.TASKS, 1);
        }
        BigDecimal cpus = attributes.requested().count("cpu");
        return cpus.signum() == 0 ? null : (Long) cpus.longValue();
    }

    private void take(JobFact fact) {
        if (fact.type() == JobEventType.SUBMITTED) {
            state = ApsState.submitted(fact.time(), priority());
        }
        if (fact.type().belongsToRun() && !beginsOrGoesOn(fact)) {
            return;
        }
        modify(fact.attributes());
        switch (fact.type()) {
            case STARTED -> happened(ApsEvent.START, fact);
            case REQUEUED -> happened(requeue(fact), fact);
            case RERUN -> happened(ApsEvent.RERUN, fact);
            case MIGRATED -> happened(ApsEvent.MIGRATE, fact);
            case SUSPENDED -> {
                if (state.pendingSince() == null
                        && !fact.attributes().text(Attribute.REQUESTED, "").equals("false")) {
                    happened(ApsEvent.SUSPEND, fact);
                }
            }
            case RESUMED -> {
                // A job of this kind has the place of a job that has just started.
                if (state.pendingSince() == null) {
                    happened(ApsEvent.START, fact);
                }
            }
            case SUBMITTED,
                    MODIFIED,
                    HELD,
                    RELEASED,
                    INELIGIBLE,
                    ELIGIBLE,
                    RESERVED,
                    BYPASSED,
                    LIMITED,
                    SAMPLE,
                    REPORT,
                    RESIZE_REQUESTED,
                    RESIZED,
                    FORWARDED,
                    FINISHED,
                    CANCELLED -> {}
        }
        if (fact.type().endsRun() && fact.run() != JobFact.NO_RUN) {
            ended.add(fact.run());
        }
    }

    /** Begins a run that a fact names without a reported start; false if that run is over. */
    private boolean beginsOrGoesOn(JobFact fact) {
        if (fact.run() == JobFact.NO_RUN) {
            return true;
        }
        if (ended.contains(fact.run())) {
            return false;
        }
        Long pendingSince = state.pendingSince();
        if (pendingSince != null && fact.type() != JobEventType.STARTED) {
            long start = Math.max(pendingSince, fact.run());
            state = ApsEvent.START.apply(state, start, isResizable(), settings);
        }
        return true;
    }

    private static ApsEvent requeue(JobFact fact) {
        boolean asked = fact.attributes().text(Attribute.REQUESTED, "").equals("true");
        return asked ? ApsEvent.USER_REQUEUE : ApsEvent.AUTOMATIC_REQUEUE;
    }

    private void happened(ApsEvent event, JobFact fact) {
        state = event.apply(state, fact.time(), isResizable(), settings);
    }

    private boolean isResizable() {
        return merged.text(Attribute.RESIZABLE, "").equals("true");
    }

    private double priority() {
        long asked = merged.number(Attribute.USER_PRIORITY, 0);
        boolean counts = asked >= 1 && rules.maxUserPriority() != null;
        return rules.submitted(counts ? (Long) asked : null, true);
    }

    private void modify(JobAttributes attributes) {
        state = state.withSubmittedPriority(priority());
        if (state.pendingSince() == null) {
            return;
        }
        Double system = number(attributes, Attribute.SYSTEM_VALUE);
        Double admin = number(attributes, Attribute.ADMIN_VALUE);
        if ((system != null && system == 0 && state.system() != null)
                || (admin != null && admin == 0 && state.admin() != null)) {
            state = state.withoutApsValues();
        }
        if (admin != null && admin != 0) {
            state = state.withAdmin(admin, true);
        }
        if (system != null && system != 0) {
            state = state.withSystem(system, true);
        }
    }

    private static @Nullable Double number(JobAttributes attributes, Attribute attribute) {
        String text = attributes.text(attribute);
        return text == null ? null : (Double) new BigDecimal(text).doubleValue();
    }
}

package io.fairway.schedulers.lsf;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a job's facts as LSF's job priorities see them.
 *
 * <ol>
 *   <li>The facts are those of one life of the job, in their order; those from before the last submission only say what is
 *       known of it.
 *   <li>The user priority is bsub -sp or bmod -sp, below 1: not given. LSF has accepted it, so that no range is checked;
 *       without MAX_USER_PRIORITY there is none. A modification changes the base and not what was escalated.
 *   <li>System and administrator's value are bmod -aps; 0 takes back. They change while the job is pending, and not
 *       otherwise. What an event says of them is read before what happens: a requeue resets them.
 *   <li>A requeue is an automatic one: no event tells brequeue from it. Only the place among jobs of equal value can differ.
 *   <li>A run whose start nobody told begins at the start time that its events name.
 *   <li>Suspended while it waits (PSUSP) a job is held, which is no event here.
 *   <li>What a resize request asks for is not what the job asked for: a job that runs again asks for what it was submitted
 *       with.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Job priority behavior; bmod.
 */
public final class LsfJobReader {
    /**
     * A resize request that waits, to be evaluated like a pending job.
     *
     * @param request that of the job, with the largest number of processors that is asked for now
     * @param state that of the job, pending since the request: where escalation is on, it goes on
     * @param view the job as it asks: TRES {@code cpu} and the number of tasks are those of the request
     */
    public record Resize(ApsRequest request, ApsState state, JobView view) {}

    private final JobPriorityRules rules;
    private final ApsEvent.Settings settings;
    private final Set<Long> ended = new HashSet<>();
    private JobAttributes known = JobAttributes.NONE;
    private ApsState state;

    private LsfJobReader(JobView view, List<JobFact> facts, JobPriorityRules rules, ApsEvent.Settings settings) {
        this.rules = rules;
        this.settings = settings;
        state = ApsState.submitted(view.submitted(), 0);
        for (JobFact fact : facts) {
            if (changesTheJob(fact)) {
                known = known.with(fact.attributes());
            }
            if (fact.time() >= view.submitted()) {
                take(fact);
            }
        }
    }

    /** What LSF keeps of the job for its priority. */
    public static ApsState state(
            JobView view, List<JobFact> facts, JobPriorityRules rules, ApsEvent.Settings settings) {
        return new LsfJobReader(view, facts, rules, settings).state;
    }

    /**
     * What the job asks for: PROC is its number of tasks, else TRES {@code cpu}, else the limit of its queue, else 1; MEM and
     * SWAP are TRES {@code mem} and {@code swap}.
     *
     * @param queuePriority PRIORITY of the submission queue
     * @param taskLimit TASKLIMIT of the queue; {@code null} = none
     */
    public static ApsRequest request(List<JobFact> facts, double queuePriority, @Nullable Long taskLimit) {
        JobAttributes known = submitted(facts);
        Tres tres = known.requested();
        return ApsRequest.of(
                (double) ApsRequest.processors(processors(known), null, taskLimit),
                tres.count("mem").doubleValue(),
                tres.count("swap").doubleValue(),
                queuePriority);
    }

    /**
     * The resize request that waits: the last one of the run that goes on, unless it was granted, or says no number.
     *
     * @param request of the job
     * @return {@code null} if none does
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
        ApsState running = state(view, facts, rules, settings);
        ApsState waiting = new ApsState(
                running.submitted(),
                running.submittedPriority(),
                pending.time(),
                running.pendedBefore(),
                running.escalatedBefore(),
                running.system(),
                running.admin(),
                ApsState.Place.USUAL);
        return new Resize(request.resized(processors), waiting, asking(view, facts, pending, processors));
    }

    /** What the request does not name stays as the job asked for it. */
    private static JobView asking(JobView view, List<JobFact> facts, JobFact pending, long processors) {
        Map<String, BigDecimal> tres =
                new HashMap<>(submitted(facts).requested().counts());
        tres.putAll(pending.attributes().requested().counts());
        tres.put("cpu", BigDecimal.valueOf(processors));
        JobAttributes asked = JobAttributes.of(Map.of(Attribute.TASKS, Long.toString(processors)), Tres.of(tres));
        return new JobView(
                view.status(), view.attributes().with(asked), view.submitted(), view.runStart(), view.settled());
    }

    /** What is known of the job without what resize requests say. */
    private static JobAttributes submitted(List<JobFact> facts) {
        JobAttributes known = JobAttributes.NONE;
        for (JobFact fact : facts) {
            if (changesTheJob(fact)) {
                known = known.with(fact.attributes());
            }
        }
        return known;
    }

    private static boolean changesTheJob(JobFact fact) {
        return fact.type() != JobEventType.RESIZE_REQUESTED && fact.type() != JobEventType.RESIZED;
    }

    private static @Nullable Long processors(JobAttributes said) {
        if (said.has(Attribute.TASKS)) {
            return said.number(Attribute.TASKS, 1);
        }
        BigDecimal cpus = said.requested().count("cpu");
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
            case REQUEUED -> happened(ApsEvent.AUTOMATIC_REQUEUE, fact);
            case RERUN -> happened(ApsEvent.RERUN, fact);
            case MIGRATED -> happened(ApsEvent.MIGRATE, fact);
            case SUSPENDED -> {
                if (state.pendingSince() == null) {
                    happened(ApsEvent.SUSPEND, fact);
                }
            }
            case RESUMED -> {
                // It stands where a job stands that was just started.
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

    /** Lets a run begin that a fact names and nobody told the start of; false if that run is over. */
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

    private void happened(ApsEvent event, JobFact fact) {
        state = event.apply(state, fact.time(), isResizable(), settings);
    }

    private boolean isResizable() {
        return known.text(Attribute.RESIZABLE, "").equals("true");
    }

    private double priority() {
        long asked = known.number(Attribute.USER_PRIORITY, 0);
        boolean counts = asked >= 1 && rules.maxUserPriority() != null;
        return rules.submitted(counts ? (Long) asked : null, true);
    }

    private void modify(JobAttributes said) {
        state = new ApsState(
                state.submitted(),
                priority(),
                state.pendingSince(),
                state.pendedBefore(),
                state.escalatedBefore(),
                state.system(),
                state.admin(),
                state.place());
        if (state.pendingSince() == null) {
            return;
        }
        Double system = number(said, Attribute.SYSTEM_VALUE);
        Double admin = number(said, Attribute.ADMIN_VALUE);
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

    private static @Nullable Double number(JobAttributes said, Attribute attribute) {
        String text = said.text(attribute);
        return text == null ? null : (Double) new BigDecimal(text).doubleValue();
    }
}

package io.fairway.schedulers.lsf.aps;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The position of a job in a queue without APS, as a record that any reader evaluates at any instant.
 *
 * <ol>
 *   <li>In a queue with FAIRSHARE the priority is the rank of the job's association: the position of its user in the
 *       walk of elections. Dynamic priorities themselves are comparable among siblings only, so they cannot
 *       order jobs.
 *   <li>In a queue without FAIRSHARE all priorities are equal.
 *   <li>Among equals the job priority decides: as submitted, and with JOB_PRIORITY_OVER_TIME a step after every whole
 *       interval pending. Among equal job priorities, jobs requeued to the top go first and jobs requeued to the bottom
 *       last; then the submission decides.
 *   <li>A migrated job goes before all pending ones, unless LSB_MIG2PEND is set: it adds
 *       {@link ApsRecord#BEFORE_PENDING}.
 *   <li>btop and bbot: {@link QueueMove}. A user's own move has no effect in a queue without FAIRSHARE, where the jobs of
 *       other users lie between.
 * </ol>
 *
 * <p>The order is that of an instant without dispatch: a start changes the ranks.
 *
 * <p>Source: IBM Spectrum LSF 10.1, How fair share affects job dispatch order; Configuring job priority escalation;
 * lsf.conf LSB_MIG2PEND, LSB_REQUEUE_TO_BOTTOM; btop; bbot.
 */
public final class QueueJobRecord {
    private QueueJobRecord() {}

    /**
     * The record of a job.
     *
     * @param move btop or bbot; {@code null} = none
     * @param association the association whose rank counts; {@code null} in a queue without FAIRSHARE
     * @param held whether the job must not start
     * @param now epoch milliseconds from which the record holds
     */
    public static JobPriorityRecord of(
            @Nullable NodeId association,
            ApsState state,
            @Nullable QueueMove move,
            JobPriorityRules rules,
            boolean held,
            long now) {
        List<Component> components = new ArrayList<>();
        if (state.place() == ApsState.Place.BEFORE_PENDING) {
            components.add(Component.of("beforePending", 1, new Form.Constant(ApsRecord.BEFORE_PENDING)));
        }
        boolean leaves = association != null && move != null && move.isOutsideOfFairshare();
        if (move != null && leaves) {
            components.add(move.beforeFairshare());
        }
        NodeId ranked = leaves ? null : association;
        List<Component> then = new ArrayList<>(List.of(jobPriority(state, rules, now)));
        Component moved = move == null ? null : move.among(association != null);
        if (moved != null) {
            then.add(moved);
        } else if (state.place() == ApsState.Place.TOP || state.place() == ApsState.Place.BOTTOM) {
            then.add(state.place().among());
        }
        return new JobPriorityRecord(
                components,
                ranked == null ? 0 : 1,
                0,
                FairshareTerm.RANK,
                ranked,
                Rounding.LSF,
                Double.NEGATIVE_INFINITY,
                Double.POSITIVE_INFINITY,
                held,
                false,
                JobPriorityRecord.FOREVER,
                then);
    }

    private static Component jobPriority(ApsState state, JobPriorityRules rules, long now) {
        String name = ApsFactor.JPRIORITY.name();
        Long pendingSince = state.pendingSince();
        if (pendingSince == null || rules.increment() == 0) {
            double priority = rules.escalated(state.submittedPriority(), state.escalated(now));
            return Component.of(name, 1, new Form.Constant(priority));
        }
        Form escalation = new Form.Step(
                pendingSince - state.escalatedBefore(),
                rules.intervalMillis(),
                (double) rules.increment(),
                Double.POSITIVE_INFINITY);
        return new Component(
                name,
                1,
                List.of(
                        Factor.of(name, 1, new Form.Constant(state.submittedPriority())),
                        Factor.of(name + " escalation", 1, escalation)),
                Double.NEGATIVE_INFINITY,
                JobPriorityRules.MAXIMUM);
    }
}

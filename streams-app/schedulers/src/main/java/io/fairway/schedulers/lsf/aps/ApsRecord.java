package io.fairway.schedulers.lsf.aps;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An absolute priority as a record that any reader evaluates at any instant.
 *
 * <ol>
 *   <li>The job priority is a constant and a step per interval of the escalation; a grace period is a jump at its end.
 *   <li>FS is published separately, as the fairshare factor of the record. With a LIMIT the record contains its value
 *       at {@code now}, because the grammar has no limit for it; the record then has to be rebuilt when FS changes.
 *       During the grace period of FS the record is valid until the end of that period.
 *   <li>The order of jobs as one number: {@link #SYSTEM} is added to system values, {@link #BEFORE_PENDING}
 *       for jobs that go before pending ones. (Among the latter, 5e12 leaves a resolution of 0.001.) Among equal
 *       numbers, jobs requeued to the top go first and jobs requeued to the bottom last.
 * </ol>
 */
public final class ApsRecord {
    /** Added to a system value. */
    public static final double SYSTEM = 1e12;
    /** Added for suspended and migrated jobs. */
    public static final double BEFORE_PENDING = 4e12;

    private final ApsRequest request;
    private final ApsState state;
    private final ApsParameters parameters;
    private final JobPriorityRules rules;

    private ApsRecord(ApsRequest request, ApsState state, ApsParameters parameters, JobPriorityRules rules) {
        this.request = request;
        this.state = state;
        this.parameters = parameters;
        this.rules = rules;
    }

    /**
     * The record of a job.
     *
     * @param association the association whose dynamic user priority is FS; {@code null} in a queue without FAIRSHARE
     * @param fairshare its value at {@code now}
     * @param held whether the job must not start
     * @param now epoch milliseconds from which the record holds
     */
    public static JobPriorityRecord of(
            ApsRequest request,
            ApsState state,
            @Nullable NodeId association,
            double fairshare,
            ApsParameters parameters,
            JobPriorityRules rules,
            boolean held,
            long now) {
        return new ApsRecord(request, state, parameters, rules).record(association, fairshare, held, now);
    }

    private JobPriorityRecord record(@Nullable NodeId association, double fairshare, boolean held, long now) {
        List<Component> components = new ArrayList<>();
        double ahead = state.place() == ApsState.Place.BEFORE_PENDING ? BEFORE_PENDING : 0;
        Double system = state.system();
        if (system != null) {
            components.add(constant("system", system));
            components.add(constant("systemFirst", SYSTEM));
            if (ahead > 0) {
                components.add(constant("beforePending", ahead));
            }
            return record(components, 0, null, Double.POSITIVE_INFINITY, held, JobPriorityRecord.FOREVER);
        }
        double weight = association == null ? 0 : parameters.weight(ApsFactor.FS);
        Long end = state.pendingSince() == null ? null : graceEnd(ApsFactor.FS);
        long validUntil = JobPriorityRecord.FOREVER;
        if (weight != 0 && isInGrace(ApsFactor.FS, now)) {
            weight = 0;
            validUntil = end == null ? JobPriorityRecord.FOREVER : end;
        } else if (weight != 0 && !Double.isInfinite(parameters.limit(ApsFactor.FS))) {
            double most = parameters.limit(ApsFactor.FS);
            components.add(constant("FS", Math.max(-most, Math.min(most, weight * fairshare))));
            weight = 0;
        }
        group(components, ApsFactor.RSRC, now);
        group(components, ApsFactor.WORK, now);
        Double admin = state.admin();
        if (admin != null) {
            components.add(constant("ADMIN", admin));
        }
        if (ahead > 0) {
            components.add(constant("beforePending", ahead));
        }
        return record(
                components, weight, weight == 0 ? null : association, ApsParameters.MAXIMUM + ahead, held, validUntil);
    }

    private JobPriorityRecord record(
            List<Component> components,
            double weight,
            @Nullable NodeId association,
            double maximum,
            boolean held,
            long validUntil) {
        JobPriorityRecord record = new JobPriorityRecord(
                components, weight, 0, association, Rounding.LSF, Double.NEGATIVE_INFINITY, maximum, held, validUntil);
        return switch (state.place()) {
            case TOP, BOTTOM -> record.withThen(List.of(state.place().among()));
            case BEFORE_PENDING, USUAL -> record;
        };
    }

    private static Component constant(String name, double value) {
        return Component.of(name, 1, new Form.Constant(value));
    }

    private void group(List<Component> components, ApsFactor group, long now) {
        if (!parameters.counts(group)) {
            return;
        }
        List<Factor> factors = new ArrayList<>();
        for (ApsFactor part : group.parts()) {
            if (parameters.counts(part)) {
                if (part == ApsFactor.JPRIORITY) {
                    jobPriority(factors, group, now);
                } else {
                    double most = parameters.limit(part) / Math.abs(parameters.weight(part));
                    double value = Math.max(-most, Math.min(most, request.value(part)));
                    factors.add(factor(part, group, value, now));
                }
            }
        }
        double weight = parameters.weight(group);
        double most = parameters.limit(group) / Math.abs(weight);
        components.add(new Component(group.name(), weight, factors, -most, most));
    }

    /** At the end of the grace period, the escalation's past steps jump with the constant. */
    private void jobPriority(List<Factor> factors, ApsFactor group, long now) {
        double weight = parameters.weight(ApsFactor.JPRIORITY);
        double most = Math.min(JobPriorityRules.MAXIMUM, parameters.limit(ApsFactor.JPRIORITY) / Math.abs(weight));
        long every = rules.intervalMillis();
        Long pendingSince = state.pendingSince();
        long over = pendingSince == null ? state.escalated(now) : state.escalatedBefore();
        if (pendingSince != null) {
            over += Math.max(pendingSince, graceEnd(ApsFactor.JPRIORITY, group)) - pendingSince;
        }
        long steps = rules.increment() == 0 ? 0 : over / every;
        double base = Math.min(most, state.submittedPriority() + (double) rules.increment() * steps);
        factors.add(factor(ApsFactor.JPRIORITY, group, base, now));
        if (pendingSince != null && rules.increment() > 0) {
            long start = pendingSince - state.escalatedBefore() + steps * every;
            factors.add(Factor.of(
                    "JPRIORITY escalation",
                    weight,
                    new Form.Step(start, every, (double) rules.increment(), most - base)));
        }
    }

    /** A value that counts once the grace periods of a sub-factor and of its factor are over. */
    private Factor factor(ApsFactor part, ApsFactor group, double value, long now) {
        double weight = parameters.weight(part);
        if (state.pendingSince() == null) {
            boolean counts = !isInGrace(part, now) && !isInGrace(group, now);
            return Factor.of(part.name(), weight, new Form.Constant(counts ? value : 0));
        }
        long end = graceEnd(part, group);
        if (end == Long.MIN_VALUE) {
            return Factor.of(part.name(), weight, new Form.Constant(value));
        }
        // A jump only goes up.
        double sign = value < 0 ? -1 : 1;
        return Factor.of(part.name(), sign * weight, new Form.Ramp(end, 1, 0, 0, 0, sign * value));
    }

    private boolean isInGrace(ApsFactor factor, long now) {
        Long grace = parameters.graceMillis(factor);
        return grace != null && state.pended(now) <= grace;
    }

    private long graceEnd(ApsFactor part, ApsFactor group) {
        Long ofPart = graceEnd(part);
        Long ofGroup = graceEnd(group);
        return Math.max(ofPart == null ? Long.MIN_VALUE : ofPart, ofGroup == null ? Long.MIN_VALUE : ofGroup);
    }

    /** The first instant after the grace period of a pending job; {@code null} without one. */
    private @Nullable Long graceEnd(ApsFactor factor) {
        Long grace = parameters.graceMillis(factor);
        Long pendingSince = state.pendingSince();
        return grace == null || pendingSince == null ? null : pendingSince - state.pendedBefore() + grace + 1;
    }
}

package io.fairway.schedulers.lsf.aps;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import java.util.ArrayList;
import java.util.List;

/**
 * LSF's absolute priority scheduling (APS): one number for a pending job, in any queue of the group.
 *
 * <pre>
 * APS = W_FS*FS
 *     + W_RSRC*(w_PROC*PROC + w_MEM*MEM + w_SWAP*SWAP)
 *     + W_WORK*(w_JPRIORITY*JPRIORITY + w_QPRIORITY*QPRIORITY + w_APP*APP + w_USER*USER + w_UG*UG)
 *     + ADMIN
 * </pre>
 *
 * <ol>
 *   <li>{@link ApsParameters} has the rules of weights, limits and grace periods. Each sub-factor is weighted, limited
 *       and added. The sum is weighted and limited as the factor.
 *   <li>FS is the dynamic user priority at the instant of evaluation; 0 in a queue without FAIRSHARE.
 *   <li>The value is at most 1000000.
 *   <li>A system value replaces the whole sum.
 *   <li>The pending resize request of a job is evaluated with {@link ApsRequest#resized} and the state of the job; FS
 *       is its user's current one.
 *   <li>The order replaces first come, first served; see {@link ApsOrder}. The scheduling policies of the queues still
 *       decide whether a job can start.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Absolute priority scheduling; Job priority behavior; bjobs -aps.
 *
 * @param kind source of the value
 * @param value not a number without APS
 * @param terms the value first, then its parts
 */
public record AbsolutePriority(Kind kind, double value, List<Term> terms) {
    /** The source of a value; in the order of dispatch. */
    public enum Kind {
        /** Set by an administrator: precedes every calculated one. */
        SYSTEM,
        CALCULATED,
        /** The job is in a queue without APS_PRIORITY. */
        NONE
    }

    public AbsolutePriority {
        terms = List.copyOf(terms);
    }

    /** The priority of a job in a queue without APS_PRIORITY. */
    public static AbsolutePriority none() {
        return new AbsolutePriority(
                Kind.NONE, Double.NaN, List.of(Term.of("aps", Double.NaN, "the queue has no APS_PRIORITY")));
    }

    /**
     * The priority at an instant.
     *
     * @param fairshare dynamic user priority of the job's user; 0 without FAIRSHARE
     * @param now epoch milliseconds
     */
    public static AbsolutePriority evaluate(
            ApsRequest request,
            ApsState state,
            double fairshare,
            ApsParameters parameters,
            JobPriorityRules rules,
            long now) {
        Double system = state.system();
        if (system != null) {
            return new AbsolutePriority(
                    Kind.SYSTEM,
                    system,
                    List.of(Term.of("aps", system, "system value of an administrator; replaces the calculation")));
        }
        double jobPriority = rules.escalated(state.submittedPriority(), state.escalated(now));
        List<Term> terms = new ArrayList<>();
        double sum = 0;
        List<Term.Input> inputs = new ArrayList<>();
        for (ApsFactor factor : List.of(ApsFactor.FS, ApsFactor.RSRC, ApsFactor.WORK)) {
            if (!parameters.counts(factor)) {
                continue;
            }
            List<Term> parts = new ArrayList<>();
            double value = fairshare;
            if (factor != ApsFactor.FS) {
                value = 0;
                for (ApsFactor part : factor.parts()) {
                    if (parameters.counts(part)) {
                        double raw = part == ApsFactor.JPRIORITY ? jobPriority : request.value(part);
                        Term term = weighted(part, raw, state.pended(now), parameters);
                        parts.add(term);
                        value += term.value();
                    }
                }
            }
            Term term = weighted(factor, value, state.pended(now), parameters);
            sum += term.value();
            inputs.add(in(factor.name(), term.value()));
            terms.add(term);
            terms.addAll(parts);
        }
        Double admin = state.admin();
        if (admin != null) {
            sum += admin;
            inputs.add(in("ADMIN", admin));
            terms.add(Term.of("ADMIN", admin, "set by an administrator, added unchanged"));
        }
        double value = Math.min(ApsParameters.MAXIMUM, sum);
        terms.add(
                0,
                new Term(
                        "aps",
                        value,
                        value < sum ? "the sum of the factors, lowered to the maximum" : "the sum of the factors",
                        inputs));
        return new AbsolutePriority(Kind.CALCULATED, value, terms);
    }

    private static Term weighted(ApsFactor factor, double value, long pended, ApsParameters parameters) {
        double weight = parameters.weight(factor);
        double limit = parameters.limit(factor);
        Long grace = parameters.graceMillis(factor);
        List<Term.Input> inputs = new ArrayList<>(List.of(in("value", value), in("weight", weight)));
        if (!Double.isInfinite(limit)) {
            inputs.add(in("limit", limit));
        }
        if (grace != null) {
            inputs.add(in("graceSeconds", grace / 1000.0));
            inputs.add(in("pendingSeconds", pended / 1000.0));
            if (pended <= grace) {
                return new Term(factor.name(), 0, "0 until the job has been pending for the grace period", inputs);
            }
        }
        return new Term(
                factor.name(),
                Math.max(-limit, Math.min(limit, weight * value)),
                "weight * value" + (Double.isInfinite(limit) ? "" : ", within the limit"),
                inputs);
    }
}

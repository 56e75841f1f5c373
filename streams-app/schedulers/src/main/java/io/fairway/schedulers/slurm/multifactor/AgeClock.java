package io.fairway.schedulers.slurm.multifactor;

import io.fairway.core.priority.Form;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The age of a waiting job as intervals: the age accrued before, and the start of the current interval.
 *
 * <p>A pure function of the job's facts, in the given order. Facts of one instant take effect together: submission and
 * requeueing first, the others in the given order.
 *
 * <ol>
 *   <li>A job is <em>eligible</em> after its submission (or requeueing) while it is not held and no fact says that it waits
 *       or exceeds limits.
 *   <li>{@link AgeRule#ALWAYS}: age counts from submission.
 *   <li>{@link AgeRule#WITHOUT_LIMITS}: age counts from the moment at which the job is first eligible, and never stops.
 *   <li>{@link AgeRule#WITH_LIMITS}: likewise, but a hold, a dependency or a begin time resets the age to 0. Limits
 *       keep age from starting; they do not reset it.
 *   <li>{@link AgeRule#FREEZING}: age counts while the job is eligible, stops while it is not, and then continues.
 *   <li>Requeueing restarts everything from that instant.
 * </ol>
 *
 * <p>Source: Slurm 22.05 (accrue time, PriorityFlags, GrpJobsAccrue); the Slurm 2.0 page for rule 5 ("will not change");
 * rule 6 from accounting records of a requeued job, which has a new submission time.
 *
 * @param accruedMillis counted before {@code since}; 0 except under {@link AgeRule#FREEZING}
 * @param since epoch milliseconds from which age counts (may lie in the future); {@code null} = it does not count
 */
public record AgeClock(long accruedMillis, @Nullable Long since) {
    private static final Comparator<AgeFact> BY_TIME =
            Comparator.comparingLong(AgeFact::at).thenComparing(fact -> !begins(fact.kind()));

    /** The clock after these facts. */
    public static AgeClock of(AgeRule rule, List<AgeFact> facts) {
        AgeClock clock = new AgeClock(0, null);
        Waiting waiting = Waiting.NOT_SUBMITTED;
        List<AgeFact> sorted = sorted(facts);
        for (int i = 0; i < sorted.size(); i++) {
            AgeFact fact = sorted.get(i);
            if (begins(fact.kind())) {
                clock = new AgeClock(0, null);
            }
            waiting = waiting.after(fact.kind());
            boolean lastOfInstant = i + 1 == sorted.size() || sorted.get(i + 1).at() != fact.at();
            if (lastOfInstant) {
                clock = clock.step(rule, waiting, fact.at());
            }
        }
        return clock;
    }

    /** Whether the job is on hold after these facts. */
    public static boolean isHeld(List<AgeFact> facts) {
        Waiting waiting = Waiting.NOT_SUBMITTED;
        for (AgeFact fact : sorted(facts)) {
            waiting = waiting.after(fact.kind());
        }
        return waiting.held;
    }

    /**
     * The age factor at every instant: min(1, age / maximum), in whole seconds of the clock, as Slurm computes it.
     *
     * @param maxAgeSeconds PriorityMaxAge; with 0 the factor is 1 as soon as age counts
     */
    public Form form(long maxAgeSeconds) {
        long accrued = accruedMillis / 1000;
        double before =
                maxAgeSeconds == 0 ? (accruedMillis > 0 ? 1 : 0) : Math.min(1, accrued / (double) maxAgeSeconds);
        if (since == null || before == 1) {
            return new Form.Constant(before);
        }
        return new Form.Ramp(since - accruedMillis, 1000, maxAgeSeconds, 0, before, 1);
    }

    private AgeClock step(AgeRule rule, Waiting waiting, long at) {
        return switch (rule) {
            case ALWAYS -> since == null && waiting.submitted ? new AgeClock(0, at) : this;
            case WITHOUT_LIMITS -> since == null && waiting.eligible() ? new AgeClock(0, at) : this;
            case WITH_LIMITS -> {
                if (waiting.held || waiting.blocked) {
                    yield new AgeClock(0, null);
                }
                yield since == null && waiting.eligible() ? new AgeClock(0, at) : this;
            }
            case FREEZING -> freeze(waiting.eligible(), at);
        };
    }

    private AgeClock freeze(boolean eligible, long at) {
        if (eligible == (since != null)) {
            return this;
        }
        return since == null ? new AgeClock(accruedMillis, at) : new AgeClock(accruedMillis + (at - since), null);
    }

    private static List<AgeFact> sorted(List<AgeFact> facts) {
        List<AgeFact> sorted = new ArrayList<>(facts);
        sorted.sort(BY_TIME);
        return sorted;
    }

    private static boolean begins(AgeFact.Kind kind) {
        return kind == AgeFact.Kind.SUBMITTED || kind == AgeFact.Kind.REQUEUED;
    }

    /** The obstacles of a job. {@code blocked} is a dependency or a begin time. */
    private record Waiting(boolean submitted, boolean held, boolean blocked, boolean overLimits) {
        static final Waiting NOT_SUBMITTED = new Waiting(false, false, false, false);

        boolean eligible() {
            return submitted && !held && !blocked && !overLimits;
        }

        Waiting after(AgeFact.Kind kind) {
            return switch (kind) {
                case SUBMITTED, REQUEUED -> new Waiting(true, held, false, false);
                case WAITS_FOR_DEPENDENCY, WAITS_FOR_BEGIN -> new Waiting(submitted, held, true, overLimits);
                case EXCEEDS_LIMITS -> new Waiting(submitted, held, blocked, true);
                case ELIGIBLE -> new Waiting(submitted, held, false, false);
                case HELD -> new Waiting(submitted, true, blocked, overLimits);
                case RELEASED -> new Waiting(submitted, false, blocked, overLimits);
            };
        }
    }
}

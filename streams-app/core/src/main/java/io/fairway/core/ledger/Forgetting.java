package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The law of forgetting: <b>no fact of a run is accepted after the run was forgotten</b>. So usage is always that of the
 * accepted facts, each once.
 *
 * <ol>
 *   <li>A fact counts if it is at most a horizon old when it is appended.
 *   <li>A job is kept for two horizons after its end, or after the last fact of it. So a correction that makes a run up to a
 *       horizon longer or shorter finds the job, as do duplicates of what it corrects.
 *   <li>Then its facts are forgotten, and an instant stays in their place: all runs of the job began by then. A fact that
 *       names one of them, however new it is, comes too late. So does a fact of no run that is not later than the instant: the
 *       broker that appended it is behind, and its job must not wait again.
 *   <li>The instant is kept for ten horizons. Without it, no fact may name a run that began before that, and more than a
 *       horizon before all that is known of the job.
 * </ol>
 *
 * <p>All of it depends on the facts and on the append clock of their partition alone, and not on when a sweep had time.
 *
 * @param horizon how old a fact may be when it is appended, milliseconds
 */
public record Forgetting(long horizon) {
    /** Nothing of the job was forgotten. */
    public static final long NOTHING = Long.MIN_VALUE;

    private static final int HORIZONS_KEPT = 2;
    private static final int HORIZONS_MARKED = 10;

    /**
     * Whether the facts of an ended job are over.
     *
     * @param settled its end, or the last fact of it, epoch milliseconds
     * @param clock the append clock, epoch milliseconds
     */
    public boolean isOver(long settled, long clock) {
        return clock - settled > HORIZONS_KEPT * horizon;
    }

    /** Whether the instant is over that stays in the place of forgotten facts. */
    public boolean isMarkOver(long mark, long clock) {
        return clock - mark > HORIZONS_MARKED * horizon;
    }

    /** Whether a fact may be about what is forgotten. Most facts are about runs that began within a horizon, or newer. */
    public boolean isInDoubt(JobFact fact, long clock) {
        return fact.type().belongsToRun()
                ? !Run.namesRun(fact) || Run.startOf(fact) < clock - horizon
                : fact.time() < clock - horizon;
    }

    /**
     * Why a fact comes too late; null if it may count.
     *
     * @param known the facts of its job that are kept
     * @param forgotten the instant by which all runs began that are forgotten; {@link #NOTHING} without any
     * @param clock the append clock, epoch milliseconds
     */
    public @Nullable String problem(JobFact fact, List<JobFact> known, long forgotten, long clock) {
        if (!isInDoubt(fact, clock)) {
            return null; // No job is forgotten so early.
        }
        if (!fact.type().belongsToRun()) {
            return fact.time() <= forgotten
                    ? fact.type() + " at " + fact.time() + ": what happened to the job by " + forgotten
                            + " is forgotten"
                    : null;
        }
        if (!Run.namesRun(fact)) {
            return forgotten == NOTHING || isDuringKnownRun(fact, known)
                    ? null
                    : fact.type() + " at " + fact.time() + " names no run: those of the job that had begun by "
                            + forgotten + " are forgotten, and nothing is known of a later one";
        }
        long start = Run.startOf(fact);
        if (isKnownRun(start, known)) {
            return null;
        }
        if (forgotten != NOTHING && start <= forgotten) {
            return "run " + start + ": the job's runs that began by " + forgotten + " are forgotten, " + HORIZONS_KEPT
                    + " horizons of " + horizon + " ms after the last that was told of them";
        }
        return forgotten == NOTHING && isMarkOver(start, clock) && start < earliest(known) - horizon
                ? "run " + start + ": began more than " + HORIZONS_MARKED + " horizons of " + horizon + " ms before "
                        + clock + ", and nothing so old is known of the job: it may be forgotten"
                : null;
    }

    /** The earliest instant that facts tell of. What is told after a life was forgotten is more than a horizon later. */
    private static long earliest(List<JobFact> known) {
        long earliest = Long.MAX_VALUE;
        for (JobFact fact : known) {
            earliest = Math.min(earliest, Run.namesRun(fact) ? Run.startOf(fact) : fact.time());
        }
        return earliest;
    }

    private static boolean isKnownRun(long start, List<JobFact> known) {
        for (JobFact fact : known) {
            if (Run.namesRun(fact) && Run.startOf(fact) == start) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDuringKnownRun(JobFact fact, List<JobFact> known) {
        for (JobFact other : known) {
            if (Run.namesRun(other) && Run.startOf(other) <= fact.time()) {
                return true;
            }
        }
        return false;
    }
}

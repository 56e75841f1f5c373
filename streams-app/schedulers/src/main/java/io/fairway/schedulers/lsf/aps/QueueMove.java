package io.fairway.schedulers.lsf.aps;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobFact;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last move of a pending job within its queue: btop or bbot.
 *
 * <ol>
 *   <li>An administrator moves a job before (btop) or behind (bbot) all jobs of the same job priority in its queue, a user
 *       only among the user's own.
 *   <li>A job of a fairshare queue that an administrator moved to the top is no longer subject to fairshare: it goes before
 *       the others of its queue, until the administrator moves it with bbot.
 *   <li>A later move goes beyond an earlier one.
 *   <li>A run that ends and a switch to another queue forget the move. LSF refuses moves in a queue with APS_PRIORITY.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, btop; bbot; How fair share affects job dispatch order.
 *
 * @param time of the move, epoch milliseconds
 */
public record QueueMove(Kind kind, long time) {
    /** Added to a job that an administrator moved to the top of a fairshare queue: before all ranks. */
    public static final double BEFORE_FAIRSHARE = 1e12;

    /**
     * Moves lie between places of a requeue and the next job priority, at 0.26 to 0.48 either way, in the order of their
     * seconds until 2106. Job priorities up to 250,000 leave room for a second.
     */
    private static final double NEAREST = 0.26;

    private static final double ROOM = 0.22 / (1L << 32);

    /** Who moved it where. */
    public enum Kind {
        /** btop of an administrator. */
        TOP,
        /** bbot of an administrator. */
        BOTTOM,
        /** btop of the user. */
        OWN_TOP,
        /** bbot of the user. */
        OWN_BOTTOM
    }

    /**
     * The move that holds.
     *
     * @param facts of one life of the job, in their order
     * @param submitted start of this life, epoch milliseconds
     * @return {@code null} if nobody moved the job
     */
    public static @Nullable QueueMove of(List<JobFact> facts, long submitted) {
        QueueMove move = null;
        String queue = null;
        for (JobFact fact : facts) {
            String into = fact.attributes().text(Attribute.QUEUE);
            if (fact.type().endsRun() || (into != null && queue != null && !into.equals(queue))) {
                move = null;
            }
            queue = into == null ? queue : into;
            String kind = fact.attributes().text(Attribute.QUEUE_MOVE);
            if (kind != null && fact.time() >= submitted) {
                move = new QueueMove(Kind.valueOf(kind), fact.time());
            }
        }
        return move;
    }

    /** Whether the job is outside of the fairshare of its queue. */
    boolean isOutsideOfFairshare() {
        return kind == Kind.TOP;
    }

    /** The place before the jobs of a fairshare queue. Among jobs there, the job priority decides, then {@link #among}. */
    Component beforeFairshare() {
        return Component.of("btop", 1, new Form.Constant(BEFORE_FAIRSHARE));
    }

    /**
     * The place among jobs of the same job priority, as a component; job priorities are whole numbers.
     *
     * @param fairshare whether only the jobs of one association compare, so that a user's own move is possible
     * @return {@code null} for none
     */
    @Nullable
    Component among(boolean fairshare) {
        double value = NEAREST + ROOM * (time / 1000.0);
        return switch (kind) {
            case TOP -> Component.of("btop", 1, new Form.Constant(value));
            case BOTTOM -> Component.of("bbot", 1, new Form.Constant(-value));
            case OWN_TOP -> fairshare ? Component.of("btop", 1, new Form.Constant(value)) : null;
            case OWN_BOTTOM -> fairshare ? Component.of("bbot", 1, new Form.Constant(-value)) : null;
        };
    }
}

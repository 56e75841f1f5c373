package io.fairway.schedulers.lsf.aps;

import io.fairway.schedulers.lsf.aps.ApsState.Place;

/**
 * The events of a job, and their effect on its absolute priority.
 *
 * <table>
 *   <caption>Rules</caption>
 *   <tr><th>event</th><th>rule</th></tr>
 *   <tr><td>requeue</td><td>as newly submitted: resets job priority, system and admin values; the pending time starts
 *       again</td></tr>
 *   <tr><td>rerun</td><td>resets nothing but the job priority of a resizable job</td></tr>
 *   <tr><td>suspend</td><td>goes before pending jobs, keeps everything</td></tr>
 *   <tr><td>migrate</td><td>goes before pending jobs, keeps everything; also the job priority of a resizable job</td></tr>
 *   <tr><td>migrate, LSB_MIG2PEND=1</td><td>competes with pending jobs, keeps everything; with LSB_REQUEUE_TO_BOTTOM=1 at
 *       the bottom of jobs of the same value</td></tr>
 * </table>
 *
 * <p>The position of a requeued job among jobs of its value: LSB_REQUEUE_TO_BOTTOM (1 = bottom) for an automatic
 * requeue, and LSB_USER_REQUEUE_TO_BOTTOM for brequeue; both are ignored under multicluster. Reservation and preemption
 * follow the queue's policies; backfill and advance reservations work as without absolute priorities. None of them is
 * an event here.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Job priority behavior; lsf.conf LSB_MIG2PEND, LSB_REQUEUE_TO_BOTTOM,
 * LSB_USER_REQUEUE_TO_BOTTOM.
 */
public enum ApsEvent {
    /** Dispatched: the pending time stops. */
    START,
    /** Requeued by a user or administrator (brequeue). */
    USER_REQUEUE,
    /** Requeued automatically (REQUEUE_EXIT_VALUES). */
    AUTOMATIC_REQUEUE,
    /** Run again after its host failed. */
    RERUN,
    /** Suspended after it started (bstop). */
    SUSPEND,
    /** Migrated (bmig). */
    MIGRATE;

    /** The parameters of lsf.conf that the rules read. */
    public record Settings(
            boolean mig2Pend,
            boolean requeueToBottom,
            boolean userRequeueToBottom,
            UserRequeue userRequeue,
            boolean multicluster) {
        /** No settings. */
        public static final Settings DEFAULTS = new Settings(false, false, false, UserRequeue.AS_PRINTED, false);
    }

    /** The meaning of LSB_USER_REQUEUE_TO_BOTTOM=1: its page says the opposite of its name. */
    public enum UserRequeue {
        /** 1 is the top, 0 the bottom, as the page says. */
        AS_PRINTED,
        /** 1 is the bottom, 0 the top, as the name says. */
        AS_NAMED
    }

    /**
     * The state after this event.
     *
     * @param time of the event, epoch milliseconds
     * @param resizable whether the job is resizable
     */
    public ApsState apply(ApsState state, long time, boolean resizable, Settings settings) {
        return switch (this) {
            case START -> stopped(state, time, Place.USUAL);
            case SUSPEND -> stopped(state, time, Place.BEFORE_PENDING);
            case USER_REQUEUE -> requeued(state, time, userPlace(settings));
            case AUTOMATIC_REQUEUE -> requeued(state, time, automaticPlace(settings));
            case RERUN -> {
                ApsState stopped = stopped(state, time, Place.USUAL);
                yield pending(stopped, time, resizable ? 0 : stopped.escalatedBefore(), Place.USUAL);
            }
            case MIGRATE -> {
                ApsState stopped = stopped(state, time, Place.USUAL);
                yield pending(stopped, time, stopped.escalatedBefore(), migratedPlace(settings));
            }
        };
    }

    private static ApsState stopped(ApsState state, long time, Place place) {
        return state.with()
                .pendingSince(null)
                .pendedBefore(state.pended(time))
                .escalatedBefore(state.escalated(time))
                .place(place)
                .build();
    }

    private static ApsState pending(ApsState stopped, long time, long escalatedBefore, Place place) {
        return stopped.with()
                .pendingSince(time)
                .escalatedBefore(escalatedBefore)
                .place(place)
                .build();
    }

    private static ApsState requeued(ApsState state, long time, Place place) {
        return new ApsState(state.submitted(), state.submittedPriority(), time, 0, 0, null, null, place);
    }

    private static Place automaticPlace(Settings settings) {
        if (settings.multicluster()) {
            return Place.USUAL;
        }
        return settings.requeueToBottom() ? Place.BOTTOM : Place.TOP;
    }

    private static Place userPlace(Settings settings) {
        if (settings.multicluster()) {
            return Place.USUAL;
        }
        boolean bottom = switch (settings.userRequeue()) {
            case AS_PRINTED -> !settings.userRequeueToBottom();
            case AS_NAMED -> settings.userRequeueToBottom();
        };
        return bottom ? Place.BOTTOM : Place.TOP;
    }

    private static Place migratedPlace(Settings settings) {
        if (!settings.mig2Pend()) {
            return Place.BEFORE_PENDING;
        }
        return settings.requeueToBottom() && !settings.multicluster() ? Place.BOTTOM : Place.USUAL;
    }
}

package io.fairway.dispatcher.slurm;

import java.util.Locale;

/**
 * What Slurm said to an update.
 *
 * @param said its words; empty if it did as told
 */
record Answer(Update update, Kind kind, String said) {
    /** How an update ended. */
    enum Kind {
        /** Slurm did it. */
        DONE,
        /** Slurm no longer has the job among those that wait. */
        GONE,
        /** Slurm refuses this update. */
        REFUSED,
        /** The user of this program may not do it: no update will be done. */
        FORBIDDEN,
        /** Slurm did not answer: it may have been done or not. */
        UNANSWERED
    }

    static Answer of(Update update, String said) {
        return new Answer(update, kind(said.toLowerCase(Locale.ROOT)), said);
    }

    /** Slurm's error messages have no codes where scontrol prints them. */
    private static Kind kind(String said) {
        if (said.isEmpty()) {
            return Kind.DONE;
        }
        if (said.contains("permission denied") || said.contains("invalid user id")) {
            return Kind.FORBIDDEN;
        }
        if (said.contains("invalid job id")
                || said.contains("already finished")
                || said.contains("already complet")
                || said.contains("no longer pending")) {
            return Kind.GONE;
        }
        if (said.contains("unable to contact slurm controller")
                || said.contains("socket timed out")
                || said.contains("zero bytes were transmitted")
                || said.contains("connection refused")) {
            return Kind.UNANSWERED;
        }
        return Kind.REFUSED;
    }
}

package io.fairway.dispatcher.slurm;

import java.util.Locale;

/**
 * What Slurm said to an update.
 *
 * @param message its words; empty if it did as told
 */
record Answer(Update update, Kind kind, String message) {
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

    static Answer of(Update update, String message) {
        return new Answer(update, kind(message.toLowerCase(Locale.ROOT)), message);
    }

    /** Slurm's error messages have no codes where scontrol prints them. */
    private static Kind kind(String message) {
        if (message.isEmpty()) {
            return Kind.DONE;
        }
        if (message.contains("permission denied") || message.contains("invalid user id")) {
            return Kind.FORBIDDEN;
        }
        if (message.contains("invalid job id")
                || message.contains("already finished")
                || message.contains("already complet")
                || message.contains("no longer pending")) {
            return Kind.GONE;
        }
        if (message.contains("unable to contact slurm controller")
                || message.contains("socket timed out")
                || message.contains("zero bytes were transmitted")
                || message.contains("connection refused")) {
            return Kind.UNANSWERED;
        }
        return Kind.REFUSED;
    }
}

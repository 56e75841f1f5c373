package io.fairway.simulator.streams;

/** What ends the work of a stream thread while its process lives on. */
final class ThreadLoss extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final boolean migrated;

    private ThreadLoss(String reason, boolean migrated) {
        super(reason, null, false, false);
        this.migrated = migrated;
    }

    /** The instance lost its tasks or its transaction, and joins the group again. */
    static ThreadLoss migrated(String reason) {
        return new ThreadLoss(reason, true);
    }

    /** The thread failed and is replaced, such as when the registry does not answer. */
    static ThreadLoss failed(String reason) {
        return new ThreadLoss(reason, false);
    }

    boolean isMigrated() {
        return migrated;
    }
}

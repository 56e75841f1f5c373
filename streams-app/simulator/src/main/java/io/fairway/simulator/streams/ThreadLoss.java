package io.fairway.simulator.streams;

/** What ends the work of a stream thread, or of its tasks, while its process lives on. */
final class ThreadLoss extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Kind kind;

    /** What follows. */
    enum Kind {
        /** The instance lost its tasks or its transaction, and joins the group again. */
        MIGRATED,
        /** The thread failed and is replaced, such as when the registry does not answer. */
        FAILED,
        /** The tasks stay where they are, and begin again from their changelogs. */
        CORRUPTED
    }

    private ThreadLoss(String reason, Kind kind) {
        super(reason, null, false, false);
        this.kind = kind;
    }

    static ThreadLoss migrated(String reason) {
        return new ThreadLoss(reason, Kind.MIGRATED);
    }

    static ThreadLoss failed(String reason) {
        return new ThreadLoss(reason, Kind.FAILED);
    }

    static ThreadLoss corrupted(String reason) {
        return new ThreadLoss(reason, Kind.CORRUPTED);
    }

    Kind kind() {
        return kind;
    }
}

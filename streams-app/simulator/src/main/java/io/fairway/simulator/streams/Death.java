package io.fairway.simulator.streams;

/** The process of an instance is no more. An Error, so that no code of the application takes it for a failure. */
final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death(Effect before) {
        super("before " + before, null, false, false);
    }
}

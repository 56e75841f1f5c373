package io.fairway.simulator.streams;

/** What an instance does to the world. It may die right before any of them. */
public enum Effect {
    PUT("a put"),
    FORWARD("a forward"),
    FLUSH("the flush of the caches"),
    COMMIT("a commit"),
    AFTER_COMMIT("what follows a commit");

    private final String words;

    Effect(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}

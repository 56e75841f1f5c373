package io.fairway.engine.results;

import java.util.Map;

/**
 * Through which instant the results of one domain hold. An evaluation holds once all its records are out, and once the pass
 * over the priorities that is about it, or about a later one, has come to its end. Instants are epoch milliseconds; {@link
 * Long#MIN_VALUE} = none yet.
 */
final class EvaluatedThrough {
    private At evaluated = At.NEVER;
    private At passing = At.NEVER;
    private At holds = At.NEVER;
    /** The instant of the last evaluation of a tree that something touched. */
    private long moved = Long.MIN_VALUE;
    /** The instant that was told of last. */
    private long told = Long.MIN_VALUE;

    /**
     * An instant, and how far the topics were read then.
     *
     * @param offsets by partition; empty where they do not say how far
     */
    private record At(long instant, Map<String, Long> offsets) {
        private static final At NEVER = new At(Long.MIN_VALUE, Map.of());
    }

    /** Trees that something touched are evaluated at an instant. */
    void moved(long at) {
        moved = at;
    }

    /** Everything is evaluated through an instant. The clock may go back: what held holds. */
    void evaluated(long through, Map<String, Long> offsets) {
        evaluated = new At(Math.max(evaluated.instant, through), offsets);
    }

    /** A pass over the priorities begins: it is about the last evaluation. */
    void passBegins() {
        passing = evaluated;
    }

    /** The pass came to its end. */
    void passed() {
        holds = passing;
    }

    /** Nothing is left to be sent of the last evaluation. */
    void sent() {
        holds = evaluated;
    }

    /** The instant through which results hold. */
    long instant() {
        return holds.instant;
    }

    /** How far the topics were read for them. */
    Map<String, Long> offsets() {
        return holds.offsets;
    }

    /** Whether anything holds yet. */
    boolean isKnown() {
        return holds.instant != Long.MIN_VALUE;
    }

    /** Whether results that moved hold now, and nobody was told. */
    boolean isNews() {
        return told < moved && moved <= holds.instant;
    }

    /** A heartbeat says how far results hold. */
    void told() {
        told = holds.instant;
    }
}

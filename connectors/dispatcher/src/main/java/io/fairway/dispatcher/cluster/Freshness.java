package io.fairway.dispatcher.cluster;

import io.fairway.dispatcher.order.DispatchQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whether a ranking is new enough to go by: it was evaluated a short time ago, and the sources of its clusters say how far
 * they have looked. Tells once that a domain waits, and once that it goes on.
 */
public final class Freshness {
    private final Duration bound;
    private final @Nullable String cluster;
    private final String meanwhile;
    private final Consumer<String> listener;
    private final Map<String, String> problems = new HashMap<>();

    /**
     * A rule for all domains.
     *
     * @param bound the greatest age of a ranking, and of what silent sources know; zero = any is new enough
     * @param cluster the one whose sources matter; null = all of a domain
     * @param meanwhile what follows while a domain waits, a sentence
     * @param listener gets the lines
     */
    public Freshness(Duration bound, @Nullable String cluster, String meanwhile, Consumer<String> listener) {
        this.bound = bound;
        this.cluster = cluster;
        this.meanwhile = meanwhile;
        this.listener = listener;
    }

    /** Whether to go by the ranking of a domain now, epoch milliseconds. */
    public boolean isFresh(String domain, DispatchQueue queue, long now) {
        if (bound.isZero()) {
            return true;
        }
        String problem = problem(domain, queue, now);
        String before = problems.put(domain, problem);
        if (before == null || before.isEmpty() != problem.isEmpty()) {
            if (!problem.isEmpty()) {
                listener.accept("waits: " + problem + ". " + meanwhile);
            } else if (before != null) {
                listener.accept("goes on: the ranking of domain " + domain + " is evaluated again");
            }
        }
        return problem.isEmpty();
    }

    /** Whether a domain waits. */
    public boolean isStale() {
        return problems.values().stream().anyMatch(problem -> !problem.isEmpty());
    }

    private String problem(String domain, DispatchQueue queue, long now) {
        OptionalLong through = queue.evaluatedThrough(now);
        if (through.isEmpty()) {
            return "domain " + domain + " has no heartbeat of its policy: is `fairway serve` running?";
        }
        if (isOld(through.getAsLong(), now)) {
            return "the ranking of domain " + domain + " is stale: it was last evaluated at "
                    + Instant.ofEpochMilli(through.getAsLong()) + ", more than " + bound.toSeconds() + " s ago";
        }
        return queue.silent(now).entrySet().stream()
                .filter(silent -> (cluster == null || cluster.equals(silent.getKey())) && isOld(silent.getValue(), now))
                .findFirst()
                .map(silent ->
                        "the ranking of domain " + domain + " is stale: the sources of cluster " + silent.getKey()
                                + " have looked through " + Instant.ofEpochMilli(silent.getValue()) + ", more than "
                                + bound.toSeconds() + " s ago")
                .orElse("");
    }

    private boolean isOld(long through, long now) {
        return now - through > bound.toMillis();
    }
}

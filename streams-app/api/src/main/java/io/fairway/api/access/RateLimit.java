package io.fairway.api.access;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often each caller may ask: a token bucket for each, which fills at the permitted rate. Safe for use by many threads.
 *
 * <p>The number of buckets is bounded. Where there are more callers than that, the one that has not asked for the longest time
 * is forgotten; in most cases its bucket is full again by then.
 */
public final class RateLimit {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final int burst;
    private final int buckets;
    private final Map<String, Bucket> byKey = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * A limit.
     *
     * @param perSecond requests per second in the long run; 0 = no limit
     * @param burst requests that may come at once, at least 1
     * @param buckets most callers that are remembered, at least 1
     */
    public RateLimit(double perSecond, int burst, int buckets) {
        if (!(perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY) || burst < 1 || buckets < 1) {
            throw new IllegalArgumentException("rate " + perSecond + ", burst " + burst + ", buckets " + buckets
                    + ": must be 0, 1 and 1 at least");
        }
        this.perSecond = perSecond;
        this.burst = burst;
        this.buckets = buckets;
    }

    /**
     * Takes a request into account.
     *
     * @param key whose it is: the caller's name, or the remote address where there is none
     * @param nanoTime when, as System.nanoTime tells it
     * @return 0 if it is permitted; else the seconds for {@code Retry-After}, after which one is
     */
    public synchronized long retryAfter(String key, long nanoTime) {
        if (perSecond == 0) {
            return 0;
        }
        Bucket bucket = byKey.get(key);
        if (bucket == null) {
            if (byKey.size() >= buckets) {
                byKey.remove(byKey.keySet().iterator().next());
            }
            bucket = new Bucket(burst, nanoTime);
            byKey.put(key, bucket);
        }
        // Threads may come in another order than they read the time.
        long passed = Math.max(0, nanoTime - bucket.asOf);
        bucket.permits = Math.min(burst, bucket.permits + passed / NANOS * perSecond);
        bucket.asOf += passed;
        if (bucket.permits >= 1) {
            bucket.permits -= 1;
            return 0;
        }
        return Math.max(1, (long) Math.ceil((1 - bucket.permits) / perSecond));
    }

    /** How many callers are remembered. */
    synchronized int size() {
        return byKey.size();
    }

    private static final class Bucket {
        private double permits;
        private long asOf;

        private Bucket(double permits, long asOf) {
            this.permits = permits;
            this.asOf = asOf;
        }
    }
}

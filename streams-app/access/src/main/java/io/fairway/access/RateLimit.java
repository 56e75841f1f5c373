package io.fairway.access;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits how often each caller may ask: a token bucket for each, which fills at the permitted rate. Safe for use by
 * many threads.
 *
 * <p>The number of buckets is bounded. If there are more callers, the limit forgets the one that has been silent the
 * longest. In most cases its bucket is full again by then.
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
     * @param buckets the largest number of callers to remember, at least 1
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
     * Counts a request.
     *
     * @param key the caller's name, or the remote address if there is none
     * @param nanoTime the time of the request, as System.nanoTime gives it
     * @return 0 if the request is permitted; else the seconds to wait, for {@code Retry-After}
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
        // Threads may arrive in another order than they read the time.
        long passed = Math.max(0, nanoTime - bucket.asOf);
        bucket.permits = Math.min(burst, bucket.permits + passed / NANOS * perSecond);
        bucket.asOf += passed;
        if (bucket.permits >= 1) {
            bucket.permits -= 1;
            return 0;
        }
        return Math.max(1, (long) Math.ceil((1 - bucket.permits) / perSecond));
    }

    /** The number of callers that the limit remembers. */
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

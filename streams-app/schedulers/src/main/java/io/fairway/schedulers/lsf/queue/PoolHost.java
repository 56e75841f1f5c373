package io.fairway.schedulers.lsf.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host of a slot pool.
 *
 * @param name of the host
 * @param mxj MXJ of lsb.hosts; {@code null} = not defined
 * @param resourceLimit limit of lsb.resources; {@code null} = none. At least one of the two is required
 * @param usedOutside slots used by jobs of queues outside the pool
 * @param usedInside slots used by jobs of the pool; matters only if the host is not open
 * @param open whether it takes new jobs: one that is closed or down has no free slots
 */
public record PoolHost(
        String name,
        @Nullable Long mxj,
        @Nullable Long resourceLimit,
        long usedOutside,
        long usedInside,
        boolean open) {
    public PoolHost {
        if (mxj == null && resourceLimit == null) {
            throw new IllegalArgumentException(
                    "host " + name + " of a slot pool: must have MXJ in lsb.hosts or a limit in lsb.resources");
        }
        if ((mxj != null && mxj < 0) || (resourceLimit != null && resourceLimit < 0)) {
            throw new IllegalArgumentException(
                    "host " + name + ": MXJ " + mxj + " and limit " + resourceLimit + " must be at least 0");
        }
        if (usedOutside < 0 || usedInside < 0) {
            throw new IllegalArgumentException("host " + name + ": slots used outside " + usedOutside + " and inside "
                    + usedInside + " must be at least 0");
        }
    }

    /** An open host. */
    public PoolHost(String name, @Nullable Long mxj, @Nullable Long resourceLimit, long usedOutside) {
        this(name, mxj, resourceLimit, usedOutside, 0, true);
    }

    /** Slots that the pool can use on this host: those in use and, if it takes jobs, the free ones. */
    long slots() {
        long most = Long.MAX_VALUE;
        if (mxj != null) {
            most = mxj;
        }
        if (resourceLimit != null) {
            most = Math.min(most, resourceLimit);
        }
        long left = Math.max(0, most - usedOutside);
        return open ? left : Math.min(left, usedInside);
    }

    /**
     * The slots of a pool: in use and free, up to the limits of its hosts. The number is constant, except that queues
     * outside the pool take slots on the same hosts and can starve it, and that hosts come and go.
     *
     * <p>Source: Platform LSF 6.2, Queue-based Fairshare (How LSF allocates slots for a pool of queues).
     *
     * @param poolLimit a limit of lsb.resources over all hosts of the pool, which jobs of queues outside use up too;
     *     {@code null} = none
     */
    public static long total(List<PoolHost> hosts, @Nullable Long poolLimit) {
        long sum = hosts.stream().mapToLong(PoolHost::slots).sum();
        long outside = hosts.stream().mapToLong(PoolHost::usedOutside).sum();
        return poolLimit == null ? sum : Math.min(sum, Math.max(0, poolLimit - outside));
    }
}

package io.fairway.schedulers.lsf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A host of a slot pool.
 *
 * @param name of the host
 * @param mxj MXJ of lsb.hosts; {@code null} = not defined
 * @param resourceLimit limit of lsb.resources; {@code null} = none. At least one of the two is required
 * @param usedOutside slots used by jobs of queues outside the pool
 */
public record PoolHost(
        String name, @Nullable Long mxj, @Nullable Long resourceLimit, long usedOutside) {
    public PoolHost {
        if (mxj == null && resourceLimit == null) {
            throw new IllegalArgumentException(
                    "host " + name + " of a slot pool: must have MXJ in lsb.hosts or a limit in lsb.resources");
        }
        if ((mxj != null && mxj < 0) || (resourceLimit != null && resourceLimit < 0) || usedOutside < 0) {
            throw new IllegalArgumentException("host " + name + ": MXJ " + mxj + ", limit " + resourceLimit
                    + " and slots used outside " + usedOutside + " must be at least 0");
        }
    }

    /** Slots that the pool can use on this host. */
    long slots() {
        long most = Long.MAX_VALUE;
        if (mxj != null) {
            most = mxj;
        }
        if (resourceLimit != null) {
            most = Math.min(most, resourceLimit);
        }
        return Math.max(0, most - usedOutside);
    }

    /**
     * The slots of a pool: in use and free, up to the limits of its hosts. The number is constant, except that queues
     * outside the pool take slots on the same hosts and can starve it.
     *
     * <p>Source: Platform LSF 6.2, Queue-based Fairshare (How LSF allocates slots for a pool of queues).
     *
     * @param poolLimit a limit of lsb.resources over the whole pool; {@code null} = none
     */
    public static long total(List<PoolHost> hosts, @Nullable Long poolLimit) {
        long sum = hosts.stream().mapToLong(PoolHost::slots).sum();
        return poolLimit == null ? sum : Math.min(sum, poolLimit);
    }
}

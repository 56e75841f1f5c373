package io.fairway.app.memory;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How much of a machine's or container's memory RocksDB gets where nobody says it. In bytes. */
public final class MemoryShare {
    /** The least bound that works: a memory table of each store that is being written needs a piece of it. */
    public static final long LEAST = 16L << 20;

    private static final long USUALLY_LEAST = 64L << 20;
    private static final long USUALLY_MOST = 1L << 30;

    private MemoryShare() {}

    /** The share on this machine: {@link #of(long, long)} with the container's limit, if there is one, and this JVM's heap. */
    public static long here() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return of(system.getTotalMemorySize(), Runtime.getRuntime().maxMemory());
    }

    /**
     * Half of what the heap leaves, from 64 MiB to 1 GiB. The other half is for threads, classes, buffers of the network, and what the
     * allocator of the C library does not give back.
     *
     * @param limit memory of the container or the machine
     * @param heap the heap at its largest
     */
    static long of(long limit, long heap) {
        return Math.clamp((limit - heap) / 2, USUALLY_LEAST, USUALLY_MOST);
    }
}

package io.fairway.agent.sample;

/** The epoch of counters: differs where counters began again at 0. */
public final class CounterLife {
    private CounterLife() {}

    /**
     * An epoch.
     *
     * @param boot the kernel's id of this boot; control groups are numbered anew by each
     * @param life the number of a control group, or another number that is used once in a boot
     */
    public static long of(String boot, long life) {
        return StableHash.of(boot, life);
    }
}

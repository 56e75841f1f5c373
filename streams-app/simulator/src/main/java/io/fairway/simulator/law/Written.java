package io.fairway.simulator.law;

import io.fairway.simulator.schedule.Act;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** What the bytes of input records mean, as their writer knows it. The relay hands on the same bytes. */
public final class Written {
    private final IdentityHashMap<byte[], Act.Send> sends = new IdentityHashMap<>();

    public void wrote(byte[] bytes, Act.Send send) {
        sends.put(bytes, send);
    }

    /** What a schedule wrote; null = the schedule wrote no such record. */
    Act.@Nullable Send of(@Nullable Object bytes) {
        return bytes instanceof byte[] array ? sends.get(array) : null;
    }
}

package io.fairway.records;

import io.fairway.avro.HostState;
import io.fairway.core.hosts.Host;
import io.fairway.core.hosts.HostSlots;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads hosts. */
public final class HostRecords {
    private HostRecords() {}

    /**
     * The host.
     *
     * @throws IllegalArgumentException if its cluster or name is empty, or its slots are not 0 to 999,999,999; the message
     *     names the value and the rule
     */
    public static Host host(io.fairway.avro.Host record) {
        Host host = stored(record);
        check(host, "slots", record.getSlots());
        check(host, "slotLimit", record.getSlotLimit());
        return host;
    }

    private static void check(Host host, String field, @Nullable Long slots) {
        if (slots != null && slots > HostSlots.MOST) {
            throw new IllegalArgumentException(
                    "host " + host.id() + ": " + field + " " + slots + " must be at most " + HostSlots.MOST);
        }
    }

    /** A host that was accepted before. An earlier version took more slots than a host may have. */
    public static Host stored(io.fairway.avro.Host record) {
        if (record.getCluster().isEmpty() || record.getName().isEmpty()) {
            throw new IllegalArgumentException("host '" + record.getName() + "' of cluster '" + record.getCluster()
                    + "': name and cluster must not be empty");
        }
        Host.State state = switch (record.getState()) {
            case UNKNOWN -> Host.State.UNKNOWN;
            case OPEN -> Host.State.OPEN;
            case CLOSED -> Host.State.CLOSED;
            case DOWN -> Host.State.DOWN;
        };
        return new Host(
                new Host.Id(record.getCluster(), record.getName()),
                bounded(record.getSlots()),
                bounded(record.getSlotLimit()),
                Set.copyOf(record.getGroups()),
                state);
    }

    private static @Nullable Long bounded(@Nullable Long slots) {
        return slots == null ? null : (Long) Math.min(slots, HostSlots.MOST);
    }

    /** A host as the contract's record. */
    public static io.fairway.avro.Host record(String domain, Host host) {
        return io.fairway.avro.Host.newBuilder()
                .setDomain(domain)
                .setCluster(host.id().cluster())
                .setName(host.id().name())
                .setSlots(host.slots())
                .setSlotLimit(host.slotLimit())
                .setGroups(List.copyOf(new TreeSet<>(host.groups())))
                .setState(HostState.valueOf(host.state().name()))
                .build();
    }
}

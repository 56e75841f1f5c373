package io.fairway.core.hosts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The known hosts of a domain. Immutable. */
public final class HostTable {
    /** No hosts. */
    public static final HostTable EMPTY = new HostTable(List.of());

    private static final Comparator<Host> BY_NAME = Comparator.comparing(
                    (Host host) -> host.id().cluster())
            .thenComparing(host -> host.id().name());

    private final List<Host> hosts;

    private HostTable(List<Host> hosts) {
        this.hosts = hosts;
    }

    /** A table of hosts, each with another id. */
    public static HostTable of(Collection<Host> hosts) {
        return hosts.isEmpty()
                ? EMPTY
                : new HostTable(hosts.stream().sorted(BY_NAME).toList());
    }

    /** Whether no host is known. */
    public boolean isEmpty() {
        return hosts.isEmpty();
    }

    /** All hosts, by cluster and name. */
    public List<Host> all() {
        return hosts;
    }

    /** The hosts that have one of these names, or are in a group of such a name; by cluster and name. */
    public List<Host> named(Collection<String> names) {
        Set<String> wanted = new HashSet<>(names);
        List<Host> found = new ArrayList<>();
        for (Host host : hosts) {
            if (wanted.contains(host.id().name()) || host.groups().stream().anyMatch(wanted::contains)) {
                found.add(host);
            }
        }
        return found;
    }
}

package io.fairway.collect.hosts;

import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.schemas.Bounds;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What to write so that the table has what a scheduler says.
 *
 * @param records by key; null = the host is gone
 * @param refused hosts that break a bound of the contract, with the rule
 */
record HostChanges(Map<String, @Nullable Host> records, List<String> refused) {
    /**
     * Compares.
     *
     * <ol>
     *   <li>A value that the answer does not have, such as a limit, stays as it is in the table.
     *   <li>A host that the answer does not list is gone, if an earlier answer listed it. Others may come from another
     *       source.
     *   <li>No host is gone while a line of the answer cannot be read: it may be that host's.
     * </ol>
     *
     * @param table the whole table of hosts, by key
     * @param listed names of hosts that were listed before
     * @param removesAll whether a host of the cluster that was never listed is gone as well
     */
    static HostChanges between(
            String domain,
            String cluster,
            Map<String, Host> table,
            HostLook look,
            Set<String> listed,
            boolean removesAll) {
        Map<String, @Nullable Host> records = new TreeMap<>();
        List<String> refused = new ArrayList<>();
        look.hosts().forEach((name, seen) -> {
            String key = Keys.host(domain, cluster, name);
            Host published = table.get(key);
            Host wanted = host(domain, cluster, name, seen, published);
            String problem = Bounds.problem(wanted);
            if (problem != null) {
                refused.add("host \"" + name + "\" is left out: " + problem);
            } else if (!wanted.equals(published)) {
                records.put(key, wanted);
            }
        });
        table.forEach((key, published) -> {
            if (look.problems().isEmpty()
                    && published.getDomain().equals(domain)
                    && published.getCluster().equals(cluster)
                    && !look.hosts().containsKey(published.getName())
                    && (removesAll || listed.contains(published.getName()))) {
                records.put(key, null);
            }
        });
        return new HostChanges(records, refused);
    }

    private static Host host(String domain, String cluster, String name, SeenHost seen, @Nullable Host published) {
        Host.Builder host = published == null
                ? Host.newBuilder().setDomain(domain).setCluster(cluster).setName(name)
                : Host.newBuilder(published);
        if (seen.slots() != null) {
            host.setSlots(seen.slots());
        }
        Set<String> groups = seen.groups();
        // The order of a list that was written before says nothing.
        if (groups != null
                && !(published != null && Set.copyOf(published.getGroups()).equals(groups))) {
            host.setGroups(List.copyOf(new TreeSet<>(groups)));
        }
        return host.setState(seen.state()).build();
    }

    /** What happened, in words. */
    String summary() {
        long gone = records.values().stream().filter(record -> record == null).count();
        long down = records.values().stream()
                .filter(record -> record != null && record.getState() == HostState.DOWN)
                .count();
        return (records.size() - gone) + " written" + (down == 0 ? "" : " (" + down + " down)") + ", " + gone
                + " removed";
    }
}

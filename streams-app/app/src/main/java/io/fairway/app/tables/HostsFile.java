package io.fairway.app.tables;

import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.program.TableClient;
import io.fairway.records.HostRecords;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A file of the hosts of a domain, by cluster and name:
 *
 * <pre>{@code
 * domain: alps
 * hosts:
 *   alps:
 *     n1: {slots: 16, slotLimit: 12, groups: [big], state: closed}
 * }</pre>
 *
 * @param hosts by their keys
 * @param unsaid the keys of hosts without a state in the file
 */
public record HostsFile(String domain, Map<String, Host> hosts, Set<String> unsaid) implements TableFile<Host> {
    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read
     */
    public static HostsFile read(YamlMap file) {
        String domain = file.get("domain").text();
        Map<String, Host> hosts = new TreeMap<>();
        Set<String> unsaid = new TreeSet<>();
        file.get("hosts")
                .entries()
                .forEach((cluster, names) -> names.entries().forEach((name, value) -> {
                    String key = Keys.host(domain, cluster, name);
                    YamlMap yaml = value.map();
                    if (!yaml.has("state")) {
                        unsaid.add(key);
                    }
                    Host host = Host.newBuilder()
                            .setDomain(domain)
                            .setCluster(cluster)
                            .setName(name)
                            .setSlots(maybe(yaml, "slots"))
                            .setSlotLimit(maybe(yaml, "slotLimit"))
                            .setGroups(yaml.list("groups").stream()
                                    .map(YamlValue::text)
                                    .toList())
                            .setState(HostState.valueOf(
                                    yaml.word("state", State.class, State.OPEN).name()))
                            .build();
                    yaml.done();
                    // The application would refuse others.
                    value.checked(() -> HostRecords.host(host));
                    hosts.put(key, host);
                }));
        file.done();
        return new HostsFile(domain, hosts, unsaid);
    }

    /** The states that a person may write. */
    private enum State {
        OPEN,
        CLOSED,
        DOWN
    }

    private static @Nullable Long maybe(YamlMap map, String key) {
        YamlValue value = map.find(key);
        return value == null ? null : (Long) value.whole();
    }

    /** A file of these hosts, as {@link #read} takes it. */
    public static Map<String, Object> write(String domain, List<io.fairway.core.hosts.Host> hosts, boolean withStates) {
        Map<String, Map<String, Object>> clusters = new TreeMap<>();
        for (io.fairway.core.hosts.Host host : hosts) {
            Map<String, Object> yaml = new LinkedHashMap<>();
            if (host.slots() != null) {
                yaml.put("slots", host.slots());
            }
            if (host.slotLimit() != null) {
                yaml.put("slotLimit", host.slotLimit());
            }
            if (!host.groups().isEmpty()) {
                yaml.put("groups", List.copyOf(new TreeSet<>(host.groups())));
            }
            if (withStates) {
                yaml.put("state", host.state().name().toLowerCase(Locale.ROOT));
            }
            clusters.computeIfAbsent(host.id().cluster(), cluster -> new TreeMap<>())
                    .put(host.id().name(), yaml);
        }
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("domain", domain);
        file.put("hosts", clusters);
        return file;
    }

    /** What the topic is to have: a host without a state in the file keeps the one that it has. */
    @Override
    public Wanted<Host> over(Map<String, Host> table, boolean remove) {
        Map<String, Host> wanted = new TreeMap<>();
        int kept = 0;
        for (Map.Entry<String, Host> entry : hosts.entrySet()) {
            Host current = table.get(entry.getKey());
            Host host = entry.getValue();
            if (current != null && unsaid.contains(entry.getKey())) {
                kept += current.getState() == host.getState() ? 0 : 1;
                host = Host.newBuilder(host).setState(current.getState()).build();
            }
            wanted.put(entry.getKey(), host);
        }
        return new Wanted<>(wanted, kept);
    }

    @Override
    public TableClient<Host> table(TableOptions options) {
        return options.table(Topic.HOSTS, Host.class);
    }

    @Override
    public boolean covers(String key) {
        return Keys.domainOf(key).equals(domain);
    }
}

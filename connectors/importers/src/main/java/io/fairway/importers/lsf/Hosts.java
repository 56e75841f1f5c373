package io.fairway.importers.lsf;

import io.fairway.core.hosts.Host;
import io.fairway.importers.Hostlist;
import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of lsb.hosts: their slots, groups of them, and limits of lsb.resources.
 *
 * <p>A list of hosts has the format of {@code HOSTS}: names, groups, {@code all}, {@code ~host} for an excluded one,
 * {@code host+2} for a preferred one, {@code h[1-9]}.
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.hosts; lsb.queues HOSTS; lsb.resources.
 */
final class Hosts {
    /** MXJ of a host; {@code null} = its number of processors, which no file contains. */
    private final Map<String, @Nullable Long> slots = new LinkedHashMap<>();

    /** SLOTS of PER_HOST in lsb.resources. */
    private final Map<String, Long> perHost = new LinkedHashMap<>();

    private final Map<String, Set<String>> groups = new LinkedHashMap<>();
    private final Set<String> limited = new TreeSet<>();
    private final Map<String, Long> limits = new LinkedHashMap<>();
    private final ImportReport report;
    private boolean listed;

    Hosts(ImportReport report) {
        this.report = report;
    }

    /** Reads a section Host. */
    void hosts(Section section) {
        listed = true;
        for (Section.Row row : section.rows()) {
            for (String name : expand(row.place(), row.text("HOST_NAME"))) {
                Section.Value most = row.find("MXJ");
                if (name.equals("default")) {
                    String slotsOfEach = most == null
                            ? "no MXJ"
                            : most.text().equals("!") ? "as many slots as processors" : "MXJ " + most.text();
                    report.unsupported(
                            row.place(),
                            "HOST_NAME default: all other hosts of the cluster, each with " + slotsOfEach
                                    + "; no file names them, so they and their slots are left out, also of queues"
                                    + " without HOSTS; 'fairway collect hosts lsf' reports them");
                    continue;
                }
                slots.put(name, most == null ? null : slots(most));
                if (most != null) {
                    limited.add(name);
                }
            }
        }
    }

    /** Reads a section HostGroup. */
    void groups(Section section) {
        for (Section.Row row : section.rows()) {
            groups.put(row.text("GROUP_NAME"), resolve(row.find("GROUP_MEMBER"), row.place()));
        }
    }

    /** Reads a section Limit of lsb.resources: the slots of some hosts together, or of each of them. */
    void limits(Section section) {
        for (Section.Row row : section.rows()) {
            Section.Value most = row.find("SLOTS");
            if (most == null && row.find("SLOTS_PER_PROCESSOR") == null) {
                report.unused(row.place(), "Limit " + row.text("NAME"));
                continue;
            }
            boolean each = row.find("PER_HOST") != null;
            Section.Value hosts = each ? row.find("PER_HOST") : row.find("HOSTS");
            boolean others = row.values().keySet().stream()
                    .anyMatch(key -> List.of("USERS", "PER_USER", "QUEUES", "PER_QUEUE", "PROJECTS", "PER_PROJECT")
                            .contains(key));
            if (hosts == null || others || most == null) {
                report.unsupported(
                        row.place(),
                        "Limit " + row.text("NAME") + ": only SLOTS of HOSTS or PER_HOST limit a slot pool");
                continue;
            }
            Long slotsOf = slots(most);
            Set<String> names = resolve(hosts, row.place());
            limited.addAll(names);
            for (String name : names) {
                if (each && slotsOf != null) {
                    perHost.merge(name, slotsOf, Math::min);
                }
            }
            if (!each && slotsOf != null) {
                limits.put(String.join(" ", new TreeSet<>(names)), slotsOf);
            }
        }
    }

    /** Hosts with MXJ or a limit. */
    Set<String> limited() {
        return limited;
    }

    /** Whether a section Host was read. */
    boolean isKnown() {
        return listed;
    }

    /** The slots of some hosts; {@code null} if the files do not contain them. */
    @Nullable
    Long slots(Set<String> names) {
        long sum = 0;
        for (String name : names) {
            Long own = least(slots.get(name), perHost.get(name));
            if (own == null) {
                sum = -1;
                break;
            }
            sum += own;
        }
        Long limit = limit(names);
        return limit == null
                ? (sum < 0 || names.isEmpty() ? null : (Long) sum)
                : sum < 0 ? limit : (Long) Math.min(sum, limit);
    }

    /** The limit of lsb.resources over exactly these hosts together; {@code null} = none. */
    @Nullable
    Long limit(Set<String> names) {
        return limits.get(String.join(" ", new TreeSet<>(names)));
    }

    /** The hosts of lsb.hosts and of limits, by name. Which of them are closed no file says. */
    List<Host> table(String cluster) {
        Set<String> names = new TreeSet<>(slots.keySet());
        names.addAll(perHost.keySet());
        List<Host> table = new ArrayList<>();
        for (String name : names) {
            Set<String> memberOf = new TreeSet<>();
            groups.forEach((group, members) -> {
                if (members.contains(name)) {
                    memberOf.add(group);
                }
            });
            table.add(new Host(
                    new Host.Id(cluster, name), slots.get(name), perHost.get(name), memberOf, Host.State.OPEN));
        }
        return cluster.isEmpty() ? List.of() : table;
    }

    private static @Nullable Long least(@Nullable Long one, @Nullable Long other) {
        return one == null || (other != null && other < one) ? other : one;
    }

    /** The hosts of a list; all hosts without a list. */
    Set<String> resolve(Section.@Nullable Value list, Place place) {
        if (list == null) {
            return new LinkedHashSet<>(slots.keySet());
        }
        Set<String> found = new LinkedHashSet<>();
        Set<String> excluded = new LinkedHashSet<>();
        for (String word : list.text().replaceAll("[()]", " ").strip().split("\\s+")) {
            boolean not = word.startsWith("~");
            String name = (not ? word.substring(1) : word).replaceAll("[+!].*$", "");
            Set<String> into = not ? excluded : found;
            if (name.equals("all")) {
                into.addAll(slots.keySet());
            } else if (groups.containsKey(name)) {
                into.addAll(groups.getOrDefault(name, Set.of()));
            } else if (name.contains("@") || name.equals("allremote") || name.equals("others")) {
                report.unsupported(place, "HOSTS " + word + ": hosts of other clusters, and others");
            } else if (!name.equals("none") && !name.isEmpty()) {
                into.addAll(expand(place, name));
            }
        }
        found.removeAll(excluded);
        return found;
    }

    private List<String> expand(Place place, String text) {
        return report.checked(place, () -> Hostlist.expand(text), List.<String>of());
    }

    private @Nullable Long slots(Section.Value value) {
        if (value.text().equals("!")) {
            return null;
        }
        return report.attempt(value.place(), () -> LsfWords.whole("slots", value.text(), 0, Integer.MAX_VALUE));
    }
}

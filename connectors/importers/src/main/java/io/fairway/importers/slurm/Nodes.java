package io.fairway.importers.slurm;

import io.fairway.importers.Hostlist;
import io.fairway.importers.ImportReport;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a cluster and their configured trackable resources: node, cpu, mem (MB), gres/NAME; and its sets of nodes, which
 * partitions name like nodes.
 *
 * <p>A node has the CPUs of its line; else Boards * SocketsPerBoard * CoresPerSocket * ThreadsPerCore, or Sockets
 * instead of the first two, each 1 if missing. Down nodes count, as in Slurm.
 *
 * <p>A NodeSet has the nodes of its Nodes and those with one of the features of its Feature.
 *
 * <p>Source: slurm.conf(5) of Slurm 22.05, NodeName and NodeSet.
 */
final class Nodes {
    private static final Pattern GRES =
            Pattern.compile("([^:,()]+)(?::([^:,()]+))??(?::(\\d{1,12})([kKmMgGtT]?))?(\\(.*\\))?");

    private final Map<String, Map<String, Double>> tres = new LinkedHashMap<>();
    private final Map<String, Set<String>> byFeature = new HashMap<>();
    private final Map<String, Set<String>> sets = new HashMap<>();

    static Nodes read(List<ConfLine> lines, List<ConfLine> sets, ImportReport report) {
        Nodes nodes = new Nodes();
        for (ConfLine line : lines) {
            List<String> names =
                    report.checked(line.place(), () -> Hostlist.expand(line.get("nodename", "")), List.<String>of());
            Map<String, Double> each = report.checked(line.place(), () -> tres(line), Map.<String, Double>of());
            for (String name : names) {
                if (nodes.tres.put(name, each) != null) {
                    report.error(line.place(), "node " + name + ": must be defined only once");
                }
                words(line.get("features", line.get("feature", "")))
                        .forEach(feature -> nodes.byFeature
                                .computeIfAbsent(feature, key -> new LinkedHashSet<>())
                                .add(name));
            }
        }
        sets.forEach(line -> nodes.set(line, report));
        return nodes;
    }

    private void set(ConfLine line, ImportReport report) {
        String name = line.get("nodeset", "");
        Set<String> members = new LinkedHashSet<>(
                report.checked(line.place(), () -> Hostlist.expand(line.get("nodes", "")), List.<String>of()));
        words(line.get("feature", "")).forEach(feature -> members.addAll(byFeature.getOrDefault(feature, Set.of())));
        if (members.isEmpty()) {
            report.warning(line.place(), "NodeSet " + name + ": has no node");
        }
        if (tres.containsKey(name) || sets.put(name, members) != null) {
            report.error(line.place(), "NodeSet " + name + ": must have a name that no node and no other set has");
        }
    }

    /** The nodes of a list, with the members of its sets in their place. */
    Set<String> members(String list) {
        Set<String> members = new LinkedHashSet<>();
        Hostlist.expand(list).forEach(name -> members.addAll(sets.getOrDefault(name, Set.of(name))));
        return members;
    }

    private static List<String> words(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    int size() {
        return tres.size();
    }

    /** The sum of the resources of some nodes, by name; of all nodes without names. */
    Map<String, Double> sum(@Nullable Collection<String> names) {
        Map<String, Double> sum = new TreeMap<>();
        for (String name : names == null ? tres.keySet() : names) {
            tres.getOrDefault(name, Map.of()).forEach((type, count) -> sum.merge(type, count, Double::sum));
        }
        return sum;
    }

    boolean has(String name) {
        return tres.containsKey(name);
    }

    private static Map<String, Double> tres(ConfLine line) {
        Map<String, Double> tres = new TreeMap<>();
        tres.put("node", 1.0);
        tres.put("cpu", (double) cpus(line));
        String memory = line.get("realmemory");
        if (memory != null) {
            tres.put("mem", (double) whole("RealMemory", memory));
        }
        for (String entry : line.get("gres", "").split(",(?![^(]*\\))")) {
            if (!entry.isBlank()) {
                gres(entry.strip(), tres);
            }
        }
        return tres;
    }

    private static void gres(String entry, Map<String, Double> tres) {
        Matcher match = GRES.matcher(entry);
        if (!match.matches()) {
            throw new IllegalArgumentException("Gres \"" + entry + "\": must be name[:type][:number]");
        }
        String digits = match.group(3);
        double count = digits == null ? 1 : Double.parseDouble(digits);
        String suffix = match.group(4);
        if (suffix != null && !suffix.isEmpty()) {
            count *= Math.pow(1024, "kmgt".indexOf(suffix.toLowerCase(Locale.ROOT)) + 1);
        }
        tres.merge("gres/" + match.group(1), count, Double::sum);
    }

    private static long cpus(ConfLine line) {
        String cpus = line.get("cpus", line.get("procs", ""));
        if (!cpus.isEmpty()) {
            return whole("CPUs", cpus);
        }
        String sockets = line.get("sockets");
        long all = sockets == null
                ? whole("Boards", line.get("boards", "1")) * whole("SocketsPerBoard", line.get("socketsperboard", "1"))
                : whole("Sockets", sockets);
        return all
                * whole("CoresPerSocket", line.get("corespersocket", "1"))
                * whole("ThreadsPerCore", line.get("threadspercore", "1"));
    }

    static long whole(String key, String text) {
        if (!text.matches("\\d{1,15}")) {
            throw new IllegalArgumentException(key + " \"" + text + "\": must be a whole number of at least 0");
        }
        return Long.parseLong(text);
    }
}

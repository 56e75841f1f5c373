package io.fairway.scenario.domain;

import io.fairway.avro.Policy;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.reading.memory.MemoryDomain;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Usage that a scenario states, as of its instant: by tree, account and user, and by measure. Jobs and runs add to it.
 *
 * <pre>{@code
 * usage:
 *   alps:
 *     physics/anna: {usage: 4214800}                          # Slurm: TRES-seconds
 *     physics/ben: {cpu-time: 3600, started-slots: 4}         # LSF: seconds, and what is held now
 *     physics/eva: {windows: [7200, 3600]}                    # Moab: processor-seconds by window, the current one first
 * }</pre>
 *
 * <p>An account alone is written {@code physics/}, and a user without an account {@code /anna}. Measures beside the policy's own have
 * the end of their name as key, such as {@code cpu-time} or {@code qos}; with windows {@code group-windows}.
 */
final class OpeningUsage {
    /** What is read as what is held now, and not as what was used. */
    private static final Set<String> HELD =
            Set.of("started-slots", "reserved-slots", "forwarded-slots", "memory", "memory-slots");

    /** A billion processors for thirty years; beyond it, lines have no room. */
    private static final BigDecimal MOST = new BigDecimal("1e18");

    private static final String OWN = "usage";
    private static final String WINDOWS = "windows";

    private record Stated(NodeId node, String key, YamlValue value) {}

    private final List<Stated> all = new ArrayList<>();

    private OpeningUsage() {}

    static OpeningUsage read(YamlMap scenario) {
        OpeningUsage usage = new OpeningUsage();
        scenario.entries("usage")
                .forEach((tree, nodes) -> nodes.entries()
                        .forEach((path, measures) -> measures.entries()
                                .forEach((key, value) ->
                                        usage.all.add(new Stated(node(tree, path, measures), key, value)))));
        return usage;
    }

    private static NodeId node(String tree, String path, YamlValue value) {
        int slash = path.indexOf('/');
        if (slash < 0 || path.indexOf('/', slash + 1) >= 0) {
            throw value.wrong("must belong to ACCOUNT/USER, or to ACCOUNT/ or /USER alone");
        }
        return new NodeId(tree, path.substring(0, slash), path.substring(slash + 1));
    }

    /**
     * Checks that something counts it.
     *
     * @throws IllegalArgumentException with file, line and the measures that there are, if no policy counts one
     */
    void requireCounted(Collection<Policy> policies) {
        for (Stated stated : all) {
            Set<String> keys = new TreeSet<>();
            policies.forEach(policy -> PolicyFamilies.of(policy).measures().forEach(measure -> {
                String key = key(measure, policy.getMeasure().getName(), stated.node.tree());
                if (key != null) {
                    keys.add(key);
                }
            }));
            if (!keys.contains(stated.key)) {
                throw stated.value.wrong("is not counted in tree " + stated.node.tree() + "; what is counted there is "
                        + (keys.isEmpty() ? "nothing" : String.join(", ", keys)));
            }
        }
    }

    /** Puts what a policy counts of it into a domain. */
    void openIn(MemoryDomain memory, Policy policy, long at) {
        List<MeasureDefinition> measures = PolicyFamilies.of(policy).measures();
        Map<NodeId, Map<String, Line>> lines = new LinkedHashMap<>();
        for (Stated stated : all) {
            MeasureDefinition measure = measure(stated, policy.getMeasure().getName(), measures);
            if (measure == null) {
                continue;
            }
            if (measure.windows() != null) {
                memory.put(
                        measure.name(),
                        stated.node,
                        ring(stated.value, measure.windows().windowing(), at));
                continue;
            }
            Line line = lines.computeIfAbsent(stated.node, node -> new LinkedHashMap<>())
                    .computeIfAbsent(measure.name(), name -> new Line());
            add(line, stated, DecayLaws.of(measure.law()), at);
        }
        lines.forEach((node, own) -> own.forEach((measure, line) -> memory.put(measure, node, line)));
    }

    private static BigDecimal amount(YamlValue value) {
        BigDecimal amount = value.decimal();
        if (amount.abs().compareTo(MOST) > 0) {
            throw value.wrong("must be at most 1e18");
        }
        return amount;
    }

    private static void add(Line line, Stated stated, DecayLaws laws, long at) {
        BigDecimal amount = amount(stated.value);
        if (amount.signum() < 0) {
            throw stated.value.wrong("must be at least 0");
        }
        if (HELD.contains(stated.key)) {
            Segment.of(at, Segment.OPEN, Rate.units(amount)).forEach(segment -> line.add(laws, segment));
        } else {
            line.add(laws, amount, at);
        }
    }

    private static @Nullable MeasureDefinition measure(Stated stated, String own, List<MeasureDefinition> measures) {
        return measures.stream()
                .filter(measure -> stated.key.equals(key(measure, own, stated.node.tree())))
                .findFirst()
                .orElse(null);
    }

    /** The key of a measure in a tree; null if it counts elsewhere. */
    private static @Nullable String key(MeasureDefinition measure, String own, String tree) {
        String name = measure.name();
        if (name.equals(own)) {
            return measure.windows() == null ? OWN : WINDOWS;
        }
        String rest = name.startsWith(own + ".") ? name.substring(own.length() + 1) : name;
        String key = rest.startsWith(tree + ".") ? rest.substring(tree.length() + 1) : rest;
        if (key.indexOf('.') >= 0) {
            return null;
        }
        return measure.windows() == null ? key : key + "-" + WINDOWS;
    }

    private static WindowRing ring(YamlValue value, Windowing windowing, long at) {
        List<YamlValue> numbers = value.list();
        if (numbers.size() > windowing.depth()) {
            throw value.wrong("must have at most " + windowing.depth() + " windows, but has " + numbers.size());
        }
        WindowRing ring = new WindowRing(windowing);
        for (int window = numbers.size() - 1; window >= 0; window--) {
            ring.add(amount(numbers.get(window)), windowing.start(windowing.index(at) - window));
        }
        return ring;
    }
}

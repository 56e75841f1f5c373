package io.fairway.scenario.domain;

import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.RemoteUsage;
import io.fairway.core.hosts.Host;
import io.fairway.core.shares.ShareNode;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.registry.RemoteUsageYaml;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.memory.MemoryDomain;
import io.fairway.records.HostRecords;
import io.fairway.scenario.report.Report;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scenario in the words of the records: what {@code policy apply}, {@code shares apply} and {@code hosts apply} take, job events, and
 * an instant. Each policy gets the domain for itself.
 *
 * <pre>{@code
 * at: 2026-11-21T12:00:00Z
 * policy: {algorithm: fair-tree-slurm, slurm: {weightFairshare: 1000}}
 * shares: {alps: {physics: {shares: 60, users: {anna: 1, ben: 1}}}}
 * hosts: {alps: {h1: {slots: 16}}}
 * jobs: {"7": {account: physics, user: anna, submitted: 2026-11-21T09:00:00Z}}
 * }</pre>
 *
 * <p>A policy leaves out domain, name, measure name and effectiveFrom. It is in force at the scenario's instant.
 */
public final class DomainScenario {
    private static final String UNNAMED = "scenario";

    private final YamlMap yaml;
    private final long at;
    private final List<ShareNode> shares = new ArrayList<>();
    private final String domain;
    private final List<Host> hosts = new ArrayList<>();
    private final List<RemoteUsage> remote = new ArrayList<>();
    private final GivenFacts facts;
    private final OpeningUsage usage;

    private DomainScenario(YamlMap yaml, Path folder) {
        this.yaml = yaml;
        at = yaml.get("at").instant();
        YamlMap trees = section("shares", "trees", folder);
        YamlMap clusters = section("hosts", "hosts", folder);
        Map<String, YamlValue> byName = trees.entries("trees");
        byName.forEach((tree, accounts) -> shares.addAll(ShareTreeYaml.read(tree, accounts)));
        String only = byName.size() == 1 ? byName.keySet().iterator().next() : UNNAMED;
        domain = yaml.text("domain", trees.text("domain", clusters.text("domain", only)));
        clusters.entries("hosts")
                .forEach((cluster, names) ->
                        names.entries().forEach((name, value) -> hosts.add(host(cluster, name, value))));
        trees.done();
        clusters.done();
        yaml.list("remoteUsage").forEach(value -> remote(orFile(value, folder)));
        facts = GivenFacts.read(yaml, domain, at);
        usage = OpeningUsage.read(yaml);
    }

    /** A file that the key names, or what stands below the key, as if it were such a file. */
    private YamlMap section(String key, String inFile, Path folder) {
        YamlValue value = yaml.find(key);
        if (value == null) {
            return YamlValue.parse(key, "{}");
        }
        return value.isMap() ? new YamlMap(value, Map.of(inFile, value)) : orFile(value, folder);
    }

    /** A map, or the name of a file with it, as the commands that apply such files take it. */
    public static YamlMap orFile(YamlValue value, Path folder) {
        return value.isMap() ? value.map() : YamlValue.read(folder.resolve(value.text()));
    }

    /**
     * Evaluates a scenario.
     *
     * @param policies by name
     * @param folder of the scenario, in which the files that it names are
     * @return the results, by policy
     * @throws IllegalArgumentException with file, line, value and rule, if it cannot be read or evaluated
     */
    public static Map<String, Report> evaluate(YamlMap yaml, Map<String, YamlMap> policies, Path folder) {
        DomainScenario scenario = new DomainScenario(yaml, folder);
        Map<String, Policy> read = new LinkedHashMap<>();
        policies.forEach((name, policy) -> read.put(name, scenario.policy(name, policy)));
        scenario.usage.requireCounted(read.values());
        Map<String, Report> reports = new LinkedHashMap<>();
        read.forEach((name, policy) -> reports.put(name, scenario.report(policy)));
        return reports;
    }

    /** A source may leave out what a file of its own says at its head. */
    private void remote(YamlMap source) {
        source.text("domain", domain);
        String name = source.text("source", "source " + (remote.size() + 1));
        Instant asOf = Instant.ofEpochMilli(source.instant("as-of", at));
        remote.addAll(RemoteUsageYaml.read(source, domain, name, asOf).values());
    }

    private Host host(String cluster, String name, YamlValue value) {
        Map<String, Object> key = Map.of("domain", domain, "cluster", cluster, "name", name);
        return value.checked(() -> HostRecords.host(
                RecordYaml.read(value.map(), io.fairway.avro.Host.getClassSchema(), io.fairway.avro.Host.class, key)));
    }

    /** The policy as it is in force: its own beginning decides only where a reset period counts from. */
    private Policy policy(String name, YamlMap file) {
        Map<String, Object> otherwise =
                Map.of("domain", domain, "name", name, "effectiveFrom", 0L, "measure.name", name);
        Policy read = PolicyYaml.read(file, otherwise);
        Instant from = read.getEffectiveFrom();
        if (from.toEpochMilli() > at && !read.getUsageReset().equals("NONE")) {
            throw file.get("effectiveFrom")
                    .wrong(
                            "lies after the instant that is evaluated, and usageReset counts from it; give an earlier one");
        }
        Policy policy = Policy.newBuilder(read)
                .setDomain(domain)
                .setState(PolicyState.ACTIVE)
                .setEffectiveFrom(from.toEpochMilli() > at ? Instant.ofEpochMilli(at) : from)
                .build();
        file.checked(() -> {
            PolicyFamilies.check(policy);
            return policy;
        });
        return policy;
    }

    private Report report(Policy policy) {
        MemoryDomain memory = new MemoryDomain(domain);
        memory.put(policy);
        shares.forEach(memory::put);
        hosts.forEach(memory::put);
        remote.forEach(memory::put);
        usage.openIn(memory, policy, at);
        facts.giveTo(memory);
        DomainSnapshot now = yaml.checked(() -> memory.at(at));
        return DomainReport.of(now);
    }
}

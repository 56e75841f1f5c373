package io.fairway.importers.lsf;

import io.fairway.avro.Algorithm;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.core.hosts.Host;
import io.fairway.importers.ImportReport;
import io.fairway.importers.ImportTarget;
import io.fairway.importers.Imported;
import io.fairway.importers.Place;
import io.fairway.importers.SourceFile;
import io.fairway.importers.SourceLine;
import io.fairway.importers.Sources;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads an LSF site's files. Sections identify themselves, in any file: Parameters, Queue, UserGroup, Host, HostGroup,
 * HostPartition, Limit, Application. A file of {@code NAME=value} lines without sections is an lsf.conf.
 */
public final class LsfImporter {
    private static final Set<String> UNUSED = Set.of(
            "user",
            "usermap",
            "hostinventory",
            "computeunit",
            "reservationusage",
            "guaranteedresourcepool",
            "hostexport",
            "sharedresourceexport",
            "resourcereservation",
            "powerpolicy",
            "gpu",
            "limitglobal");

    private static final Set<String> READ =
            Set.of("host", "hostgroup", "limit", "parameters", "usergroup", "queue", "hostpartition", "application");

    private final ImportTarget target;
    private final ImportReport report = new ImportReport();
    private final ClusterParameters parameters = new ClusterParameters(report);
    private final Hosts hosts = new Hosts(report);
    private final Queues queues = new Queues(report);
    private final Applications applications = new Applications(report);
    private final ShareTrees trees;
    private final Map<String, Set<String>> hostPartitions = new LinkedHashMap<>();
    private final List<Section> sections = new ArrayList<>();

    private LsfImporter(ImportTarget target) {
        this.target = target;
        trees = new ShareTrees(target.users(), report);
    }

    /** Reads the files. */
    public static Imported read(List<SourceFile> files, ImportTarget target) {
        LsfImporter importer = new LsfImporter(target);
        importer.take(files);
        return importer.finish();
    }

    private void take(List<SourceFile> files) {
        Sources sources = new Sources(files, false, true, report);
        for (SourceFile file : files) {
            if (sources.isIncluded(file)) {
                continue;
            }
            List<SourceLine> lines = Conditions.outside(sources.lines(file), report);
            if (lines.stream().anyMatch(line -> line.text().matches("(?i)Begin\\s+\\w+"))) {
                sections.addAll(Sections.read(lines, report));
            } else if (file.name().equals("lsf.conf")
                    || lines.stream().anyMatch(line -> line.text().matches("(LSF|LSB|EGO)_\\w+\\s*=.*"))) {
                lines.forEach(parameters::conf);
            } else if (!lines.isEmpty()) {
                report.error(
                        new Place(file.name(), 0),
                        "must be an lsf.conf or an lsb file, with a line Begin or a parameter LSF_ or LSB_");
            }
        }
        // Hosts before the queues that name them, groups in their own order.
        each("host", hosts::hosts);
        each("hostgroup", hosts::groups);
        each("limit", hosts::limits);
        each("parameters", parameters::take);
        each("usergroup", trees::groups);
        each("queue", section -> section.rows().forEach(row -> queues.take(row, hosts)));
        each("application", section -> section.rows().forEach(applications::take));
        for (Section section : sections) {
            String kind = section.kind().toLowerCase(Locale.ROOT);
            if (UNUSED.contains(kind)) {
                report.unused(section.place(), "section " + section.kind());
            } else if (!READ.contains(kind)) {
                report.warning(section.place(), "section " + section.kind() + " is unknown");
            }
        }
    }

    private void each(String kind, java.util.function.Consumer<Section> action) {
        sections.stream()
                .filter(section -> section.kind().equalsIgnoreCase(kind))
                .forEach(action);
    }

    private Imported finish() {
        List<LsfQueue> effective = withoutIgnoredShares();
        Map<String, Section.Row> partitions = new LinkedHashMap<>();
        each("hostpartition", section -> section.rows().forEach(row -> partitions.put(row.text("HPART_NAME"), row)));
        partitions.forEach(this::hostPartition);
        ClusterChecks.check(queues, hostPartitions, hosts, parameters, report);
        effective.stream()
                .filter(LsfQueue::getFairshare)
                .forEach(queue -> trees.add(
                        queue.getName(),
                        queues.shares().getOrDefault(queue.getName(), List.of()),
                        queues.place(queue.getName(), "FAIRSHARE")));
        ClusterChecks.table(queues, parameters, report);
        String domain = target.domain() != null ? target.domain() : target.cluster() == null ? "" : target.cluster();
        report.read("policy " + target.policy() + ": LSF_DYNAMIC, "
                + ImportReport.count(parameters.values().size(), "parameter") + " of the cluster, "
                + ImportReport.count(effective.size(), "queue")
                + (hostPartitions.isEmpty() ? "" : ", " + ImportReport.count(hostPartitions.size(), "host partition")));
        if (report.hasErrors()) {
            return new Imported(domain, trees.nodes(), null, report);
        }
        // Hosts belong to a cluster; where the caller names only the domain, that is one cluster of the same name.
        List<Host> table = hosts.table(target.cluster() == null ? domain : target.cluster());
        if (!table.isEmpty()) {
            report.read(ImportReport.count(table.size(), "host") + ", "
                    + table.stream().filter(host -> host.most() != null).count() + " of them with slots");
        }
        Map<String, List<String>> hostsOf = new TreeMap<>();
        hostPartitions.forEach((name, names) -> hostsOf.put(name, List.copyOf(names)));
        Policy policy = Policy.newBuilder()
                .setDomain(domain)
                .setName(target.policy())
                .setEffectiveFrom(Instant.ofEpochMilli(target.effectiveFrom()))
                .setMeasure(Measure.newBuilder().setName("lsf").build())
                .setAlgorithm(Algorithm.LSF_DYNAMIC)
                .setNodes(target.nodes())
                .setProcessors(target.processors())
                .setLsf(LsfPolicy.newBuilder()
                        .setCluster(parameters.values())
                        .setQueues(effective)
                        .setHostPartitions(hostsOf)
                        .setPoolSlots(poolSlots())
                        .setPoolLimits(poolLimits())
                        .setApplicationChunkSizes(applications.chunkSizes())
                        .build())
                .build();
        return new Imported(domain, trees.nodes(), table, policy, report);
    }

    /** The queues. LSF ignores FAIRSHARE of a queue that is a child of FAIRSHARE_QUEUES, so the result omits it. */
    private List<LsfQueue> withoutIgnoredShares() {
        Set<String> children = new HashSet<>();
        queues.queues().forEach(queue -> children.addAll(queue.getFairshareQueues()));
        return queues.queues().stream()
                .map(queue -> children.contains(queue.getName()) && queue.getFairshare()
                        ? LsfQueue.newBuilder(queue).setFairshare(false).build()
                        : queue)
                .toList();
    }

    private void hostPartition(String name, Section.Row row) {
        Set<String> members = hosts.resolve(row.find("HOSTS"), row.place());
        if (members.isEmpty()) {
            Section.Value list = row.find("HOSTS");
            report.error(
                    list == null ? row.place() : list.place(),
                    "HostPartition " + name + ": HOSTS \"" + (list == null ? "" : list.text())
                            + "\": must be hosts that the files name;"
                            + " add the section Host of lsb.hosts");
        }
        hostPartitions.forEach((other, taken) -> {
            Set<String> both = new LinkedHashSet<>(taken);
            both.retainAll(members);
            if (!both.isEmpty()) {
                report.error(
                        row.place(),
                        "HostPartition " + name + ": hosts " + both + " are in HostPartition " + other
                                + " too; a host must be in only one");
            }
        });
        hostPartitions.put(name, members);
        Section.Value shares = row.find("USER_SHARES");
        if (name.isEmpty() || shares == null) {
            report.error(row.place(), "HostPartition \"" + name + "\": must have HPART_NAME and USER_SHARES");
            return;
        }
        trees.add(
                name,
                report.checked(shares.place(), () -> ShareAssignment.parse(shares.text()), List.<ShareAssignment>of()),
                shares.place());
    }

    /** The limits of lsb.resources over all hosts of a pool. */
    private Map<String, Long> poolLimits() {
        Map<String, Long> limits = new TreeMap<>();
        for (LsfQueue queue : queues.queues()) {
            Long limit = hosts.limit(new LinkedHashSet<>(queue.getHosts()));
            if (queue.getSlotPool() != null && limit != null) {
                limits.put(queue.getSlotPool(), limit);
            }
        }
        return limits;
    }

    private Map<String, Long> poolSlots() {
        Map<String, Long> slots = new TreeMap<>();
        for (LsfQueue queue : queues.queues()) {
            String pool = queue.getSlotPool();
            if (pool == null || slots.containsKey(pool)) {
                continue;
            }
            Long own = hosts.slots(new LinkedHashSet<>(queue.getHosts()));
            if (own == null) {
                report.unsupported(
                        queues.place(queue.getName(), "SLOT_POOL"),
                        "SLOT_POOL " + pool
                                + ": the files do not contain the slots of its hosts; add them to poolSlots");
            } else {
                slots.put(pool, own);
            }
        }
        return slots;
    }
}

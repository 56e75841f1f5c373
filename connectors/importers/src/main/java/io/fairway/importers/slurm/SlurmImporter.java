package io.fairway.importers.slurm;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.avro.QosInfo;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareNode;
import io.fairway.importers.ImportReport;
import io.fairway.importers.ImportTarget;
import io.fairway.importers.Imported;
import io.fairway.importers.Place;
import io.fairway.importers.SourceFile;
import io.fairway.importers.Sources;
import io.fairway.importers.TreeBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Slurm site's files: slurm.conf (any file that is none of the others), {@code sacctmgr dump},
 * {@code sacctmgr -P show assoc}, {@code sacctmgr -P show qos}, and {@code sinfo -V} or {@code scontrol show config} for the
 * version. It tells them apart by their content. It prefers the table of associations to a dump, because the table has Slurm's
 * own order.
 */
public final class SlurmImporter {
    private final ImportTarget target;
    private final ImportReport report = new ImportReport();
    private final SlurmConf conf = new SlurmConf();
    private final Map<String, QosInfo> qos = new TreeMap<>();
    private final List<SacctmgrTable> tables = new ArrayList<>();
    private final List<DumpLine> dump = new ArrayList<>();
    private final List<String> dumps = new ArrayList<>();
    private final VersionSigns version = new VersionSigns();
    private boolean hasConf;

    private SlurmImporter(ImportTarget target) {
        this.target = target;
    }

    /** The versions of Slurm whose defaults can be chosen. */
    public static List<String> dialects() {
        return SlurmVersion.names();
    }

    /** Reads the files. */
    public static Imported read(List<SourceFile> files, ImportTarget target) {
        SlurmImporter importer = new SlurmImporter(target);
        importer.take(files);
        return importer.finish();
    }

    private void take(List<SourceFile> files) {
        Sources sources = new Sources(files, true, false, report);
        for (SourceFile file : files) {
            if (SacctmgrDump.isOne(file)) {
                dump.addAll(SacctmgrDump.lines(file, report));
                dumps.add(file.name());
            } else if (AssociationTable.isOne(file)) {
                tables.add(SacctmgrTable.read(file, report));
            } else if (QosTable.isOne(file)) {
                qos.putAll(QosTable.read(SacctmgrTable.read(file, report), report));
            } else if (VersionSigns.isOne(file)) {
                version.take(file, report);
            } else if (file.text().isBlank()) {
                report.error(
                        new Place(file.name(), 0),
                        "is empty; for associations, give the output of " + AssociationTable.COMMAND);
            } else if (file.text()
                    .lines()
                    .noneMatch(line -> line.matches("\\s*[A-Za-z]+\\s*=.*|\\s*(?i:include)\\s.*"))) {
                report.error(
                        new Place(file.name(), 0),
                        "must be a slurm.conf, a sacctmgr dump, or the output of sacctmgr -P show qos or show assoc, of"
                                + " sinfo -V or scontrol show config");
            } else if (!sources.isIncluded(file)) {
                hasConf = true;
                conf.read(sources.lines(file), report);
            }
        }
    }

    private Imported finish() {
        Set<String> listed = listed();
        String cluster = cluster(listed);
        String domain = target.domain() != null ? target.domain() : cluster;
        String treeName = cluster.isEmpty() ? domain : cluster;
        List<ShareNode> shares = List.of();
        if (!treeName.isEmpty() && (!dump.isEmpty() || !tables.isEmpty())) {
            TreeBuilder tree = new TreeBuilder(treeName);
            if (tables.isEmpty()) {
                SacctmgrDump.read(dump, tree, report);
            } else {
                String source = source(cluster, listed);
                tables.forEach(table -> AssociationTable.read(table, source, tree, report));
                dumps.forEach(
                        name -> report.read(name + ": not needed, the associations come from sacctmgr show assoc"));
            }
            shares = tree.build(report);
        }
        @Nullable Policy policy = null;
        if (hasConf) {
            version.look(tables, dump);
            policy = new SlurmPolicy(conf, target, version.choose(target.dialect(), report), report)
                    .build(
                            domain,
                            qos,
                            shares.stream()
                                    .anyMatch(node -> !node.id().partition().isEmpty()));
        } else if (!qos.isEmpty()) {
            report.warning(null, qos.size() + " QOS, but no slurm.conf: add it, or no policy contains them");
        }
        if (qos.isEmpty() && dump.stream().anyMatch(line -> line.title() == DumpLine.Title.QOS)) {
            report.warning(
                    new Place(dumps.get(0), 0),
                    "its QOS lines are not read; give the output of sacctmgr -P show qos, too");
        }
        tellOrder(shares, policy);
        return new Imported(domain, shares, report.hasErrors() ? null : policy, report);
    }

    /** A dump has its own order, a table perhaps, and only Fair Tree as Slurm does it depends on the order. */
    private void tellOrder(List<ShareNode> shares, @Nullable Policy policy) {
        Set<String> levels = new HashSet<>();
        boolean siblings = shares.stream()
                .map(node -> node.id().isUser() ? node.id().account() : node.parent())
                .anyMatch(level -> !levels.add(level == null ? NodeId.ROOT : level));
        boolean ordered = !tables.isEmpty() && tables.stream().allMatch(AssociationTable::isOrdered);
        if (!ordered
                && siblings
                && !report.hasErrors()
                && (policy == null || policy.getAlgorithm() == Algorithm.FAIR_TREE_SLURM)) {
            report.warning(
                    tables.isEmpty() ? new Place(dumps.get(0), 0) : null,
                    (tables.isEmpty() ? "a dump lacks" : "associations without Lineage or LFT lack")
                            + " the order of Slurm's database, which decides exact ties of Fair Tree: tied users may get"
                            + " other ranks than in Slurm; give the output of " + AssociationTable.COMMAND
                            + " instead");
        }
    }

    /** The clusters with associations in the files. */
    private Set<String> listed() {
        Set<String> listed = new TreeSet<>();
        tables.forEach(table -> listed.addAll(AssociationTable.clusters(table)));
        String ofDump = SacctmgrDump.cluster(dump);
        if (tables.isEmpty() && ofDump != null) {
            listed.add(ofDump);
        }
        return listed;
    }

    /** The name of the cluster: the given one, the one in slurm.conf, or the only one in the files. */
    private String cluster(Set<String> listed) {
        SlurmConf.Value setting = conf.find("ClusterName");
        String named = target.cluster() != null ? target.cluster() : setting == null ? null : setting.text();
        if (named == null) {
            if (listed.size() > 1) {
                report.error(null, "clusters " + listed + ": choose one (--cluster)");
            }
            return listed.isEmpty() ? "" : listed.iterator().next();
        }
        Set<String> others = new TreeSet<>(listed);
        others.removeIf(named::equalsIgnoreCase);
        if (others.size() < listed.size()) {
            if (!others.isEmpty()) {
                report.warning(null, "clusters " + others + ": skipped, the cluster is " + named);
            }
        } else if (listed.size() == 1) {
            report.warning(null, "cluster " + listed.iterator().next() + ": its associations are used for " + named);
        } else if (!listed.isEmpty()) {
            report.error(null, "clusters " + listed + ": must include " + named + "; choose one (--cluster)");
        }
        return named;
    }

    /** The cluster whose table rows are read. */
    private static String source(String cluster, Set<String> listed) {
        return listed.stream()
                .filter(cluster::equalsIgnoreCase)
                .findFirst()
                .orElse(listed.size() == 1 ? listed.iterator().next() : cluster);
    }
}

package io.fairway.importers.slurm;

import io.fairway.core.model.NodeId;
import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.importers.SourceFile;
import io.fairway.importers.SourceLine;
import io.fairway.importers.TreeBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The associations of a cluster in the format of {@code sacctmgr dump CLUSTER file=F}.
 *
 * <ol>
 *   <li>A Parent line names the account of the lines after it: root before the first. The account must be defined
 *       before.
 *   <li>Slurm has accounts and users in lower case, so names become lower case ({@link Shares}). FairShare=parent is 2147483647 in the file;
 *       the default of Fairshare is 1.
 *   <li>Names of options may be abbreviated. Limits and access rights are skipped. An association of a partition is
 *       a User line with the option Partition.
 *   <li>Siblings keep the order of the file. Slurm's own order, that of the database, decides exact ties of Fair Tree
 *       and is not in the file: {@link AssociationTable} has it, and {@link SlurmImporter} warns.
 *   <li>Only a line that begins with {@code #} is a comment: a text may have that character.
 *   <li>QOS lines are not read: {@link QosTable} has the QOS.
 * </ol>
 *
 * <p>Source: sacctmgr(1) of Slurm 22.05, FLAT FILE DUMP AND LOAD; dumps of Slurm 24.11 and 26.05.
 */
final class SacctmgrDump {
    private static final List<String> OPTIONS = List.of(
            "fairshare",
            "shares",
            "priority",
            "partition",
            "description",
            "organization",
            "grpjobs",
            "grpjobsaccrue",
            "grpsubmitjobs",
            "grptres",
            "grptresmins",
            "grptresrunmins",
            "grpwall",
            "grpcpus",
            "grpcpumins",
            "grpcpurunmins",
            "grpnodes",
            "grpmemory",
            "maxjobs",
            "maxjobsaccrue",
            "maxsubmitjobs",
            "maxtresperjob",
            "maxtresminsperjob",
            "maxtrespernode",
            "maxtresrunmins",
            "maxwalldurationperjob",
            "maxcpusperjob",
            "maxcpuminsperjob",
            "maxcpurunmins",
            "maxnodesperjob",
            "minpriothreshold",
            "qos",
            "qoslevel",
            "defaultqos",
            "defaultaccount",
            "adminlevel",
            "coordinator",
            "defaultwckey",
            "wckeys",
            "classification",
            "flags");

    private final ImportReport report;
    private final TreeBuilder tree;
    private final Set<String> skipped = new HashSet<>();
    private String parent = NodeId.ROOT;

    private SacctmgrDump(TreeBuilder tree, ImportReport report) {
        this.tree = tree;
        this.report = report;
    }

    /** Whether a file is such a dump. */
    static boolean isOne(SourceFile file) {
        return split(file).stream()
                .findFirst()
                .map(line -> DumpLine.isOne(line.text()))
                .orElse(false);
    }

    /** Lines of the file; another form is an error. */
    static List<DumpLine> lines(SourceFile file, ImportReport report) {
        List<DumpLine> lines = new ArrayList<>();
        for (SourceLine line : split(file)) {
            DumpLine parsed = report.attempt(line.place(), () -> DumpLine.parse(line));
            if (parsed != null) {
                lines.add(parsed);
            }
        }
        return lines;
    }

    private static List<SourceLine> split(SourceFile file) {
        List<SourceLine> lines = new ArrayList<>();
        int number = 0;
        for (String raw : file.text().split("\\R", -1)) {
            number++;
            String text = raw.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                lines.add(new SourceLine(new Place(file.name(), number), text));
            }
        }
        return lines;
    }

    /** The name of the cluster of a dump; {@code null} for none. */
    static @Nullable String cluster(List<DumpLine> lines) {
        return lines.stream()
                .filter(line -> line.title() == DumpLine.Title.CLUSTER)
                .map(DumpLine::name)
                .findFirst()
                .orElse(null);
    }

    /** Adds the content of the lines to a tree. */
    static void read(List<DumpLine> lines, TreeBuilder tree, ImportReport report) {
        SacctmgrDump dump = new SacctmgrDump(tree, report);
        lines.forEach(dump::take);
    }

    private void take(DumpLine line) {
        switch (line.title()) {
            case CLUSTER -> {
                if (!skipped.add("Cluster")) {
                    report.error(line.place(), "Cluster '" + line.name() + "': must be the only one of the file");
                }
            }
            case PARENT -> {
                parent = Shares.account(line.name());
                if (!tree.has(parent)) {
                    report.error(line.place(), "Parent '" + line.name() + "': must be defined before it is used");
                }
            }
            case ACCOUNT, USER -> node(line);
            case QOS -> {}
        }
    }

    private void node(DumpLine line) {
        boolean user = line.title() == DumpLine.Title.USER;
        String account = user ? parent : Shares.account(line.name());
        String name = user ? Shares.user(line.place(), line.name(), report) : "";
        line.options().keySet().forEach(option -> skip(line.place(), option));
        String partition = option(line, "partition", "");
        Place before = tree.find(account, name, partition);
        if (before != null || (!user && account.equals(NodeId.ROOT))) {
            report.error(
                    line.place(),
                    (user ? "user " + name + " in account " : "account ") + account
                            + (partition.isEmpty() ? "" : ", partition " + partition)
                            + ": must be defined only once, but is also "
                            + (before == null ? "in every cluster" : "at " + before));
            return;
        }
        String ownShares = option(line, "shares", option(line, "fairshare", "1"));
        long shares = report.checked(line.place(), () -> Shares.shares(ownShares), 1L);
        long priority = report.checked(line.place(), () -> Shares.priority(option(line, "priority", "")), 0L);
        if (user) {
            tree.user(line.place(), account, name, partition, shares, priority);
        } else {
            tree.account(line.place(), account, parent, shares, priority);
        }
    }

    private void skip(Place place, String option) {
        List<String> meant = meant(option);
        if (meant.isEmpty()) {
            report.warning(place, option + " is unknown");
        } else if (!List.of("fairshare", "shares", "priority", "partition").contains(meant.get(0))) {
            report.unused(place, meant.get(0));
        }
    }

    /** The value of an option with a possibly abbreviated name. */
    private static String option(DumpLine line, String name, String otherwise) {
        for (Map.Entry<String, String> option : line.options().entrySet()) {
            List<String> meant = meant(option.getKey());
            if (!meant.isEmpty() && meant.get(0).equals(name)) {
                return option.getValue();
            }
        }
        return otherwise;
    }

    /** The full option name; for an abbreviation, the first option that begins with it. */
    private static List<String> meant(String option) {
        return OPTIONS.contains(option)
                ? List.of(option)
                : OPTIONS.stream().filter(name -> name.startsWith(option)).toList();
    }
}

package io.fairway.importers.slurm;

import io.fairway.core.model.NodeId;
import io.fairway.importers.ImportReport;
import io.fairway.importers.SourceFile;
import io.fairway.importers.TreeBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The associations of a cluster in the format of {@code sacctmgr -P show assoc}, with the columns Account, User, Share,
 * ParentName and optionally Cluster, Partition, Priority, and LFT or Lineage. These two are Slurm's own order of siblings,
 * which decides exact ties of Fair Tree: LFT before Slurm 23.11, Lineage from then on.
 *
 * <p>Source: sacctmgr(1) of Slurm 22.05 and 24.11, LIST/SHOW ASSOCIATION FORMAT OPTIONS.
 */
final class AssociationTable {
    /** The command for such a table, for messages. */
    static final String COMMAND = "sacctmgr -P show assoc"
            + " format=cluster,account,user,partition,share,parentname,priority,lineage (before Slurm 23.11, with lft"
            + " instead of lineage)";

    private static final List<String> NEEDED = List.of("account", "user", "share", "parentname");

    private AssociationTable() {}

    static boolean isOne(SourceFile file) {
        List<String> columns = SacctmgrTable.columns(file);
        return columns.contains("account") && columns.contains("share");
    }

    /** Whether a table has the order of Slurm's database. */
    static boolean isOrdered(SacctmgrTable table) {
        return table.columns().contains("lft") || table.columns().contains("lineage");
    }

    /** The names of the clusters in a table. */
    static Set<String> clusters(SacctmgrTable table) {
        Set<String> clusters = new TreeSet<>();
        table.rows().stream()
                .map(row -> row.get("cluster"))
                .filter(name -> !name.isEmpty())
                .forEach(clusters::add);
        return clusters;
    }

    /** Adds the associations of a cluster to a tree. */
    static void read(SacctmgrTable table, String cluster, TreeBuilder tree, ImportReport report) {
        List<String> missing =
                NEEDED.stream().filter(name -> !table.columns().contains(name)).toList();
        if (!missing.isEmpty()) {
            report.error(
                    table.rows().isEmpty() ? null : table.rows().get(0).place(),
                    "columns " + table.columns() + ": must have " + NEEDED + "; give the output of " + COMMAND);
            return;
        }
        List<SacctmgrTable.Row> rows = new ArrayList<>(table.rows());
        rows.removeIf(
                row -> !row.get("cluster").isEmpty() && !row.get("cluster").equals(cluster));
        if (table.columns().contains("lft")) {
            rows.sort(Comparator.comparingLong(
                    row -> report.checked(row.place(), () -> Nodes.whole("LFT", row.get("lft")), 0L)));
        } else if (table.columns().contains("lineage")) {
            // As the database compares text: without case.
            rows.sort(Comparator.comparing(row -> row.get("lineage").toUpperCase(Locale.ROOT)));
        }
        rows.forEach(row -> node(row, tree, report));
    }

    private static void node(SacctmgrTable.Row row, TreeBuilder tree, ImportReport report) {
        String account = Shares.account(row.get("account"));
        String user = Shares.user(row.place(), row.get("user"), report);
        if (user.isEmpty() && account.equals(NodeId.ROOT)) {
            return;
        }
        String partition = row.get("partition");
        if (tree.find(account, user, partition) != null) {
            report.error(
                    row.place(),
                    (user.isEmpty() ? "" : "user " + user + " in ") + "account " + account
                            + (partition.isEmpty() ? "" : ", partition " + partition)
                            + ": must be defined only once, but is also at " + tree.find(account, user, partition));
            return;
        }
        long shares = report.checked(row.place(), () -> Shares.shares(row.get("share")), 1L);
        long priority = report.checked(row.place(), () -> Shares.priority(row.get("priority")), 0L);
        if (user.isEmpty()) {
            tree.account(row.place(), account, Shares.account(row.get("parentname")), shares, priority);
        } else {
            tree.user(row.place(), account, user, partition, shares, priority);
        }
    }
}

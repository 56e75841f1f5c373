package io.fairway.importers.slurm;

import io.fairway.avro.QosInfo;
import io.fairway.importers.ImportReport;
import io.fairway.importers.SourceFile;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The QOS in the format of {@code sacctmgr -P show qos}: Name, Priority, UsageFactor, Flags. Limits are skipped.
 *
 * <p>Source: sacctmgr(1) of Slurm 22.05, LIST/SHOW QOS FORMAT OPTIONS.
 */
final class QosTable {
    private QosTable() {}

    static boolean isOne(SourceFile file) {
        List<String> columns = SacctmgrTable.columns(file);
        return columns.contains("name") && columns.contains("priority");
    }

    static Map<String, QosInfo> read(SacctmgrTable table, ImportReport report) {
        Map<String, QosInfo> all = new TreeMap<>();
        for (SacctmgrTable.Row row : table.rows()) {
            String name = row.get("name");
            long priority = report.checked(row.place(), () -> Shares.priority(row.get("priority")), 0L);
            double factor = report.checked(row.place(), () -> factor(row.get("usagefactor")), 1.0);
            QosInfo info = QosInfo.newBuilder()
                    .setPriority((double) priority)
                    .setUsageFactor(factor)
                    .setNoDecay(
                            List.of(row.get("flags").toLowerCase(Locale.ROOT).split(","))
                                    .contains("nodecay"))
                    .build();
            if (name.isEmpty() || all.put(name, info) != null) {
                report.error(row.place(), "QOS \"" + name + "\": must have a name, and occur only once");
            }
        }
        return all;
    }

    private static double factor(String text) {
        String rule = "UsageFactor \"" + text + "\": must be a number of at least 0";
        try {
            double factor = text.isEmpty() ? 1 : new BigDecimal(text).doubleValue();
            if (factor >= 0) {
                return factor;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(rule, notANumber);
        }
        throw new IllegalArgumentException(rule);
    }
}

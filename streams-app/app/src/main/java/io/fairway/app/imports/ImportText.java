package io.fairway.app.imports;

import io.fairway.importers.ImportReport;
import io.fairway.importers.ImportReport.Finding.Kind;
import java.io.PrintWriter;

/** The report of an import, for people. */
final class ImportText {
    private ImportText() {}

    static void print(ImportReport report, PrintWriter out) {
        report.read().forEach(what -> out.println("read: " + what));
        report.findings().forEach(out::println);
        report.unused()
                .forEach((file, keywords) ->
                        out.println(file + ": no effect on fairshare or priority: " + String.join(", ", keywords)));
        report.tables().forEach(line -> out.println("in force: " + line));
        out.println(count(report, Kind.ERROR, "error", "errors") + ", "
                + count(report, Kind.WARNING, "warning", "warnings") + ", "
                + report.findings(Kind.UNSUPPORTED).size()
                + " not supported");
        out.flush();
    }

    private static String count(ImportReport report, Kind kind, String one, String many) {
        int count = report.findings(kind).size();
        return count + " " + (count == 1 ? one : many);
    }
}

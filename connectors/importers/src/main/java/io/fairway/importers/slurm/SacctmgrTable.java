package io.fairway.importers.slurm;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.importers.SourceFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table in the format of {@code sacctmgr -P} (or {@code -p}, with a bar at the end): a line of column names, then
 * rows, with bars between the columns.
 *
 * @param columns names without blanks, in lower case
 */
record SacctmgrTable(List<String> columns, List<Row> rows) {
    /** A row: values by column. */
    record Row(Place place, Map<String, String> cells) {
        String get(String column) {
            return cells.getOrDefault(column, "");
        }
    }

    /** The names of the columns of a file; empty if the file is not a table. */
    static List<String> columns(SourceFile file) {
        return file.text()
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .filter(line -> line.contains("|"))
                .map(SacctmgrTable::split)
                .map(names -> names.stream()
                        .map(name -> name.replace(" ", "").toLowerCase(Locale.ROOT))
                        .toList())
                .orElse(List.of());
    }

    static SacctmgrTable read(SourceFile file, ImportReport report) {
        List<String> columns = columns(file);
        List<Row> rows = new ArrayList<>();
        int number = 0;
        boolean header = true;
        for (String line : file.text().split("\\R", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            if (header) {
                header = false;
                continue;
            }
            Place place = new Place(file.name(), number);
            List<String> values = split(line);
            if (values.size() != columns.size()) {
                report.error(
                        place,
                        "\"" + line + "\": has " + values.size() + " columns, but must have those of the first line, "
                                + columns.size());
                continue;
            }
            Map<String, String> cells = new HashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                cells.put(columns.get(i), values.get(i).strip());
            }
            rows.add(new Row(place, cells));
        }
        return new SacctmgrTable(columns, rows);
    }

    private static List<String> split(String line) {
        return Arrays.asList(line.split("\\|", -1));
    }
}

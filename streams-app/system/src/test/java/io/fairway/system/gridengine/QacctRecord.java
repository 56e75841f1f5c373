package io.fairway.system.gridengine;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A record as {@code qacct -j} prints it in UTC.
 *
 * @param fields its values by their names
 */
record QacctRecord(Map<String, String> fields) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT);

    /** All records that it printed, in the order of the file. */
    static List<QacctRecord> of(String output) {
        List<QacctRecord> records = new ArrayList<>();
        output.lines().forEach(line -> {
            if (line.startsWith("====")) {
                records.add(new QacctRecord(new TreeMap<>()));
            } else if (line.contains(" ")) {
                String[] words = line.strip().split("\\s+", 2);
                records.getLast().fields.put(words[0], words.length > 1 ? words[1] : "");
            }
        });
        return records;
    }

    String get(String name) {
        return fields.getOrDefault(name, "");
    }

    /** Number, and that of an array's task. */
    String job() {
        return get("taskid").equals("undefined") ? get("jobnumber") : get("jobnumber") + "." + get("taskid");
    }

    boolean hasTimes() {
        return !get("start_time").equals("-/-");
    }

    Instant start() {
        return time("start_time");
    }

    Instant end() {
        return time("end_time");
    }

    private Instant time(String name) {
        return LocalDateTime.parse(get(name).replaceAll("\\s+", " "), TIME).toInstant(ZoneOffset.UTC);
    }

    double slots() {
        return Double.parseDouble(get("slots"));
    }

    /** The project, or else the group. */
    String account() {
        return get("project").equals("NONE") ? get("group") : get("project");
    }

    /** The number of {@code failed}, without its words. */
    String failed() {
        return get("failed").split(" ", 2)[0];
    }
}

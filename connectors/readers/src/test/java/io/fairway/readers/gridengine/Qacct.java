package io.fairway.readers.gridengine;

import io.fairway.readers.line.SkipReason;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One record as {@code qacct -j} prints it: a name and a value in each line.
 *
 * @param values its values by their names
 */
record Qacct(Map<String, String> values) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT);

    /** All records of an output, in its order. */
    static List<Qacct> of(List<String> lines) {
        List<Qacct> records = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("==")) {
                records.add(new Qacct(new HashMap<>()));
            } else if (!line.isBlank()) {
                String[] words = line.strip().split(" +", 2);
                records.get(records.size() - 1).values.put(words[0], words.length < 2 ? "" : words[1]);
            }
        }
        return records;
    }

    String value(String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    /** Job number, and the number of an array's task. */
    String id() {
        return value("jobnumber") + (value("taskid").equals("undefined") ? "" : "." + value("taskid"));
    }

    /** A time; UTC was the zone of the recording. */
    Instant time(String name) {
        return LocalDateTime.parse(value(name).replaceAll(" +", " "), TIME).toInstant(ZoneOffset.UTC);
    }

    String projectOr(String other) {
        return value("project").equals("NONE") ? value(other) : value("project");
    }

    int failed() {
        return Integer.parseInt(value("failed").split(" ", 2)[0]);
    }

    /** Seconds between start and end, as Grid Engine took them. */
    int wallclock() {
        return (int) Double.parseDouble(value("ru_wallclock").replace("s", ""));
    }

    /** Why it is no run that can be charged, by the words of sge_status(5); null = it is one. */
    @Nullable
    SkipReason reasonToSkip() {
        if (value("start_time").equals("-/-")) {
            return failed() == 19 || failed() == 25 ? SkipReason.RAN_WITHOUT_TIMES : SkipReason.NEVER_STARTED;
        }
        return time("start_time").equals(time("end_time")) ? SkipReason.NO_RUN_TIME : null;
    }
}

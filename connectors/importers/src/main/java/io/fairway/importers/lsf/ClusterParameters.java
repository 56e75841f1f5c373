package io.fairway.importers.lsf;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Keywords;
import io.fairway.importers.Place;
import io.fairway.importers.SourceLine;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.config.LsfSettings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the whole cluster: section Parameters of lsb.params, and the LSB_ parameters of lsf.conf.
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.params; lsf.conf.
 */
final class ClusterParameters {
    private static final Keywords KNOWN = Keywords.of("lsb.params.txt");
    private static final Set<String> SWITCHES =
            Set.of("LSB_MIG2PEND", "LSB_REQUEUE_TO_BOTTOM", "LSB_USER_REQUEUE_TO_BOTTOM");
    private static final Set<String> UNSUPPORTED = Set.of("DEFAULT_USER_GROUP", "LSB_SACCT_ONE_UG", "GLOBAL_FAIRSHARE");

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final ImportReport report;

    ClusterParameters(ImportReport report) {
        this.report = report;
    }

    Map<String, String> values() {
        return values;
    }

    @Nullable
    Place place(String keyword) {
        return places.get(keyword);
    }

    /** Parameters of the dynamic user priority. */
    LsfSettings settings() {
        Map<String, String> own = new LinkedHashMap<>(values);
        own.keySet().removeIf(keyword -> !isDynamic(keyword));
        return LsfSettings.ofCluster(own);
    }

    /** Whether a keyword is a parameter of the dynamic user priority. */
    static boolean isDynamic(String keyword) {
        for (LsfParameter parameter : LsfParameter.values()) {
            if (parameter.name().equals(keyword)) {
                return true;
            }
        }
        return false;
    }

    /** Reads a section Parameters. */
    void take(Section section) {
        for (Section.Row row : section.rows()) {
            row.values().forEach((keyword, value) -> {
                if (keyword.startsWith("LSB_") || !take(keyword, value.place(), value.text())) {
                    if (KNOWN.knows(keyword)) {
                        report.unused(value.place(), keyword);
                    } else {
                        report.warning(value.place(), keyword + " is unknown in lsb.params");
                    }
                }
            });
        }
    }

    /** Reads a line of lsf.conf. */
    void conf(SourceLine line) {
        int equals = line.text().indexOf('=');
        if (equals < 1) {
            report.error(line.place(), "\"" + line.text() + "\": must be NAME=value");
            return;
        }
        String name = line.text().substring(0, equals).strip().toUpperCase(Locale.ROOT);
        String text = line.text().substring(equals + 1).strip().replaceAll("^[\"'](.*)[\"']$", "$1");
        boolean taken = name.startsWith("LSB_") && take(name, line.place(), text);
        if (!taken) {
            if (name.matches("(LSF|LSB|EGO|XLSF|LS|LIC|CLEARCASE|DAEMON|NEWPROBLEM)_.*")) {
                report.unused(line.place(), name);
            } else {
                report.warning(line.place(), name + " is unknown in lsf.conf");
            }
        }
    }

    private boolean take(String keyword, Place place, String text) {
        if (UNSUPPORTED.contains(keyword)) {
            report.unsupported(place, keyword + " = " + text);
            return true;
        }
        if (isDynamic(keyword)) {
            put(keyword, place, () -> {
                LsfSettings.ofCluster(Map.of(keyword, text));
                return text;
            });
        } else if (SWITCHES.contains(keyword)) {
            put(keyword, place, () -> LsfWords.yes(keyword, text) ? "1" : "0");
        } else {
            switch (keyword) {
                case "MAX_USER_PRIORITY" ->
                    put(keyword, place, () -> String.valueOf(LsfWords.whole(keyword, text, 1, Integer.MAX_VALUE)));
                case "JOB_PRIORITY_OVER_TIME" ->
                    put(keyword, place, () -> {
                        JobPriorityRules.of(null, text);
                        return text;
                    });
                case "EXPIRED_TIME" -> put(keyword, place, () -> text);
                case "RELAX_JOB_DISPATCH_ORDER" ->
                    put(
                            keyword,
                            place,
                            () -> text.toUpperCase(Locale.ROOT).startsWith("ALLOC_REUSE_DURATION")
                                    ? "Y"
                                    : LsfWords.yes(keyword, text) ? "Y" : "N");
                default -> {
                    return false;
                }
            }
        }
        return true;
    }

    private void put(String keyword, Place place, java.util.function.Supplier<String> read) {
        String value = report.checked(place, read, "");
        if (!value.isEmpty()) {
            values.put(keyword, value);
            places.put(keyword, place);
        }
    }
}

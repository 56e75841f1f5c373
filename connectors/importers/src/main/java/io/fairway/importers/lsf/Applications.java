package io.fairway.importers.lsf;

import io.fairway.importers.ImportReport;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The application profiles of lsb.applications.
 *
 * <p>Source: IBM Spectrum LSF 10.1, lsb.applications; How application profiles interact with queue and job parameters.
 */
final class Applications {
    /** Keywords whose values go over those of the queue, where a policy reads the queue's alone. */
    private static final Set<String> OVER_THE_QUEUE = Set.of("RUNLIMIT", "TASKLIMIT", "PROCLIMIT", "PRIORITY");

    private final Map<String, Long> chunkSizes = new TreeMap<>();
    private final Set<String> names = new HashSet<>();
    private final ImportReport report;

    Applications(ImportReport report) {
        this.report = report;
    }

    /** CHUNK_JOB_SIZE by profile. */
    Map<String, Long> chunkSizes() {
        return chunkSizes;
    }

    void take(Section.Row row) {
        String name = row.text("NAME");
        if (name.isEmpty()) {
            report.error(row.place(), "section Application: must have a NAME");
            return;
        }
        if (!names.add(name)) {
            report.error(row.place(), "application " + name + ": must be defined only once");
            return;
        }
        row.values().forEach((keyword, value) -> {
            if (keyword.equals("CHUNK_JOB_SIZE")) {
                Long size = report.attempt(
                        value.place(), () -> LsfWords.whole(keyword, value.text(), 1, Integer.MAX_VALUE));
                if (size != null) {
                    chunkSizes.put(name, size);
                }
            } else if (OVER_THE_QUEUE.contains(keyword)) {
                report.unsupported(
                        value.place(), keyword + " of application " + name + ": the queue's own counts for its jobs");
            } else if (!keyword.equals("NAME")) {
                report.unused(value.place(), keyword);
            }
        });
    }
}

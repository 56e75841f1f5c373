package io.fairway.importers.moab;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells which states in JOBPRIOF no job has on the stream. The policy keeps them, and {@code fairway evaluate} counts
 * them.
 */
final class StreamGaps {
    private static final Pattern STATE = Pattern.compile("STATE\\[([^\\[\\]]+)]=\\S+");
    private static final Pattern KNOWN = Pattern.compile("(?i)idle|hold|running|suspended");

    private StreamGaps() {}

    /**
     * Reports them.
     *
     * @param parameters with their checked values
     * @param places of the parameters
     */
    static void tell(Map<String, String> parameters, Map<String, Place> places, ImportReport report) {
        Matcher state = STATE.matcher(parameters.getOrDefault("JOBPRIOF", ""));
        while (state.find()) {
            if (!KNOWN.matcher(state.group(1)).matches()) {
                report.unsupported(
                        places.get("JOBPRIOF"),
                        state.group() + ": does nothing on the stream, where a job is Idle, Hold, Running or Suspended;"
                                + " only fairway evaluate counts it");
            }
        }
    }
}

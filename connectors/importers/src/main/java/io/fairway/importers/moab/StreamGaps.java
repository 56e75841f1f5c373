package io.fairway.importers.moab;

import io.fairway.importers.ImportReport;
import io.fairway.importers.Place;
import io.fairway.schedulers.moab.PriorityComponent;
import io.fairway.schedulers.moab.Subfactor;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells which of the read parameters do nothing on the stream. The policy keeps them, and {@code fairway evaluate} counts
 * them.
 *
 * <p>The stream has priority records of waiting jobs only, and job events do not tell the features of nodes.
 */
final class StreamGaps {
    private static final Pattern STATE = Pattern.compile("STATE\\[([^\\[\\]]+)]=\\S+");
    private static final Pattern WAITING = Pattern.compile("(?i)idle|hold");
    private static final String ONLY_EVALUATE = "; only fairway evaluate counts it";

    private final Map<String, Place> places;
    private final ImportReport report;

    private StreamGaps(Map<String, Place> places, ImportReport report) {
        this.places = places;
        this.report = report;
    }

    /**
     * Reports them.
     *
     * @param parameters with their checked values
     * @param places of the parameters
     */
    static void tell(Map<String, String> parameters, Map<String, Place> places, ImportReport report) {
        StreamGaps gaps = new StreamGaps(places, report);
        parameters.forEach(gaps::tell);
    }

    private void tell(String parameter, String value) {
        if (parameter.equals("NODETOJOBATTRMAP")) {
            say(
                    parameter,
                    parameter + " " + value + ": does nothing on the stream, as job events do not tell the features"
                            + " of nodes");
        } else if (parameter.equals("JOBPRIOF")) {
            Matcher state = STATE.matcher(value);
            while (state.find()) {
                if (!WAITING.matcher(state.group(1)).matches()) {
                    say(
                            parameter,
                            state.group() + ": does nothing on the stream, as only waiting jobs have records there,"
                                    + " in the state Idle or Hold");
                }
            }
        } else if (isUsage(parameter.replaceFirst("\\[.*", "")) && Long.parseLong(value) != 0) {
            say(
                    parameter,
                    parameter + " " + value + ": does nothing on the stream, as USAGE is of active jobs and only"
                            + " waiting jobs have records there");
        }
    }

    private void say(String parameter, String what) {
        report.unsupported(places.get(parameter), what + ONLY_EVALUATE);
    }

    /** The weight of the component alone has no effect, so it is not told. */
    private static boolean isUsage(String parameter) {
        for (Subfactor subfactor : Subfactor.values()) {
            if (subfactor.component() == PriorityComponent.USAGE
                    && subfactor.weightParameter().equals(parameter)) {
                return true;
            }
        }
        return false;
    }
}

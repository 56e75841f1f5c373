package io.fairway.collect.bridge;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TextLine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one message says. A message of several records may be good in part.
 *
 * @param events events of jobs
 * @param samples counters of running jobs
 * @param problems the rules that it breaks, each with field and value
 */
record Message(List<JobEvent> events, List<ResourceSample> samples, List<String> problems) {
    private static final int SHOWN = 60;

    Message {
        events = List.copyOf(events);
        samples = List.copyOf(samples);
        problems = List.copyOf(problems);
    }

    /** Reads a message by a parser of its format; a tombstone says nothing. */
    static Message of(byte @Nullable [] value, LineParser parser) {
        if (value == null) {
            return new Message(List.of(), List.of(), List.of());
        }
        List<JobEvent> events = new ArrayList<>();
        List<ResourceSample> samples = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        take(new TextLine(parser).parse(value, 0, value.length), events, samples, problems);
        return new Message(events, samples, problems);
    }

    private static void take(
            ParsedLine parsed, List<JobEvent> events, List<ResourceSample> samples, List<String> problems) {
        switch (parsed) {
            case ParsedLine.Job found -> {
                for (int i = 0; i < found.job().events(); i++) {
                    events.add(found.job().event(i));
                }
            }
            case ParsedLine.Sample found -> samples.add(found.sample());
            case ParsedLine.Several several -> several.parts().forEach(part -> take(part, events, samples, problems));
            case ParsedLine.Bad bad -> problems.add(bad.field() + " \"" + shown(bad.value()) + "\": " + bad.rule());
            case ParsedLine.Nothing nothing -> {}
            case ParsedLine.Header header -> {}
            case ParsedLine.Skipped skipped -> {}
        }
    }

    /** The beginning of a value, without what would act on a terminal. */
    private static String shown(String value) {
        String shown = value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "...";
        return shown.replaceAll("\\p{Cc}", "?");
    }
}

package io.fairway.connect;

import io.fairway.avro.JobEvent;
import io.fairway.avro.ResourceSample;
import io.fairway.connect.follow.LineReader;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TextLine;
import io.fairway.readers.line.TraceJob;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the lines of a log by one of the formats of {@code io.fairway.readers}. */
final class FormatReader implements LineReader {
    private static final Logger LOG = LoggerFactory.getLogger(FormatReader.class);

    private final String pattern;
    private final LineParser parser;
    private final TextLine text;
    private int warned;

    FormatReader(String pattern, LineParser parser) {
        this.pattern = pattern;
        this.parser = parser;
        this.text = new TextLine(parser);
    }

    @Override
    public LineFacts read(byte[] line) {
        List<JobEvent> events = new ArrayList<>();
        List<ResourceSample> samples = new ArrayList<>();
        List<LineFault> faults = new ArrayList<>();
        take(text.parse(line, 0, line.length), events, samples, faults);
        warn();
        return new LineFacts(events, samples, faults);
    }

    @Override
    public void skip() {
        var unused = text.tooLong();
    }

    private static void take(
            ParsedLine parsed, List<JobEvent> events, List<ResourceSample> samples, List<LineFault> faults) {
        switch (parsed) {
            case ParsedLine.Nothing nothing -> {}
            case ParsedLine.Header header -> {}
            case ParsedLine.Skipped skipped -> {}
            case ParsedLine.Job found -> {
                TraceJob job = found.job();
                for (int event = 0; event < job.events(); event++) {
                    events.add(job.event(event));
                }
            }
            case ParsedLine.Sample found -> samples.add(found.sample());
            case ParsedLine.Bad bad -> faults.add(new LineFault(bad.field(), bad.value(), bad.rule()));
            case ParsedLine.Several several -> several.parts().forEach(part -> take(part, events, samples, faults));
        }
    }

    /** Each assumption once for each log. */
    private void warn() {
        List<String> warnings = new ArrayList<>(text.warnings());
        warnings.addAll(parser.warnings());
        if (warnings.size() > warned) {
            warned = warnings.size();
            LOG.warn("a log of {}, by its lines since the connector started: {}", pattern, String.join("; ", warnings));
        }
    }
}

package io.fairway.readers.swf;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs write the whole numbers of the format with decimals, and some times and averages are not whole. */
class SwfDecimalsTest {
    private final SwfParser parser = new SwfParser(TraceOptions.ofCluster("swf"));

    @Test
    void timesAreReadToTheMillisecond() {
        TraceJob job = job("1 10.25 0.5 100.125 4 -1 -1 4 3600.5 -1 1 7 3 -1 -1 -1 -1 -1");

        assertThat(job.time(0)).isEqualTo(10_250);
        assertThat(job.time(1)).isEqualTo(10_750);
        assertThat(job.time(2)).isEqualTo(110_875);
        assertThat(job.event(0).getAttributes().getTimeLimitSeconds())
                .as("rounded up")
                .isEqualTo(3601);
    }

    @Test
    void wholeNumbersMayHaveDecimals() {
        assertThat(parser.parse("; UnixStartTime: 1000000000.0")).isInstanceOf(ParsedLine.Header.class);
        TraceJob job = job("1.0 10.0 5.0 100.0 4.0 -1.0 -1.0 8.0 -1.0 -1.0 1.0 7.0 3.0 -1.0 2.0 17.0 -1.0 -1.0");
        JobEvent submitted = job.event(0);

        assertThat(job.job()).isEqualTo("1");
        assertThat(submitted.getTime()).isEqualTo(Instant.ofEpochSecond(1_000_000_010));
        assertThat(submitted.getUser()).isEqualTo("7");
        assertThat(submitted.getAccount()).isEqualTo("3");
        assertThat(submitted.getAttributes().getQueue()).isEqualTo("2");
        assertThat(submitted.getAttributes().getRequestedTres()).isEqualTo(Map.of("cpu", 8.0));
        assertThat(job.event(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 4.0));
    }

    @Test
    void anAverageOfProcessorsCountsAsItIs() {
        TraceJob job = job("1 0 0 100 3.5 10 -1 4 -1 -1 1 7 3 -1 -1 -1 -1 -1");

        assertThat(job.event(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 3.5));
        // 10 s on each of 3.5 processors.
        assertThat(job.event(2).getCpuSeconds()).isEqualTo(35.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            1 0 0 100 4 -1 -1 4 -1 -1 1 7.5 3 -1 -1 -1 -1 -1; user (field 12); 7.5; must be a whole number, at most 1000000000000 either way
            1.5 0 0 100 4 -1 -1 4 -1 -1 1 7 3 -1 -1 -1 -1 -1; job number (field 1); 1.5; must be a whole number, at most 1000000000000 either way
            1 0 0 1e2 4 -1 -1 4 -1 -1 1 7 3 -1 -1 -1 -1 -1; run time (field 4); 1e2; must be a number, at most 1000000000000 either way
            """)
    void aNameIsWhole(String line, String field, String value, String rule) {
        assertThat(parser.parse(line)).isEqualTo(new ParsedLine.Bad(field, value, rule));
    }

    @ParameterizedTest
    @ValueSource(strings = {"; UnixStartTime: 0", "; Version: 2.2"})
    void aTraceFrom1970HasAWarning(String header) {
        assertThat(parser.parse(header)).isInstanceOf(ParsedLine.Header.class);
        assertThat(job("1 0 0 100 4 -1 -1 4 -1 -1 1 7 3 -1 -1 -1 -1 -1").time(0))
                .isZero();

        assertThat(parser.warnings())
                .singleElement()
                .asString()
                .contains("UnixStartTime")
                .endsWith(": times count from 1970-01-01 00:00 UTC");
    }

    private TraceJob job(String line) {
        ParsedLine parsed = parser.parse(line);
        assertThat(parsed).isInstanceOf(ParsedLine.Job.class);
        return ((ParsedLine.Job) parsed).job();
    }
}

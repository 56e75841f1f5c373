package io.fairway.readers.lsf;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceJob;
import io.fairway.readers.line.TraceOptions;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A time of 0 in lsb.acct is a time that is not there. */
class LsbAcctParserTest {
    @Test
    void aJobWhoseSubmissionIs0WasSubmittedWhenItStarted() {
        ParsedLine line = parse("0 0 0 1767225610");

        assertThat(line).isInstanceOf(ParsedLine.Job.class);
        TraceJob job = ((ParsedLine.Job) line).job();
        assertThat(Instant.ofEpochMilli(job.time(0))).isEqualTo(Instant.parse("2026-01-01T00:00:10Z"));
        assertThat(Instant.ofEpochMilli(job.time(1))).isEqualTo(Instant.parse("2026-01-01T00:00:10Z"));
    }

    @Test
    void aJobWhoseStartIs0NeverStarted() {
        assertThat(parse("1767225600 0 0 0")).isEqualTo(new ParsedLine.Skipped("7", SkipReason.NEVER_STARTED));
    }

    /**
     * A record of a job that ended on 1 January 2026, at one minute past midnight.
     *
     * @param times of its submission, begin, termination and start
     */
    private static ParsedLine parse(String times) {
        return new LsbAcctParser(TraceOptions.ofCluster("alps"))
                .parse("\"JOB_FINISH\" \"10.1\" 1767225660 7 500 33554438 4 " + times
                        + " \"anna\" \"normal\" \"\" \"\" \"\""
                        + " \"login\" \"\" \"\" \"\" \"\" \"1767225600.7\" 0 1 \"4*n1\" 64 60.0 \"run\" \"sleep\" 1.5 0.5 0 0 0 0 0 0 0 0 0 0"
                        + " 0 0 0 0 0 0 0 \"\" \"physics\" 0 4 \"\" \"\" 0 0 0 \"\" \"\"");
    }
}

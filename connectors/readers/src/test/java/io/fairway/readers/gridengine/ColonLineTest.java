package io.fairway.readers.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A category may have colons. The job behind it counts, or the line is unreadable; it is never dropped in silence. */
class ColonLineTest {
    private static final String HEAD =
            "all.q:n1:phys:anna:x:7:sge:0:1767225600:1767225610:1767225660:0:0:50:1:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:";
    private static final String PARALLEL = HEAD + "physics:hep:mpi:4:0:2.5:0:0:";
    private static final String SERIAL = HEAD + "physics:hep:NONE:1:0:2.5:0:0:";

    /** A real Grid Engine wrote these two; qacct counts 5 s of each, with 1 and 2 slots. */
    @Test
    void jobsWithAColonInTheirCategoryCount() throws IOException {
        try (Trace trace = Recorded.open(null, "colon-in-category", Recorded.OPTIONS)) {
            assertThat(trace.format()).isEqualTo(TraceFormat.SGE);
            assertThat(Recorded.slotSeconds(trace)).isEqualTo(Map.of("anna/physics", 1 * 5.0 + 2 * 5.0));
            assertThat(trace.summary().skippedJobs()).isZero();
            assertThat(trace.summary().badLines()).isZero();
        }
        List<String> lines = Recorded.lines("colon-in-category");
        assertThat(events(lines.get(0)).get(0).getJob()).isEqualTo("22");
        assertThat(events(lines.get(1)).get(0).getJob()).isEqualTo("23");
    }

    /** An image with a tag, a binding to cores, decimal numbers, an empty value, Univa's further values. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-l docker_images=*ubuntu:14.04*,h_rt=60 -pe mpi 4:0.000000:NONE:9323855872:0:0:NONE:NONE:668106752:1:dev1",
                "-l h_rt=60 -pe mpi 4 -binding explicit:0,0:0,1:0.000000:NONE:0.000000:0:0",
                "-l h_rt=60 -l v=a:1.5:2.5 -pe mpi 4:0.25:NONE:7.5:3:1767225000",
                "-l h_rt=60 -l v=NONE:NONE:1:0:NONE:3.n1 -pe mpi 4:0.000000:NONE:12",
                "-l h_rt=60 -l v=a:: -pe mpi 4:0.000000::3e9:0:0"
            })
    void theValuesAfterTheCategoryAreFound(String tail) {
        List<JobEvent> events = events(PARALLEL + tail);

        assertThat(events).extracting(JobEvent::getJob).containsOnly("7");
        assertThat(events.get(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 4.0));
        assertThat(events.get(0).getAttributes().getTimeLimitSeconds()).isEqualTo(60);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-l image=ubuntu:22.04 -pe mpi 4:0.000000:1.n2:7577600.000000:0:0",
                "-pe mpi 4:0:12.node-7.cluster:0",
                "-l a=b:c:d -pe mpi 4:0.000000:3.10.0.0.7:7.0:0:0"
            })
    void aSlaveTaskIsFoundToo(String tail) {
        assertThat(Recorded.parse(PARALLEL + tail)).isInstanceOfSatisfying(ParsedLine.Skipped.class, skipped -> {
            assertThat(skipped.reason()).isEqualTo(SkipReason.PARTIAL_EXECUTION);
            assertThat(skipped.job()).startsWith("7 ");
        });
    }

    /** A user can write what looks like the values of a slave task. */
    @Test
    void aCategoryThatLooksLikeASlaveTaskIsUnreadable() {
        assertThat(Recorded.parse(PARALLEL + "-l v=a:1.0:3.n1:2.0:0:0 -pe mpi 4:0.000000:NONE:2.0:0:0"))
                .isInstanceOf(ParsedLine.Job.class);
        assertThat(Recorded.parse(PARALLEL + "-l v=a:1.0:3.n1:2.0:0:0:0.000000:NONE:2.0:0:0"))
                .isInstanceOfSatisfying(ParsedLine.Bad.class, bad -> {
                    assertThat(bad.field()).isEqualTo("category");
                    assertThat(bad.value()).isEqualTo("-l v=a:1.0:3.n1:2.0:0:0");
                    assertThat(bad.rule()).startsWith("must not look like the values after it");
                });
        assertThat(Recorded.parse(SERIAL + "-l v=a:1.0:3.n1:2.0:0:0:0.000000:NONE:2.0:0:0"))
                .as("without a parallel environment")
                .isInstanceOf(ParsedLine.Job.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A slave task outside of a parallel environment, no decimal number before it, words, nothing at all.
                "-q all.q:0.000000:1.n2:0.000000:0:0",
                "-q all.q:waiting:NONE:0.000000:0:0",
                "-q all.q:0.000000:nobody:0.000000:0:0",
                "-q all.q:0.000000:NONE:much:0:0",
                "a:b:c:d:e:f"
            })
    void aLineWithoutSuchValuesIsUnreadable(String tail) {
        assertThat(Recorded.parse(SERIAL + tail)).isInstanceOfSatisfying(ParsedLine.Bad.class, bad -> {
            assertThat(bad.field()).isEqualTo("pe_taskid");
            assertThat(bad.rule())
                    .isEqualTo("must be NONE without a parallel environment, between two decimal numbers");
        });
    }

    private static List<JobEvent> events(String line) {
        return Recorded.events(Recorded.parse(line));
    }
}

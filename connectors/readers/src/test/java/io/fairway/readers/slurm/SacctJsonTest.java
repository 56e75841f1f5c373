package io.fairway.readers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Answers of {@code sacct --json}. Processor-seconds were counted from the files with a script of a few lines. */
class SacctJsonTest {
    private static final TraceOptions UTC = TraceOptions.ofRecords().withZone(ZoneOffset.UTC);
    private static final String FILE = "sacct-24.11.json.gz";

    private static final Map<String, Long> USAGE = Map.of(
            "astro/u1", 10L,
            "astro/u3", 17L,
            "atlas/u1", 26L,
            "atlas/u2", 96L,
            "biology/u7", 45L,
            "chemistry/u6", 2720L,
            "genomics/u4", 55L,
            "genomics/u5", 55L,
            "hep/u3", 209L);

    @Test
    void theSameJobsAsInColumns() throws IOException {
        SlurmFiles json = SlurmFiles.read(FILE, UTC);
        SlurmFiles text = SlurmFiles.read("sacct-24.11.log.gz", UTC);

        assertThat(json.format()).isEqualTo(TraceFormat.SACCT_JSON);
        assertThat(json.summary().badLines()).isZero();
        assertThat(json.summary().warnings()).singleElement().asString().contains("heterogeneous job");
        assertThat(json.runs()).hasSize(42);
        assertThat(json.usage()).isEqualTo(USAGE);
        // Two of its lines have bars in their command lines.
        assertThat(text.summary().firstBadLines()).isEmpty();
        assertThat(text.runs()).containsExactlyInAnyOrderElementsOf(json.runs());
        assertThat(json.summary().skipped()).isEqualTo(Map.of(SkipReason.NEVER_STARTED, 3L));
        assertThat(text.summary().skipped()).isEqualTo(json.summary().skipped());
        // The step of an array task, the component of a heterogeneous job: their own numbers.
        assertThat(json.runs()).anyMatch(run -> run.startsWith("33 ")).anyMatch(run -> run.startsWith("31 "));
    }

    @Test
    void aJobHasAllThatIsCharged() throws IOException {
        List<JobEvent> first = SlurmFiles.read(FILE, UTC).events().subList(0, 3);

        assertThat(first).extracting(JobEvent::getJob).containsOnly("1");
        assertThat(first.get(0).getTime().getEpochSecond()).isEqualTo(1_795_631_441);
        assertThat(first.get(1).getAllocatedTres()).isEqualTo(Map.of("billing", 2.0, "cpu", 2.0, "node", 1.0));
        assertThat(first.get(0).getAttributes().getRequestedTres()).containsEntry("mem", 4000.0);
        assertThat(first.get(0).getAttributes().getTimeLimitSeconds()).isEqualTo(604_800);
        assertThat(first.get(0).getAttributes().getPartition()).isEqualTo("main");
        assertThat(first.get(2).getExitStatus()).isEqualTo("0:0");
    }

    @Test
    void aRequeuedRunIsOneAndTheJobGoesOn() throws IOException {
        SlurmFiles file = SlurmFiles.read(FILE, UTC);

        assertThat(file.types("11"))
                .containsExactly("SUBMITTED", "STARTED", "REQUEUED", "SUBMITTED", "STARTED", "FINISHED");
    }

    /** As jq -c prints it: the whole answer, or each job, in one line; and any other indentation. */
    @Test
    void anotherLayoutIsTheSame() throws IOException {
        String answer = text();
        String oneLine = answer.replaceAll("\n *", "");
        String deep = answer.replace("  ", "\t\t");

        assertThat(SlurmFiles.of(UTC, oneLine).usage()).isEqualTo(USAGE);
        assertThat(SlurmFiles.of(UTC, deep).usage()).isEqualTo(USAGE);
        assertThat(SlurmFiles.of(UTC, answer, answer).runs()).hasSize(84);
    }

    @Test
    void aDamagedJobCostsItselfAlone() throws IOException {
        String answer = text();
        int first = answer.indexOf("\n    {\n");
        int third = answer.indexOf("\n    {\n", answer.indexOf("\n    {\n", first + 1) + 1);
        String cut = answer.substring(0, third + 400) + "\n\u0001garbage\n" + answer.substring(third + 430);

        SlurmFiles file = SlurmFiles.of(UTC, cut);

        assertThat(file.runs()).hasSize(41);
        assertThat(file.summary().firstBadLines())
                .extracting(TraceSummary.BadLine::field)
                .contains("job");
    }

    @Test
    void anAnswerThatIsCutOffIsTold() throws IOException {
        String answer = text();

        SlurmFiles inAJob = SlurmFiles.of(UTC, answer.substring(0, answer.length() / 2));
        SlurmFiles between = SlurmFiles.of(UTC, answer.substring(0, answer.lastIndexOf("\n    }") + 6));

        assertThat(inAJob.summary().badLines()).isEqualTo(1);
        assertThat(between.summary().firstBadLines())
                .singleElement()
                .asString()
                .endsWith("must not be the last one: the answer goes on");
        assertThat(between.runs()).hasSize(42);
    }

    /** Of Slurm 22.05: numbers are numbers, a state is a text; and a user without a name has its association's. */
    @Test
    void olderFormsAreRead() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                UTC,
                "{\"job_id\":7,\"cluster\":\"alps\",\"account\":\"\",\"user\":null,\"group\":\"phys\",\"allocation_nodes\":2,"
                        + "\"association\":{\"account\":\"physics\",\"user\":\"anna\",\"cluster\":\"alps\"},"
                        + "\"time\":{\"submission\":1768035600,\"start\":1768035600,\"end\":1768039200,\"limit\":90},"
                        + "\"state\":{\"current\":\"TIMEOUT\"},\"exit_code\":{\"return_code\":1,\"signal\":{\"signal_id\":9}},"
                        + "\"tres\":{\"allocated\":[{\"type\":\"cpu\",\"count\":4},"
                        + "{\"type\":\"gres\",\"name\":\"gpu:a100\",\"count\":2},{\"type\":\"bb\",\"name\":\"x\",\"count\":1e30}]}}",
                "{\"job_id\":8,\"cluster\":\"alps\",\"account\":\"physics\",\"user\":\"anna\",\"allocation_nodes\":2,"
                        + "\"time\":{\"submission\":1768035600,\"start\":1768035600,\"end\":1768039200},"
                        + "\"state\":{\"current\":\"TIMEOUT\"},\"tres\":{\"allocated\":[{\"type\":\"cpu\",\"count\":-4}]}}");

        assertThat(file.runs()).containsExactly("7 physics/anna 4 cpu x 3600 s from 2026-01-10T09:00:00Z");
        assertThat(file.held("7")).isEqualTo(Map.of("cpu", 4.0, "gres/gpu:a100", 2.0, "node", 2.0));
        assertThat(file.events().get(0).getAttributes().getTimeLimitSeconds()).isEqualTo(5400);
        assertThat(file.events().get(2).getExitStatus()).isEqualTo("1:9");
        assertThat(file.summary().firstBadLines())
                .singleElement()
                .asString()
                .startsWith("x.log, line 2: count \"-4\": must be a number, 0 or more");
    }

    /** Slurm 26.05: 305 runs of 331 records; the totals are the script's. */
    @Test
    void columnsAndMessagesOfTheLatestSlurmAreRead() throws IOException {
        SlurmFiles columns = SlurmFiles.read("sacct-26.05.log.gz", UTC);
        SlurmFiles messages = SlurmFiles.read("jobcomp-26.05.json.gz", UTC);

        assertThat(columns.summary().firstBadLines()).isEmpty();
        assertThat(columns.usage())
                .isEqualTo(Map.of(
                        "biology/fs_3", 6708L, "chemistry/fs_4", 6793L, "physics/fs_1", 4280L, "physics/fs_2", 2322L));
        assertThat(messages.summary().firstBadLines()).isEmpty();
        assertThat(messages.usage().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1184);
    }

    private static String text() throws IOException {
        try (InputStream in =
                new GZIPInputStream(Objects.requireNonNull(SacctJsonTest.class.getResourceAsStream("/logs/" + FILE)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

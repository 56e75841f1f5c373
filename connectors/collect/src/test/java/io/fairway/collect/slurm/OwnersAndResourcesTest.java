package io.fairway.collect.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.collect.ask.Notices;
import io.fairway.readers.line.TraceOptions.HetJobs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is charged for a job of the queue, and with what: as the readers of accounting have it. */
class OwnersAndResourcesTest {
    private static final Instant NOW = Instant.parse("2026-01-10T10:00:00Z");

    private final List<String> notices = new ArrayList<>();

    /** Jobs 2 and 3 have the accounts "" and "(null)", and no group; job 6 is Anna's. */
    @Test
    void aJobWithoutAccountIsChargedToTheDefaultOneOrTold() throws IOException {
        QueueLook none = file("squeue-no-account.json", "");
        QueueLook chem = file("squeue-no-account.json", "chem");

        assertThat(List.of("1", "2", "3", "6"))
                .extracting(id -> Answers.job(none, id).account())
                .containsExactly("physics", "", "", "physics");
        assertThat(List.of("1", "2", "3", "6"))
                .extracting(id -> Answers.job(chem, id).account())
                .containsExactly("physics", "chem", "chem", "physics");
        assertThat(Answers.job(none, "6").user()).isEqualTo("anna");
        assertThat(notices)
                .anyMatch(notice -> notice.contains(
                        "jobs[1]: account \"\": must be named by the job, by its group, or by" + " default.account"))
                .anyMatch(notice -> notice.contains(
                        "user_name Anna is read in lower case, as Slurm's database keeps it:" + " anna"));
    }

    @ParameterizedTest
    @CsvSource({
        "'\"account\":\"\",\"group_name\":\"phys\",\"user_name\":\"anna\"', phys, anna",
        "'\"account\":\"(null)\",\"group_name\":\"phys\",\"user_name\":\"(null)\",\"user_id\":1001', phys, 1001",
        "'\"account\":\"Physics\",\"group_name\":\"phys\",\"user_name\":\"BERT\"', physics, bert",
        "'\"account\":null,\"group_name\":\"Phys\",\"user_name\":\"\",\"user_id\":1001', Phys, 1001"
    })
    void theGroupAndTheNumberStandInForNames(String fields, String account, String user) throws IOException {
        SlurmJob job = Answers.job(job(fields), "1");

        assertThat(List.of(job.account(), job.user())).containsExactly(account, user);
    }

    /** Job 5 holds 2800 GB of a burst buffer. */
    @Test
    void burstBuffersAreInMegabytes() throws IOException {
        List<JobEvent> events = Answers.events(new QueueChanges("", false), null, file("squeue-bb-tres.json", ""));

        assertThat(events)
                .filteredOn(event -> event.getJob().equals("5") && event.getType() == JobEventType.STARTED)
                .singleElement()
                .extracting(JobEvent::getAllocatedTres)
                .isEqualTo(Map.of("cpu", 1.0, "mem", 1000.0, "node", 1.0, "bb/datawarp", 2_867_200.0));
        assertThat(notices).noneMatch(notice -> notice.contains("bb/datawarp"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            cpu=2,bb/x=9999999P,mem=1G; 2; bb/x=9999999P
            cpu=many,mem=1G; 8; cpu=many
            mem=1G,odd; 8; odd
            cpu=2, mem=1G,gres/gpu=-1; 2; gres/gpu=-1
            """)
    void oneBadCountLeavesTheOthers(String tres, double cpus, String told) throws IOException {
        SlurmJob job = Answers.job(job("\"cpus\":8,\"tres_alloc_str\":\"" + tres + "\""), "1");

        assertThat(job.allocated()).isEqualTo(Map.of("cpu", cpus, "mem", 1024.0));
        assertThat(notices)
                .anyMatch(notice -> notice.contains("TRES \"" + told + "\": must be name=count")
                        && notice.contains("The others count"));
    }

    private QueueLook job(String fields) throws IOException {
        String answer = "{\"jobs\":[{\"job_id\":1,\"cluster\":\"alps\",\"job_state\":\"RUNNING\",\"submit_time\":5,"
                + "\"start_time\":5," + fields + "}]}";
        return read(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), "");
    }

    private QueueLook file(String name, String defaultAccount) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(name), name)) {
            return read(in, defaultAccount);
        }
    }

    private QueueLook read(InputStream in, String defaultAccount) throws IOException {
        return new QueueReader(
                        new SlurmJobReader("", defaultAccount, HetJobs.ALLOCATED, true, new Notices(notices::add)))
                .read("squeue", in, NOW);
    }

    /** A real Slurm 24.11.5, which charges 4000 MB beside the processors; {@code billable_tres} says 2.953125 and 4. */
    @ParameterizedTest
    @EnumSource
    void componentsOfAHeterogeneousJobAreChargedAsIsSaid(HetJobs charge) throws IOException {
        List<String> said = new ArrayList<>();
        QueueReader reader = new QueueReader(new SlurmJobReader("", "", charge, true, new Notices(said::add)));
        QueueLook look;
        try (InputStream in = getClass().getResourceAsStream("squeue-24.11.5-het.json")) {
            look = reader.read("squeue", Objects.requireNonNull(in), Instant.parse("2026-11-26T00:00:00Z"));
        }

        assertThat(Answers.job(look, "30").allocated())
                .isEqualTo(
                        switch (charge) {
                            case ALLOCATED -> Map.of("cpu", 1.0, "node", 1.0);
                            case REQUESTED -> Map.of("cpu", 1.0, "mem", 4000.0, "node", 1.0);
                            case NOTHING -> Map.of("cpu", 0.0);
                        });
        assertThat(said).filteredOn(each -> each.contains("heterogeneous")).hasSize(1);
    }
}

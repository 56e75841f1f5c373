package io.fairway.readers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceOptions;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmFormsTest {
    private static final TraceOptions RECORDS = TraceOptions.ofRecords();

    /** From the sources of public programs that read such files: UC Berkeley's savio cluster. */
    private static final String FILETXT =
            "JobId=4497298 UserId=jianlicheng(43988) GroupId=ucb(501) Name=knl_launcher JobState=COMPLETED"
                    + " Partition=savio2_knl TimeLimit=2880 StartTime=2019-06-19T09:31:56 EndTime=2019-06-19T09:32:03"
                    + " NodeList=n0281.savio2 NodeCnt=1 ProcCnt=64 WorkDir=/clusterfs/x ReservationName= Gres="
                    + " Account=co_lsdi QOS=lsdi_knl2_normal WcKey= Cluster=brc SubmitTime=2019-06-19T09:31:49"
                    + " EligibleTime=2019-06-19T09:31:49 DerivedExitCode=0:0 ExitCode=0:0";

    private static final String CANCELLED =
            "JobId=24226086 UserId=root(0) GroupId=root(0) Name=2419987.fail.sh JobState=CANCELLED Partition=PROD"
                    + " TimeLimit=UNLIMITED StartTime=2024-02-26T14:35:32 EndTime=2024-02-26T14:35:32 NodeList=(null)"
                    + " NodeCnt=0 ProcCnt=0 WorkDir=/root ReservationName= Gres= Account=root QOS=panels WcKey="
                    + " Cluster=cluster SubmitTime=2024-02-24T16:05:19 EligibleTime=unknown DerivedExitCode=0:0"
                    + " ExitCode=0:0";

    @Test
    void filetxtIsInTheZoneOfTheCluster() {
        FiletxtParser parser = new FiletxtParser(RECORDS.withZone(ZoneId.of("America/Los_Angeles")));

        JobEvent started = events(parser.parse(FILETXT)).get(1);

        // Pacific daylight time, seven hours behind.
        assertThat(started.getTime()).isEqualTo(Instant.parse("2019-06-19T16:31:56Z"));
        assertThat(started.getAllocatedTres()).isEqualTo(Map.of("cpu", 64.0, "node", 1.0));
        assertThat(List.of(started.getCluster(), started.getAccount(), started.getUser()))
                .containsExactly("brc", "co_lsdi", "jianlicheng");
        assertThat(events(parser.parse(FILETXT)).get(0).getAttributes().getTimeLimitSeconds())
                .isEqualTo(172_800);
        assertThat(parser.warnings())
                .containsExactly("lines have no Tres: jobs hold their processors and nodes, but no memory and no GPUs");
        assertThat(parser.parse(CANCELLED)).isEqualTo(new ParsedLine.Skipped("24226086", SkipReason.NEVER_STARTED));
    }

    @Test
    void aNameMayLookLikeKeys() {
        String line = FILETXT.replace("Name=knl_launcher", "Name=a b JobState=FAILED Partition=x Account=y");

        List<JobEvent> events = events(new FiletxtParser(RECORDS).parse(line));

        assertThat(events.get(0).getAttributes().getName()).isEqualTo("a b JobState=FAILED Partition=x Account=y");
        assertThat(events.get(0).getAttributes().getPartition()).isEqualTo("savio2_knl");
        assertThat(events.get(1).getAccount()).isEqualTo("co_lsdi");
    }

    @Test
    void sacctTimesAreInUtcUnlessSaidOtherwise() {
        String header = "JobID|User|Account|Cluster|State|Start|End|AllocCPUS";
        String row = "5|anna|physics|alps|COMPLETED|2026-10-25T02:30:00|2026-10-25T04:00:00|2";
        LineParser utc = parser(RECORDS, header);
        LineParser berlin = parser(RECORDS.withZone(ZoneId.of("Europe/Berlin")), header);

        assertThat(events(utc.parse(row)).get(1).getTime()).isEqualTo(Instant.parse("2026-10-25T02:30:00Z"));
        assertThat(utc.warnings()).anyMatch(warning -> warning.contains("--time-zone"));
        // The hour comes twice; the first one is meant, in summer time.
        assertThat(events(berlin.parse(row)).get(1).getTime()).isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
        assertThat(events(berlin.parse(row)).get(2).getTime()).isEqualTo(Instant.parse("2026-10-25T03:00:00Z"));
        assertThat(berlin.warnings()).noneMatch(warning -> warning.contains("--time-zone"));
    }

    @ParameterizedTest
    @CsvSource({
        "12_3, 12_3",
        "'12_[4-9%2]', '12_[4-9%2]'",
        "7+1, 7+1",
        "8, 8",
    })
    void withoutTheRawNumberAJobHasTheIdThatIsShown(String shown, String id) {
        LineParser parser = parser(RECORDS, "JobID|User|Account|Cluster|State|Start|End|NCPUS");

        assertThat(events(
                        parser.parse(shown + "|anna|physics|alps|COMPLETED|2026-10-25T02:30:00|2026-10-25T04:00:00|2")))
                .extracting(JobEvent::getJob)
                .containsOnly(id);
    }

    /** squeue reports such tasks under one number, and each of them under its own once it starts. */
    @Test
    void tasksThatWaitTogetherAreNoJobForALiveSourceEither() {
        LineParser parser = parser(
                RECORDS.withScope(TraceOptions.Scope.LIVE),
                "JobID|JobIDRaw|User|Account|Cluster|State|Submit|Start|End|NCPUS");

        assertThat(parser.parse("12_[4-9]|12|anna|physics|alps|PENDING|2026-01-01T00:00:00|Unknown|Unknown|2"))
                .isEqualTo(new ParsedLine.Skipped("12_[4-9]", SkipReason.STILL_WAITING));
        assertThat(parser.parse(
                        "12_[4-9]|12|anna|physics|alps|CANCELLED|2026-01-01T00:00:00|None|2026-01-01T00:01:00|2"))
                .isEqualTo(new ParsedLine.Skipped("12_[4-9]", SkipReason.NEVER_STARTED));
    }

    @Test
    void aHeaderMustNameWhatChargingNeeds() {
        LineParser parser = new SacctParser(RECORDS);

        assertThat(parser.parse("JobID|User|State|Start|End|AllocCPUS"))
                .isEqualTo(new ParsedLine.Bad("header", "JobID|User|State|Start|End|AllocCPUS", "must name ACCOUNT"));
        assertThat(parser.parse("5|anna|COMPLETED|2026-10-25T02:30:00|2026-10-25T04:00:00|2"))
                .isInstanceOf(ParsedLine.Bad.class);
    }

    @Test
    void barsInSeveralTextsAreGivenBackWhereTimesAllowItInOneWay() {
        LineParser parser = parser(RECORDS, "JobID|JobName|User|Account|Cluster|State|Start|End|NCPUS|Comment|");

        List<JobEvent> one =
                events(parser.parse("5|a|b|anna|phys|alps|COMPLETED|2026-01-01T00:00:00|2026-01-01T01:00:00|2|x|y|"));

        assertThat(one.get(0).getAttributes().getName()).isEqualTo("a|b");
        assertThat(one.get(1).getUser()).isEqualTo("anna");
        // Whichever of the two it belongs to, all else is certain.
        List<JobEvent> other =
                events(parser(RECORDS, "JobID|JobName|Comment|User|Account|Cluster|State|Start|End|NCPUS")
                        .parse("5|a|b|c|anna|phys|alps|COMPLETED|2026-01-01T00:00:00|2026-01-01T01:00:00|2"));
        assertThat(other.get(0).getAttributes().getName()).isNull();
        assertThat(other.get(1).getUser()).isEqualTo("anna");
    }

    @Test
    void aStartMessageOfJobcompIsARunningJob() {
        String message = "{\"jobid\":5,\"username\":\"anna\",\"account\":\"physics\",\"cluster\":\"alps\","
                + "\"@submit\":\"2026-01-01T00:00:00\",\"@start\":\"2026-01-01T00:01:00\",\"total_cpus\":2,"
                + "\"tres_alloc\":\"cpu=2,node=1\"}";

        assertThat(new JobCompletionParser(RECORDS).parse(message))
                .isEqualTo(new ParsedLine.Skipped("5", SkipReason.STILL_RUNNING));
        assertThat(events(new JobCompletionParser(RECORDS.withScope(TraceOptions.Scope.LIVE)).parse(message)))
                .extracting(event -> event.getType().name())
                .containsExactly("SUBMITTED", "STARTED");
    }

    /** The members are those of Sonar's NEW-FORMAT.md. */
    @Test
    void sonarSamplesHaveTheMemoryOfTheirProcesses() {
        String envelope = "{\"meta\":{\"producer\":\"sonar\",\"version\":\"0.19.0\"},\"data\":{\"type\":\"sample\","
                + "\"attributes\":{\"time\":\"2026-01-01T01:00:00+01:00\",\"cluster\":\"alps\",\"node\":\"n1\",\"jobs\":["
                + "{\"job\":5,\"user\":\"anna\",\"processes\":[{\"resident_memory\":2048,\"cpu_time\":7},"
                + "{\"resident_memory\":1024}]},{\"job\":6,\"user\":\"ben\",\"epoch\":3}]}}}";

        ParsedLine.Several line = (ParsedLine.Several) new SonarParser(RECORDS).parse(envelope);

        ParsedLine.Sample sample = (ParsedLine.Sample) line.parts().get(0);
        assertThat(sample.sample().getMemoryMb()).isEqualTo(3);
        assertThat(sample.sample().getCpuSeconds())
                .as("it falls when a process ends")
                .isNull();
        assertThat(sample.sample().getHost()).isEqualTo("n1");
        assertThat(sample.sample().getTime()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        assertThat(line.parts().get(1)).isEqualTo(new ParsedLine.Skipped("6", SkipReason.OTHER_RECORD));
    }

    @Test
    void aBadJobInASonarEnvelopeDoesNotSpoilTheOthers() {
        String envelope = "{\"meta\":{\"producer\":\"sonar\"},\"data\":{\"type\":\"jobs\",\"attributes\":{"
                + "\"cluster\":\"alps\",\"slurm_jobs\":["
                + "{\"job_id\":5,\"job_state\":\"LOST\"},{\"job_id\":6,\"job_step\":\"batch\"},"
                + "{\"job_id\":7,\"job_state\":\"TIMEOUT\",\"user_name\":\"anna\",\"account\":\"physics\","
                + "\"time_limit\":62,\"start_time\":\"2026-01-01T00:00:00Z\",\"end_time\":\"2026-01-01T01:00:00Z\","
                + "\"requested_cpus\":2,\"sacct\":{\"AllocTRES\":\"cpu=2,mem=4G\",\"UserCPU\":10,\"SystemCPU\":2}}]}}}";

        ParsedLine.Several line = (ParsedLine.Several) new SonarParser(RECORDS).parse(envelope);

        assertThat(line.parts().get(0)).isInstanceOf(ParsedLine.Bad.class);
        assertThat(line.parts().get(1)).isEqualTo(new ParsedLine.Skipped("6.batch", SkipReason.STEP));
        List<JobEvent> events = events(line.parts().get(2));
        assertThat(events.get(1).getAllocatedTres()).isEqualTo(Map.of("cpu", 2.0, "mem", 4096.0));
        assertThat(events.get(2).getCpuSeconds()).isEqualTo(12);
        assertThat(events.get(0).getAttributes().getTimeLimitSeconds())
                .as("60 minutes and 2")
                .isEqualTo(3600);
    }

    private static LineParser parser(TraceOptions options, String header) {
        LineParser parser = new SacctParser(options);
        assertThat(parser.parse(header)).isEqualTo(ParsedLine.NOTHING);
        return parser;
    }

    private static List<JobEvent> events(ParsedLine line) {
        assertThat(line).isInstanceOf(ParsedLine.Job.class);
        return java.util.stream.IntStream.range(0, ((ParsedLine.Job) line).job().events())
                .mapToObj(((ParsedLine.Job) line).job()::event)
                .toList();
    }
}

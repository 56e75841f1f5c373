package io.fairway.readers.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, resources and names as Slurm's forms have them. */
class SlurmValuesTest {
    private static final TraceOptions BERLIN = TraceOptions.ofRecords().withZone(ZoneId.of("Europe/Berlin"));
    private static final String HEADER =
            "JobID|JobIDRaw|Cluster|User|UID|Group|Account|State|Start|End|Elapsed|Suspended|AllocTRES|AllocCPUS|TotalCPU";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-10T10:00:00+0100",
                "2026-01-10T10:00:00+01:00",
                "2026-01-10T10:00:00+01",
                "2026-01-10 10:00:00 +0100",
                "2026-01-10T09:00:00Z",
                "2026-01-10T09:00:00.000Z",
                "2026-01-10T04:30:00-0430",
                "2026-01-10T10:00:00",
                "1768035600"
            })
    void everyFormOfATimeIsRead(String text) {
        assertThat(Instant.ofEpochMilli(new SlurmTimes(BERLIN).millis("Start", text)))
                .hasToString("2026-01-10T09:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-10T10:00:00+9900", "2026-13-10T10:00:00Z", "17680356x", "+0100", "10:00:00+01:00"})
    void whatIsNoTimeIsRefused(String text) {
        assertThatThrownBy(() -> new SlurmTimes(BERLIN).millis("Start", text))
                .isInstanceOf(BadValueException.class)
                .hasMessageContaining("Start \"" + text + "\": must be a time such as");
    }

    /** By hand: clocks went back from 3:00 to 2:00 on 25 October 2026, at 1:00 UTC. */
    @ParameterizedTest
    @CsvSource({
        "02:50:00, 02:10:00, 00:20:00, 00:00:00, 00:50:00, 01:10:00",
        "02:10:00, 02:20:00, 01:10:00, 00:00:00, 00:10:00, 01:20:00",
        "01:00:00, 02:30:00, 02:00:00, 00:30:00, 23:00:00, 01:30:00",
        "02:30:00, 04:00:00, 01:30:00, 00:00:00, 01:30:00, 03:00:00",
        // The file does not say how long it took; then the first reading that does not end too early.
        "02:50:00, 02:10:00, '', '', 00:50:00, 01:10:00",
        "02:30:00, 04:00:00, '', '', 00:30:00, 03:00:00",
        "02:30:00, 04:00:00, broken, '', 00:30:00, 03:00:00"
    })
    void elapsedAndSuspendedSettleWhichHourIsMeant(
            String start, String end, String elapsed, String suspended, String from, String to) throws IOException {
        SlurmFiles file = SlurmFiles.of(
                BERLIN,
                HEADER,
                "7|7|alps|anna|1|phys|physics|COMPLETED|2026-10-25T" + start + "|2026-10-25T" + end + "|" + elapsed
                        + "|" + suspended + "|cpu=4|4|00:00:00");

        assertThat(file.events())
                .extracting(event -> event.getTime().toString().substring(11, 19))
                .containsExactly(from, from, to);
    }

    @ParameterizedTest
    @CsvSource({
        "bb/datawarp=2800G, bb/datawarp, 2867200",
        "bb/cray=512M, bb/cray, 512",
        "bb/x=3, bb/x, 3",
        "gres/gpumem=40G, gres/gpumem, 40960",
        "gres/gpumem:a100=80000M, gres/gpumem:a100, 80000",
        "mem=62.50G, mem, 64000",
        "gres/gpu:a100=2, gres/gpu:a100, 2",
        "gres/bandwidth=4K, gres/bandwidth, 4096",
        "' mem = 1T', mem, 1048576",
        "license/matlab=3, license/matlab, 3"
    })
    void aResourceHasItsOwnUnit(String text, String name, double count) {
        assertThat(SlurmTres.parse(text, (part, rule) -> {})).isEqualTo(Map.of(name, count));
    }

    @Test
    void oneBadCountLeavesTheOthers() {
        List<String> problems = new ArrayList<>();

        assertThat(SlurmTres.parse(
                        "cpu=4,bb/x=9999999P, mem=1G,,gres/gpu=many,node=1,7=3,energy=18446744073709551614,odd",
                        (part, rule) -> problems.add(part + ": " + rule.substring(0, 14))))
                .isEqualTo(Map.of("cpu", 4.0, "mem", 1024.0, "node", 1.0));
        assertThat(problems)
                .containsExactly(
                        "bb/x=9999999P: must be name=c",
                        "gres/gpu=many: must be name=c",
                        "7=3: must have the ",
                        "odd: must be name=c");
    }

    @Test
    void aFieldThatCountsForNothingCostsNoRun() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                BERLIN,
                HEADER + "|ReqTRES|ReqMem|Timelimit|ReqCPUS",
                "7|7|alps|anna|1|phys|physics|COMPLETED|1768035600|1768039200|x|x|cpu=4,bb/x=9999999P|4|a lot|cpu=many|1Q|soon|?");

        assertThat(file.runs()).containsExactly("7 physics/anna 4 cpu x 3600 s from 2026-01-10T09:00:00Z");
        assertThat(file.summary().warnings())
                .contains(
                        "job 7: AllocTRES \"bb/x=9999999P\": must be name=count, and the count must be 0 to 1e12, such as"
                                + " cpu=2 or mem=62.50G; the job counts without it")
                .anyMatch(warning -> warning.startsWith("job 7: ReqTRES \"cpu=many\": "))
                .anyMatch(warning -> warning.startsWith("job 7: TotalCPU \"a lot\": must be a duration"))
                .anyMatch(warning -> warning.startsWith("job 7: Timelimit \"soon\": must be a duration"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            anna|1001|phys|(null); phys/anna
            (null)|1001|phys|physics; physics/1001
            |1001||(null); none/1001
            Anna|1001|Phys|Physics; physics/anna
            Anna|1001|Phys|; Phys/anna
            """)
    void whoIsChargedIsCertain(String names, String association) throws IOException {
        String row = "7|7|alps|" + names + "|COMPLETED|1768035600|1768039200|||cpu=4|4|";
        boolean usual = association.startsWith("none");

        assertThat(SlurmFiles.of(usual ? BERLIN.withDefaultAccount("none") : BERLIN, HEADER, row)
                        .runs())
                .containsExactly("7 " + association + " 4 cpu x 3600 s from 2026-01-10T09:00:00Z");
    }

    @Test
    void whoCannotBeChargedIsToldWithWhatToDo() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                BERLIN,
                HEADER,
                "7|7|alps|anna|1001|||COMPLETED|1768035600|1768039200|||cpu=4|4|",
                "8|8|alps|||phys|physics|COMPLETED|1768035600|1768039200|||cpu=4|4|");

        assertThat(file.summary().firstBadLines())
                .extracting(Object::toString)
                .containsExactly(
                        "x.log, line 2: account \"\": must not be empty; --default-account (default.account of a collector)"
                                + " names one for such jobs",
                        "x.log, line 3: user \"\": must not be empty; put the user's name or number into the record (sacct:"
                                + " the fields User, UID)");
    }

    @Test
    void filetxtHasTheSameNamesAndTimes() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                BERLIN,
                "JobId=7 UserId=Anna(1001) GroupId=phys(5) Name=a JobState=COMPLETED Partition=p TimeLimit=9"
                        + " StartTime=2026-10-25T02:50:00 EndTime=2026-10-25T02:10:00 NodeList=n NodeCnt=1 ProcCnt=4"
                        + " WorkDir=/ ReservationName= Tres=cpu=4,bb/x=1G Account=(null) QOS=q WcKey= Cluster=alps"
                        + " SubmitTime=2026-10-25T00:30:00Z EligibleTime=x DerivedExitCode=0:0 ExitCode=0:0");

        assertThat(file.runs()).containsExactly("7 phys/anna 4 cpu x 1200 s from 2026-10-25T00:50:00Z");
        assertThat(file.held("7")).isEqualTo(Map.of("cpu", 4.0, "node", 1.0, "bb/x", 1024.0));
        assertThat(file.events().get(0).getTime()).hasToString("2026-10-25T00:30:00Z");
    }
}

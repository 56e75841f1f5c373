package io.fairway.readers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.readers.TraceFormat;
import io.fairway.readers.TraceSummary;
import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users type stands between the columns of {@code sacct}, with bars and line ends in it. */
class SacctTextTest {
    private static final TraceOptions UTC = TraceOptions.ofRecords().withZone(ZoneOffset.UTC);
    private static final String NUMBERS =
            "alps|anna|physics|COMPLETED|2026-01-01T00:00:00|2026-01-01T01:00:00|2026-01-01T02:00:00|cpu=4,mem=1G";
    private static final String FIELDS = "Cluster|User|Account|State|Submit|Start|End|AllocTRES";
    private static final String RUN = " physics/anna 4 cpu x 3600 s from 2026-01-01T01:00:00Z";

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            JobID|JobName|Comment|F; 7|a|b|c|N
            JobID|Constraints|F|Licenses; 7|intel|amd|N|x
            JobID|F|StdOut|StdErr|WorkDir; 7|N|/a|b|/c|d|/e
            JobID|SubmitLine|F|Extra; 7|sbatch --wrap a || b|N|{}
            JobName|F|JobIDRaw; a|b|N|7
            """)
    void aBarInAnyTextLeavesTheNumbersAlone(String header, String row) throws IOException {
        SlurmFiles file = SlurmFiles.of(UTC, header.replace("|F", "|" + FIELDS), row.replace("|N", "|" + NUMBERS));

        assertThat(file.summary().firstBadLines()).isEmpty();
        assertThat(file.runs()).containsExactly("7" + RUN);
    }

    /** The comment may begin with the user, or the name end with it. */
    @Test
    void whoRanItMustBeCertain() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                UTC,
                "JobID|JobName|User|Comment|Cluster|Account|State|Submit|Start|End|AllocTRES",
                "7|a|b|c|d|alps|physics|COMPLETED|2026-01-01T00:00:00|2026-01-01T01:00:00|2026-01-01T02:00:00|cpu=4");

        assertThat(file.summary().firstBadLines())
                .singleElement()
                .asString()
                .startsWith("x.log, line 2: line \"7|a|b|c|d|")
                .endsWith("must have 11 fields, but has 12, and which of them has a | in it is not clear");
    }

    /** Of a line with all fields of sacct, and a command line with 200 pipes in it. */
    @Test
    @Timeout(30)
    void manyBarsTakeNoTime() throws IOException {
        String texts = "Comment|NNodes|Constraints|NCPUS|Container|UID|Extra|ElapsedRaw|Licenses|ReqCPUS|WorkDir";
        SlurmFiles file = SlurmFiles.of(
                UTC,
                "JobID|SubmitLine|" + FIELDS + "|" + texts,
                "7|" + "a | ".repeat(200) + "b|" + NUMBERS + "||1||4||1001||3600||4|/");

        assertThat(file.runs()).containsExactly("7" + RUN);
    }

    /** A list of resources of a megabyte beside a bar: the next line is read, too. */
    @Test
    @Timeout(30)
    void aLongListOfResourcesEndsNothing() throws IOException {
        StringBuilder resources = new StringBuilder("cpu=4");
        for (int i = 0; i < 100_000; i++) {
            resources.append(",gres/a").append(i).append("=1");
        }
        SlurmFiles file = SlurmFiles.of(
                UTC,
                "JobID|JobName|Comment|" + FIELDS,
                "8|a|b|c|" + NUMBERS.replace("cpu=4,mem=1G", resources),
                "7|a|b|" + NUMBERS);

        assertThat(file.runs()).contains("7" + RUN);
    }

    /** An optional field that the bars make doubtful is unknown. */
    @Test
    void aDoubtfulPartitionIsLeftOut() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                UTC, "JobID|JobName|Partition|Comment|" + FIELDS, "7|a|b|c|d|" + NUMBERS, "8|a|main|d|" + NUMBERS);

        assertThat(file.runs()).containsExactly("7" + RUN, "8" + RUN);
        assertThat(file.events().get(0).getAttributes().getPartition()).isNull();
        assertThat(file.events().get(3).getAttributes().getPartition()).isEqualTo("main");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\n\nb", "for i in 1 2\ndo echo $i | tee x\ndone", "one\n2 two\n3.5 three"})
    void aTextMayHaveLineEndsInTheMiddleAndAtTheEnd(String text) throws IOException {
        SlurmFiles middle =
                SlurmFiles.of(UTC, "JobID|JobName|" + FIELDS, "7|" + text + "|" + NUMBERS, "8|plain|" + NUMBERS);
        SlurmFiles end =
                SlurmFiles.of(UTC, "JobID|" + FIELDS + "|JobName", "7|" + NUMBERS + "|" + text, "8|" + NUMBERS + "|x");

        assertThat(middle.summary().firstBadLines()).isEmpty();
        assertThat(middle.runs()).containsExactly("7" + RUN, "8" + RUN);
        assertThat(end.summary().firstBadLines()).isEmpty();
        assertThat(end.runs()).containsExactly("7" + RUN, "8" + RUN);
    }

    /** A record that is cut off has its own line in the message, and takes no other one with it. */
    @Test
    void aRecordThatIsCutOffIsTold() throws IOException {
        SlurmFiles file = SlurmFiles.of(
                UTC,
                "JobID|JobName|" + FIELDS,
                "7|plain|" + NUMBERS,
                "8|cut",
                "off",
                "9|plain|" + NUMBERS,
                "10|never whole");

        assertThat(file.runs()).containsExactly("7" + RUN, "9" + RUN);
        assertThat(file.summary().firstBadLines())
                .extracting(TraceSummary.BadLine::line)
                .containsExactly(3L, 6L);
        assertThat(file.summary().firstBadLines().get(0).toString())
                .startsWith("x.log, line 3: line \"8|cut off\": must have 10 fields, but has 2");
    }

    @Test
    void linesThatAreNoRestOfATextAreTold() throws IOException {
        SlurmFiles file =
                SlurmFiles.of(UTC, "JobID|JobName|" + FIELDS, "7|plain|" + NUMBERS, "Dear diary", "8|plain|" + NUMBERS);

        assertThat(file.runs()).containsExactly("7" + RUN, "8" + RUN);
        assertThat(file.summary().badLines()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\t", ";", "^", "~"})
    void anotherDelimiterIsRead(String delimiter) throws IOException {
        SlurmFiles file = SlurmFiles.of(
                UTC,
                ("JobID|" + FIELDS + "|JobName").replace("|", delimiter),
                ("7|" + NUMBERS + "|a").replace("|", delimiter));

        assertThat(file.format()).isEqualTo(TraceFormat.SACCT);
        assertThat(file.runs()).containsExactly("7" + RUN);
        assertThat(file.held("7")).isEqualTo(Map.of("cpu", 4.0, "mem", 1024.0));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            JobID,User,Account,State,Start,End,AllocTRES; commas
            'JobID    User  Account   State   Start  End  AllocTRES'; blanks
            """)
    void columnsThatCannotBeToldApartAreRefusedByName(String header, String what) throws IOException {
        SlurmFiles file = SlurmFiles.of(UTC, header, "7,anna,physics,COMPLETED,x,y,cpu=4,node=1");

        assertThat(file.format()).isEqualTo(TraceFormat.SACCT);
        assertThat(file.summary().firstBadLines().get(0).toString())
                .startsWith("x.log, line 1: header \"JobID")
                .endsWith("must have | between the columns, because values have " + what
                        + ", too: export with sacct --parsable2 and no --delimiter");
    }
}

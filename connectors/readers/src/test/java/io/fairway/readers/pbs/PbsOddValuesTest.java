package io.fairway.readers.pbs;

import static io.fairway.readers.pbs.PbsRecords.HISTORY;
import static io.fairway.readers.pbs.PbsRecords.NINE;
import static io.fairway.readers.pbs.PbsRecords.allocated;
import static io.fairway.readers.pbs.PbsRecords.events;
import static io.fairway.readers.pbs.PbsRecords.record;
import static io.fairway.readers.pbs.PbsRecords.trace;
import static io.fairway.readers.pbs.PbsRecords.used;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.readers.Trace;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TraceJob;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run is lost over no value that it does not need. */
class PbsOddValuesTest {
    private static final String HOUR = " end=" + (NINE + 3600);
    private static final String FOUR = "exec_host=n1/0-3";

    @Test
    void aJobOfAGpuAloneCounts() throws IOException {
        try (Trace trace = PbsRecords.file("gpu-only-job.log")) {
            List<TraceJob> jobs = trace.jobs().toList();

            assertThat(jobs).hasSize(1);
            assertThat(allocated(jobs.get(0))).isEqualTo(Map.of("cpu", 0.0, "gres/gpu", 1.0));
            assertThat(used("gres/gpu", jobs.get(0))).isEqualTo(3600);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Resource_List.ncpus=0 Resource_List.mem=4gb exec_host=n1/0*0,                                  1",
        "Resource_List.ncpus=0 Resource_List.ngpus=2 exec_vnode=(n1:ncpus=0:ngpus=2),                   1",
        "Resource_List.ncpus=0 Resource_List.nodect=1 exec_host=n1/0*0 exec_vnode=(n1:ncpus=0),         0",
        // Nobody knows how many processors these had.
        "Resource_List.mem=4gb Resource_List.nodect=1,                                                  0",
    })
    void aJobThatHoldsAnythingCounts(String resources, int jobs) throws IOException {
        try (Trace trace = trace(HISTORY, record("E", "9.h", resources + HOUR))) {
            assertThat(trace.jobs()).hasSize(jobs);
            assertThat(trace.summary().skipped())
                    .isEqualTo(jobs == 1 ? Map.of() : Map.of(SkipReason.NO_PROCESSORS, 1L));
        }
    }

    /** The hosts and vnodes are those of job 241 in PBS's design of pbs_release_nodes, whose Resource_List.ncpus is 8. */
    @Test
    void aChunkOnSeveralVnodesHasTheirProcessors() throws IOException {
        String record = record(
                "E",
                "241.borg",
                "exec_host=borg[0]/0*0+federer/0*0+lendl/0*2 exec_vnode=(borg[0]:mem=1048576kb:ncpus=1+borg[1]:mem=1048576kb:"
                        + "ncpus=1+borg[2]:ncpus=1)+(federer:mem=1048576kb:ncpus=1+federer[0]:mem=1048576kb:ncpus=1+"
                        + "federer[1]:ncpus=1)+(lendl:ncpus=2:mem=2097152kb) Resource_List.ncpus=8" + HOUR);
        try (Trace trace = trace(HISTORY, record)) {
            assertThat(allocated(trace.jobs().findFirst().orElseThrow())).containsEntry("cpu", 8.0);
        }
    }

    @Test
    void aJobWithAnOddRequestCounts() throws IOException {
        try (Trace trace = PbsRecords.file("odd-request.log")) {
            List<TraceJob> jobs = trace.jobs().toList();

            assertThat(jobs).hasSize(1);
            assertThat(used("cpu", jobs.get(0))).isEqualTo(14_400);
            JobAttributes attributes = events(jobs.get(0)).get(0).getAttributes();
            assertThat(attributes.getRequestedTres())
                    .as("#excl is no part of ppn")
                    .isEqualTo(Map.of("cpu", 4.0));
            assertThat(attributes.getGroup()).isEqualTo("Domain Users");
            assertThat(trace.summary().warnings()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Resource_List.nodes=1:ppn=all      | Resource_List.nodes "1:ppn=all": must have a whole number for ppn
            Resource_List.nodes=1:ppn=4:gpus=x | Resource_List.nodes "1:ppn=4:gpus=x": must have a whole number for gpus
            Resource_List.ncpus=4.5            | Resource_List.ncpus "4.5": must be a whole number
            Resource_List.mem=plenty           | Resource_List.mem "plenty": must be a size such as 1993mb or 2.5gb
            Resource_List.mem=99999999999pb    | Resource_List.mem "99999999999pb": must be at most 1,000,000,000,000 MB
            Resource_List.nodect=some          | Resource_List.nodect "some": must be a whole number
            Resource_List.walltime=soon        | Resource_List.walltime "soon": must be seconds, or a time such as 10:16:36
            resources_used.cput=-1             | resources_used.cput "-1": must be seconds, or a time such as 10:16:36
            qtime=now                          | qtime "now": must be seconds since 1970
            """)
    void whatIsOddIsUnknownWithAWarning(String odd, String message) throws IOException {
        String record = record("E", "1.h", FOUR + " " + odd + HOUR).replace("ctime=" + NINE, "ctime=0");
        try (Trace trace = trace(HISTORY, record, record)) {
            List<TraceJob> jobs = trace.jobs().toList();

            assertThat(jobs).hasSize(2);
            assertThat(allocated(jobs.get(0))).isEqualTo(Map.of("cpu", 4.0));
            JobEvent submitted = events(jobs.get(0)).get(0);
            assertThat(submitted.getAttributes().getTimeLimitSeconds()).isNull();
            assertThat(events(jobs.get(0)).get(2).getCpuSeconds()).isNull();
            String field = message.substring(0, message.indexOf(' '));
            assertThat(trace.summary().warnings())
                    .containsExactly(
                            field + " is odd in 2 records and counts as unknown; the first is of job 1.h: " + message);
        }
    }

    @Test
    void aSizeMayHaveDecimalsAndATimeLimitMayBeUnlimited() throws IOException {
        String request = " Resource_List.mem=2.5gb Resource_List.walltime=UNLIMITED";
        try (Trace trace = trace(HISTORY, record("E", "1.h", FOUR + request + HOUR))) {
            TraceJob job = trace.jobs().findFirst().orElseThrow();

            assertThat(allocated(job)).isEqualTo(Map.of("cpu", 4.0, "mem", 2560.0));
            assertThat(events(job).get(0).getAttributes().getTimeLimitSeconds()).isNull();
            assertThat(trace.summary().warnings()).isEmpty();
        }
    }

    /** Then nothing says how many processors it held. */
    @Test
    void anOddRequestThatTheRunNeedsIsUnreadable() throws IOException {
        try (Trace trace = trace(HISTORY, record("E", "1.h", "Resource_List.nodes=1:ppn=all" + HOUR))) {
            assertThat(trace.jobs()).isEmpty();
            assertThat(trace.summary().firstBadLines())
                    .singleElement()
                    .hasToString("x.log, line 1: Resource_List.nodes \"1:ppn=all\": must have a whole number for ppn");
        }
    }
}

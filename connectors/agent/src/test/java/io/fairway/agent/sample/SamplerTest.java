package io.fairway.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.agent.cgroup.CgroupPattern;
import io.fairway.agent.cgroup.CgroupTrees;
import io.fairway.agent.job.JobDesk;
import io.fairway.agent.job.JobDesk.EventsFrom;
import io.fairway.agent.job.JobMessage;
import io.fairway.agent.job.KnownJobs;
import io.fairway.agent.metrics.AgentCounters;
import io.fairway.agent.outbox.AgentOutbox;
import io.fairway.agent.outbox.OutboxRecord;
import io.fairway.agent.record.AgentIdentity;
import io.fairway.agent.record.StoredForm;
import io.fairway.avro.ResourceSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {
    private static final String JOB = "system.slice/slurmstepd.scope/job_";

    @TempDir
    private Path directory;

    private final AgentCounters counters = new AgentCounters();
    private Path cgroups;
    private Path proc;
    private long start = 1_000;

    @BeforeEach
    void boot() {
        cgroups = directory.resolve("cgroup");
        proc = directory.resolve("proc");
        CgroupTrees.write(cgroups, "cgroup.controllers", "cpu\n");
        CgroupTrees.write(proc, "sys/kernel/random/boot_id", "11111111-2222\n");
    }

    /** Everything of an agent that samples, as one that starts has it. */
    private final class Rig implements AutoCloseable {
        private final AgentOutbox outbox =
                AgentOutbox.open(directory.resolve("outbox"), new AgentOutbox.Limits(1 << 20, 1 << 20, 0), counters);
        private final AgentIdentity identity = new AgentIdentity("alps", "daint", "n17");
        private final JobDesk desk =
                new JobDesk(identity, EventsFrom.TOLD, outbox, KnownJobs.open(directory.resolve("jobs")), counters);
        private final Sampler sampler;

        Rig(String nvidiaSmi) throws IOException {
            sampler = new Sampler(
                    identity,
                    new Sampler.Places(cgroups, proc, nvidiaSmi),
                    CgroupPattern.list(List.of("slurm")),
                    outbox,
                    desk.jobs(),
                    new FileProblems(counters),
                    start++);
        }

        List<ResourceSample> samples() throws IOException {
            outbox.samples().rewind();
            List<ResourceSample> samples = new ArrayList<>();
            for (OutboxRecord record : outbox.samples().read(1 << 20)) {
                ResourceSample sample = StoredForm.SAMPLES.decode(record.payload());
                assertThat(sample.getSequence()).isEqualTo(record.sequence());
                samples.add(sample);
            }
            return samples;
        }

        @Override
        public void close() throws IOException {
            outbox.close();
        }
    }

    @Test
    void aSampleHasTheCountersOfItsJobAndSequencesRiseOverRestarts() throws IOException {
        CgroupTrees.unified(cgroups, JOB + 7, 12_500_000, 3 << 20, 1 << 20, "8:0 rbytes=9 wbytes=8\n");
        try (Rig rig = new Rig("")) {
            rig.sampler.sample(60_000, 30);
        }
        CgroupTrees.unified(cgroups, JOB + 7, 20_000_000, 3 << 20, 1 << 20, "8:0 rbytes=9 wbytes=8\n");
        try (Rig rig = new Rig("")) {
            // The clock was set back meanwhile.
            rig.sampler.sample(30_000, 30);

            List<ResourceSample> samples = rig.samples();
            assertThat(samples).extracting(ResourceSample::getCpuSeconds).containsExactly(12.5, 20.0);
            assertThat(samples).extracting(ResourceSample::getMemoryMb).containsExactly(2.0, 2.0);
            assertThat(samples.get(0).getReadBytes()).isEqualTo(9);
            assertThat(samples.get(0).getWrittenBytes()).isEqualTo(8);
            assertThat(samples.get(0).getTime()).isEqualTo(Instant.ofEpochMilli(60_000));
            assertThat(samples.get(0).getHost()).isEqualTo("n17");
            assertThat(samples.get(0).getRun()).isNull();
            assertThat(samples.get(1).getEpoch()).isEqualTo(samples.get(0).getEpoch());
            assertThat(samples.get(1).getSequence())
                    .isGreaterThan(samples.get(0).getSequence());
        }
    }

    @Test
    void anotherBootIsAnotherEpoch() throws IOException {
        CgroupTrees.unified(cgroups, JOB + 7, 1, 1, 0, "");
        try (Rig rig = new Rig("")) {
            rig.sampler.sample(60_000, 30);
        }
        CgroupTrees.write(proc, "sys/kernel/random/boot_id", "33333333-4444\n");
        try (Rig rig = new Rig("")) {
            rig.sampler.sample(90_000, 30);
            assertThat(rig.samples().get(1).getEpoch())
                    .isNotEqualTo(rig.samples().get(0).getEpoch());
        }
    }

    @Test
    void aReportedJobIsSampledWithItsRunAndOnceMoreAtItsEnd() throws IOException {
        CgroupTrees.unified(cgroups, JOB + 7, 1_000_000, 1, 0, "");
        try (Rig rig = new Rig("")) {
            rig.desk.onEnding(job -> rig.sampler.sampleLast(job, 75_000));
            rig.desk.tell(JobMessage.parse("start job=7 run=40"), 1);
            rig.sampler.sample(60_000, 30);
            CgroupTrees.unified(cgroups, JOB + 7, 2_000_000, 1, 0, "");
            rig.desk.tell(JobMessage.parse("finish job=7 time=75"), 1);
            assertThat(rig.samples()).extracting(ResourceSample::getCpuSeconds).containsExactly(1.0, 2.0);
            assertThat(rig.samples()).extracting(ResourceSample::getRun).containsOnly(Instant.ofEpochMilli(40_000));
        }
    }

    @Test
    void withoutCountersProcessesAreAddedUpAndNeverGoBack() throws IOException {
        CgroupTrees.write(cgroups, JOB + "7/step_0/cgroup.procs", "100\n101\n");
        CgroupTrees.write(cgroups, JOB + "7/cgroup.procs", "");
        process(100, 1, 100, 250, 1_000);
        process(101, 100, 100, 50, 24);
        try (Rig rig = new Rig("")) {
            rig.sampler.sample(60_000, 30);
            CgroupTrees.write(cgroups, JOB + "7/step_0/cgroup.procs", "101\n");
            rig.sampler.sample(90_000, 30);
            assertThat(rig.samples()).extracting(ResourceSample::getCpuSeconds).containsExactly(3.0, 3.0);
            assertThat(rig.samples()).extracting(ResourceSample::getMemoryMb).containsExactly(4.0, 24 / 256.0);
        }
    }

    @Test
    void aNamedProcessIsSampledWithItsSessionAndDescendants() throws IOException {
        process(200, 1, 200, 100, 256);
        process(201, 200, 200, 100, 256);
        process(202, 201, 999, 100, 256);
        process(300, 1, 300, 5_000, 256);
        try (Rig rig = new Rig("")) {
            rig.desk.tell(JobMessage.parse("start job=9 run=50 pid=200"), 1);
            rig.sampler.sample(60_000, 30);
            assertThat(rig.samples()).extracting(ResourceSample::getCpuSeconds).containsExactly(3.0);
            assertThat(rig.samples()).extracting(ResourceSample::getJob).containsExactly("9");
        }
    }

    /** A program that answers as nvidia-smi does. */
    @Test
    void gpuTimeIsTheLoadOfTheGpusThatAJobsProcessesUse() throws IOException {
        CgroupTrees.unified(cgroups, JOB + 7, 1, 1, 0, "");
        CgroupTrees.unified(cgroups, JOB + 8, 1, 1, 0, "");
        CgroupTrees.write(proc, "100/cgroup", "0::/" + JOB + "7/step_0/user/task_0\n");
        CgroupTrees.write(proc, "101/cgroup", "0::/" + JOB + "8/step_0/user/task_0\n");
        CgroupTrees.write(proc, "102/cgroup", "0::/user.slice\n");
        Path program = directory.resolve("smi");
        Files.writeString(program, """
                #!/bin/sh
                case "$1" in
                  --query-gpu=*) echo "GPU-a, 50"; echo "GPU-b, 100"; echo "GPU-c, [N/A]"; echo "broken" ;;
                  *) echo "GPU-a, 100"; echo "GPU-b, 100"; echo "GPU-b, 101"; echo "GPU-b, 102"; echo "GPU-c, 101" ;;
                esac
                """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Rig rig = new Rig(program.toString())) {
            rig.sampler.sample(60_000, 30); // Finds the jobs, and asks from now on.
            rig.sampler.sample(90_000, 30);
            rig.sampler.sample(120_000, 30);
            List<ResourceSample> gpus = rig.samples().stream()
                    .filter(sample -> sample.getGpuSeconds() != null)
                    .toList();
            // Job 7: half of GPU-a, and half of GPU-b which it shares with job 8.
            assertThat(gpus).extracting(ResourceSample::getJob).containsExactly("7", "8", "7", "8");
            assertThat(gpus).extracting(ResourceSample::getGpuSeconds).containsExactly(30.0, 15.0, 60.0, 30.0);
            assertThat(gpus).extracting(ResourceSample::getCpuSeconds).containsOnlyNulls();
        }
    }

    /** The file as proc(5) describes it; 22 fields after the name are read. */
    private void process(long pid, long parent, long session, long ticks, long pages) {
        CgroupTrees.write(
                proc,
                pid + "/stat",
                pid + " (a ) b) S " + parent + " " + pid + " " + session + " 0 -1 0 0 0 0 0 " + ticks
                        + " 0 0 0 20 0 1 0 0 0 " + pages + " 0 0\n");
    }
}

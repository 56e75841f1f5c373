package io.fairway.agent.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees with the layouts that schedulers make, in v1 and v2. */
class CgroupTreesTest {
    private static final List<CgroupPattern> DEFAULTS = CgroupPattern.list(List.of("slurm", "pbs", "lsf", "systemd"));

    @TempDir
    private Path root;

    private final List<String> problems = new ArrayList<>();

    private Map<String, List<String>> found() {
        CgroupWalk.Found found = new CgroupWalk(root, DEFAULTS).find();
        assertThat(found.problems()).isEmpty();
        return found.jobs();
    }

    private CgroupReading read(String path) {
        return new CgroupMeter(root, problems::add).read(path);
    }

    @Test
    void aSlurmJobOfVersion2IsOneJobWithAllItsSteps() {
        // Given
        String job = "system.slice/slurmstepd.scope/job_4711";
        CgroupTrees.unified(root, job, 12_345_678, 5_242_880, 1_048_576, """
                8:0 rbytes=100 wbytes=20 rios=1 wios=1
                8:16 rbytes=11 wbytes=3 rios=1 wios=1 dbytes=0 dios=0
                """);
        for (String step :
                List.of("step_0/user/task_0", "step_0/slurm", "step_batch/user/task_special", "step_extern")) {
            CgroupTrees.unified(root, job + "/" + step, 1, 1, 0, "");
        }
        CgroupTrees.unified(root, "system.slice/slurmstepd.scope/system", 1, 1, 0, "");
        CgroupTrees.unified(root, "system.slice/slurmd.service", 1, 1, 0, "");
        CgroupTrees.unified(root, "system.slice/node7_slurmstepd.scope/job_4712/step_0", 1, 1, 0, "");
        // Then
        assertThat(found())
                .isEqualTo(
                        Map.of("4711", List.of(job), "4712", List.of("system.slice/node7_slurmstepd.scope/job_4712")));
        CgroupReading reading = read(job);
        assertThat(reading.cpuSeconds()).isEqualTo(12.345678);
        assertThat(reading.memoryBytes()).isEqualTo(4_194_304);
        assertThat(reading.readBytes()).isEqualTo(111);
        assertThat(reading.writtenBytes()).isEqualTo(23);
        assertThat(problems).isEmpty();
    }

    @Test
    void aSlurmJobOfVersion1IsReadFromThreeHierarchies() {
        // Given
        String job = "slurm/uid_1000/job_99";
        CgroupTrees.legacy(
                root, job, 7_500_000_000L, 3_000, 1_000, "8:0 Read 4096\n8:0 Write 512\n8:0 Total 4608\nTotal 4608\n");
        CgroupTrees.legacy(root, job + "/step_0/task_0", 1, 1, 0, "");
        // Then
        assertThat(found()).isEqualTo(Map.of("99", List.of(job)));
        CgroupReading reading = read(job);
        assertThat(reading.cpuSeconds()).isEqualTo(7.5);
        assertThat(reading.memoryBytes()).isEqualTo(2_000);
        assertThat(reading.readBytes()).isEqualTo(4_096);
        assertThat(reading.writtenBytes()).isEqualTo(512);
    }

    @Test
    void aJobThatOnlyTheFreezerKnowsIsFound() {
        CgroupTrees.write(root, "freezer/lsf/mycluster/job.1234.5678.1700000000/cgroup.procs", "");
        assertThat(found()).containsOnlyKeys("1234");
        assertThat(read("lsf/mycluster/job.1234.5678.1700000000").cpuSeconds()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "slurm_node3/uid_1000/job_5, 5",
        "pbs_jobs.service/jobid/1234.server, 1234.server",
        "pbs_jobs.service/jobs/1234[7].server, 1234[7].server",
        "pbspro/77.pbs1, 77.pbs1",
        "pbspro.slice/pbspro-88.pbs1.slice, 88.pbs1",
        "torque/9.head, 9.head",
        "lsf/c1/job.42.1000.1700000000, 42",
        "lsf/c1/job.42[3].1000.1700000000, 42[3]",
        "system.slice/fairway-job-abc.scope, abc",
        "user.slice/user-1000.slice/user@1000.service/app.slice/fairway-job-7.scope, 7"
    })
    void layoutsOfOtherSchedulersAreFoundInBothVersions(String path, String job) {
        CgroupTrees.write(root, "cpuacct/" + path + "/cpuacct.usage", "1000000000\n");
        assertThat(found()).isEqualTo(Map.of(job, List.of(path)));
        assertThat(read(path).cpuSeconds()).isEqualTo(1.0);

        CgroupTrees.unified(root, path, 2_000_000, 1, 0, "");
        assertThat(found()).isEqualTo(Map.of(job, List.of(path)));
        assertThat(read(path).cpuSeconds()).isEqualTo(2.0);
    }

    @Test
    void whatIsNoJobIsNotFound() {
        for (String path : List.of(
                "system.slice/slurmstepd.scope/job_",
                "system.slice/slurmstepd.scope/jobs_1",
                "system.slice/ssh.service",
                "user.slice/user-0.slice/session-1.scope",
                "lsf/c1/job.42",
                "init.scope")) {
            CgroupTrees.unified(root, path, 1, 1, 0, "");
        }
        assertThat(found()).isEmpty();
    }

    /** In hybrid mode, v2 is below "unified" and counts CPU time too; the controller of v1 is the one in use. */
    @Test
    void hybridHostsCountOnce() {
        CgroupTrees.legacy(root, "slurm/uid_0/job_1", 4_000_000_000L, 100, 0, "");
        CgroupTrees.write(root, "unified/slurm/uid_0/job_1/cpu.stat", "usage_usec 0\n");
        assertThat(found()).isEqualTo(Map.of("1", List.of("slurm/uid_0/job_1")));
        assertThat(read("slurm/uid_0/job_1").cpuSeconds()).isEqualTo(4.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "garbage            | must have a line usage_usec",
                "usage_usec         | must have a line usage_usec",
                "usage_usec -5      | line 1: \"-5\" must be a whole number",
                "usage_usec 1e9     | line 1: \"1e9\" must be a whole number",
                "usage_usec 99999999999999999999999 | must be a whole number",
                "usage_usec 1\u00ff2 | must be a whole number"
            })
    void aBadCounterIsLeftOutAndNamed(String text, String rule) {
        String job = "system.slice/slurmstepd.scope/job_1";
        CgroupTrees.unified(root, job, 1, 77, 0, "8:0 rbytes=x wbytes=5\n");
        CgroupTrees.write(root, job + "/cpu.stat", text + "\n");
        CgroupReading reading = read(job);
        assertThat(reading.cpuSeconds()).isNull();
        assertThat(reading.memoryBytes()).isEqualTo(77);
        assertThat(reading.readBytes()).isNull();
        assertThat(reading.writtenBytes()).isEqualTo(5);
        assertThat(problems).anySatisfy(problem -> assertThat(problem).contains(job + "/cpu.stat", rule));
        assertThat(problems).anySatisfy(problem -> assertThat(problem).contains("io.stat", "\"x\""));
    }

    @Test
    void anEmptyAVeryLongAndAMissingFileAreLeftOut() throws IOException {
        String job = "system.slice/slurmstepd.scope/job_1";
        CgroupTrees.unified(root, job, 1, 1, 0, "");
        CgroupTrees.write(root, job + "/memory.current", "");
        CgroupTrees.write(root, job + "/memory.stat", "x".repeat(10_000_000));
        Files.delete(root.resolve(job + "/cpu.stat"));
        CgroupReading reading = read(job);
        assertThat(reading.memoryBytes()).isNull();
        assertThat(reading.cpuSeconds()).isNull();
        assertThat(reading.writtenBytes()).isZero();
        assertThat(problems).allSatisfy(problem -> assertThat(problem).hasSizeLessThan(400));
    }

    @Test
    void aNewControlGroupOfTheSameNameHasAnotherLife() throws IOException {
        String job = "system.slice/slurmstepd.scope/job_1";
        CgroupTrees.unified(root, job, 1, 1, 0, "");
        long first = read(job).life();
        Files.move(root.resolve(job), root.resolve("old"));
        CgroupTrees.unified(root, job, 1, 1, 0, "");
        assertThat(read(job).life()).isNotEqualTo(first).isNotZero();
    }
}

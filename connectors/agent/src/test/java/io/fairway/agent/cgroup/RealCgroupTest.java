package io.fairway.agent.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes in real control groups, of v1 and v2, where this host lets the test make some. */
class RealCgroupTest {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    /** Hierarchies relative to the mount point: v1's cpuacct, v2 beside v1, v2 alone. */
    @ParameterizedTest
    @ValueSource(strings = {"cpuacct", "unified", "."})
    void theCpuTimeOfABusyStepIsItsJobs(String hierarchy) throws IOException, InterruptedException {
        Path top = ROOT.resolve(hierarchy).normalize();
        assumeTrue(Files.exists(top.resolve("cgroup.procs")), top + " is no hierarchy on this host");
        Path jobs = top.resolve("fairway-test-" + ProcessHandle.current().pid());
        Path step = jobs.resolve("job_1/step_0");
        try {
            Files.createDirectories(step);
        } catch (IOException e) {
            assumeTrue(false, "this host lets nobody make control groups in " + top + ": " + e);
        }
        List<String> problems = new ArrayList<>();
        Process busy = new ProcessBuilder("sh", "-c", "read go; while :; do :; done").start();
        try {
            Files.writeString(step.resolve("cgroup.procs"), Long.toString(busy.pid()));
            busy.getOutputStream().write('\n');
            busy.getOutputStream().flush();

            String pattern = jobs.getFileName() + "/job_<job>";
            CgroupWalk walk = new CgroupWalk(ROOT, CgroupPattern.list(List.of(pattern)));
            String path = jobs.getFileName() + "/job_1";
            assertThat(walk.find().jobs()).isEqualTo(Map.of("1", List.of(path)));
            CgroupMeter meter = new CgroupMeter(ROOT, problems::add);
            assertThat(meter.processes(path)).contains(busy.pid());
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                Double seconds = meter.read(path).cpuSeconds();
                return seconds != null && seconds > 0.5;
            });
            // The kernel's other book of the same process.
            double ofProcess = busy.info().totalCpuDuration().orElseThrow().toMillis() / 1000.0;
            assertThat(ofProcess).isGreaterThan(0.3);
            assertThat(problems).isEmpty();
        } finally {
            busy.destroyForcibly().waitFor();
            for (Path directory : List.of(step, step.getParent(), jobs)) {
                Awaitility.await().ignoreExceptions().until(() -> Files.deleteIfExists(directory));
            }
        }
    }
}

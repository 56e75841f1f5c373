package io.fairway.system.slurm.bridge;

import io.fairway.system.slurm.SlurmCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for what jobs of a Slurm do. */
record JobWaits(SlurmCluster slurm) {
    static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Until all of them run. */
    void running(String... jobs) {
        until("jobs run: " + List.of(jobs))
                .until(() -> slurm.run("squeue", "-h", "-t", "running", "-j", String.join(",", jobs), "-o", "%A")
                                .lines()
                                .count()
                        == jobs.length);
    }

    /** A job that was requeued would wait for two minutes. */
    void runNow(String... jobs) {
        for (String job : jobs) {
            until("job " + job + " waits again")
                    .until(() ->
                            slurm.run("squeue", "-h", "-j", job, "-o", "%T").equals("PENDING"));
            slurm.run("scontrol", "update", "JobId=" + job, "StartTime=now");
        }
    }

    /** Until a run of it is over. */
    void ended(String job) {
        until("job " + job + " ended")
                .until(() -> SlurmRuns.of(slurm).stream()
                        .anyMatch(run -> run.job().equals(job)
                                && !Set.of("RUNNING", "PENDING").contains(run.state())));
    }

    /** A script that ends when there is a file. */
    String waitsFor(String file) {
        return "until [ -e " + slurm.folder().resolve(file) + " ]; do sleep 0.2; done";
    }

    /** Waits until slurmctld has written all of the present to its state: what is younger would be lost. */
    void saved() {
        Instant now = Instant.now();
        Path state = slurm.folder().resolve("state").resolve("job_state");
        slurm.submit("fw_1", "waiting", "true", "--hold");
        until("slurmctld saved its jobs")
                .until(() -> Files.getLastModifiedTime(state).toInstant().isAfter(now.plusSeconds(1)));
        // It writes the nodes after the jobs, and does not start without either.
        goOn(3);
    }

    static void goOn(int seconds) {
        Awaitility.await("all goes on")
                .pollDelay(Duration.ofSeconds(seconds))
                .atMost(PATIENCE)
                .until(() -> true);
    }

    static ConditionFactory until(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1));
    }
}

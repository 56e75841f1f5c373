package io.fairway.system.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The fixture itself: a job of a user runs, two clusters live after each other, and nothing stays behind. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SlurmClusterIT {
    private static final SlurmPlan PLAN = SlurmPlan.of("alps", 2, 4)
            .with("physics", 60, "fw_1", "fw_2")
            .with("biology", 30, "fw_3")
            .configured("MinJobAge=60");

    @Test
    void jobsOfUsersRunAndNothingStaysBehind() {
        Path folder;
        try (SlurmCluster slurm = SlurmCluster.start(PLAN)) {
            folder = slurm.folder();
            String short1 = slurm.submit("fw_1", "physics", "sleep 1", "-n", "2");
            String endless = slurm.submit("fw_3", "biology", "sleep 10000", "--begin", "now");

            Awaitility.await("the short job ends and the long one runs")
                    .atMost(2, TimeUnit.MINUTES)
                    .until(() -> slurm.run("sacct", "-X", "-n", "-P", "-o", "JobIDRaw,User,Account,AllocCPUS,State")
                                    .contains(short1 + "|fw_1|physics|2|COMPLETED")
                            && slurm.run("squeue", "-h", "-j", endless, "-o", "%T")
                                    .equals("RUNNING"));
            assertThat(slurm.run("sshare", "-a", "-P", "-h", "-o", "Account,User,RawShares"))
                    .contains("physics||60", "biology||30")
                    .contains("|fw_2|1");
            assertThat(slurm.run("scontrol", "show", "config")).containsPattern("MinJobAge +=? *60 sec");
        }
        assertThat(Files.exists(folder)).isFalse();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains(folder.toString())))
                .isEmpty();
    }

    @Test
    void aSecondClusterStartsBesideTheFirst() {
        try (SlurmCluster first = SlurmCluster.start(SlurmPlan.of("alps", 1, 1));
                SlurmCluster second = SlurmCluster.start(SlurmPlan.of("jura", 1, 2))) {
            assertThat(first.run("sinfo", "-h", "-o", "%C")).isEqualTo("0/1/0/1");
            assertThat(second.run("sinfo", "-h", "-o", "%C")).isEqualTo("0/2/0/2");
        }
    }
}

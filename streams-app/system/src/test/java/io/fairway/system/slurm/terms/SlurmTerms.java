package io.fairway.system.slurm.terms;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.embedded.FreePorts;
import io.fairway.embedded.SharedRegistry;
import io.fairway.system.FairwayMain;
import io.fairway.system.slurm.SlurmCluster;
import io.fairway.system.slurm.SlurmCollecting;
import io.fairway.system.slurm.SlurmInstallation;
import io.fairway.system.slurm.SlurmPlan;
import io.fairway.system.slurm.SlurmTables;
import io.fairway.trial.AppProcess;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One queue with every kind of request beside a real Slurm: each term of {@code sprio} and each number of {@code sshare} is
 * Fairway's.
 */
@Timeout(20 * 60)
abstract class SlurmTerms {
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    /** Of the jobs that every version takes, those that sprio lists. */
    private static final int ORDINARY = 30;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An account of its own keeps the nodes busy, so that the usage of the others stays as it is. */
    private static final SlurmPlan PLAN = SlurmPlan.of("alps", 3, 4)
            .with("physics", 60, "fw_1", "fw_2")
            .with("biology", 30, "fw_3")
            .with("support", 10, "fw_4")
            .configured(
                    "AccountingStorageEnforce=associations,limits,qos",
                    "PriorityMaxAge=0-1",
                    "PriorityWeightAge=36000",
                    "PriorityWeightFairshare=100000",
                    "PriorityWeightJobSize=10000",
                    "PriorityWeightPartition=20000",
                    "PriorityWeightQOS=30000",
                    "PartitionName=main Nodes=ALL Default=YES MaxTime=7-0 State=UP PriorityJobFactor=10",
                    "PartitionName=fast Nodes=ALL MaxTime=7-0 State=UP PriorityJobFactor=40");

    private final SlurmInstallation installation;

    SlurmTerms(SlurmInstallation installation) {
        this.installation = installation;
    }

    @Test
    void everyTermIsSlurmsOwn() throws Exception {
        int port = FreePorts.take(1).getFirst();
        try (SlurmCluster slurm = SlurmCluster.start(PLAN.of(installation));
                Workbench bench = Workbench.with(SharedRegistry.url(), 2)) {
            System.out.println("beside " + slurm.run("slurmctld", "-V"));
            EveryRequest.qos(slurm);
            SlurmTables.publishWithPasses(slurm, bench);
            try (AppProcess app = serve(bench, port);
                    SlurmCollecting collecting = new SlurmCollecting(slurm, bench)) {
                busy(slurm);
                Map<String, String> jobs = EveryRequest.submit(slurm);

                ColumnDifferences[] last = new ColumnDifferences[2];
                until("every number is Slurm's").untilAsserted(() -> {
                    app.requireAlive();
                    collecting.requireAlive();
                    last[0] = SshareNumbers.compare(SshareNumbers.ask(slurm), ask(port, "fairshare"));
                    last[1] = SprioTerms.compare(SprioTerms.ask(slurm), ask(port, "priority"), jobs);
                    assertThat(last[0].beyond()).as("%n%s", last[0]).isEmpty();
                    assertThat(last[1].beyond()).as("%n%s", last[1]).isEmpty();
                });
                assertThat(last[0].count("FairShare")).as("users").isEqualTo(5);
                assertThat(last[1].count("jobsize")).as("jobs in sprio").isGreaterThan(ORDINARY);
                System.out.println(jobs.size() + " requests\n" + last[1] + last[0]);
            }
        }
    }

    /** Runs jobs to their end, and fills all nodes: the order of the associations stays from then on. */
    private static void busy(SlurmCluster slurm) {
        List<String> ended = List.of(
                slurm.submit("fw_1", "physics", "sleep 2"),
                slurm.submit("fw_2", "physics", "sleep 5", "-n", "2"),
                slurm.submit("fw_3", "biology", "sleep 9", "-n", "2"));
        until("the jobs on record ended")
                .until(() -> slurm.run(
                                "sacct",
                                "-a",
                                "-X",
                                "-n",
                                "-P",
                                "-s",
                                "CD",
                                "-S",
                                "now-1hour",
                                "-E",
                                "now",
                                "-o",
                                "JobIDRaw")
                        .lines()
                        .toList()
                        .containsAll(ended));
        for (int node = 1; node <= 3; node++) {
            slurm.submit("fw_4", "support", "sleep 3000", "-N", "1", "-n", "4");
        }
        until("the nodes are busy")
                .until(() -> slurm.run("sinfo", "-h", "-o", "%C").equals("12/0/0/12"));
    }

    private static JsonNode ask(int port, String what) {
        StringWriter said = new StringWriter();
        int code = FairwayMain.commandLine(what)
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(what, "--json", "--all", "--server=http://127.0.0.1:" + port);
        assertThat(code).as(said.toString()).isZero();
        try {
            return JSON.readTree(said.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("no JSON: " + said, e);
        }
    }

    private static AppProcess serve(Workbench bench, int port) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.HTTP_LISTEN, "127.0.0.1:" + port);
        settings.put(FairwayConfig.STATE_DIR, bench.directory().resolve("state").toString());
        return AppProcess.start(bench.directory().resolve("app"), settings, List.of("-Xmx400m", "-XX:+UseSerialGC"));
    }

    private static ConditionFactory until(String what) {
        return Awaitility.await(what).atMost(PATIENCE).pollInterval(Duration.ofSeconds(1));
    }
}

package io.fairway.system.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Policy;
import io.fairway.avro.RankForm;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.StreamRig;
import io.fairway.policies.registry.PolicyYaml;
import io.fairway.policies.yaml.ShareTreeYaml;
import io.fairway.policies.yaml.YamlText;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import io.fairway.system.FairwayMain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One policy file: the import wrote it, the stream prices a queue with it, as {@code policy apply} publishes it, and {@code evaluate}
 * prices the same queue with the same file. Expected are equal numbers; that they are right is for the tests of the rules.
 */
class ImportedPolicyTest {
    private static final double HOUR = 3600;
    private static final double NOW = 100 * HOUR;

    @TempDir
    private Path folder;

    @Test
    void ofSlurm() throws IOException {
        queueIsPricedAlike(
                "slurm", List.of(write("slurm.conf", """
                        ClusterName=alps
                        PriorityType=priority/multifactor
                        PriorityDecayHalfLife=14-0
                        PriorityWeightFairshare=10000
                        PriorityWeightAge=1000
                        NodeName=n[1-4] CPUs=16
                        PartitionName=day Nodes=ALL MaxTime=1-0
                        """), write("dump.cfg", """
                        Cluster - 'alps'
                        Parent - 'root'
                        Account - 'physics':Fairshare=60
                        Account - 'biology':Fairshare=40
                        Parent - 'physics'
                        User - 'anna':Fairshare=3
                        Parent - 'biology'
                        User - 'ben':Fairshare=1
                        """)), "alps", "physics", "biology");
    }

    @Test
    void ofLsf() throws IOException {
        queueIsPricedAlike(
                "lsf", List.of(write("lsb.queues", """
                        Begin Queue
                        QUEUE_NAME = normal
                        PRIORITY = 30
                        FAIRSHARE = USER_SHARES[[staff, 10] [others, 20]]
                        HIST_HOURS = 10
                        End Queue
                        """), write("lsb.users", """
                        Begin UserGroup
                        GROUP_NAME GROUP_MEMBER USER_SHARES
                        staff (anna ben) ([anna, 1] [ben, 2])
                        End UserGroup
                        """)), "normal", "staff", "staff");
    }

    @Test
    void ofMoab() throws IOException {
        queueIsPricedAlike("moab", List.of(write("moab.cfg", """
                FSPOLICY DEDICATEDPS
                FSDEPTH 4
                FSUSERWEIGHT 10
                XFACTORWEIGHT 5
                USERCFG[anna] PRIORITY=2000 FSTARGET=25.0-
                """)), "", "physics", "biology");
    }

    /** @param tree of the shares that were imported; empty = none */
    private void queueIsPricedAlike(String scheduler, List<String> files, String tree, String ofAnna, String ofBen)
            throws IOException {
        Path policy = folder.resolve("policy.yaml");
        Path shares = folder.resolve("shares.yaml");
        List<String> words = new ArrayList<>(List.of("import", scheduler));
        words.addAll(files);
        words.addAll(List.of("--domain=alps", "--effective-from=" + StreamRig.at(0), "--policy-file=" + policy));
        words.addAll(tree.isEmpty() ? List.of("--processors=128") : List.of("--shares-file=" + shares));
        StringWriter said = new StringWriter();
        int exit = FairwayMain.commandLine("import")
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(words.toArray(String[]::new));
        assertThat(exit).as(said.toString()).isZero();

        try (StreamRig rig = new StreamRig()) {
            Policy imported = PolicyYaml.read(YamlValue.read(policy));
            // The rig reads records of the policy p.
            rig.policy(Policy.newBuilder(imported)
                    .setName("p")
                    .setRanks(RankForm.RECORDS)
                    .build());
            if (!tree.isEmpty()) {
                send(shares, rig);
            }
            String queue = scheduler.equals("lsf") ? "queue: normal" : "";
            rig.start("1", NOW - 20 * HOUR, ofAnna, "anna", "cpu: 8", queue);
            rig.finish("1", NOW - 10 * HOUR, NOW - 20 * HOUR, "cpuSeconds: 100000");
            rig.start("2", NOW - 5 * HOUR, ofBen, "ben", "cpu: 2", queue);
            String asks =
                    "requestedTres: {cpu: 4}, nodes: 1, timeLimitSeconds: 7200" + (queue.isEmpty() ? "" : ", " + queue);
            rig.submit("3", NOW - 3 * HOUR, ofAnna, "anna", asks);
            rig.submit("4", NOW - HOUR, ofBen, "ben", asks);
            rig.tick(NOW);
            assertThat(rig.refusals()).isEmpty();

            SentScenario sent = new SentScenario(rig);
            Map<String, Object> scenario = sent.scenario(NOW);
            scenario.put("policy", policy.getFileName().toString());
            if (!tree.isEmpty()) {
                scenario.put("shares", shares.getFileName().toString());
            }
            Path file = Files.writeString(folder.resolve("scenario.yaml"), YamlText.text(scenario));
            Report report =
                    Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
            Comparison comparison = new Comparison(scheduler, scheduler.equals("moab"), report);
            comparison.with(rig, sent, NOW);
            assertThat(comparison.differences()).isEmpty();
            assertThat(rig.priorities()).hasSize(2);
            assertThat(comparison.compared()).isGreaterThan(6);
        }
    }

    private static void send(Path shares, StreamRig rig) {
        YamlValue.read(shares).entries("trees").forEach((tree, accounts) -> {
            for (ShareNode node : ShareTreeYaml.read(tree, accounts)) {
                if (node.id().user().isEmpty()) {
                    rig.account(
                            tree, node.id().account(), Objects.requireNonNullElse(node.parent(), ""), node.shares());
                } else {
                    rig.user(tree, node.id().account(), node.id().user(), node.shares());
                }
            }
        });
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}

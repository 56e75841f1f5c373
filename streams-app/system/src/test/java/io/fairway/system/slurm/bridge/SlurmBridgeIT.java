package io.fairway.system.slurm.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.UsageRecord;
import io.fairway.embedded.BrokerCluster;
import io.fairway.embedded.SharedRegistry;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.system.CommittedTopics;
import io.fairway.system.slurm.SlurmCluster;
import io.fairway.system.slurm.SlurmInstallation;
import io.fairway.system.slurm.SlurmPlan;
import io.fairway.system.slurm.SlurmTables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Slurm's own messages through {@code fairway collect topic}, alone: jobs are resized, requeued, preempted and lose their node,
 * while the bridge, slurmctld and all brokers are killed. Each job has an account of its own, so that the usage of an account is
 * the charge of a job. It is CPUs times seconds of the runs that {@code sacct -D} has, to the second.
 */
@Tag("slow")
@Timeout(20 * 60)
class SlurmBridgeIT {
    /** Jobs by what happens to them. */
    private static final List<String> ACCOUNTS = List.of(
            "plain",
            "array",
            "failed",
            "waiting",
            "resized",
            "both",
            "requeued",
            "twice",
            "preempted",
            "evicted",
            "winner",
            "lost",
            "moved",
            "nobridge",
            "nocontroller",
            "nobroker",
            "unseen",
            "again");

    private static final int LAST_NODE = 5;

    /** Without decay: the usage that remains is CPUs times seconds. */
    private static final SlurmPlan PLAN = SlurmPlan.of("alps", LAST_NODE, 6)
            .of(SlurmInstallation.SID)
            .configured(
                    "PriorityDecayHalfLife=0",
                    "PriorityUsageResetPeriod=YEARLY",
                    "PreemptType=preempt/partition_prio",
                    "PreemptMode=REQUEUE",
                    "SlurmdTimeout=15",
                    "PartitionName=main Nodes=n[1-3] Default=YES MaxTime=7-0 State=UP",
                    "PartitionName=edge Nodes=n5 MaxTime=7-0 State=UP",
                    "PartitionName=low Nodes=n4 PriorityTier=2 MaxTime=7-0 State=UP",
                    "PartitionName=lowest Nodes=n4 PriorityTier=1 PreemptMode=CANCEL MaxTime=7-0 State=UP",
                    "PartitionName=high Nodes=n4 PriorityTier=3 MaxTime=7-0 State=UP");

    @TempDir
    private Path folder;

    @Test
    void everyChargeIsThatOfSacct() throws Exception {
        try (BrokerCluster brokers = BrokerCluster.start(folder.resolve("brokers"), Map.of());
                SlurmCluster slurm = SlurmCluster.start(plan(brokers.bootstrapServers()));
                CommittedTopics committed = new CommittedTopics(() -> consumer(brokers))) {
            System.out.println("beside " + slurm.run("slurmctld", "-V"));
            Map<String, String> addresses = Map.of(
                    "bootstrap.servers", brokers.bootstrapServers(), "schema.registry.url", SharedRegistry.url());
            createTopics(addresses);
            slurm.stopController();
            slurm.startController();
            SlurmTables.publish(slurm, addresses, slurm.configuration());
            try (FairwayApp app = FairwayApp.start(application(addresses));
                    BridgeProcess bridge = new BridgeProcess(folder, List.of(PLAN.ends(), PLAN.starts()), addresses)) {
                assertThat(app).isNotNull();
                history(slurm, brokers, bridge, committed);
                List<SlurmRuns.Run> runs = SlurmRuns.of(slurm);
                runs.forEach(System.out::println);
                assertThat(states(runs))
                        .contains("COMPLETED", "FAILED", "RESIZING", "REQUEUED", "PREEMPTED", "NODE_FAIL");
                Map<String, Long> expected = SlurmRuns.charges(runs);
                assertThat(expected).hasSize(ACCOUNTS.size() - 1).doesNotContainKey("waiting");
                JobWaits.until("each charge is that of sacct").untilAsserted(() -> {
                    bridge.requireAlive();
                    Map<String, Double> charged = charges(committed);
                    ACCOUNTS.forEach(account -> assertThat(charged.getOrDefault(account, 0.0))
                            .as("%s: by sacct %s, and %s", account, expected, charged)
                            .isEqualTo(expected.getOrDefault(account, 0L).doubleValue()));
                });
                assertThat(committed.of(Topics.standard().name(Topic.DEAD_LETTERS)))
                        .isEmpty();
                System.out.println(runs.size() + " runs of " + expected.size() + " accounts, CPU seconds: " + expected);
            }
        }
    }

    private static void history(
            SlurmCluster slurm, BrokerCluster brokers, BridgeProcess bridge, CommittedTopics committed)
            throws IOException {
        JobWaits jobs = new JobWaits(slurm);
        slurm.submit("fw_1", "plain", "sleep 8", "-n", "3");
        slurm.submit("fw_1", "array", "sleep 5", "-n", "1", "--array=1-3");
        slurm.submit("fw_1", "failed", "sleep 3; exit 3", "-n", "2");
        String waiting = slurm.submit("fw_1", "waiting", "sleep 3", "--hold");
        String resized = slurm.submit("fw_1", "resized", "sleep 3000", "-N", "3", "-n", "3");
        String both = slurm.submit("fw_1", "both", "sleep 3000", "-N", "2", "-n", "2", "--requeue");
        String requeued = slurm.submit("fw_1", "requeued", "sleep 3000", "-n", "2", "--requeue");
        String twice = slurm.submit("fw_1", "twice", "sleep 3000", "-n", "1", "--requeue");
        String again = slurm.submit("fw_1", "again", "sleep 3000", "-n", "1", "--requeue");
        String preempted = slurm.submit("fw_1", "preempted", "sleep 3000", "-p", "low", "-n", "2", "--requeue");
        String evicted = slurm.submit("fw_1", "evicted", "sleep 3000", "-p", "lowest", "-n", "2");
        String lost = slurm.submit("fw_1", "lost", "sleep 3000", "-p", "edge", "-n", "1", "--no-requeue");
        String moved = slurm.submit("fw_1", "moved", "sleep 3000", "-p", "edge", "-n", "2", "--requeue");
        jobs.running(resized, both, requeued, twice, again, preempted, evicted, lost, moved);
        JobWaits.goOn(5);

        slurm.run("scontrol", "update", "JobId=" + resized, "NumNodes=2");
        slurm.run("scontrol", "update", "JobId=" + both, "NumNodes=1");
        slurm.run("scontrol", "requeue", requeued + "," + twice);
        slurm.submit("fw_1", "winner", "sleep 6", "-p", "high", "-n", "6");
        slurm.run("scancel", waiting);
        told(committed, 2 + 2 + 2, "RESIZING", "REQUEUED", "PREEMPTED", "PENDING");

        bridge.kill();
        String alone = slurm.submit("fw_1", "nobridge", "sleep 3", "-n", "2");
        slurm.run("scontrol", "update", "JobId=" + resized, "NumNodes=1");
        jobs.runNow(requeued, twice, preempted);
        slurm.run("scontrol", "requeue", both);
        jobs.ended(alone);
        bridge.restart();
        jobs.runNow(both);
        jobs.running(requeued, twice, preempted, both);
        JobWaits.goOn(3);
        slurm.run("scontrol", "requeue", twice);

        slurm.killNode(LAST_NODE);
        jobs.ended(lost);
        slurm.startNode(LAST_NODE);
        jobs.runNow(twice, moved);
        jobs.running(twice, moved);
        JobWaits.goOn(4);

        String uncontrolled = slurm.submit("fw_1", "nocontroller", jobs.waitsFor("no-controller"), "-n", "2");
        jobs.running(uncontrolled);
        jobs.saved();
        slurm.killController();
        Files.createFile(slurm.folder().resolve("no-controller"));
        JobWaits.goOn(5);
        slurm.startController();
        jobs.ended(uncontrolled);

        String unbrokered = slurm.submit("fw_1", "nobroker", jobs.waitsFor("no-broker"), "-n", "2");
        jobs.running(unbrokered);
        JobWaits.goOn(2);
        for (int broker = 1; broker <= 3; broker++) {
            brokers.broker(broker).kill();
        }
        Files.createFile(slurm.folder().resolve("no-broker"));
        String unseen = slurm.submit("fw_1", "unseen", "sleep 2", "-n", "2");
        slurm.run("scontrol", "requeue", again);
        jobs.ended(unbrokered);
        jobs.ended(unseen);
        bridge.kill();
        for (int broker = 1; broker <= 3; broker++) {
            brokers.broker(broker).start();
        }
        brokers.awaitBrokers(3, JobWaits.PATIENCE);
        bridge.restart();
        jobs.runNow(again);
        jobs.running(again);
        JobWaits.goOn(3);
        slurm.endJobs();
        JobWaits.until("Slurm knows that all ended")
                .until(() -> states(SlurmRuns.of(slurm)).stream()
                        .noneMatch(state -> Set.of("RUNNING", "PENDING").contains(state)));
    }

    /** Waits until so many messages with these states came from Slurm. */
    private static void told(CommittedTopics committed, int count, String... states) {
        JobWaits.until("Slurm told of " + List.of(states))
                .until(() -> committed.of(PLAN.ends()).stream()
                                .map(record -> new String(record.value(), StandardCharsets.UTF_8))
                                .filter(message -> List.of(states).stream()
                                        .anyMatch(state -> message.contains("\"state\":\"" + state + "\"")))
                                .count()
                        >= count);
    }

    private static Set<String> states(List<SlurmRuns.Run> runs) {
        return runs.stream()
                .map(run -> run.state().replaceAll(" .*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static SlurmPlan plan(String brokers) {
        SlurmPlan plan = PLAN.reporting(brokers);
        for (String account : ACCOUNTS) {
            plan = plan.with(account, 1, "fw_1");
        }
        return plan;
    }

    private static void createTopics(Map<String, String> addresses) throws Exception {
        try (Admin admin = Admin.create(new HashMap<String, Object>(addresses))) {
            TopicAdmin.apply(admin, Topics.standard(), 2, (short) 3);
            admin.createTopics(
                            List.of(new NewTopic(PLAN.ends(), 3, (short) 3), new NewTopic(PLAN.starts(), 2, (short) 3)))
                    .all()
                    .get();
        }
    }

    private static KafkaConsumer<String, byte[]> consumer(BrokerCluster brokers) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                brokers.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false,
                "auto.offset.reset",
                "earliest");
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** What each account used, once nothing of it runs. */
    private static Map<String, Double> charges(CommittedTopics committed) {
        Map<String, Double> charges = new TreeMap<>();
        FairwaySerdes serdes = new FairwaySerdes(Map.of("schema.registry.url", SharedRegistry.url()));
        committed
                .last(Topics.standard().name(Topic.USAGE), serdes.deserializer(UsageRecord.class))
                .values()
                .forEach(record -> {
                    if (!record.getUser().isEmpty()) {
                        assertThat(record.getRate()).as(record.getAccount()).isZero();
                        charges.put(record.getAccount(), record.getValue());
                    }
                });
        return charges;
    }

    private FairwayConfig application(Map<String, String> addresses) {
        Map<String, String> settings = new HashMap<>(addresses);
        settings.put(FairwayConfig.APPLICATION_ID, "fairway-slurm");
        settings.put(FairwayConfig.TOPIC_REPLICATION, "3");
        settings.put(FairwayConfig.HTTP_LISTEN, "off");
        settings.put(FairwayConfig.STATE_DIR, folder.resolve("state").toString());
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        return new FairwayConfig(settings);
    }
}

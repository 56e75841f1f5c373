package io.fairway.system.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.UsageRecord;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.Topic;
import io.fairway.system.CommittedTopics;
import io.fairway.trial.replay.Workbench;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KafkaStreams;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real jobs of a real Slurm on the topics: Slurm's own files imported, its queue and its accounting collected, and
 * Fairway's priority records are those of the jobs that {@code squeue} has waiting. Its usage is compared with a closed
 * integral over what {@code sacct} has, which shares no code with it.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Order(3)
class SlurmCollectIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final double HALF_LIFE_SECONDS = 7 * 86_400;
    private static final SlurmPlan PLAN = SlurmPlan.of("alps", 2, 4)
            .with("physics", 60, "fw_1", "fw_2")
            .with("biology", 30, "fw_3")
            .configured("MinJobAge=5");

    @Test
    void whatSlurmDoesComesToTheTopicsWithItsOwnTimes() throws Exception {
        try (SlurmCluster slurm = SlurmCluster.start(PLAN);
                Workbench bench = Workbench.with(SharedRegistry.url(), 2);
                CommittedTopics committed = new CommittedTopics(bench::consumer)) {
            SlurmTables.publish(slurm, bench, slurm.configuration());
            try (FairwayApp app = FairwayApp.start(application(bench));
                    SlurmCollecting collecting = new SlurmCollecting(slurm, bench)) {
                Awaitility.await("the application runs")
                        .atMost(PATIENCE)
                        .until(() -> app.state() == KafkaStreams.State.RUNNING);
                List<String> ended = shortJobs(slurm);
                Waiting waiting = waitingJobs(slurm);

                Awaitility.await("the short jobs ended")
                        .atMost(PATIENCE)
                        .until(() -> sacctRows(slurm).stream()
                                .filter(row -> row.state().equals("COMPLETED"))
                                .map(Row::job)
                                .collect(Collectors.toSet())
                                .containsAll(ended));
                Awaitility.await("the jobs that wait in Slurm, and no others, have priorities")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(new TreeSet<>(
                                        priorities(bench, committed).keySet()))
                                .isEqualTo(pending(slurm)));
                assertThat(priority(bench, committed, waiting.held()).getHeld()).isTrue();
                assertThat(priority(bench, committed, waiting.dependent()).getEligible())
                        .isFalse();
                PriorityRecord plain = priority(bench, committed, waiting.plain());
                assertThat(plain.getHeld()).isFalse();
                assertThat(plain.getEligible()).isTrue();
                assertThat(plain.getAccount()).isEqualTo("biology");
                assertThat(plain.getUser()).isEqualTo("fw_3");
                assertThat(plain.getRequestedTres()).containsEntry("cpu", 4.0);
                assertThat(plain.getTimeLimitSeconds()).isEqualTo(600);

                slurm.run("scontrol", "release", waiting.held());
                Awaitility.await("a release arrives")
                        .atMost(PATIENCE)
                        .until(() -> !priority(bench, committed, waiting.held()).getHeld());

                endAll(slurm);
                Awaitility.await("nothing waits")
                        .atMost(PATIENCE)
                        .until(() -> priorities(bench, committed).isEmpty());
                Awaitility.await("usage is that of a closed integral over sacct's runs")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertUsage(slurm, bench, committed));
                assertThat(committed.of(bench.topics().name(Topic.DEAD_LETTERS)))
                        .isEmpty();
                System.out.println(summary(slurm, bench, committed));
            }
        }
    }

    /** Jobs that end by themselves; one of them between two looks, and one is requeued. */
    private static List<String> shortJobs(SlurmCluster slurm) {
        List<String> jobs = new ArrayList<>();
        jobs.add(slurm.submit("fw_1", "physics", "sleep 4", "-n", "3"));
        jobs.add(slurm.submit("fw_3", "biology", "sleep 6", "-n", "2"));
        jobs.add(slurm.submit("fw_2", "physics", "true", "-n", "1"));
        // The last task of an array keeps the number of the array.
        jobs.add(slurm.submit("fw_2", "physics", "sleep 2", "-n", "1", "--array=1-3"));
        String requeued = slurm.submit("fw_2", "physics", "sleep 300", "-n", "1", "--requeue");
        Awaitility.await("a job runs")
                .atMost(PATIENCE)
                .until(() ->
                        slurm.run("squeue", "-h", "-j", requeued, "-o", "%T").equals("RUNNING"));
        slurm.run("scontrol", "requeue", requeued);
        return jobs;
    }

    /** Jobs behind a full machine. */
    private record Waiting(String plain, String held, String dependent) {}

    private static Waiting waitingJobs(SlurmCluster slurm) {
        for (int node = 0; node < 2; node++) {
            slurm.submit("fw_1", "physics", "sleep 1000", "-N", "1", "-n", "4");
        }
        Awaitility.await("the machine is full")
                .atMost(PATIENCE)
                .until(() -> slurm.run("sinfo", "-h", "-o", "%C").equals("8/0/0/8"));
        slurm.submit("fw_2", "physics", "sleep 5", "--array=1-5");
        String plain = slurm.submit("fw_3", "biology", "sleep 5", "-n", "4", "-t", "10");
        return new Waiting(
                plain,
                slurm.submit("fw_2", "physics", "sleep 5", "--hold"),
                slurm.submit("fw_1", "physics", "sleep 5", "-d", "afterok:" + plain));
    }

    private static PriorityRecord priority(Workbench bench, CommittedTopics committed, String job) {
        return Objects.requireNonNull(priorities(bench, committed).get(job), job);
    }

    private static Set<String> pending(SlurmCluster slurm) {
        return slurm.run("squeue", "-h", "-t", "pending", "-o", "%A")
                .lines()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void endAll(SlurmCluster slurm) {
        List<String> cancel = new ArrayList<>(List.of("scancel"));
        cancel.addAll(slurm.run("squeue", "-h", "-o", "%A").lines().distinct().toList());
        slurm.run(cancel.toArray(String[]::new));
        Awaitility.await("no job runs")
                .atMost(PATIENCE)
                .until(() -> slurm.run("squeue", "-h", "-t", "pending,running,completing")
                        .isEmpty());
    }

    private static Map<String, PriorityRecord> priorities(Workbench bench, CommittedTopics committed) {
        Map<String, PriorityRecord> byJob = new TreeMap<>();
        committed
                .last(bench.topics().name(Topic.PRIORITIES), bench.serdes().deserializer(PriorityRecord.class))
                .values()
                .forEach(record -> byJob.put(record.getJob(), record));
        return byJob;
    }

    /** A run of sacct. */
    private record Row(String job, String user, String state, Instant start, Instant end, double cpus) {
        boolean ran() {
            return start.isBefore(end);
        }

        /** Closed integral of cpus * 2^-((at - t)/halfLife) over the run. */
        double worth(Instant at) {
            double mean = HALF_LIFE_SECONDS / Math.log(2);
            return cpus * mean * (Math.exp(-seconds(end, at) / mean) - Math.exp(-seconds(start, at) / mean));
        }

        private static double seconds(Instant from, Instant to) {
            return Duration.between(from, to).toNanos() / 1e9;
        }
    }

    private static List<Row> sacctRows(SlurmCluster slurm) {
        List<Row> rows = new ArrayList<>();
        String text = slurm.run(
                "env",
                "TZ=UTC",
                "sacct",
                "-a",
                "-X",
                "-D",
                "-P",
                "-n",
                "-S",
                "now-1hour",
                "-o",
                "JobIDRaw,User,State,Start,End,AllocTRES");
        text.lines().map(line -> line.split("\\|", -1)).forEach(field -> {
            if (!field[3].contains("T") || !field[4].contains("T")) {
                return;
            }
            double cpus = field[5].isEmpty() ? 0 : Double.parseDouble(field[5].replaceAll(".*cpu=(\\d+).*", "$1"));
            rows.add(new Row(field[0], field[1], field[2], utc(field[3]), utc(field[4]), cpus));
        });
        return rows;
    }

    private static Instant utc(String text) {
        return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    }

    private static void assertUsage(SlurmCluster slurm, Workbench bench, CommittedTopics committed) {
        List<Row> rows = sacctRows(slurm);
        Map<String, UsageRecord> usage = new TreeMap<>();
        committed
                .last(bench.topics().name(Topic.USAGE), bench.serdes().deserializer(UsageRecord.class))
                .values()
                .forEach(record -> {
                    if (!record.getUser().isEmpty()) {
                        usage.put(record.getUser(), record);
                    }
                });
        assertThat(rows.stream().filter(Row::ran).map(Row::user).distinct()).hasSize(3);
        assertThat(usage.keySet()).contains("fw_1", "fw_2", "fw_3");
        for (String user : List.of("fw_1", "fw_2", "fw_3")) {
            UsageRecord record = Objects.requireNonNull(usage.get(user));
            double expected = rows.stream()
                    .filter(row -> row.ran() && row.user().equals(user))
                    .mapToDouble(row -> row.worth(record.getAsOf()))
                    .sum();
            assertThat(record.getRate()).as(user).isZero();
            assertThat(Math.abs(record.getValue() / expected - 1))
                    .as("%s: %s, and by sacct %s", user, record.getValue(), expected)
                    .isLessThan(1e-9);
        }
    }

    private static String summary(SlurmCluster slurm, Workbench bench, CommittedTopics committed) {
        return "runs of sacct: " + sacctRows(slurm).stream().filter(Row::ran).count() + "; job events: "
                + committed.of(bench.topics().name(Topic.JOB_EVENTS)).size();
    }

    private static FairwayConfig application(Workbench bench) {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.APPLICATION_ID, "fairway-slurm");
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.HTTP_LISTEN, "off");
        settings.put(FairwayConfig.STATE_DIR, bench.directory().resolve("state").toString());
        settings.put("kafka.producer.transaction.timeout.ms", "60000");
        return new FairwayConfig(settings);
    }
}

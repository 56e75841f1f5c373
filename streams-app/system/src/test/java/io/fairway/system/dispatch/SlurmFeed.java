package io.fairway.system.dispatch;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.dispatcher.Publisher;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.slurm.SlurmCluster;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The jobs of a Slurm as job events, from one squeue each time; and how much each account has run. */
final class SlurmFeed {
    /** The order of what happens to a job here. */
    private enum Stage {
        WAITING,
        RUNNING,
        ENDED
    }

    private final SlurmCluster slurm;
    private final Publisher publisher;
    private final Map<String, Stage> known = new HashMap<>();
    private final Map<String, Integer> waiting = new TreeMap<>();
    private final Map<String, Double> delivered = new TreeMap<>();

    SlurmFeed(SlurmCluster slurm, Publisher publisher) {
        this.slurm = slurm;
        this.publisher = publisher;
    }

    /** Looks once, and sends what is new. */
    void look() {
        waiting.clear();
        List<String> jobs = slurm.run(
                        "env", "SLURM_TIME_FORMAT=%s", "squeue", "-h", "-t", "all", "-o", "%A|%T|%a|%u|%C|%V|%S|%e")
                .lines()
                .toList();
        for (String job : jobs) {
            String[] fields = job.split("\\|", -1);
            Stage stage = fields[1].equals("PENDING")
                    ? Stage.WAITING
                    : List.of("RUNNING", "COMPLETING").contains(fields[1]) ? Stage.RUNNING : Stage.ENDED;
            if (stage == Stage.WAITING) {
                waiting.merge(fields[2], 1, Integer::sum);
            }
            send(fields, stage);
        }
        publisher.flush();
    }

    /** Number of waiting jobs of an account at the last look. */
    int waiting(String account) {
        return waiting.getOrDefault(account, 0);
    }

    /** Processor-seconds of the jobs that ended, by account. */
    Map<String, Double> delivered() {
        return delivered;
    }

    private void send(String[] fields, Stage stage) {
        Stage before = known.put(fields[0], stage);
        if (before == null) {
            send(event(fields, JobEventType.SUBMITTED, fields[5])
                    .setAttributes(JobAttributes.newBuilder()
                            .setRequestedTres(Map.of("cpu", Double.valueOf(fields[4])))
                            .build()));
        }
        boolean hasRun = fields[6].matches("[0-9]+");
        if (stage != Stage.WAITING && (before == null || before == Stage.WAITING) && hasRun) {
            send(event(fields, JobEventType.STARTED, fields[6])
                    .setRun(seconds(fields[6]))
                    .setAllocatedTres(Map.of("cpu", Double.valueOf(fields[4]))));
        }
        if (stage == Stage.ENDED && before != Stage.ENDED) {
            JobEvent.Builder end = event(fields, JobEventType.FINISHED, fields[7]);
            if (hasRun) {
                end.setRun(seconds(fields[6]));
                double ran = Double.parseDouble(fields[7]) - Double.parseDouble(fields[6]);
                delivered.merge(fields[2], ran * Double.parseDouble(fields[4]), Double::sum);
            }
            send(end);
        }
    }

    private void send(JobEvent.Builder event) {
        publisher.send(Topic.JOB_EVENTS, Keys.job("alps", "alps", event.getJob()), event.build());
    }

    private static JobEvent.Builder event(String[] fields, JobEventType type, String time) {
        return JobEvent.newBuilder()
                .setDomain("alps")
                .setCluster("alps")
                .setJob(fields[0])
                .setType(type)
                .setTime(seconds(time))
                .setSource("squeue")
                .setAccount(fields[2])
                .setUser(fields[3]);
    }

    private static Instant seconds(String text) {
        return Instant.ofEpochSecond(Long.parseLong(text));
    }
}

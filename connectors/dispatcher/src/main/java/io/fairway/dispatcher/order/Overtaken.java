package io.fairway.dispatcher.order;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of one cycle that wait while jobs behind them in the order start. Each start of another job on their cluster
 * overtakes them once.
 *
 * <p>Source: Moab 5.1.2-D, BYPASS: "the bypass count is increased by one every time the job is bypassed by a lower priority
 * job via backfill".
 */
public final class Overtaken {
    private final int most;
    private final Map<JobKey, Count> waiting = new LinkedHashMap<>();

    /** How often a job was overtaken since the last report, and by which job last. */
    private static final class Count {
        private int times;
        private String by = "";
    }

    /** @param most jobs that are followed, the first in the order; 0 = none */
    Overtaken(int most) {
        this.most = most;
    }

    /** A job has its turn, and does not fit. */
    void passedOver(ChosenJob job) {
        if (waiting.size() < most && !job.isResize()) {
            waiting.putIfAbsent(job.key(), new Count());
        }
    }

    /** A job behind them starts. It may itself have been passed over, with another of its requests. */
    public void started(ChosenJob job) {
        if (job.isResize()) {
            return;
        }
        waiting.remove(job.key());
        waiting.forEach((key, count) -> {
            if (key.cluster().equals(job.key().cluster())) {
                count.times++;
                count.by = job.key().job();
            }
        });
    }

    /**
     * The events of what happened since the last call. A job starts once at an instant: so two events of one job are never
     * the same.
     */
    public List<JobEvent> report(String source, long now) {
        List<JobEvent> events = new ArrayList<>();
        waiting.forEach((job, count) -> {
            if (count.times > 0) {
                events.add(JobEvent.newBuilder()
                        .setDomain(job.domain())
                        .setCluster(job.cluster())
                        .setJob(job.job())
                        .setType(JobEventType.BYPASSED)
                        .setTime(Instant.ofEpochMilli(now))
                        .setSource(source)
                        .setAttributes(JobAttributes.newBuilder()
                                .setBypasses(count.times)
                                .setBypassedBy(count.by)
                                .build())
                        .build());
                count.times = 0;
            }
        });
        return events;
    }
}

package io.fairway.dispatcher.cluster;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.publish.FencedPublisher.Entry;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;

/** The records of what a dispatcher does. */
public final class DispatchRecords {
    private DispatchRecords() {}

    /**
     * A record of a job as it was chosen.
     *
     * @param key of the job, or of the array that it stands for
     * @param name of the dispatcher
     * @param waiting number of waiting jobs, this one included
     * @param at when the dispatcher acts
     */
    public static Dispatch.Builder of(
            JobKey key, ChosenJob job, DispatchAction action, String name, int waiting, Instant at) {
        return Dispatch.newBuilder()
                .setDomain(key.domain())
                .setCluster(key.cluster())
                .setJob(key.job())
                .setTime(at)
                .setDispatcher(name)
                .setPolicy(job.policy())
                .setPriority(job.priority())
                .setFairshare(Double.isNaN(job.fairshare()) ? 0 : job.fairshare())
                .setAccount(job.association().account())
                .setUser(job.association().user())
                .setQueueLength(waiting)
                .setAction(action);
    }

    /** What the publisher writes. */
    public static Entry entry(Dispatch record) {
        return new Entry(Topic.DISPATCHES, Keys.job(record.getDomain(), record.getCluster(), record.getJob()), record);
    }
}

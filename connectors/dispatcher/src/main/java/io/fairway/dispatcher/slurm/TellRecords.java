package io.fairway.dispatcher.slurm;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.publish.FencedPublisher.Entry;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;

/** The dispatch records of what Slurm is told. */
final class TellRecords {
    private TellRecords() {}

    /**
     * A unit is told a number.
     *
     * @param name of the dispatcher
     * @param waiting number of told jobs and arrays
     */
    static Dispatch told(Plan.Telling telling, SlurmParameter slurmParameter, String name, int waiting, long now) {
        JobKey key = telling.unit().key();
        ChosenJob job = telling.unit().job();
        return Dispatch.newBuilder()
                .setDomain(key.domain())
                .setCluster(key.cluster())
                .setJob(key.job())
                .setTime(Instant.ofEpochMilli(now))
                .setDispatcher(name)
                .setPolicy(job.policy())
                .setPriority(job.priority())
                .setFairshare(Double.isNaN(job.fairshare()) ? 0 : job.fairshare())
                .setAccount(job.association().account())
                .setUser(job.association().user())
                .setQueueLength(waiting)
                .setAction(DispatchAction.TOLD)
                .setParameter(slurmParameter.parameter())
                .setValue(slurmParameter.value(telling.number()))
                .build();
    }

    /** A unit is Slurm's own again, or waits no longer. */
    static Dispatch returned(Dispatch told, String name, long now) {
        return Dispatch.newBuilder(told)
                .setTime(Instant.ofEpochMilli(now))
                .setDispatcher(name)
                .setAction(DispatchAction.RETURNED)
                .setValue(null)
                .build();
    }

    /** The same once more, so that the topic keeps it. */
    static Dispatch again(Dispatch told, String name, long now) {
        return Dispatch.newBuilder(told)
                .setTime(Instant.ofEpochMilli(now))
                .setDispatcher(name)
                .build();
    }

    static Entry entry(Dispatch record) {
        return new Entry(Topic.DISPATCHES, Keys.job(record.getDomain(), record.getCluster(), record.getJob()), record);
    }
}

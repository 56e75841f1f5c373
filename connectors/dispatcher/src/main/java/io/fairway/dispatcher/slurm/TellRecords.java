package io.fairway.dispatcher.slurm;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.dispatcher.cluster.DispatchRecords;
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
        return DispatchRecords.of(
                        telling.unit().key(),
                        telling.unit().job(),
                        DispatchAction.TOLD,
                        name,
                        waiting,
                        Instant.ofEpochMilli(now))
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
}

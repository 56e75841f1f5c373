package io.fairway.dispatcher.cluster;

import io.fairway.avro.JobEvent;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import java.util.HashMap;
import java.util.Map;

/** A cluster with a given number of free processors, on which nothing happens. */
public final class Room implements Cluster {
    public double free = Double.POSITIVE_INFINITY;
    boolean resizes;
    final Map<String, Double> held = new HashMap<>();

    public static Room of(double free) {
        Room room = new Room();
        room.free = free;
        return room;
    }

    @Override
    public boolean fits(ChosenJob job) {
        return job.processors() <= free;
    }

    @Override
    public JobEvent start(ChosenJob job, long now) {
        return SlotCluster.startedEvent(job, now);
    }

    @Override
    public double wouldHold(ChosenJob job) {
        return held.getOrDefault(job.queue(), 0.0) + job.processors();
    }

    @Override
    public boolean resizes() {
        return resizes;
    }
}

package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import java.util.ArrayList;
import java.util.List;

/** Sends events in batches, so that a long queue is never held as events. {@link #finish} sends the last batch. */
final class Batches {
    /** Some megabytes of events. */
    static final int SIZE = 5_000;

    private final SlurmCollector.Destination outlet;
    private final List<JobEvent> batch = new ArrayList<>();
    private long sent;

    Batches(SlurmCollector.Destination outlet) {
        this.outlet = outlet;
    }

    void add(JobEvent event) {
        batch.add(event);
        if (batch.size() == SIZE) {
            send();
        }
    }

    /** Sends what is left, and returns the number of all events; none of them is in doubt then. */
    long finish() {
        if (!batch.isEmpty()) {
            send();
        }
        return sent;
    }

    private void send() {
        outlet.send(List.copyOf(batch));
        sent += batch.size();
        batch.clear();
    }
}

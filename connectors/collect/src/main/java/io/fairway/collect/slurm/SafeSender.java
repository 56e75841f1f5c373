package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import io.fairway.collect.FactSender;
import io.fairway.schemas.Bounds;
import io.fairway.schemas.UnwritableException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends a batch of events, and waits until the brokers have them. After a failure, it begins with a new sender. An event
 * that breaks a bound of the contract is told and left out: the jobs after it must not wait for it.
 */
final class SafeSender implements SlurmCollector.Destination, AutoCloseable {
    private final Supplier<FactSender> senders;
    private final Consumer<String> log;
    private @Nullable FactSender sender;

    SafeSender(Supplier<FactSender> senders, Consumer<String> log) {
        this.senders = senders;
        this.log = log;
    }

    @Override
    public void send(List<JobEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        FactSender current = sender == null ? senders.get() : sender;
        sender = current;
        boolean arrived = false;
        try {
            sendAll(current, events);
            current.flush();
            arrived = true;
        } finally {
            if (!arrived) {
                sender = null;
                // The whole look is sent again.
                current.abandon();
            }
        }
    }

    private void sendAll(FactSender current, List<JobEvent> events) {
        int refused = 0;
        for (JobEvent event : events) {
            String problem = Bounds.problem(event);
            if (problem != null) {
                leftOut(event, problem);
                continue;
            }
            try {
                current.send(event);
            } catch (UnwritableException e) {
                refused++;
                if (refused == events.size()) {
                    throw new IllegalStateException("no event could be written: " + e.getMessage(), e);
                }
                leftOut(event, String.valueOf(e.getMessage()));
            }
        }
    }

    private void leftOut(JobEvent event, String why) {
        log.accept(
                "job " + event.getJob() + ", " + event.getType() + " at " + event.getTime() + " is left out: " + why);
    }

    @Override
    public void close() {
        if (sender != null) {
            sender.close();
        }
    }
}

package io.fairway.agent.job;

import io.fairway.agent.job.JobDesk.EventsFrom;
import io.fairway.agent.metrics.AgentCounters;
import io.fairway.agent.outbox.AgentOutbox;
import io.fairway.agent.outbox.OutboxRecord;
import io.fairway.agent.record.AgentIdentity;
import io.fairway.agent.record.StoredForm;
import io.fairway.avro.JobEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A desk with a real outbox. */
final class JobRig implements AutoCloseable {
    final AgentCounters counters = new AgentCounters();
    final AgentOutbox outbox;
    final JobDesk desk;

    JobRig(Path directory, EventsFrom events) throws IOException {
        outbox = AgentOutbox.open(directory.resolve("outbox"), new AgentOutbox.Limits(1 << 16, 1 << 20, 0), counters);
        desk = new JobDesk(
                new AgentIdentity("alps", "daint", "n17.example.org"),
                events,
                outbox,
                KnownJobs.open(directory.resolve("jobs")),
                counters);
    }

    List<JobEvent> events() throws IOException {
        outbox.events().rewind();
        List<JobEvent> events = new ArrayList<>();
        for (List<OutboxRecord> some = outbox.events().read(1 << 16);
                !some.isEmpty();
                some = outbox.events().read(1 << 16)) {
            for (OutboxRecord record : some) {
                events.add(StoredForm.EVENTS.decode(record.payload()));
            }
        }
        return events;
    }

    /** Type, job, time and run of each event, times in epoch milliseconds. */
    List<String> told() throws IOException {
        return events().stream()
                .map(event -> event.getType() + " " + event.getJob() + " at "
                        + event.getTime().toEpochMilli() + " of "
                        + (event.getRun() == null ? null : event.getRun().toEpochMilli()))
                .toList();
    }

    @Override
    public void close() throws IOException {
        outbox.close();
    }
}

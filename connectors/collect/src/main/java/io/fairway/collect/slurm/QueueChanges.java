package io.fairway.collect.slurm;

import io.fairway.avro.JobEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What happened between two looks at the queue. A pure function of both.
 *
 * <p>Without an earlier look, the program has just started and does not know what it sent before. It then sends what it
 * sees of every job: what was sent before comes out the same, and counts once.
 */
final class QueueChanges {
    private final String domain;
    private final boolean tellsVanished;

    /**
     * @param domain domain of the events; empty = the one named like the cluster
     * @param tellsVanished whether a job that is no longer in the queue has ended; not, if accounting will tell when
     */
    QueueChanges(String domain, boolean tellsVanished) {
        this.domain = domain;
        this.tellsVanished = tellsVanished;
    }

    /**
     * Hands the events on, job by job: those of a long queue would not fit into memory.
     *
     * @param before the look before; null = there is none
     */
    void between(@Nullable QueueLook before, QueueLook now, Consumer<JobEvent> to) {
        List<JobEvent> events = new ArrayList<>();
        for (SlurmJob job : now.jobs().values()) {
            SlurmJob previous = before == null ? null : before.jobs().get(job.id());
            new JobChange(
                            new SlurmEvents(domain, job),
                            previous,
                            job,
                            before == null ? null : before.time(),
                            now.time())
                    .addTo(events);
            events.forEach(to);
            events.clear();
        }
        if (before != null && tellsVanished) {
            for (SlurmJob gone : vanished(before, now)) {
                to.accept(new SlurmEvents(domain, gone).vanished(now.time()));
            }
        }
    }

    /** The end of a job of which nobody knows more than when it was seen last. */
    JobEvent gone(SlurmJob job, Instant seen) {
        return new SlurmEvents(domain, job).vanished(seen);
    }

    /** Jobs that waited or ran at the first look and are not in the second one. */
    static List<SlurmJob> vanished(QueueLook before, QueueLook now) {
        return before.jobs().values().stream()
                .filter(job -> !job.phase().isOver() && !now.jobs().containsKey(job.id()))
                .toList();
    }
}

package io.fairway.dispatcher.cluster;

import io.fairway.avro.DispatchAction;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.DispatchCycle;
import io.fairway.dispatcher.publish.FencedPublisher;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells of the jobs that had their turn and do not start: of each cluster the first that must wait, once until another one is
 * the first, and every job that the cluster refuses.
 */
final class WaitingHeads {
    /** On a busy cluster the first job is another one many times a second. */
    private static final long LEAST_MILLIS = 1_000;

    private final Map<Place, Told> told = new HashMap<>();

    private record Place(String domain, String cluster) {}

    private record Told(JobKey job, long at) {}

    /**
     * Tells of the jobs of a cycle, in one transaction.
     *
     * @param most records of a transaction; refused jobs beyond them are not told
     * @param refused jobs that the cluster refused in it
     * @param name of the dispatcher
     * @param waiting number of waiting jobs of the domain
     * @param now epoch milliseconds
     */
    void tell(
            String domain,
            DispatchCycle cycle,
            List<ChosenJob> refused,
            int most,
            String name,
            int waiting,
            long now,
            FencedPublisher publisher) {
        Map<Place, Told> heads = new HashMap<>();
        List<ChosenJob> jobs = new ArrayList<>();
        for (ChosenJob head : cycle.heads()) {
            Place place = new Place(domain, head.key().cluster());
            Told last = told.get(place);
            if (last == null || (!last.job().equals(head.key()) && now - last.at() >= LEAST_MILLIS)) {
                heads.put(place, new Told(head.key(), now));
                jobs.add(head);
            }
        }
        jobs.addAll(refused);
        if (!jobs.isEmpty()) {
            publisher.write(jobs.stream()
                    .limit(most)
                    .map(job -> DispatchRecords.entry(DispatchRecords.of(
                                    job.key(), job, DispatchAction.WAITING, name, waiting, Instant.ofEpochMilli(now))
                            .setReason(cycle.why(job))
                            .build()))
                    .toList());
        }
        // Clusters come and go by the names that sources give them.
        told.entrySet()
                .removeIf(each -> each.getKey().domain().equals(domain)
                        && now - each.getValue().at() >= LEAST_MILLIS
                        && !cycle.isHead(each.getKey().cluster()));
        told.putAll(heads);
    }
}

package io.fairway.dispatcher.running;

import io.fairway.core.hosts.Host;
import io.fairway.core.model.JobKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The processors that runs hold: of a cluster, of a queue, on a host. Not safe for several threads. */
public final class BusyProcessors {
    /** A cluster or a queue of a domain. */
    private record Place(String domain, String name) {}

    private record OnHost(String domain, Host.Id host) {}

    private final Map<Place, Double> clusters = new HashMap<>();
    private final Map<Place, Double> queues = new HashMap<>();
    private final Map<Place, Double> adrift = new HashMap<>();
    private final Map<OnHost, Long> hosts = new HashMap<>();
    private long changes;

    /** A run begins to hold its processors, for its queue if it has one. */
    void hold(JobKey job, @Nullable String queue, RunningJobs.Run run) {
        add(job, queue, run, 1);
    }

    /** A run ends to hold what it held for the same queue. */
    void release(JobKey job, @Nullable String queue, RunningJobs.Run run) {
        add(job, queue, run, -1);
    }

    private void add(JobKey job, @Nullable String queue, RunningJobs.Run run, int sign) {
        changes++;
        double processors = sign * run.processors();
        Place cluster = new Place(job.domain(), job.cluster());
        add(clusters, cluster, processors);
        if (queue != null) {
            add(queues, new Place(job.domain(), queue), processors);
        }
        if (run.hosts().isEmpty()) {
            add(adrift, cluster, processors);
        }
        run.slots()
                .forEach((host, slots) -> hosts.merge(
                        new OnHost(job.domain(), new Host.Id(job.cluster(), host)),
                        sign * slots,
                        (before, more) -> before + more == 0 ? null : before + more));
    }

    /** Names come from events: what nothing holds any more is forgotten. */
    private static void add(Map<Place, Double> sums, Place place, double more) {
        sums.merge(place, more, (before, added) -> before + added == 0 ? null : before + added);
    }

    /** Processors that the runs of a cluster hold. */
    public double ofCluster(String domain, String cluster) {
        return clusters.getOrDefault(new Place(domain, cluster), 0.0);
    }

    /** Processors that the runs of a queue hold, in all clusters. */
    public double ofQueue(String domain, String queue) {
        return queues.getOrDefault(new Place(domain, queue), 0.0);
    }

    /** Processors that runs of a cluster hold whose hosts are not known. */
    public double adrift(String domain, String cluster) {
        return adrift.getOrDefault(new Place(domain, cluster), 0.0);
    }

    /** Slots that runs hold on a host. */
    public long onHost(String domain, Host.Id host) {
        return hosts.getOrDefault(new OnHost(domain, host), 0L);
    }

    /** Grows with each change. */
    public long changes() {
        return changes;
    }
}

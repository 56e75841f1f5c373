package io.fairway.dispatcher.cluster;

import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.core.hosts.Host;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.order.SiteHosts;
import io.fairway.dispatcher.running.RunningJobs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clusters that consist of the hosts of the hosts topic. A start names its hosts and the slots on each. No host gets more
 * than its slots and its limit, whoever started the jobs on it; one that is closed or down gets nothing.
 *
 * <p>A job goes to the first host, by name, that has room for all of it, and else spans the hosts in this order, of those
 * that its queue may use. Runs whose events name no hosts hold slots of the cluster, but of no host: so many stay free.
 *
 * <p>Otherwise it is like {@link SlotCluster}: a start is its event, and a job that is larger than all hosts of its queue
 * is refused with a warning. It is offered again when hosts or policies change.
 */
public final class HostCluster implements Cluster {
    private static final Logger log = LoggerFactory.getLogger(HostCluster.class);

    private final SiteHosts hosts = new SiteHosts();
    private final ObjLongConsumer<ChosenJob> starter;
    private final SlotCluster.@Nullable Resizer resizer;
    private final LongSupplier clock;
    private final Set<JobKey> tooLarge = new HashSet<>();
    private final Map<Place, Double> free = new HashMap<>();
    private RunningJobs running = new RunningJobs();
    private long seen;
    private long countedHosts = -1;
    private long countedRuns = -1;

    private record Place(String domain, String cluster) {}

    /**
     * Clusters without hosts yet.
     *
     * @param starter learns of each start at its instant, epoch milliseconds
     * @param resizer learns of each new size; {@code null} = no job is resized
     * @param clock the dispatcher's, epoch milliseconds: policies hold from an instant on
     */
    public HostCluster(ObjLongConsumer<ChosenJob> starter, SlotCluster.@Nullable Resizer resizer, LongSupplier clock) {
        this.starter = starter;
        this.resizer = resizer;
        this.clock = clock;
    }

    @Override
    public SiteHosts hosts() {
        return hosts;
    }

    /** Also true for a job that can never fit, so that it is offered, and refused. */
    @Override
    public boolean fits(ChosenJob job) {
        return isTooLarge(job) || place(job) != null;
    }

    @Override
    public String whyNot(ChosenJob job) {
        SiteHosts.Serving places = hosts.of(job, clock.getAsLong());
        String where = job.queue().isEmpty() ? "the hosts" : "the hosts of queue " + job.queue();
        if (isTooLarge(job)) {
            return "it requests " + count(job) + ", and " + where + " have " + places.slots();
        }
        long free = places.hosts().stream()
                .filter(Host::isOpen)
                .mapToLong(host -> Math.max(0, free(job.key().domain(), host)))
                .sum();
        return "it needs " + count(job) + ", and " + Math.max(0, Math.min(free, (long) free(job.key()))) + " of "
                + places.slots() + " are free on " + where;
    }

    private static String count(ChosenJob job) {
        long slots = slots(job);
        return slots + (slots == 1 ? " slot" : " slots");
    }

    @Override
    public double wouldHold(ChosenJob job) {
        RunningJobs.Run run = run(job);
        return running.busy().ofQueue(job.key().domain(), job.queue())
                + job.processors()
                - (run == null ? 0 : run.processors());
    }

    @Override
    public @Nullable JobEvent start(ChosenJob job, long now) {
        if (refuses(job) || running.of(job.key()) != null) {
            return null;
        }
        return placed(SlotCluster.startedEvent(job, now), place(job));
    }

    @Override
    public boolean resizes() {
        return resizer != null;
    }

    @Override
    public @Nullable JobEvent resize(ChosenJob request, long now) {
        RunningJobs.Run run = running.of(request.key());
        if (resizer == null || run == null || refuses(request)) {
            return null;
        }
        return placed(SlotCluster.resizedEvent(request, run.since(), now), place(request));
    }

    private static @Nullable JobEvent placed(JobEvent event, @Nullable Map<String, Long> slots) {
        if (slots == null) {
            return null;
        }
        JobAttributes reported = event.getAttributes();
        JobAttributes.Builder attributes =
                reported == null ? JobAttributes.newBuilder() : JobAttributes.newBuilder(reported);
        return JobEvent.newBuilder(event)
                .setAttributes(attributes
                        .setExecutionHosts(new ArrayList<>(slots.keySet()))
                        .setHostSlots(slots)
                        .build())
                .build();
    }

    @Override
    public void carryOut(ChosenJob job, JobEvent event) {
        long time = event.getTime().toEpochMilli();
        if (!job.isResize()) {
            starter.accept(job, time);
        } else if (resizer != null) {
            resizer.resize(job, Objects.requireNonNull(event.getRun()).toEpochMilli(), time);
        }
    }

    @Override
    public List<JobKey> again(long now) {
        if (hosts.changes() == seen || tooLarge.isEmpty()) {
            return List.of();
        }
        seen = hosts.changes();
        List<JobKey> jobs = List.copyOf(tooLarge);
        tooLarge.clear();
        return jobs;
    }

    @Override
    public void follow(RunningJobs jobs) {
        running = jobs;
        countedRuns = -1;
    }

    /** The slots of a job by host, if there is room for it; null = not now. A job that shrinks leaves its last hosts. */
    private @Nullable Map<String, Long> place(ChosenJob job) {
        RunningJobs.Run run = run(job);
        long wanted = slots(job);
        Map<String, Long> placed = new LinkedHashMap<>();
        for (Map.Entry<String, Long> kept :
                run == null ? Map.<String, Long>of().entrySet() : run.slots().entrySet()) {
            long here = Math.min(wanted, kept.getValue());
            if (here > 0) {
                placed.put(kept.getKey(), here);
            }
            wanted -= here;
        }
        if (wanted == 0) {
            return placed;
        }
        long more = wanted;
        if (more > free(job.key())) {
            return null;
        }
        List<Host> open = hosts.of(job, clock.getAsLong()).hosts().stream()
                .filter(host -> host.isOpen() && free(job.key().domain(), host) > 0)
                .toList();
        for (Host host : open) {
            if (free(job.key().domain(), host) >= more) {
                placed.merge(host.id().name(), more, Long::sum);
                return placed;
            }
        }
        for (Host host : open) {
            long here = Math.min(more, free(job.key().domain(), host));
            if (here > 0) {
                placed.merge(host.id().name(), here, Long::sum);
            }
            more -= here;
        }
        return more == 0 ? placed : null;
    }

    /**
     * The free slots of a cluster on open hosts, without as many as runs hold somewhere. Counted once until a host or a run
     * changes: on a full cluster every waiting job asks.
     */
    private double free(JobKey job) {
        if (countedHosts != hosts.changes() || countedRuns != running.busy().changes()) {
            free.clear();
            countedHosts = hosts.changes();
            countedRuns = running.busy().changes();
        }
        return free.computeIfAbsent(
                new Place(job.domain(), job.cluster()),
                place -> hosts.of(place.domain(), place.cluster()).hosts().stream()
                                .filter(Host::isOpen)
                                .mapToLong(host -> Math.max(0, free(place.domain(), host)))
                                .sum()
                        - running.busy().adrift(place.domain(), place.cluster()));
    }

    private long free(String domain, Host host) {
        return SiteHosts.most(host) - running.busy().onHost(domain, host.id());
    }

    private RunningJobs.@Nullable Run run(ChosenJob job) {
        return job.isResize() ? running.of(job.key()) : null;
    }

    private static long slots(ChosenJob job) {
        return (long) Math.ceil(job.processors());
    }

    /** Hosts that are closed count: they open again. */
    private boolean isTooLarge(ChosenJob job) {
        return slots(job) > hosts.of(job, clock.getAsLong()).slots();
    }

    private boolean refuses(ChosenJob job) {
        if (!isTooLarge(job)) {
            return false;
        }
        tooLarge.add(job.key());
        seen = hosts.changes();
        log.warn(
                "job {} of {} requests {} slots of {} on the hosts of queue \"{}\": it cannot {}",
                job.key().job(),
                job.key().cluster(),
                slots(job),
                hosts.of(job, clock.getAsLong()).slots(),
                job.queue(),
                job.isResize() ? "have them" : "start");
        return true;
    }
}

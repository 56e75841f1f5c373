package io.fairway.dispatcher.cluster;

import io.fairway.avro.DispatchAction;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.Cluster;
import io.fairway.dispatcher.order.DispatchCycle;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.order.SiteHosts;
import io.fairway.dispatcher.publish.FencedPublisher;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next jobs, puts their starts on record, and carries them out: in this order. A start on record is known to
 * every dispatcher that leads later; one that is not on record did not happen. A job that begins a chunk takes its members
 * along: their events are in the same transaction.
 */
public final class Starts implements DispatchTarget {
    /** Bounds a transaction, whose readers wait for its end. */
    private static final int MOST = 500;

    /**
     * A start, a resize, or the event that makes a waiting job a member of a chunk, while it is not on record yet.
     *
     * @param before what was known of the job
     * @param starts whether the cluster has something to do
     */
    private record Pending(
            DispatchQueue queue,
            ChosenJob job,
            JobEvent event,
            RunningJobs.Observed before,
            int waited,
            boolean starts) {}

    private final String name;
    private final Cluster cluster;
    private final Freshness freshness;
    private RunningJobs running = new RunningJobs();
    private BooleanSupplier isStopping = () -> false;
    private final Map<JobKey, Pending> doubts = new HashMap<>();
    private final WaitingHeads heads = new WaitingHeads();
    private long started;
    private long resized;
    private long refused;

    /** @param name of the dispatcher, in its records */
    public Starts(String name, Cluster cluster) {
        this(name, cluster, new Freshness(Duration.ZERO, null, "", line -> {}));
    }

    /**
     * As above.
     *
     * @param freshness says by which rankings jobs are started
     */
    public Starts(String name, Cluster cluster, Freshness freshness) {
        this.name = name;
        this.cluster = cluster;
        this.freshness = freshness;
    }

    @Override
    public void begin(RunningJobs jobs, BooleanSupplier stopping) {
        running = jobs;
        isStopping = stopping;
        cluster.follow(jobs);
    }

    @Override
    public @Nullable SiteHosts hosts() {
        return cluster.hosts();
    }

    @Override
    public Counts counts() {
        return new Counts(started, resized, refused);
    }

    /** Starts the jobs of a queue that fit. */
    @Override
    public void cycle(String domain, DispatchQueue queue, long now, @Nullable FencedPublisher publisher) {
        cluster.again(now).forEach(queue::observed);
        if (publisher != null) {
            report(domain, queue, now, publisher);
        }
        if (!freshness.isFresh(domain, queue, now)) {
            return;
        }
        DispatchCycle cycle = queue.cycle(now, cluster);
        List<ChosenJob> refusedNow = new ArrayList<>();
        List<Pending> chosen = choose(queue, cycle, now, refusedNow);
        while (!chosen.isEmpty()) {
            if (publisher != null) {
                record(chosen, cycle.overtaken().report(name, now), publisher);
            }
            chosen.forEach(this::carryOut);
            chosen = choose(queue, cycle, now, refusedNow);
        }
        if (publisher != null) {
            heads.tell(domain, cycle, refusedNow, MOST, name, queue.waiting(), now, publisher);
        }
    }

    @Override
    public boolean leave(String domain, DispatchQueue queue, long now, @Nullable FencedPublisher publisher) {
        if (isStopping.getAsBoolean()) {
            cluster.end(now);
        }
        if (publisher != null) {
            report(domain, queue, now, publisher);
        }
        return cluster.isSettled();
    }

    /** Puts the ends of starts that did not happen on record. */
    private void report(String domain, DispatchQueue queue, long now, FencedPublisher publisher) {
        List<JobEvent> events = cluster.reports(domain, now).stream()
                .map(event -> JobEvent.newBuilder(event).setSource(name).build())
                .toList();
        if (events.isEmpty()) {
            return;
        }
        publisher.write(events.stream()
                .map(event -> new FencedPublisher.Entry(
                        Topic.JOB_EVENTS, Keys.job(event.getDomain(), event.getCluster(), event.getJob()), event))
                .toList());
        for (JobEvent event : events) {
            running.observe(event);
            queue.observed(new JobKey(event.getDomain(), event.getCluster(), event.getJob()));
        }
        cluster.reported(events);
    }

    private List<Pending> choose(DispatchQueue queue, DispatchCycle cycle, long now, List<ChosenJob> refusedNow) {
        List<Pending> chosen = new ArrayList<>();
        while (chosen.size() < MOST && cluster.hasRoom() && !isStopping.getAsBoolean()) {
            ChosenJob job = cycle.next();
            if (job == null) {
                break;
            }
            if (!take(queue, cycle, job, now, chosen)) {
                refusedNow.add(job);
            }
        }
        return chosen;
    }

    /** False if the cluster refuses it. */
    private boolean take(DispatchQueue queue, DispatchCycle cycle, ChosenJob job, long now, List<Pending> chosen) {
        int waited = queue.waiting();
        RunningJobs.Observed before = running.observed(job.key());
        JobEvent event =
                job.isResize() ? cluster.resize(job, now) : cluster.start(job, running.startTime(job.key(), now));
        if (event == null) {
            refused++;
            queue.refused(job);
            return false;
        }
        List<ChosenJob> members = cycle.along(job);
        JobEvent signed = JobEvent.newBuilder(event).setSource(name).build();
        String chunk =
                members.isEmpty() ? running.chunkOf(job.key()) : job.key().job();
        if (chunk != null) {
            signed.setAttributes(inChunk(signed.getAttributes(), chunk));
        }
        running.observe(signed);
        queue.started(job);
        cycle.overtaken().started(job);
        chosen.add(new Pending(queue, job, signed, before, waited, true));
        for (ChosenJob member : members) {
            JobEvent joins = joins(member, job, running.startTime(member.key(), now));
            RunningJobs.Observed observed = running.observed(member.key());
            running.observe(joins);
            chosen.add(new Pending(queue, member, joins, observed, waited, false));
        }
        return true;
    }

    /** The event of a job that goes along with another one: it waits, and starts when no other member runs. */
    private JobEvent joins(ChosenJob member, ChosenJob first, long now) {
        return JobEvent.newBuilder()
                .setDomain(member.key().domain())
                .setCluster(member.key().cluster())
                .setJob(member.key().job())
                .setType(JobEventType.MODIFIED)
                .setTime(Instant.ofEpochMilli(now))
                .setSource(name)
                .setAttributes(inChunk(null, first.key().job()))
                .build();
    }

    private static JobAttributes inChunk(@Nullable JobAttributes reported, String chunk) {
        JobAttributes.Builder attributes =
                reported == null ? JobAttributes.newBuilder() : JobAttributes.newBuilder(reported);
        return attributes.setChunk(chunk).build();
    }

    /** The overtaken jobs are on record exactly when the starts are: a start in doubt decides for both. */
    private void record(List<Pending> chosen, List<JobEvent> overtaken, FencedPublisher publisher) {
        List<FencedPublisher.Entry> entries = new ArrayList<>();
        for (Pending each : chosen) {
            JobKey job = each.job().key();
            String key = Keys.job(job.domain(), job.cluster(), job.job());
            entries.add(new FencedPublisher.Entry(Topic.JOB_EVENTS, key, each.event()));
            if (each.starts() && !each.job().isResize()) {
                Instant start = each.event().getTime();
                entries.add(DispatchRecords.entry(
                        DispatchRecords.of(job, each.job(), DispatchAction.STARTED, name, each.waited(), start)
                                .build()));
            }
        }
        for (JobEvent event : overtaken) {
            String key = Keys.job(event.getDomain(), event.getCluster(), event.getJob());
            entries.add(new FencedPublisher.Entry(Topic.JOB_EVENTS, key, event));
        }
        try {
            publisher.write(entries);
        } catch (RuntimeException e) {
            doubt(chosen);
            throw e;
        }
    }

    /** The topic decides: all is as before until the events come back. The cluster keeps the room. */
    private void doubt(List<Pending> chosen) {
        for (Pending each : chosen.reversed()) {
            running.restore(each.job().key(), each.before());
            each.queue().withdrawn(each.job());
            doubts.put(each.job().key(), each);
        }
    }

    /** An event was read; it may be that of a start in doubt. */
    @Override
    public void observed(JobEvent event) {
        if (doubts.isEmpty()) {
            return;
        }
        JobKey job = new JobKey(event.getDomain(), event.getCluster(), event.getJob());
        Pending doubt = doubts.get(job);
        if (doubt != null && event.equals(doubt.event())) {
            doubts.remove(job);
            if (doubt.starts()) {
                doubt.queue().started(doubt.job());
            }
            carryOut(doubt);
        }
    }

    /** Everything on record in a domain was read: what is still in doubt did not happen. */
    @Override
    public void settle(String domain) {
        List<Pending> never = doubts.values().stream()
                .filter(doubt -> doubt.job().key().domain().equals(domain))
                .toList();
        for (Pending each : never) {
            doubts.remove(each.job().key());
            if (each.starts()) {
                cluster.withdraw(each.job());
            }
        }
    }

    private void carryOut(Pending each) {
        if (!each.starts()) {
            return;
        }
        if (each.job().isResize()) {
            resized++;
        } else {
            started++;
        }
        cluster.carryOut(each.job(), each.event());
    }
}

package io.fairway.simulator.law;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What its reports say of one job, at an instant: whether it waits, and what it had when. Its reports are those that
 * schedules make; other kinds are unknown here.
 */
final class AcceptedJob {
    private final String id;
    private final long at;
    private final long lease;
    private final Collection<SourceHeartbeat> watched;
    private final List<JobEvent> events = new ArrayList<>();
    private final List<ResourceSample> samples = new ArrayList<>();

    /**
     * @param at epoch milliseconds: later reports are not there yet
     * @param lease milliseconds; 0 = none
     * @param watched how far sources have looked that see it run
     */
    AcceptedJob(String id, long at, long lease, Collection<SourceHeartbeat> watched) {
        this.id = id;
        this.at = at;
        this.lease = lease;
        this.watched = watched;
    }

    /** It had processors for some time. */
    record Allocation(String account, String user, double cpus, long from, long to) {}

    private record Run(
            long start,
            long seen,
            @Nullable JobEvent end,
            @Nullable JobEvent started,
            List<JobEvent> resizes) {}

    void add(JobEvent event) {
        if (event.getTime().toEpochMilli() <= at) {
            events.add(event);
        }
    }

    void add(ResourceSample sample) {
        if (sample.getTime().toEpochMilli() <= at) {
            samples.add(sample);
        }
    }

    String id() {
        return id;
    }

    /** Its owner, if a report that counts names it. */
    @Nullable
    JobEvent owner() {
        return events.stream()
                .filter(event -> event.getUser() != null)
                .max(Comparator.comparing(JobEvent::getTime))
                .orElse(null);
    }

    private @Nullable JobEvent submitted() {
        return events.stream()
                .filter(event -> event.getType() == JobEventType.SUBMITTED)
                .findFirst()
                .orElse(null);
    }

    boolean isPending() {
        if (events.isEmpty()) {
            return false;
        }
        List<Run> runs = runs();
        JobEvent last = runs.isEmpty() ? null : runs.get(runs.size() - 1).end();
        boolean waits = runs.isEmpty() || (last != null && last.getType() == JobEventType.REQUEUED);
        long since = last == null ? Long.MIN_VALUE : last.getTime().toEpochMilli();
        return waits
                && events.stream()
                        .noneMatch(event -> event.getType() == JobEventType.CANCELLED
                                && event.getTime().toEpochMilli() >= since);
    }

    private List<Run> runs() {
        TreeMap<Long, List<JobEvent>> byStart = new TreeMap<>();
        for (JobEvent event : events) {
            Long start = start(event);
            if (start != null) {
                byStart.computeIfAbsent(start, time -> new ArrayList<>()).add(event);
            }
        }
        samples.forEach(sample -> byStart.computeIfAbsent(millis(sample.getRun()), time -> new ArrayList<>()));
        List<Run> runs = new ArrayList<>();
        byStart.forEach((start, own) -> runs.add(run(start, own)));
        return runs;
    }

    private static long millis(@Nullable Instant instant) {
        return java.util.Objects.requireNonNull(instant).toEpochMilli();
    }

    private static @Nullable Long start(JobEvent event) {
        if (event.getType() == JobEventType.STARTED) {
            return event.getTime().toEpochMilli();
        }
        return event.getRun() == null ? null : (Long) event.getRun().toEpochMilli();
    }

    private Run run(long start, List<JobEvent> own) {
        JobEvent end = null;
        JobEvent started = null;
        List<JobEvent> resizes = new ArrayList<>();
        long seen = start;
        for (JobEvent event : own) {
            seen = Math.max(seen, event.getTime().toEpochMilli());
            switch (event.getType()) {
                case STARTED -> started = event;
                case RESIZED -> resizes.add(event);
                // A correction has a higher revision.
                default -> end = end == null || event.getRevision() > end.getRevision() ? event : end;
            }
        }
        for (ResourceSample sample : samples) {
            if (millis(sample.getRun()) == start) {
                seen = Math.max(seen, sample.getTime().toEpochMilli());
            }
        }
        resizes.sort(Comparator.comparing(JobEvent::getTime));
        return new Run(start, seen, end, started, resizes);
    }

    /** What it had until the instant. */
    List<Allocation> allocations() {
        List<Allocation> allocations = new ArrayList<>();
        List<Run> runs = runs();
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            // Without its start, nothing says what it had before it was resized.
            JobEvent started = run.started();
            JobEvent owner = started == null ? submitted() : started;
            if (owner == null) {
                continue;
            }
            long next = i + 1 < runs.size() ? runs.get(i + 1).start() : Long.MAX_VALUE;
            JobEvent end = run.end();
            long until = Math.min(
                    Math.min(next, at),
                    end == null ? leaseEnd(run) : end.getTime().toEpochMilli());
            long from = run.start();
            double cpus = started == null ? 0 : cpus(started);
            for (JobEvent resize : run.resizes()) {
                long time = Math.min(resize.getTime().toEpochMilli(), until);
                add(allocations, owner, cpus, from, time);
                from = Math.max(from, time);
                cpus = cpus(resize);
            }
            add(allocations, owner, cpus, from, until);
        }
        return allocations;
    }

    /** 1 to 1.25 leases after the last sign of life: a grid of a quarter of the lease rounds it. */
    private long leaseEnd(Run run) {
        return lease == 0 ? Long.MAX_VALUE : gridEnd(seen(run)) + lease;
    }

    /** The last look of a source that began to look while the run was known to go on, or of one that began by then. */
    private long seen(Run run) {
        long seen = run.seen();
        for (int round = 0; round < watched.size(); round++) {
            for (SourceHeartbeat life : watched) {
                if (life.getSince().toEpochMilli() <= gridEnd(seen)) {
                    seen = Math.max(seen, life.getThrough().toEpochMilli());
                }
            }
        }
        return seen;
    }

    private long gridEnd(long seen) {
        return (Math.floorDiv(seen, lease / 4) + 1) * (lease / 4);
    }

    private static double cpus(JobEvent event) {
        return event.getAllocatedTres().getOrDefault("cpu", 0.0);
    }

    private static void add(List<Allocation> allocations, JobEvent owner, double cpus, long from, long to) {
        if (to > from) {
            allocations.add(new Allocation(owner.getAccount(), owner.getUser(), cpus, from, to));
        }
    }
}

package io.fairway.simulator.schedule;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/**
 * Makes jobs, and what is reported of them: in time, late, ahead, twice, too late, or to the wrong partition.
 *
 * <p>A report that counts comes within a quarter of the horizon, and a run is no longer than that. So no job is forgotten
 * before all its own facts are there: what comes later must be refused by its time alone.
 */
final class JobMaker {
    private static final List<List<String>> OWNERS = List.of(
            List.of("physics", "anna"), List.of("physics", "ben"), List.of("bio", "carla"), List.of("bio", "zed"));

    private final Site site;
    private final Records records;
    private final SplittableRandom random;
    private final long span;
    private final Sender sender;
    private String domain = "";
    private String job = "";
    private boolean plain;
    private long sequence;

    /** Takes a record that is to be written. */
    interface Sender {
        void send(long at, Topic topic, int partition, String key, SpecificRecord value, String words);
    }

    JobMaker(Site site, Records records, SplittableRandom random, long span, Sender sender) {
        this.site = site;
        this.records = records;
        this.random = random;
        this.span = span;
        this.sender = sender;
    }

    /** @param isPlain whether every job is submitted, started and finished in time, and no more */
    void jobs(String inDomain, int count, boolean isPlain) {
        domain = inDomain;
        plain = isPlain;
        for (int i = 0; i < count; i++) {
            job = Integer.toString(100 + i);
            job();
        }
    }

    /** A job that is submitted, told in time, and never starts. */
    void waiting(String inDomain, String id, long at) {
        domain = inDomain;
        job = id;
        plain = true;
        long time = ScheduleMaker.BEGIN + at;
        event(JobEventType.SUBMITTED, time, owned(OWNERS.get(0), JobEventType.SUBMITTED, time));
    }

    private void job() {
        List<String> owner = OWNERS.get(plain ? random.nextInt(3) : random.nextInt(OWNERS.size()));
        long longest = Math.max(Spans.MINUTE, Math.min(site.horizon() / 4, span));
        long submitted = ScheduleMaker.BEGIN + random.nextLong(span);
        event(JobEventType.SUBMITTED, submitted, owned(owner, JobEventType.SUBMITTED, submitted));
        if (!plain && random.nextInt(6) == 0) {
            if (random.nextBoolean()) {
                long cancelled = submitted + random.nextLong(longest);
                event(JobEventType.CANCELLED, cancelled, of(JobEventType.CANCELLED, cancelled));
            }
            return;
        }
        long started = submitted + random.nextLong(Spans.MINUTE);
        long ended = run(owner, started, longest, !plain && random.nextInt(5) == 0);
        if (ended > 0 && random.nextBoolean()) {
            run(owner, ended + 1 + random.nextLong(Spans.MINUTE), longest, false);
        }
    }

    /** Returns the end of a run that was requeued, or 0. */
    private long run(List<String> owner, long started, long longest, boolean requeued) {
        event(
                JobEventType.STARTED,
                started,
                owned(owner, JobEventType.STARTED, started).setAllocatedTres(Records.cpus(1 + random.nextInt(64))));
        long length = 10_000 + random.nextLong(longest);
        if (!plain && random.nextInt(4) == 0) {
            long resized = started + random.nextLong(length);
            event(
                    JobEventType.RESIZED,
                    resized,
                    ofRun(JobEventType.RESIZED, resized, started)
                            .setAllocatedTres(Records.cpus(1 + random.nextInt(64))));
        }
        if (site.lease() > 0) {
            samples(started, length);
        }
        if (!plain && random.nextInt(6) == 0) {
            return 0;
        }
        long end = started + length;
        JobEventType type = requeued ? JobEventType.REQUEUED : JobEventType.FINISHED;
        event(type, end, ofRun(type, end, started).setCpuSeconds((double) Math.floorDiv(length, 1_000L)));
        if (!plain && !requeued && random.nextInt(8) == 0) {
            long corrected = started + 10_000 + random.nextLong(length);
            event(type, corrected, ofRun(type, corrected, started).setRevision(1));
        }
        return requeued ? end : 0;
    }

    private void samples(long started, long length) {
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            long time = started + random.nextLong(length);
            send(Topic.SAMPLES, time, records.sample(domain, job, started, time), "sample of job " + job);
        }
    }

    private JobEvent.Builder of(JobEventType type, long time) {
        return records.event(domain, job, type, time, sequence++);
    }

    private JobEvent.Builder owned(List<String> owner, JobEventType type, long time) {
        return of(type, time).setAccount(owner.get(0)).setUser(owner.get(1));
    }

    private JobEvent.Builder ofRun(JobEventType type, long time, long run) {
        return of(type, time).setRun(Instant.ofEpochMilli(run));
    }

    private void event(JobEventType type, long time, JobEvent.Builder fields) {
        JobEvent event = fields.build();
        Map<String, Double> tres = event.getAllocatedTres();
        send(
                Topic.JOB_EVENTS,
                time,
                event,
                type + " of job " + job
                        + (event.getUser() == null ? "" : " of " + event.getUser())
                        + (tres == null
                                ? ""
                                : " with " + tres.getOrDefault("cpu", 0.0).intValue() + " cpus"));
    }

    private void send(Topic topic, long time, SpecificRecord record, String words) {
        String key = Keys.job(domain, domain, job);
        long appended = Math.max(0, time + delay() - ScheduleMaker.BEGIN);
        String label = words + " at " + Spans.clock(time - ScheduleMaker.BEGIN);
        int home = site.partition(domain);
        int partition = random.nextInt(25) == 0 ? (home + 1) % site.partitions() : home;
        sender.send(appended, topic, partition, key, record, partition == home ? label : label + ", misrouted");
        if (!plain && random.nextInt(6) == 0) {
            long again = appended + one(50, 3_000, site.horizon() / 4, site.horizon(), site.horizon() * 5 / 4);
            sender.send(again, topic, home, key, record, label + ", again");
        }
    }

    /** How long after its time something is written, in milliseconds. */
    private long delay() {
        if (plain) {
            return random.nextLong(2_000);
        }
        return switch (random.nextInt(20)) {
            case 0, 1 -> random.nextLong(site.horizon() / 4);
            case 2 -> -random.nextLong(Site.SKEW - 1_000);
            case 3 -> random.nextInt(3) == 0 ? one(site.horizon() + 60_000, -Site.SKEW - 60_000) : 0;
            default -> random.nextLong(2_000);
        };
    }

    private long one(long... values) {
        return values[random.nextInt(values.length)];
    }
}

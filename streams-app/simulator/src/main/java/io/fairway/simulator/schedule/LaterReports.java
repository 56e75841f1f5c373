package io.fairway.simulator.schedule;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes what is reported of runs after their end: ends that are corrected again and again, that come late and twice, at all ages
 * around the horizon; and jobs whose id a scheduler uses again. It has random numbers of its own, so the rest of a schedule is
 * what it would be without.
 *
 * <p>A report that counts comes within a horizon of its time, and no job is forgotten before two. So what comes later is refused
 * by its time alone, whatever is forgotten by then.
 */
final class LaterReports {
    /** One of so many schedules has such reports. */
    private static final int ONE_OF = 4;

    /** Revisions of {@link JobMaker} are below. */
    private static final int FIRST_REVISION = 2;

    private final Site site;
    private final Records records;
    private final JobMaker.Sender sender;
    private final List<Act> acts;
    private final SplittableRandom random;

    /** @param acts the rest of the schedule, to which it adds */
    LaterReports(Site site, Records records, JobMaker.Sender sender, List<Act> acts) {
        this.site = site;
        this.records = records;
        this.sender = sender;
        this.acts = acts;
        random = new SplittableRandom(~site.seed());
    }

    /** What is reported, by the end of its words. */
    private enum Kind {
        CORRECTED("corrected once more"),
        TOLD_AGAIN("told again a horizon later"),
        USED_AGAIN("of an id that is used again");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** The kind of a report in words, if it is one of these; null if not. */
    static @Nullable String kindOf(String words) {
        for (Kind kind : Kind.values()) {
            if (words.endsWith(kind.words)) {
                return kind.words;
            }
        }
        return null;
    }

    void make() {
        if (random.nextInt(ONE_OF) > 0) {
            return;
        }
        List<JobEvent> events = new ArrayList<>();
        for (Act act : acts) {
            if (act instanceof Act.Send send && send.value() instanceof JobEvent event) {
                events.add(event);
            }
        }
        Set<Instant> seen = new HashSet<>();
        for (JobEvent event : events) {
            Instant run = event.getRun();
            if (event.getType() == JobEventType.FINISHED && run != null && event.getRevision() == 0 && seen.add(run)) {
                afterEnd(event, run.toEpochMilli(), events);
            }
        }
    }

    private void afterEnd(JobEvent end, long start, List<JobEvent> events) {
        long time = end.getTime().toEpochMilli();
        int corrections = random.nextInt(4);
        for (int i = 0; i < corrections; i++) {
            long corrected = random.nextBoolean()
                    ? start + 10_000 + random.nextLong(Math.max(1, time - start))
                    : time + random.nextLong(site.horizon() / 2);
            JobEvent event = JobEvent.newBuilder(end)
                    .setTime(Instant.ofEpochMilli(corrected))
                    .setRevision(FIRST_REVISION + i)
                    .build();
            send(corrected + late(), event, Kind.CORRECTED);
            if (random.nextBoolean()) {
                send(corrected + aboutAHorizon(), event, Kind.TOLD_AGAIN);
            }
        }
        if (random.nextBoolean()) {
            send(time + aboutAHorizon(), end, Kind.TOLD_AGAIN);
        }
        // A long horizon would make a long schedule.
        if (site.horizon() < Spans.DAY && random.nextInt(3) == 0) {
            useAgain(end, events);
        }
    }

    /** How long after its time a report comes that counts. */
    private long late() {
        long horizon = site.horizon();
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong(2_000);
            case 1 -> random.nextLong(horizon / 4);
            case 2 -> horizon / 2 + random.nextLong(horizon / 4);
            default -> horizon - Spans.MINUTE - random.nextLong(horizon / 8);
        };
    }

    private long aboutAHorizon() {
        return site.horizon()
                + one(-Spans.MINUTE, -Spans.SECOND, Spans.SECOND, Spans.MINUTE, site.horizon() / 4)
                - random.nextLong(Spans.SECOND / 2);
    }

    /** Another job has the id: after all ends of the first one, and before that is forgotten or after. */
    private void useAgain(JobEvent end, List<JobEvent> events) {
        List<JobEvent> own = events.stream()
                .filter(event ->
                        event.getJob().equals(end.getJob()) && event.getDomain().equals(end.getDomain()))
                .toList();
        JobEvent owner = own.stream()
                .filter(event -> event.getUser() != null)
                .findFirst()
                .orElseThrow();
        Instant last = own.stream()
                .map(JobEvent::getTime)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        long horizon = site.horizon();
        long start = last.toEpochMilli()
                + one(horizon * 3 / 4, horizon * 3 / 2, horizon * 5 / 2, horizon * 4)
                + random.nextLong(horizon / 8);
        JobEvent started = records.event(end.getDomain(), end.getJob(), JobEventType.STARTED, start, 0)
                .setAccount(owner.getAccount())
                .setUser(owner.getUser())
                .setAllocatedTres(Records.cpus(1 + random.nextInt(64)))
                .build();
        send(start + random.nextLong(2_000), started, Kind.USED_AGAIN);
        if (site.instances() > 1 && random.nextInt(3) == 0) {
            oneIsAway(start - ScheduleMaker.BEGIN);
        } else if (random.nextBoolean()) {
            long time = start + 10_000 + random.nextLong(horizon / 4);
            JobEvent finished = records.event(end.getDomain(), end.getJob(), JobEventType.FINISHED, time, 1)
                    .setRun(Instant.ofEpochMilli(start))
                    .build();
            send(time + random.nextLong(2_000), finished, Kind.USED_AGAIN);
        }
    }

    /** An instance is away for longer than a compacted topic keeps tombstones after their first compaction. Then it is there alone. */
    private void oneIsAway(long from) {
        int away = random.nextInt(site.instances());
        long back = from + 26 * Spans.HOUR;
        acts.add(new Act.Stop(from - 1 - random.nextLong(site.horizon() / 4), away));
        acts.add(new Act.Compact(from + Spans.HOUR));
        acts.add(new Act.Compact(back - Spans.MINUTE));
        acts.add(new Act.Start(back, away));
        for (int other = 0; other < site.instances(); other++) {
            if (other != away) {
                acts.add(new Act.Stop(back + Spans.MINUTE, other));
                acts.add(new Act.Start(back + Spans.HOUR, other));
            }
        }
    }

    private void send(long at, JobEvent event, Kind kind) {
        String words = event.getType() + " of job " + event.getJob() + " at "
                + Spans.clock(event.getTime().toEpochMilli() - ScheduleMaker.BEGIN) + ", " + kind.words;
        sender.send(
                at - ScheduleMaker.BEGIN,
                Topic.JOB_EVENTS,
                site.partition(event.getDomain()),
                Keys.job(event.getDomain(), event.getDomain(), event.getJob()),
                event,
                words);
    }

    private long one(long... values) {
        return values[random.nextInt(values.length)];
    }
}

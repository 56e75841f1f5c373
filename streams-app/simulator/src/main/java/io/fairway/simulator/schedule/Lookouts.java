package io.fairway.simulator.schedule;

import io.fairway.avro.SourceHeartbeat;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes sources that see which jobs run: they look for a while, stop, and begin anew. What they say comes late, but each says
 * its instants in order, as a source does. Ends of runs are lost beside them, as {@link JobMaker} loses them.
 */
final class Lookouts {
    private static final int MAX_LIVES = 3;
    private static final int MAX_LOOKS = 12;

    private static final String LOOKED = " has looked";
    private static final String AGAIN = " has looked, told again";
    private static final String BLIND = " has looked, and sees no job run";

    private final Site site;
    private final JobMaker.Sender sender;
    private final long span;
    private final SplittableRandom random;

    Lookouts(Site site, JobMaker.Sender sender, long span, SplittableRandom random) {
        this.site = site;
        this.sender = sender;
        this.span = span;
        this.random = random;
    }

    /** The kind of a record in words, if it is one of these; null if not. */
    static @Nullable String kindOf(String words) {
        return words.endsWith(LOOKED) || words.endsWith(AGAIN)
                ? "source that renews leases"
                : words.endsWith(BLIND) ? "source that sees no job run" : null;
    }

    void make() {
        for (String domain : site.domains()) {
            for (int life = random.nextInt(MAX_LIVES) + 1; life > 0; life--) {
                life(domain, "source " + random.nextInt(2), random.nextLong(span));
            }
        }
    }

    private void life(String domain, String source, long since) {
        boolean sees = random.nextInt(4) > 0;
        long through = since;
        long told = since;
        for (int look = random.nextInt(MAX_LOOKS); look >= 0; look--) {
            through += random.nextLong(site.horizon() / 4);
            // A network that is away, for less than jobs are kept.
            told = Math.max(told, through) + random.nextLong(random.nextBoolean() ? 2_000 : site.horizon() / 4);
            SourceHeartbeat heartbeat = SourceHeartbeat.newBuilder()
                    .setDomain(domain)
                    .setCluster(domain)
                    .setSource(source)
                    .setSince(Instant.ofEpochMilli(ScheduleMaker.BEGIN + since))
                    .setThrough(Instant.ofEpochMilli(ScheduleMaker.BEGIN + through))
                    .setRunningJobs(sees ? (Long) 1L : null)
                    .build();
            send(told, heartbeat, sees ? LOOKED : BLIND);
            if (random.nextInt(4) == 0) {
                send(told + random.nextLong(2_000), heartbeat, sees ? AGAIN : BLIND);
            }
        }
    }

    private void send(long at, SourceHeartbeat heartbeat, String what) {
        String domain = heartbeat.getDomain();
        sender.send(
                at,
                Topic.SOURCES,
                site.partition(domain),
                Keys.source(
                        domain,
                        domain,
                        heartbeat.getSource(),
                        heartbeat.getSince().toEpochMilli()),
                heartbeat,
                heartbeat.getSource() + " of " + domain + " through "
                        + Spans.clock(heartbeat.getThrough().toEpochMilli() - ScheduleMaker.BEGIN) + what);
    }
}

package io.fairway.simulator.schedule;

import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.simulator.broker.SimulatedBroker;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** Makes clocks of instances and brokers that are wrong by minutes to years, for a moment, for a while or for good. */
final class WrongClocks {
    private static final long[] AHEAD = {10 * Spans.MINUTE, Spans.HOUR, 2 * Spans.DAY, 40 * Spans.DAY, 3_653 * Spans.DAY
    };

    /** How far ahead versions of a policy are sent: no schedule reaches them. */
    private static final long LATER = 60 * Spans.DAY;

    private final Site site;
    private final Records records;
    private final JobMaker.Sender sender;
    private final List<Act> acts;
    private final long span;
    private final SplittableRandom random;

    WrongClocks(
            Site site, Records records, JobMaker.Sender sender, List<Act> acts, long span, SplittableRandom random) {
        this.site = site;
        this.records = records;
        this.sender = sender;
        this.acts = acts;
        this.span = span;
        this.random = random;
    }

    void ofInstances() {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            long at = random.nextLong(span);
            int instance = random.nextInt(site.instances());
            long until = at + one(2_000, 2 * Spans.MINUTE, Spans.HOUR, Spans.DAY);
            switch (random.nextInt(4)) {
                case 0 -> set(at, until, instance, one(AHEAD), 0);
                case 1 -> set(at, until, instance, -one(AHEAD), 0);
                case 2 -> set(at, until, instance, 0, one(-900, -50, -1, 1, 50, 1_000, 100_000));
                default -> acts.add(new Act.WrongClock(at, instance, one(AHEAD), 0, true));
            }
            if (random.nextBoolean()) {
                version(at + random.nextLong(until - at));
            }
        }
    }

    private void set(long at, long until, int instance, long ahead, long drift) {
        acts.add(new Act.WrongClock(at, instance, ahead, drift, false));
        if (random.nextInt(4) > 0) {
            acts.add(new Act.WrongClock(until, instance, 0, 0, false));
        }
    }

    /** A version that says the same from much later on: only a clock that is ahead of it refuses it. The first one comes before. */
    private void version(long from) {
        String domain = site.domains().get(random.nextInt(site.domains().size()));
        String first = Keys.policy(domain, Site.POLICIES.get(0), 0);
        long at = acts.stream()
                .filter(act -> act instanceof Act.Send send && send.key().equals(first))
                .mapToLong(Act::at)
                .reduce(from, Math::max);
        version(domain, at + 1);
    }

    private void version(String domain, long at) {
        long from = ScheduleMaker.BEGIN + at + LATER;
        Policy version = Policy.newBuilder(records.policy(domain, false))
                .setEffectiveFrom(Instant.ofEpochMilli(from))
                .build();
        sender.send(
                at,
                Topic.POLICIES,
                site.partition(domain),
                Keys.policy(domain, version.getName(), from),
                version,
                "policy " + version.getName() + " from " + Spans.clock(from - ScheduleMaker.BEGIN));
    }

    /**
     * Clocks of brokers. None is ahead where one of a machine may be: if both say the same wrong time, nobody can tell.
     *
     * @param events the topic of most of them
     */
    void ofBrokers(String events) {
        List<Act.Send> told = acts.stream()
                .filter(act -> act instanceof Act.Send send && send.value() instanceof JobEvent)
                .map(Act.Send.class::cast)
                .toList();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            Act.Send hit = told.get(random.nextInt(told.size()));
            int broker = random.nextInt(4) == 0
                    ? random.nextInt(SimulatedBroker.BROKERS)
                    : SimulatedBroker.leader(events, hit.partition());
            long at = Math.max(0, hit.at() - random.nextLong(1_000));
            boolean few = random.nextBoolean();
            long off = random.nextInt(3) == 0 ? 3 * Spans.MINUTE : one(AHEAD);
            acts.add(new Act.SetBrokerClock(
                    at, broker, random.nextBoolean() && !site.wrong().contains(Wrong.MACHINES_CLOCKS) ? off : -off));
            if (few || random.nextInt(3) > 0) {
                long until = at + 1_000 + (few ? one(0, Spans.MINUTE) : one(Spans.HOUR, Spans.DAY));
                acts.add(new Act.SetBrokerClock(until, broker, 0));
            }
        }
    }

    private long one(long... values) {
        return values[random.nextInt(values.length)];
    }
}

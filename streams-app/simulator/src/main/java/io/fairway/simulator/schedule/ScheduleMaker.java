package io.fairway.simulator.schedule;

import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.HostState;
import io.fairway.avro.JobEventType;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;

/** Makes a schedule from a seed, and from nothing else. */
public final class ScheduleMaker {
    /** The begin of every schedule, epoch milliseconds. */
    public static final long BEGIN = 1_700_002_800_000L;

    static final List<String> DOMAINS = List.of("alps", "eiger", "jura");

    /** Account, user, shares. An empty user is the account. */
    private static final Object[][] SHARES = {
        {"physics", "", 3L}, {"physics", "anna", 2L}, {"physics", "ben", 1L}, {"bio", "", 1L}, {"bio", "carla", 1L}
    };

    private final SplittableRandom random;
    private final Site site;
    private final Records records;
    /** Without the newest one: a topic more would make other schedules of all seeds. */
    private final Topics topics = Site.TOPICS.without(Set.of(Topic.SOURCES));

    private final List<Act> acts = new ArrayList<>();
    /** Whether there are so many jobs that work on all of them is cut into slices. */
    private final boolean crowd;

    private final long span;

    private ScheduleMaker(long seed) {
        random = new SplittableRandom(seed);
        crowd = random.nextInt(40) == 0;
        span = crowd
                ? one(Spans.HOUR, Spans.DAY)
                : one(5 * Spans.MINUTE, Spans.HOUR, 12 * Spans.HOUR, 4 * Spans.DAY, 12 * Spans.DAY);
        site = site(seed);
        records = new Records(site);
    }

    /** The schedule of a seed. */
    public static Schedule of(long seed) {
        return new ScheduleMaker(seed).make();
    }

    /** A record of each kind that schedules have, the kinds in one order. */
    public static List<Act.Send> oneOfEachKind() {
        ScheduleMaker maker = new ScheduleMaker(0);
        String domain = DOMAINS.get(0);
        Records records = maker.records;
        maker.send(0, Topic.SHARES, 0, "", records.share(domain, "physics", "", 1), "");
        maker.policy(domain, 0, false);
        maker.send(
                0,
                Topic.JOB_EVENTS,
                0,
                "",
                records.event(domain, "1", JobEventType.STARTED, BEGIN, 0).build(),
                "");
        maker.send(0, Topic.SAMPLES, 0, "", records.sample(domain, "1", BEGIN, BEGIN), "");
        maker.send(0, Topic.HOSTS, 0, "", records.host(domain, "n0", 1, HostState.OPEN), "");
        maker.send(
                0,
                Topic.ADJUSTMENTS,
                0,
                "",
                records.adjustment(domain, "physics", "", "1", AdjustmentKind.RESET, 0, BEGIN),
                "");
        maker.send(0, Topic.SOURCES, 0, "", records.heartbeat(domain, BEGIN), "");
        return maker.acts.stream().map(Act.Send.class::cast).toList();
    }

    private Site site(long seed) {
        int domains = crowd ? 1 : (int) one(1, 1, 2, DOMAINS.size());
        int partitions = 1 + random.nextInt(2);
        long horizon = crowd ? 7 * Spans.DAY : one(Spans.HOUR, 6 * Spans.HOUR, 7 * Spans.DAY);
        return new Site(
                seed,
                DOMAINS.subList(0, domains),
                partitions,
                1 + random.nextInt(3),
                horizon,
                one(0, 0, 10 * Spans.MINUTE),
                one(0, Spans.HOUR, Spans.DAY, 7 * Spans.DAY),
                (int) one(1, 5_000, 5_000),
                random.nextInt(3) > 0,
                List.of(Foreign.NONE, Foreign.LSF, Foreign.MOAB).get(random.nextInt(3)),
                (int) one(0, 0, 0, 10, 100),
                crowd ? 30_000_000 : one(0, 0, 0, 30_000_000),
                random.nextBoolean(),
                random.nextInt(4) == 0,
                crowd || !isClockWrong(WrongWorld.of(seed)) ? Reset.NONE : WrongWorld.reset(seed),
                crowd ? Set.of() : WrongWorld.of(seed));
    }

    private static boolean isClockWrong(Set<Wrong> wrong) {
        return wrong.contains(Wrong.MACHINES_CLOCKS) || wrong.contains(Wrong.BROKERS_CLOCKS);
    }

    private Schedule make() {
        for (String domain : site.domains()) {
            tables(domain);
            new JobMaker(site, records, random, span, this::send)
                    .jobs(domain, crowd ? 80 : 1 + random.nextInt(5), crowd);
            adjustments(domain);
            changes(domain);
            if (crowd || random.nextInt(4) == 0) {
                second(domain);
            }
        }
        hostile();
        faults();
        if (random.nextBoolean()) {
            acts.add(new Act.Settle(within()));
        }
        if (!crowd) {
            new LaterReports(site, records, this::send, acts).make();
        }
        new WrongWorld(site, records, this::send, acts, span).make();
        return new Schedule(site, acts);
    }

    private void tables(String domain) {
        for (Object[] share : SHARES) {
            String account = (String) share[0];
            String user = (String) share[1];
            send(
                    random.nextInt(10) == 0 ? within() : 0,
                    Topic.SHARES,
                    site.partition(domain),
                    Keys.node(domain, domain, account, user),
                    records.share(domain, account, user, (Long) share[2]),
                    "shares of " + (user.isEmpty() ? account : user));
        }
        policy(domain, random.nextInt(10) == 0 && site.horizon() > span ? within() : 0, false);
    }

    private void policy(String domain, long at, boolean second) {
        send(
                at,
                Topic.POLICIES,
                site.partition(domain),
                Keys.policy(domain, Site.POLICIES.get(second ? 1 : 0), 0),
                records.policy(domain, second),
                "policy " + Site.POLICIES.get(second ? 1 : 0));
    }

    /** A second measure, under which all kept jobs are charged. Only if none is forgotten before it. */
    private void second(String domain) {
        long at = site.horizon() > span ? (crowd ? span - random.nextLong(span / 4) : within()) : 0;
        policy(domain, at, true);
        boolean away = at > 0 && (crowd ? random.nextInt(3) == 0 : site.horizon() < Spans.DAY && random.nextBoolean());
        if (away) {
            unattended(domain, at);
        }
        for (int i = 0; crowd && !away && i < site.instances(); i++) {
            acts.add(new Act.Kill(at, i, 20 + random.nextInt(400)));
            acts.add(new Act.Start(at + Spans.SECOND, i));
        }
    }

    /** Nobody is there for two horizons. Meanwhile another job is submitted, a horizon after all the others have ended. */
    private void unattended(String domain, long from) {
        for (int i = 0; i < site.instances(); i++) {
            acts.add(new Act.Stop(from - 1, i));
            acts.add(new Act.Start(from + 2 * site.horizon(), i));
        }
        new JobMaker(site, records, random, span, this::send).waiting(domain, "200", from + site.horizon() * 3 / 2);
    }

    /** Shares that change, hosts, and the policy of another scheduler. */
    private void changes(String domain) {
        for (int i = random.nextInt(3); i > 0; i--) {
            Object[] share = SHARES[random.nextInt(SHARES.length)];
            String account = (String) share[0];
            String user = (String) share[1];
            long shares = 1L + random.nextInt(9);
            send(
                    within(),
                    Topic.SHARES,
                    site.partition(domain),
                    Keys.node(domain, domain, account, user),
                    records.share(domain, account, user, shares),
                    shares + " shares for " + (user.isEmpty() ? account : user));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            String host = "n" + random.nextInt(2);
            HostState state = random.nextBoolean() ? HostState.OPEN : HostState.CLOSED;
            send(
                    within(),
                    Topic.HOSTS,
                    site.partition(domain),
                    Keys.host(domain, domain, host),
                    records.host(domain, host, 1 + random.nextInt(64), state),
                    "host " + host + " is " + state);
        }
        if (site.foreign() == Foreign.LSF) {
            for (Object[] share : SHARES) {
                String account = (String) share[0];
                String user = (String) share[1];
                send(
                        0,
                        Topic.SHARES,
                        site.partition(domain),
                        Keys.node(domain, Foreign.QUEUE, account, user),
                        records.share(domain, Foreign.QUEUE, account, user, (Long) share[2]),
                        "shares of " + (user.isEmpty() ? account : user) + " in the queue");
            }
        }
        if (site.foreign() != Foreign.NONE) {
            send(
                    site.horizon() > span && random.nextBoolean() ? within() : 0,
                    Topic.POLICIES,
                    site.partition(domain),
                    Keys.policy(domain, Foreign.NAME, 0),
                    site.foreign().policy(domain, site.lease()),
                    "policy of " + site.foreign());
        }
    }

    private void adjustments(String domain) {
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            long at = within();
            long effect = BEGIN + at + one(-site.horizon() / 2, -Spans.MINUTE, 0, Spans.HOUR, Spans.DAY);
            boolean reset = random.nextInt(3) == 0;
            AdjustmentKind kind =
                    reset ? AdjustmentKind.RESET : random.nextBoolean() ? AdjustmentKind.CHARGE : AdjustmentKind.REFUND;
            boolean account = reset && random.nextBoolean();
            String user = account ? "" : "anna";
            String id = "a" + i;
            SpecificRecord record = records.adjustment(
                    domain, "physics", user, id, kind, reset ? 0 : 1 + random.nextInt(100_000), effect);
            String words =
                    kind + " " + id + " of " + (account ? "physics" : user) + " at " + Spans.clock(effect - BEGIN);
            String key = Keys.adjustment(domain, domain, "physics", user, id);
            send(at, Topic.ADJUSTMENTS, site.partition(domain), key, record, words);
            if (random.nextInt(3) == 0) {
                send(
                        at + one(1_000, Spans.HOUR),
                        Topic.ADJUSTMENTS,
                        site.partition(domain),
                        key,
                        record,
                        words + " again");
            }
        }
    }

    /** Bytes that are no record, on any topic. */
    private void hostile() {
        int count = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0;
        List<Topic> inputs = topics.inputs();
        for (int i = 0; i < count; i++) {
            Topic topic = inputs.get(random.nextInt(inputs.size()));
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) one(1, 7, 127); // No record of the registry's wire format begins so.
            }
            acts.add(new Act.Send(
                    within(),
                    topics.name(topic),
                    random.nextInt(site.partitions()),
                    "hostile" + i,
                    null,
                    bytes(bytes),
                    bytes.length + " bytes that are no record, on " + topic.suffix()));
        }
    }

    private static List<Byte> bytes(byte[] array) {
        List<Byte> bytes = new ArrayList<>();
        for (byte one : array) {
            bytes.add(one);
        }
        return bytes;
    }

    /** Most faults come with a record: a fault while nothing is done hits nothing. */
    private void faults() {
        List<Long> times =
                acts.stream().map(Act::at).filter(time -> time < span).toList();
        int count = 2 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            long at = random.nextInt(4) == 0 ? within() : times.get(random.nextInt(times.size()));
            int instance = random.nextInt(site.instances());
            switch (random.nextInt(site.clocksDiffer() ? 12 : 11)) {
                case 0, 1 -> {
                    acts.add(new Act.Kill(at, instance, effects()));
                    acts.add(new Act.Start(at + one(500, 3_000, 30_000, Spans.HOUR), instance));
                }
                case 2 -> acts.add(new Act.FailThread(at, instance, effects()));
                case 3 -> {
                    acts.add(new Act.Stop(at, instance));
                    acts.add(new Act.Start(at + one(500, 3_000, 30_000, 2 * Spans.DAY), instance));
                }
                case 4, 5 -> acts.add(new Act.Freeze(at, instance, one(1_000, 6_000, 12_000, Spans.MINUTE)));
                case 6 -> acts.add(new Act.LoseAnswer(at, instance));
                case 7 -> acts.add(new Act.Resume(at, instance));
                case 8 -> acts.add(new Act.Compact(at));
                case 9 -> {
                    if (random.nextBoolean()) {
                        acts.add(new Act.ForgetOffsets(at));
                    } else {
                        String topic = topics.inputNames()
                                .get(random.nextInt(topics.inputNames().size()));
                        // A policy that is away for a horizon comes after the jobs that it should charge are forgotten.
                        long away = Math.min(one(1_000, Spans.MINUTE, Spans.HOUR), site.horizon() / 2);
                        acts.add(new Act.TakeAway(at, topic, away));
                    }
                }
                case 10 -> acts.add(new Act.TimeOutCommit(at, instance, random.nextInt(3) == 0));
                default -> acts.add(new Act.SetClock(at, instance, one(-Spans.HOUR, -30_000, 0, 500, 30_000)));
            }
        }
    }

    /** How many effects an instance has before its end: within a few turns. */
    private int effects() {
        return random.nextInt(random.nextBoolean() ? 8 : 40);
    }

    private void send(long at, Topic topic, int partition, String key, SpecificRecord value, String words) {
        acts.add(new Act.Send(Math.max(0, at), topics.name(topic), partition, key, value, null, words));
    }

    private long within() {
        return random.nextLong(span);
    }

    private long one(long... values) {
        return values[random.nextInt(values.length)];
    }
}

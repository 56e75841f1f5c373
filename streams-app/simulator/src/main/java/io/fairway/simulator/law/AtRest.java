package io.fairway.simulator.law;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.UsageRecord;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.simulator.schedule.Site;
import io.fairway.simulator.schedule.Spans;
import io.fairway.simulator.streams.TaskStores;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What must hold when nothing has happened for a while.
 *
 * <ol>
 *   <li>Each stored line is the closed integral of the accepted facts, to 1e-9, and the lines of an undisturbed task.
 *   <li>The last committed line of each association is the stored one.
 *   <li>Exactly the waiting jobs have a priority record.
 *   <li>The factors of users are in the order of a Fair Tree over the closed integrals.
 *   <li>Heartbeats say that everything is evaluated through a moment ago, and that nothing is deferred.
 * </ol>
 */
final class AtRest {
    /** Heartbeats come each second, and evaluations four times as often. */
    private static final long HELD_UP = 3 * Spans.SECOND;

    /** The same of each domain of a task whose work is cut into slices: domains take turns, and results several of them. */
    private static final long HELD_UP_IN_SLICES = 10 * Spans.SECOND;

    /** A tree that nothing touched is evaluated every 10 s, and then by the turn. */
    private static final long IDLE_EVALUATION = 12 * Spans.SECOND;

    private static final double ACCURACY = 1e-9;
    /** TRES-seconds that do not count: a line drops what is left after 64 half-lives. */
    private static final double NOTHING = 1e-6;

    private final Site site;
    private final long now;
    private final Accepted accepted;
    private final LastRecords results;

    AtRest(Site site, long now, Accepted accepted, LastRecords results) {
        this.site = site;
        this.now = now;
        this.accepted = accepted;
        this.results = results;
    }

    /** Each place that must be there is there, and no other. */
    void placesAre(Set<String> found, Collection<String> expected, String law) {
        Set<String> missing = new TreeSet<>(expected);
        missing.removeAll(found);
        Set<String> more = new TreeSet<>(found);
        more.removeAll(new HashSet<>(expected));
        if (!missing.isEmpty() || !more.isEmpty()) {
            throw new LawBroken(law, "missing " + missing + ", too many " + more);
        }
    }

    void check(String domain, TaskStores stores, TaskStores undisturbed) {
        if (!accepted.policies(domain).contains(Site.POLICIES.get(0))) {
            return;
        }
        heartbeats(domain);
        checkUsage(domain, stores, undisturbed, true);
        published(domain, stores);
        priorities(new ClosedIntegral(site, domain, accepted, now));
    }

    /**
     * The lines are the closed integral, and the same as others.
     *
     * @param others stores with the same lines
     * @param ordered whether the factors are in the order of the integrals, too
     */
    void checkUsage(String domain, TaskStores stores, TaskStores others, boolean ordered) {
        if (!accepted.policies(domain).contains(Site.POLICIES.get(0))) {
            return;
        }
        ClosedIntegral integral = new ClosedIntegral(site, domain, accepted, now);
        for (int i = 0; i < Site.POLICIES.size(); i++) {
            if (accepted.policies(domain).contains(Site.POLICIES.get(i))) {
                lines(integral, Site.MEASURES.get(i), stores, others);
            }
        }
        if (ordered) {
            ClosedIntegral before = new ClosedIntegral(site, domain, accepted, now - IDLE_EVALUATION);
            FairTreeOrder.check(integral, before, accepted, factors(domain));
        }
    }

    /** Whether each heartbeat says that its domain is evaluated through a moment ago. */
    static boolean isCaughtUp(Site site, long now, LastRecords results) {
        return results.last(Topic.HEARTBEATS, Heartbeat.class).values().stream()
                .allMatch(beat -> now - beat.getEvaluatedThrough().toEpochMilli() <= heldUp(site));
    }

    private static long heldUp(Site site) {
        return site.isSliced() ? site.inTurn() * HELD_UP_IN_SLICES : HELD_UP;
    }

    private void heartbeats(String domain) {
        for (String policy : accepted.policies(domain)) {
            Heartbeat beat = results.last(Topic.HEARTBEATS, Heartbeat.class).get(Keys.heartbeat(domain, policy));
            String law = "nothing is held up";
            if (beat == null) {
                throw new LawBroken(law, "domain " + domain + ", policy " + policy + ": no heartbeat");
            }
            long behind = now - beat.getEvaluatedThrough().toEpochMilli();
            if (behind < 0) {
                throw new LawBroken(
                        "nothing is evaluated as of the future",
                        "domain " + domain + ", policy " + policy + ": " + Spans.words(-behind) + " ahead");
            }
            if (behind > heldUp(site)) {
                throw new LawBroken(
                        law,
                        "domain " + domain + ", policy " + policy + ": evaluated through " + Spans.words(behind)
                                + " ago; " + beat.getProblems());
            }
            long deferred = beat.getCounts().getOrDefault("deferredFacts", 0L);
            if (deferred != 0) {
                throw new LawBroken(
                        law, "domain " + domain + ": " + deferred + " facts are deferred, and none is ahead");
            }
        }
    }

    private void lines(ClosedIntegral integral, String measure, TaskStores stores, TaskStores undisturbed) {
        String domain = integral.domain();
        Map<List<String>, ClosedIntegral.Amount> expected = integral.usage(measure);
        Set<List<String>> nodes = new HashSet<>(expected.keySet());
        String prefix = domain + "|" + measure + "|";
        Map<String, byte[]> all = stores.content(Stores.LINES.name());
        all.keySet().stream().filter(key -> key.startsWith(prefix)).forEach(key -> {
            List<String> parts = Keys.split(key);
            nodes.add(List.of(parts.get(3), parts.get(4)));
        });
        long halfLife = site.halfLife(measure);
        DecayLaw law = halfLife == 0 ? DecayLaw.none() : DecayLaw.halfLife(halfLife);
        for (List<String> node : nodes) {
            String key = Keys.usage(domain, measure, domain, node.get(0), node.get(1));
            byte[] stored = all.get(key);
            double usage = stored == null ? 0 : StateCodec.decodeLine(stored).usage(law, now);
            ClosedIntegral.Amount amount = expected.getOrDefault(node, ClosedIntegral.Amount.NONE);
            if (!(Math.abs(usage - amount.value()) <= NOTHING + ACCURACY * amount.size())) {
                throw new LawBroken(
                        "usage is the closed integral", key + ": " + usage + ", and the integral is " + amount.value());
            }
            byte[] other = undisturbed.value(Stores.LINES.name(), key);
            if ((stored == null) != (other == null)
                    || (stored != null && other != null && !isSame(stored, other, law))) {
                throw new LawBroken("lines are those of an undisturbed task", key);
            }
        }
    }

    /** Two lines are the same if they read the same to the last bit: what counts no longer may be dropped or not. */
    private boolean isSame(byte[] one, byte[] other, DecayLaw law) {
        Line first = StateCodec.decodeLine(one);
        Line second = StateCodec.decodeLine(other);
        return first.rate().equals(second.rate())
                && first.since() == second.since()
                && first.numerator(law, now).equals(second.numerator(law, now));
    }

    private void published(String domain, TaskStores stores) {
        Map<String, UsageRecord> records = results.last(Topic.USAGE, UsageRecord.class);
        stores.content(Stores.LINES.name()).forEach((key, bytes) -> {
            if (Keys.domainOf(key).equals(domain)) {
                Line line = StateCodec.decodeLine(bytes);
                UsageRecord record = records.get(key);
                List<String> sums = new ArrayList<>();
                line.forEachSum((epoch, sum) -> sums.add(epoch + ":" + sum.toBigInteger()));
                List<String> published = record == null
                        ? List.of()
                        : record.getSums().stream()
                                .map(sum -> sum.getEpoch() + ":" + sum.getSum())
                                .toList();
                if (record == null
                        || record.getRate()
                                        .compareTo(
                                                new BigDecimal(line.firstRate().toBigInteger()))
                                != 0
                        || !sums.equals(published)) {
                    throw new LawBroken("the last line sent is the stored one", key + ": sent " + record);
                }
            }
        });
    }

    private void priorities(ClosedIntegral integral) {
        String domain = integral.domain();
        Set<String> expected = new TreeSet<>();
        Set<String> possible = new TreeSet<>();
        for (AcceptedJob job : integral.jobs()) {
            JobEvent owner = job.owner();
            if (job.isPending() && owner != null) {
                String key = Keys.priority(domain, Site.POLICIES.get(0), domain, job.id(), "");
                possible.add(key);
                if (accepted.hasShares(domain, owner.getAccount(), owner.getUser())) {
                    expected.add(key);
                }
            }
        }
        Set<String> found = new TreeSet<>();
        results.last(Topic.PRIORITIES, PriorityRecord.class).forEach((key, record) -> {
            if (record.getDomain().equals(domain) && record.getPolicy().equals(Site.POLICIES.get(0))) {
                found.add(key);
            }
        });
        if (!found.containsAll(expected) || !possible.containsAll(found)) {
            throw new LawBroken(
                    "exactly the waiting jobs have a priority record", "expected " + expected + ", found " + found);
        }
    }

    private Map<List<String>, FairshareRecord> factors(String domain) {
        Map<List<String>, FairshareRecord> factors = new java.util.HashMap<>();
        results.last(Topic.FAIRSHARE, FairshareRecord.class).values().stream()
                .filter(record -> record.getDomain().equals(domain)
                        && record.getTree().equals(domain)
                        && record.getPolicy().equals(Site.POLICIES.get(0)))
                .forEach(record -> factors.put(List.of(record.getAccount(), record.getUser()), record));
        return factors;
    }
}

package io.fairway.simulator.law;

import io.fairway.avro.Adjustment;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Policy;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Site;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The input records that count, by the rules of {@code docs/state.md}: on the partition of their domain, readable, and
 * neither more than two minutes ahead of the time of their append nor more than the horizon behind it. Each counts once. The places of
 * the others are known too.
 *
 * <p>A record of a run that may be forgotten counts if it is no dead letter.
 */
final class Accepted {
    private final Map<String, Set<JobEvent>> events = new TreeMap<>();
    private final Map<String, Set<ResourceSample>> samples = new TreeMap<>();
    private final Map<String, Map<List<String>, Adjustment>> adjustments = new TreeMap<>();
    private final Map<String, Map<List<String>, Long>> shares = new TreeMap<>();
    private final Map<String, Set<List<String>>> removed = new TreeMap<>();
    private final Map<String, Set<String>> hosts = new TreeMap<>();
    private final Map<String, Set<String>> policies = new TreeMap<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> misrouted = new ArrayList<>();
    private final Map<String, ShownTime> clocks = new HashMap<>();
    private final Map<String, TreeMap<String, SourceHeartbeat>> watched = new HashMap<>();
    private final Topics topics = Site.TOPICS;
    private final Site site;
    private final Instant now;
    private final Set<String> letters;
    private final Forgotten forgotten;

    /**
     * Looks at what tasks took.
     *
     * @param now the instant of the look, epoch milliseconds
     * @param letters the places of the records that are dead letters
     */
    Accepted(Site site, long now, Taken taken, Written written, Set<String> letters) {
        this.site = site;
        this.now = Instant.ofEpochMilli(now);
        this.letters = letters;
        forgotten = new Forgotten(site);
        for (Taken.Input record : taken.records()) {
            take(record, written.of(record.entry().value()));
            clock(record.topic(), record.partition()).pass(record.entry());
        }
    }

    /** The place of a record, as headers of dead letters have it. */
    static String place(String topic, int partition, long offset) {
        return topic + "-" + partition + "@" + offset;
    }

    private void take(Taken.Input record, Act.@Nullable Send send) {
        LogEntry entry = record.entry();
        String place = place(record.topic(), record.partition(), entry.offset());
        if (entry.value() == null) {
            tombstone(Objects.requireNonNull(topics.of(record.topic())), (byte[]) Objects.requireNonNull(entry.key()));
            return;
        }
        if (send == null || send.value() == null) {
            refused.add(place);
            return;
        }
        switch (send.value()) {
            case JobEvent event -> {
                long time = event.getTime().toEpochMilli();
                if (isHome(event.getDomain(), record.partition(), place)
                        && counts(
                                record,
                                place,
                                time,
                                job(event.getDomain(), event.getJob()),
                                run(event),
                                event.getType())) {
                    of(events, event.getDomain()).add(event);
                }
            }
            case ResourceSample sample -> {
                long time = sample.getTime().toEpochMilli();
                if (isHome(sample.getDomain(), record.partition(), place)
                        && counts(
                                record,
                                place,
                                time,
                                job(sample.getDomain(), sample.getJob()),
                                Objects.requireNonNull(sample.getRun()),
                                JobEventType.RESIZED)) {
                    of(samples, sample.getDomain()).add(sample);
                }
            }
            case Adjustment adjustment -> {
                long at = adjustment.getEffectiveAt().toEpochMilli();
                if (isHome(adjustment.getDomain(), record.partition(), place)) {
                    if (took(record, at).isTooOld(entry, at, site.horizon())) {
                        refused.add(place);
                    } else {
                        adjustments
                                .computeIfAbsent(adjustment.getDomain(), domain -> new HashMap<>())
                                .put(
                                        List.of(adjustment.getAccount(), adjustment.getUser(), adjustment.getId()),
                                        adjustment);
                    }
                }
            }
            case ShareNode share -> {
                // No law speaks of the order in the queue of another scheduler.
                if (share.getTree().equals(share.getDomain())) {
                    List<String> node = List.of(share.getAccount(), share.getUser());
                    if (share.getRemoved()) {
                        remove(share.getDomain(), node);
                    } else {
                        of(removed, share.getDomain()).remove(node);
                        shares.computeIfAbsent(share.getDomain(), domain -> new HashMap<>())
                                .put(node, share.getShares());
                    }
                }
            }
            case Host host -> {
                if (isHome(host.getDomain(), record.partition(), place)) {
                    of(hosts, host.getDomain()).add(host.getName());
                }
            }
            case SourceHeartbeat heartbeat -> {
                if (isHome(heartbeat.getDomain(), record.partition(), place)) {
                    long through = heartbeat.getThrough().toEpochMilli();
                    // The append time of a record of a table counts by its second.
                    if (through > entry.appended() / 1000 * 1000 + 1000 + Site.SKEW) {
                        refused.add(place);
                    } else if (heartbeat.getRunningJobs() != null) {
                        watched.computeIfAbsent(heartbeat.getDomain(), domain -> new TreeMap<>())
                                .merge(heartbeat.getSource() + heartbeat.getSince(), heartbeat, Accepted::further);
                    }
                }
            }
            case Policy policy -> {
                if (!policy.getEffectiveFrom().isAfter(now)) {
                    of(policies, policy.getDomain()).add(policy.getName());
                }
            }
            default -> throw new IllegalStateException(place + ": a record that no schedule writes");
        }
    }

    private static SourceHeartbeat further(SourceHeartbeat one, SourceHeartbeat other) {
        return other.getThrough().isAfter(one.getThrough()) ? other : one;
    }

    /** What sources said last, each in each of its lives, that see which jobs of a domain run. */
    Collection<SourceHeartbeat> watched(String domain) {
        return watched.getOrDefault(domain, new TreeMap<>()).values();
    }

    /** Tombstones remove users of the tree of a domain, and hosts. */
    private void tombstone(Topic topic, byte[] key) {
        List<String> parts = Keys.split(new String(key, StandardCharsets.UTF_8));
        if (topic == Topic.SHARES) {
            remove(parts.get(0), List.of(parts.get(2), parts.get(3)));
        } else if (topic == Topic.HOSTS) {
            of(hosts, parts.get(0)).remove(parts.get(2));
        }
    }

    private void remove(String domain, List<String> node) {
        of(removed, domain).add(node);
        shares.getOrDefault(domain, new HashMap<>()).remove(node);
    }

    private static String job(String domain, String job) {
        return domain + "|" + job;
    }

    /** The start of the run of an event, or its own time if it is of no run. */
    private static Instant run(JobEvent event) {
        return Objects.requireNonNullElse(event.getRun(), event.getTime());
    }

    private boolean isHome(String domain, int partition, String place) {
        boolean home = site.partition(domain) == partition;
        if (!home) {
            misrouted.add(place);
        }
        return home;
    }

    private ShownTime clock(String topic, int partition) {
        return clocks.computeIfAbsent(topic + "-" + partition, log -> new ShownTime());
    }

    private ShownTime took(Taken.Input record, long told) {
        ShownTime clock = clock(record.topic(), record.partition());
        clock.take(record.entry(), told, site.horizon());
        return clock;
    }

    private boolean counts(Taken.Input record, String place, long time, String job, Instant run, JobEventType type) {
        ShownTime clock = took(record, time);
        long latest = Math.max(
                clock(topics.name(Topic.JOB_EVENTS), record.partition()).time(),
                clock(topics.name(Topic.SAMPLES), record.partition()).time());
        boolean timely = !clock.isTooNew(record.entry(), time) && !clock.isTooOld(record.entry(), time, site.horizon());
        boolean late = forgotten.mayBe(job, run.toEpochMilli(), latest) && letters.contains(place);
        if (!timely || late) {
            refused.add(place);
            return false;
        }
        forgotten.accepted(job, time, type, latest);
        return true;
    }

    private static <T> Set<T> of(Map<String, Set<T>> all, String domain) {
        return all.computeIfAbsent(domain, name -> new LinkedHashSet<>());
    }

    /** Whether the same facts of a domain count. */
    boolean isSame(String domain, Accepted other) {
        return events(domain).equals(other.events(domain))
                && new HashSet<>(watched(domain)).equals(new HashSet<>(other.watched(domain)))
                && samples(domain).equals(other.samples(domain))
                && new HashSet<>(adjustments(domain)).equals(new HashSet<>(other.adjustments(domain)));
    }

    /** Whether the same users of a domain are there, and the same were removed. */
    boolean hasSameUsers(String domain, Accepted other) {
        return shares(domain).equals(other.shares(domain)) && removed(domain).equals(other.removed(domain));
    }

    /** Whether the same hosts of a domain are there. */
    boolean hasSameHosts(String domain, Accepted other) {
        return of(hosts, domain).equals(of(other.hosts, domain));
    }

    Set<JobEvent> events(String domain) {
        return of(events, domain);
    }

    Set<ResourceSample> samples(String domain) {
        return of(samples, domain);
    }

    List<Adjustment> adjustments(String domain) {
        return List.copyOf(adjustments.getOrDefault(domain, Map.of()).values());
    }

    /** Whether an association has a share record. */
    boolean hasShares(String domain, String account, String user) {
        return shares(domain).containsKey(List.of(account, user));
    }

    /** The shares of accounts (without user) and users. */
    Map<List<String>, Long> shares(String domain) {
        return shares.getOrDefault(domain, Map.of());
    }

    /** The users who were removed: their usage stays with their accounts. */
    Set<List<String>> removed(String domain) {
        return of(removed, domain);
    }

    /** The policies that are in force. */
    Set<String> policies(String domain) {
        return of(policies, domain);
    }

    /** The places of the records that must be dead letters, one each. */
    List<String> refused() {
        return refused;
    }

    /** The places of the records that must be relayed, once each. */
    List<String> misrouted() {
        return misrouted;
    }
}

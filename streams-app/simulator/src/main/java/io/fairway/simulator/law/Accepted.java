package io.fairway.simulator.law;

import io.fairway.avro.Adjustment;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.core.time.AppendClock;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.fairway.simulator.broker.LogEntry;
import io.fairway.simulator.broker.SimulatedBroker;
import io.fairway.simulator.schedule.Act;
import io.fairway.simulator.schedule.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The input records that count, by the rules of {@code docs/state.md}: on the partition of their domain, readable, and
 * neither more than two minutes ahead of their append nor more than the horizon behind it, by the append clock of their
 * topic. Each counts once. The places of the others are known too.
 *
 * <p>A record that is more than a horizon old counts if the clock of its topic stood still. By the clock of another topic, its job
 * may be forgotten. Such a record may be a dead letter, and then it does not count.
 */
final class Accepted {
    private final Map<String, Set<JobEvent>> events = new TreeMap<>();
    private final Map<String, Set<ResourceSample>> samples = new TreeMap<>();
    private final Map<String, Map<List<String>, Adjustment>> adjustments = new TreeMap<>();
    private final Map<String, Set<List<String>>> users = new TreeMap<>();
    private final Map<String, Map<List<String>, Long>> shares = new TreeMap<>();
    private final Map<String, Set<String>> policies = new TreeMap<>();
    private final List<String> refused = new ArrayList<>();
    private final List<String> misrouted = new ArrayList<>();
    private final Map<String, AppendClock> clocks = new HashMap<>();
    private final Site site;
    private final Set<String> letters;

    /**
     * Reads all input topics.
     *
     * @param letters the places of the records that are dead letters
     */
    Accepted(Site site, SimulatedBroker broker, Written written, Set<String> letters) {
        this.site = site;
        this.letters = letters;
        Topics topics = Topics.standard();
        for (Topic topic : topics.inputs()) {
            for (int partition = 0; partition < site.partitions(); partition++) {
                for (LogEntry entry : broker.log(topics.name(topic), partition).committed()) {
                    take(topics.name(topic), partition, entry, written.of(entry.value()));
                }
            }
        }
    }

    /** The place of a record, as headers of dead letters have it. */
    static String place(String topic, int partition, long offset) {
        return topic + "-" + partition + "@" + offset;
    }

    private void take(String topic, int partition, LogEntry entry, Act.@org.jspecify.annotations.Nullable Send send) {
        String place = place(topic, partition, entry.offset());
        if (send == null || send.value() == null) {
            refused.add(place);
            return;
        }
        switch (send.value()) {
            case JobEvent event -> {
                if (isHome(event.getDomain(), partition, place)
                        && isTimely(clockOf(topic, partition), event.getTime().toEpochMilli(), entry, place)) {
                    of(events, event.getDomain()).add(event);
                }
            }
            case ResourceSample sample -> {
                if (isHome(sample.getDomain(), partition, place)
                        && isTimely(clockOf(topic, partition), sample.getTime().toEpochMilli(), entry, place)) {
                    of(samples, sample.getDomain()).add(sample);
                }
            }
            case Adjustment adjustment -> {
                long at = adjustment.getEffectiveAt().toEpochMilli();
                if (isHome(adjustment.getDomain(), partition, place)) {
                    if (at < took(clockOf(topic, partition), at, entry).earliest(entry.appended()) - site.horizon()) {
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
                    of(users, share.getDomain()).add(List.of(share.getAccount(), share.getUser()));
                    shares.computeIfAbsent(share.getDomain(), domain -> new HashMap<>())
                            .put(List.of(share.getAccount(), share.getUser()), share.getShares());
                }
            }
            case Host host -> isHome(host.getDomain(), partition, place);
            case Policy policy -> of(policies, policy.getDomain()).add(policy.getName());
            default -> throw new IllegalStateException(place + ": a record that no schedule writes");
        }
    }

    private boolean isHome(String domain, int partition, String place) {
        boolean home = site.partition(domain) == partition;
        if (!home) {
            misrouted.add(place);
        }
        return home;
    }

    private static String clockOf(String topic, int partition) {
        return topic + "-" + partition;
    }

    private AppendClock took(String log, long time, LogEntry entry) {
        AppendClock clock = clocks.getOrDefault(log, AppendClock.NONE).after(entry.appended(), time, Site.SKEW);
        clocks.put(log, clock);
        return clock;
    }

    private boolean isTimely(String log, long time, LogEntry entry, String place) {
        AppendClock clock = took(log, time, entry);
        boolean timely = time <= clock.latest(entry.appended()) + Site.SKEW
                && time >= clock.earliest(entry.appended()) - site.horizon();
        boolean forgotten = time < entry.appended() - site.horizon() && letters.contains(place);
        if (!timely || forgotten) {
            refused.add(place);
        }
        return timely && !forgotten;
    }

    private static <T> Set<T> of(Map<String, Set<T>> all, String domain) {
        return all.computeIfAbsent(domain, name -> new LinkedHashSet<>());
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
        return of(users, domain).contains(List.of(account, user));
    }

    /** The shares of accounts (without user) and users. */
    Map<List<String>, Long> shares(String domain) {
        return shares.getOrDefault(domain, Map.of());
    }

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

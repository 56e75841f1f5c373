package io.fairway.dispatcher.leader;

import io.fairway.dispatcher.publish.FencedPublisher;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The domains in which this dispatcher may start jobs. The group gives it their partitions; it then fences every other
 * dispatcher off a domain, reads to the end all that such a one may have written, and leads from there on.
 *
 * <p>It never asks whether it still leads: it would be told when it is too late. A write that fails tells it.
 */
public final class Leadership implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Leadership.class);

    /** A fenced domain; {@code ends} are to be read before the first start. */
    private record Lead(FencedPublisher publisher, Map<TopicPartition, Long> ends) {}

    private final LeadGroup group;
    private final Function<String, FencedPublisher> publishers;
    private final ToIntFunction<String> partitionOf;
    private final List<String> written;
    private final long pauseNanos;
    private final Consumer<String> listener;
    private final Map<String, Lead> leads = new HashMap<>();
    private final Map<String, Long> notBefore = new HashMap<>();
    private final Set<String> told = new TreeSet<>();
    private final Map<String, String> ledBefore = new HashMap<>();
    private long seen;
    private String standby = "";

    /**
     * Leads nothing before the group has decided.
     *
     * @param partitionOf the partition of a domain
     * @param written the topics whose records a leader must have read
     * @param pause how long to leave a domain alone in which a write failed
     * @param listener gets what changes, in words
     */
    public Leadership(
            LeadGroup group,
            Function<String, FencedPublisher> publishers,
            ToIntFunction<String> partitionOf,
            List<String> written,
            Duration pause,
            Consumer<String> listener) {
        this.group = group;
        this.publishers = publishers;
        this.partitionOf = partitionOf;
        this.written = written;
        this.pauseNanos = pause.toNanos();
        this.listener = listener;
    }

    /** Takes part in the group, and gives up what it no longer gives. */
    public void poll(Collection<String> domains) {
        group.poll();
        for (String domain : List.copyOf(leads.keySet())) {
            if (!isOurs(domain)) {
                drop(domain);
            }
        }
        if (told.removeIf(domain -> !isOurs(domain))) {
            log.info("it leads {} now", told.isEmpty() ? "nothing" : told);
        }
        if (group.hasJoined() && (seen != group.changes() || standby.isEmpty())) {
            seen = group.changes();
            tellStandby(domains);
        }
    }

    private void tellStandby(Collection<String> domains) {
        Set<String> others = new TreeSet<>(domains);
        others.removeIf(this::isOurs);
        String leader = group.leader().isEmpty() ? "another dispatcher" : group.leader();
        others.forEach(domain -> ledBefore.put(domain, leader));
        String now = others.isEmpty() ? "" : "standby: " + leader + " leads " + names(others);
        if (!now.equals(standby)) {
            standby = now;
            if (!now.isEmpty()) {
                listener.accept(now);
            }
        }
    }

    private static String names(Set<String> domains) {
        return (domains.size() == 1 ? "domain " : "domains ") + String.join(", ", domains);
    }

    /**
     * The publisher of a domain that it leads; null if another one does, or it has not read everything yet.
     *
     * @throws RuntimeException if the broker forbids it
     */
    public @Nullable FencedPublisher of(String domain, TopicFeed feed) {
        if (!isOurs(domain)) {
            return null;
        }
        Lead lead = leads.get(domain);
        if (lead == null) {
            Long earliest = notBefore.get(domain);
            if (earliest != null && System.nanoTime() - earliest < 0) {
                return null;
            }
            lead = open(domain);
        }
        if (lead == null || !feed.hasRead(lead.ends())) {
            return null;
        }
        if (told.add(domain)) {
            String before = ledBefore.remove(domain);
            listener.accept(
                    before == null ? "leads domain " + domain : "took over domain " + domain + " from " + before);
        }
        return lead.publisher();
    }

    /** Whether nothing stands between it and the domains that the group gives it. */
    public boolean isReady(Collection<String> domains, TopicFeed feed) {
        return domains.stream().allMatch(domain -> !isOurs(domain) || of(domain, feed) != null);
    }

    private @Nullable Lead open(String domain) {
        FencedPublisher publisher = publishers.apply(domain);
        try {
            publisher.fence();
            // Only now: before, another one may still have written.
            int partition = partitionOf.applyAsInt(domain);
            Lead lead = new Lead(
                    publisher,
                    group.ends(written.stream()
                            .map(topic -> new TopicPartition(topic, partition))
                            .toList()));
            leads.put(domain, lead);
            return lead;
        } catch (RuntimeException e) {
            publisher.close();
            if (!FencedPublisher.isPassing(e)) {
                throw e;
            }
            pause(domain, e);
            return null;
        }
    }

    /** A write in a domain failed: it is led anew, after a while, unless another one does. */
    public void failed(String domain, RuntimeException failure) {
        drop(domain);
        pause(domain, failure);
    }

    private void pause(String domain, RuntimeException failure) {
        told.remove(domain);
        notBefore.put(domain, System.nanoTime() + pauseNanos);
        log.warn("domain {} is not led for now: {}", domain, failure.toString());
    }

    /** Ends a lead that is not needed for now; it is not lost. */
    void drop(String domain) {
        Lead lead = leads.remove(domain);
        if (lead != null) {
            lead.publisher().close();
        }
    }

    private boolean isOurs(String domain) {
        return group.owns(partitionOf.applyAsInt(domain));
    }

    /** The domains that it leads. */
    public Set<String> domains() {
        return Set.copyOf(told);
    }

    /** Who leads instead, in words; empty if nobody does. */
    public String standby() {
        return standby;
    }

    @Override
    public void close() {
        List.copyOf(leads.keySet()).forEach(this::drop);
    }
}

package io.fairway.dispatcher;

import io.fairway.dispatcher.cluster.Duty;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.leader.Leads;
import io.fairway.dispatcher.leader.TopicFeed;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.publish.FencedPublisher;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Carries out a duty in the domains that this dispatcher leads, or in a dry run in all. */
final class LedDomains implements AutoCloseable {
    private final DispatcherConfig config;
    private final DomainQueues queues;
    private final Duty duty;
    private final @Nullable Leads leads;

    /** @param leads null = a dry run, which leads nothing */
    LedDomains(DispatcherConfig config, DomainQueues queues, Duty duty, @Nullable Leads leads) {
        this.config = config;
        this.queues = queues;
        this.duty = duty;
        this.leads = leads;
    }

    /** Takes part in the choice of the leaders. */
    void follow() {
        if (leads != null) {
            leads.poll(domains());
        }
    }

    /** Whether nothing stands between it and the domains that it is to lead. */
    boolean isReady(TopicFeed feed) {
        return leads == null || leads.isReady(queues.all().keySet(), feed);
    }

    /** Acts once on each domain. */
    void cycle(TopicFeed feed, long now) {
        queues.all().forEach((domain, queue) -> {
            if (leads == null) {
                duty.cycle(domain, queue, now, null);
            } else {
                cycle(leads, domain, queue, now, feed);
            }
        });
    }

    private void cycle(Leads leads, String domain, DispatchQueue queue, long now, TopicFeed feed) {
        try {
            FencedPublisher publisher = leads.of(domain, feed);
            if (publisher != null) {
                duty.settle(domain);
                duty.cycle(domain, queue, now, publisher);
            }
        } catch (RuntimeException e) {
            failed(leads, domain, e);
        }
    }

    /** Does a part of what is to do at the end; whether nothing is left. */
    boolean leave(TopicFeed feed, long now) {
        boolean done = true;
        for (Map.Entry<String, DispatchQueue> each : queues.all().entrySet()) {
            done &= leads == null
                    ? duty.leave(each.getKey(), each.getValue(), now, null)
                    : leave(leads, each.getKey(), each.getValue(), now, feed);
        }
        return done;
    }

    /** A domain that it does not lead, or no longer, is left to the one that does. */
    private boolean leave(Leads leads, String domain, DispatchQueue queue, long now, TopicFeed feed) {
        if (!leads.domains().contains(domain)) {
            return true;
        }
        try {
            FencedPublisher publisher = leads.of(domain, feed);
            return publisher == null || duty.leave(domain, queue, now, publisher);
        } catch (RuntimeException e) {
            failed(leads, domain, e);
            return true;
        }
    }

    private static void failed(Leads leads, String domain, RuntimeException failure) {
        if (!FencedPublisher.isPassing(failure)) {
            throw failure;
        }
        leads.failed(domain, failure);
    }

    /** The domains that it leads. */
    Set<String> led() {
        return leads == null ? Set.of() : leads.domains();
    }

    /** Who leads instead, in words; empty if nobody does. */
    String standby() {
        return leads == null ? "" : leads.standby();
    }

    /** The domains that it knows. */
    private Set<String> domains() {
        Set<String> domains = new TreeSet<>(queues.all().keySet());
        if (config.domain() != null) {
            domains.add(config.domain());
        }
        return domains;
    }

    @Override
    public void close() {
        if (leads != null) {
            leads.close();
        }
    }
}

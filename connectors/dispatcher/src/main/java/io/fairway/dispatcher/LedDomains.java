package io.fairway.dispatcher;

import io.fairway.dispatcher.cluster.DispatchTarget;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.leader.Leadership;
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
    private final DispatchTarget dispatchTarget;
    private final @Nullable Leadership leadership;

    /** @param leadership null = a dry run, which leads nothing */
    LedDomains(
            DispatcherConfig config,
            DomainQueues queues,
            DispatchTarget dispatchTarget,
            @Nullable Leadership leadership) {
        this.config = config;
        this.queues = queues;
        this.dispatchTarget = dispatchTarget;
        this.leadership = leadership;
    }

    /** Takes part in the choice of the leaders. */
    void follow() {
        if (leadership != null) {
            leadership.poll(domains());
        }
    }

    /** Whether nothing stands between it and the domains that it is to lead. */
    boolean isReady(TopicFeed feed) {
        return leadership == null || leadership.isReady(queues.all().keySet(), feed);
    }

    /** Acts once on each domain. */
    void cycle(TopicFeed feed, long now) {
        queues.all().forEach((domain, queue) -> {
            if (leadership == null) {
                dispatchTarget.cycle(domain, queue, now, null);
            } else {
                cycle(leadership, domain, queue, now, feed);
            }
        });
    }

    private void cycle(Leadership leadership, String domain, DispatchQueue queue, long now, TopicFeed feed) {
        try {
            FencedPublisher publisher = leadership.of(domain, feed);
            if (publisher != null) {
                dispatchTarget.settle(domain);
                dispatchTarget.cycle(domain, queue, now, publisher);
            }
        } catch (RuntimeException e) {
            failed(leadership, domain, e);
        }
    }

    /** Does a part of what is to do at the end; whether nothing is left. */
    boolean leave(TopicFeed feed, long now) {
        boolean done = true;
        for (Map.Entry<String, DispatchQueue> each : queues.all().entrySet()) {
            done &= leadership == null
                    ? dispatchTarget.leave(each.getKey(), each.getValue(), now, null)
                    : leave(leadership, each.getKey(), each.getValue(), now, feed);
        }
        return done;
    }

    /** A domain that it does not lead, or no longer, is left to the one that does. */
    private boolean leave(Leadership leadership, String domain, DispatchQueue queue, long now, TopicFeed feed) {
        if (!leadership.domains().contains(domain)) {
            return true;
        }
        try {
            FencedPublisher publisher = leadership.of(domain, feed);
            return publisher == null || dispatchTarget.leave(domain, queue, now, publisher);
        } catch (RuntimeException e) {
            failed(leadership, domain, e);
            return true;
        }
    }

    private static void failed(Leadership leadership, String domain, RuntimeException failure) {
        if (!FencedPublisher.isPassing(failure)) {
            throw failure;
        }
        leadership.failed(domain, failure);
    }

    /** The domains that it leads. */
    Set<String> led() {
        return leadership == null ? Set.of() : leadership.domains();
    }

    /** Who leads instead, in words; empty if nobody does. */
    String standby() {
        return leadership == null ? "" : leadership.standby();
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
        if (leadership != null) {
            leadership.close();
        }
    }
}

package io.fairway.trial.replay;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.ShareNode;
import io.fairway.core.model.NodeId;
import io.fairway.readers.ReplayOrder;
import io.fairway.readers.Trace;
import io.fairway.readers.TraceSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A complete trace: its events in the order of time, with their domains and associations. */
public final class TraceContent {
    private static final Comparator<NodeId> BY_NAME =
            Comparator.comparing(NodeId::tree).thenComparing(NodeId::account).thenComparing(NodeId::user);

    private final TraceSummary summary;
    private final ReplayOrder events;
    private final TreeSet<NodeId> associations = new TreeSet<>(BY_NAME);
    private final TreeSet<String> domains = new TreeSet<>();
    private final Map<String, Long> peaks = new TreeMap<>();
    private final long lastEnd;

    private TraceContent(TraceSummary summary, ReplayOrder events) {
        this.summary = summary;
        this.events = events;
        Map<String, Double> allocated = new HashMap<>();
        Map<String, Double> running = new HashMap<>();
        for (JobEvent event : events) {
            String domain = event.getDomain();
            domains.add(domain);
            if (event.getAccount() != null && event.getUser() != null) {
                String tree = event.getTree() == null ? event.getCluster() : event.getTree();
                associations.add(new NodeId(tree, event.getAccount(), event.getUser()));
            }
            String job = event.getCluster() + "|" + event.getJob();
            if (event.getType() == JobEventType.STARTED && event.getAllocatedTres() != null) {
                double processors = event.getAllocatedTres().getOrDefault("cpu", 0.0);
                allocated.put(job, processors);
                double now = running.merge(domain, processors, Double::sum);
                peaks.merge(domain, (long) Math.ceil(now), Math::max);
            } else if (event.getType() == JobEventType.FINISHED) {
                running.merge(domain, -allocated.getOrDefault(job, 0.0), Double::sum);
                allocated.remove(job);
            }
        }
        lastEnd = events.time(events.size() - 1);
    }

    /**
     * Reads a whole trace.
     *
     * @throws IllegalArgumentException if it has no job that can be charged
     */
    public static TraceContent read(Trace trace) throws IOException {
        try (trace) {
            ReplayOrder events = ReplayOrder.of(trace.jobs());
            TraceSummary summary = trace.summary();
            if (events.isEmpty()) {
                String reason = summary.firstBadLines().isEmpty()
                        ? summary.skippedJobs() + " jobs were skipped"
                        : summary.firstBadLines().get(0).toString();
                throw new IllegalArgumentException("trace " + summary.file() + " has no job that ran: " + reason);
            }
            return new TraceContent(summary, events);
        }
    }

    /** The summary of the reader. */
    public TraceSummary summary() {
        return summary;
    }

    /** The events, in the order of time. */
    public ReplayOrder events() {
        return events;
    }

    /** Time of the first event, epoch milliseconds. */
    public long firstEvent() {
        return events.time(0);
    }

    /** Time of the last event, epoch milliseconds: the last end. */
    public long lastEnd() {
        return lastEnd;
    }

    /** Its domains, which are its clusters and its trees. */
    public Set<String> domains() {
        return domains;
    }

    /** The associations of its jobs, in the order of their names. */
    public Set<NodeId> associations() {
        return associations;
    }

    /** The most processors that a domain's jobs had at once. */
    public long peak(String domain) {
        return peaks.getOrDefault(domain, 0L);
    }

    /** One share for every account and every user. */
    public List<ShareNode> equalShares() {
        Set<NodeId> nodes = new TreeSet<>(BY_NAME);
        for (NodeId association : associations) {
            nodes.add(new NodeId(association.tree(), association.account(), ""));
            nodes.add(association);
        }
        List<ShareNode> shares = new ArrayList<>();
        for (NodeId node : nodes) {
            shares.add(ShareNode.newBuilder()
                    .setDomain(node.tree())
                    .setTree(node.tree())
                    .setAccount(node.account())
                    .setUser(node.user())
                    .build());
        }
        return shares;
    }
}

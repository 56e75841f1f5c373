package io.fairway.system.parity;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.core.model.NodeId;
import io.fairway.engine.PublishedPriority;
import io.fairway.engine.StreamRig;
import io.fairway.records.PriorityReader;
import io.fairway.scenario.report.Report;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares a report with what a rig published: every node, job and queue. */
final class Comparison {
    private final String site;
    private final boolean needsNoTree;
    private final Report report;
    private final List<String> differences = new ArrayList<>();
    private long millis;
    private int compared;

    Comparison(String site, boolean needsNoTree, Report report) {
        this.site = site;
        this.needsNoTree = needsNoTree;
        this.report = report;
    }

    List<String> differences() {
        return differences;
    }

    /** How many values were compared. */
    int compared() {
        return compared;
    }

    /** As of an instant of the rig's clock. */
    void with(StreamRig rig, SentScenario sent, double seconds) {
        millis = StreamRig.millis(seconds);
        fairshare(rig, sent);
        priorities(rig);
        orders(rig);
    }

    private void fairshare(StreamRig rig, SentScenario sent) {
        for (FairshareRecord record : rig.fairshares()) {
            if (needsNoTree && node(record).isRoot() && !report.sections().containsKey("associations")) {
                continue; // there is no tree, and so no row of its root
            }
            Map<String, ?> row = row(needsNoTree ? "associations" : "fairshare", sent.row(node(record)));
            Object factor = row.containsKey("factor") ? row.get("factor") : row.get("priority");
            same(record.getAccount() + "/" + record.getUser() + " factor", factor, record.getFactor());
            if (row.containsKey("normShares")) {
                same(record.getUser() + " normShares", row.get("normShares"), record.getNormShares());
                same(record.getUser() + " rawUsage", row.get("rawUsage"), record.getRawUsage());
                same(record.getUser() + " effectiveUsage", row.get("effectiveUsage"), record.getEffectiveUsage());
            }
        }
    }

    private static NodeId node(FairshareRecord record) {
        return new NodeId(record.getTree(), record.getAccount(), record.getUser(), record.getPartition());
    }

    private void priorities(StreamRig rig) {
        List<PublishedPriority> waiting = new ArrayList<>();
        for (PublishedPriority published : rig.priorities()) {
            String job = published.record().getJob();
            Map<String, Report.Row> rows = Objects.requireNonNull(
                            report.sections().get("priorities"), () -> site + " has no priorities")
                    .rows();
            Report.Row row = rows.get(job);
            row = row == null ? rows.get(job + " " + published.record().getRequest()) : row;
            if (row == null) {
                differences.add(site + " " + job + ": has no row");
                continue;
            }
            close(job + " sum", row.values().get("sum"), published.sum(millis));
            close(job + " priority", row.values().get("priority"), published.at(millis));
            same(
                    job + " may start",
                    row.values().get("mayStart"),
                    published.record().getEligible()
                                    && PriorityReader.read(published.record()).mayStart(published.at(millis))
                                    && !published.record().getRequest().equals("running")
                            ? "yes"
                            : "no");
            if (row.values().get("place") != null) {
                waiting.add(published);
            }
        }
        order(waiting);
    }

    /** The places are those that the schema of priority records tells its readers. Queues that are ordered come first. */
    private void order(List<PublishedPriority> waiting) {
        if (report.sections().containsKey("queues")) {
            return;
        }
        List<PublishedPriority> sorted = new ArrayList<>(waiting);
        sorted.sort(Comparator.comparingDouble((PublishedPriority each) -> -each.at(millis))
                .thenComparing(each -> each.record().getSubmitTime()));
        for (int i = 0; i < sorted.size(); i++) {
            Object place = row("priorities", sorted.get(i).record().getJob()).get("place");
            double above = i == 0 ? Double.NaN : sorted.get(i - 1).at(millis);
            if (sorted.get(i).at(millis) != above) {
                boolean tied = i + 1 < sorted.size()
                        && sorted.get(i + 1).at(millis) == sorted.get(i).at(millis);
                if (!tied) {
                    same(sorted.get(i).record().getJob() + " place", place, (long) (i + 1));
                }
            }
        }
    }

    private void orders(StreamRig rig) {
        for (QueueOrder order : rig.orders()) {
            long place = 1;
            for (String queue : order.getOrder()) {
                boolean all = order.getQueue().isEmpty();
                Map<String, ?> row = row(all ? "queues" : "pools", all ? queue : order.getQueue() + "/" + queue);
                same(queue + " place", row.get("place"), place++);
                same(queue + " slots", row.get("slots"), order.getSlots().get(queue));
            }
        }
    }

    private Map<String, ?> row(String section, String key) {
        Report.Section found = report.sections().get(section);
        Report.Row row = found == null ? null : found.rows().get(key);
        if (row == null) {
            differences.add(site + " " + section + " " + key + ": has no row");
            return Map.of();
        }
        return row.values();
    }

    private void close(String what, @Nullable Object evaluated, double published) {
        boolean few = evaluated instanceof Double value && Math.abs(value - published) <= 4 * Math.ulp(published);
        same(what, few ? (Double) published : evaluated, published);
    }

    private void same(String what, @Nullable Object evaluated, @Nullable Object published) {
        compared++;
        if (!Objects.equals(evaluated, published)) {
            differences.add(site + " " + what + ": " + evaluated + " evaluated, " + published + " on the stream");
        }
    }
}

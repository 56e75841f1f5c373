package io.fairway.system.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.core.model.NodeId;
import io.fairway.engine.PublishedPriority;
import io.fairway.engine.StreamRig;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import io.fairway.system.parity.EvaluateAgainstStreamTest.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A scenario in the words of the records has the numbers of the stream to the last bit: what a random site sends through the
 * topology is written as a scenario file, and {@code evaluate} says the same of every node, job and queue.
 */
class EvaluateIsTheStreamTest {
    private static final int SITES = Integer.getInteger("parity.sites", 25);
    private static final long SEED = Long.getLong("parity.seed", 1);

    @TempDir
    private Path folder;

    private final List<String> differences = new ArrayList<>();
    private String site = "";
    private int compared;

    @ParameterizedTest
    @EnumSource
    void toTheLastBit(Family family) throws IOException {
        for (long seed = SEED; seed < SEED + SITES; seed++) {
            site = family + " " + seed;
            try (StreamRig rig = new StreamRig()) {
                family.site(seed).send(rig);
                SentScenario sent = new SentScenario(rig);
                Path file = Files.writeString(folder.resolve("site.yaml"), sent.text(RandomSite.NOW));
                Report report =
                        Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
                fairshare(rig, sent, report);
                priorities(rig, report);
                orders(rig, report);
            }
        }
        System.out.println("EvaluateIsTheStreamTest: " + family + ": " + SITES + " sites, " + compared + " values, "
                + differences.size() + " differences");
        assertThat(differences).isEmpty();
        assertThat(compared).as("values that were compared").isGreaterThan(SITES);
    }

    private void fairshare(StreamRig rig, SentScenario sent, Report report) {
        for (FairshareRecord record : rig.fairshares()) {
            boolean needsNoTree = site.startsWith(Family.MOAB.name());
            if (needsNoTree && node(record).isRoot() && !report.sections().containsKey("associations")) {
                continue; // there is no tree, and so no row of its root
            }
            Map<String, ?> row = row(report, needsNoTree ? "associations" : "fairshare", sent.row(node(record)));
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

    private void priorities(StreamRig rig, Report report) {
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
            same(job + " sum", row.values().get("sum"), published.sum(StreamRig.millis(RandomSite.NOW)));
            same(job + " priority", row.values().get("priority"), published.at(StreamRig.millis(RandomSite.NOW)));
            same(
                    job + " may start",
                    row.values().get("mayStart"),
                    published.record().getEligible()
                                    && !published.record().getHeld()
                                    && !published.record().getRequest().equals("running")
                            ? "yes"
                            : "no");
            if (row.values().get("place") != null) {
                waiting.add(published);
            }
        }
        order(waiting, report);
    }

    /** The places are those that the schema of priority records tells its readers. Queues that are ordered come first. */
    private void order(List<PublishedPriority> waiting, Report report) {
        if (report.sections().containsKey("queues")) {
            return;
        }
        List<PublishedPriority> sorted = new ArrayList<>(waiting);
        sorted.sort(Comparator.comparingDouble((PublishedPriority each) -> -each.at(StreamRig.millis(RandomSite.NOW)))
                .thenComparing(each -> each.record().getSubmitTime()));
        for (int i = 0; i < sorted.size(); i++) {
            Object place =
                    row(report, "priorities", sorted.get(i).record().getJob()).get("place");
            double above = i == 0 ? Double.NaN : sorted.get(i - 1).at(StreamRig.millis(RandomSite.NOW));
            if (sorted.get(i).at(StreamRig.millis(RandomSite.NOW)) != above) {
                boolean tied = i + 1 < sorted.size()
                        && sorted.get(i + 1).at(StreamRig.millis(RandomSite.NOW))
                                == sorted.get(i).at(StreamRig.millis(RandomSite.NOW));
                if (!tied) {
                    same(sorted.get(i).record().getJob() + " place", place, (long) (i + 1));
                }
            }
        }
    }

    private void orders(StreamRig rig, Report report) {
        for (QueueOrder order : rig.orders()) {
            long place = 1;
            for (String queue : order.getOrder()) {
                boolean all = order.getQueue().isEmpty();
                Map<String, ?> row =
                        row(report, all ? "queues" : "pools", all ? queue : order.getQueue() + "/" + queue);
                same(queue + " place", row.get("place"), place++);
                same(queue + " slots", row.get("slots"), order.getSlots().get(queue));
            }
        }
    }

    private Map<String, ?> row(Report report, String section, String key) {
        Report.Section found = report.sections().get(section);
        Report.Row row = found == null ? null : found.rows().get(key);
        if (row == null) {
            differences.add(site + " " + section + " " + key + ": has no row");
            return Map.of();
        }
        return row.values();
    }

    private void same(String what, @Nullable Object evaluated, @Nullable Object published) {
        compared++;
        if (!Objects.equals(evaluated, published)) {
            differences.add(site + " " + what + ": " + evaluated + " evaluated, " + published + " on the stream");
        }
    }
}

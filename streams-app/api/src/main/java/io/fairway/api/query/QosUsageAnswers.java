package io.fairway.api.query;

import io.fairway.api.answer.UsageJson;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.NodeId;
import io.fairway.reading.DomainSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Usage of each QOS now: of the measures that go with a measure of associations and are named after it, such as
 * {@code billing.qos} and {@code billing.qos.nodecay}. A QOS has usage of many users, so only who sees the whole tree
 * sees it.
 */
final class QosUsageAnswers {
    private static final List<String> SUFFIXES = List.of(".qos", ".qos.nodecay");

    private QosUsageAnswers() {}

    static UsageJson usage(
            DomainView view,
            @Nullable String treeName,
            @Nullable String measureName,
            Page page,
            VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        Measure measure = UsageAnswers.measure(view, measureName);
        String tree = view.tree(UsageAnswers.policyOf(view, measure), treeName);
        visibleDomain.requireNode(NodeId.ofRoot(tree));
        List<Measure> measures = snapshot.measures().stream()
                .filter(of -> SUFFIXES.stream().anyMatch(suffix -> of.name().equals(measure.name() + suffix)))
                .toList();
        if (measures.isEmpty()) {
            throw Problem.parameter(
                    "by",
                    "qos: no policy keeps usage of QOS beside measure " + measure.name()
                            + "; set byQos in its measure");
        }
        List<UsageJson.Part> items = new ArrayList<>();
        double total = 0;
        for (Measure of : measures) {
            for (NodeId node : snapshot.charged(of)) {
                if (node.tree().equals(tree)) {
                    double value = UsageAnswers.now(snapshot, of, snapshot.statement(of), node);
                    double running = UsageAnswers.running(snapshot, of, snapshot.statement(of), node);
                    total += value;
                    items.add(new UsageJson.Part(
                            null, null, null, node.account(), value, null, null, running, null, Double.NaN));
                }
            }
        }
        double all = total;
        items.replaceAll(item -> new UsageJson.Part(
                null,
                null,
                null,
                item.qos(),
                item.value(),
                null,
                null,
                item.running(),
                null,
                all == 0 ? Double.NaN : 100 * item.value() / all));
        items.sort(Comparator.comparingDouble((UsageJson.Part item) -> -item.value())
                .thenComparing(item -> String.valueOf(item.qos())));
        return new UsageJson(
                snapshot.domain(),
                tree,
                UsageAnswers.name(measure, snapshot.statement(measure), snapshot.asOf()),
                "qos",
                Instant.ofEpochMilli(snapshot.asOf()),
                null,
                null,
                null,
                false,
                total,
                null,
                null,
                null,
                page.of(items),
                page.next(items.size()),
                view.freshness());
    }
}

package io.fairway.api.query;

import io.fairway.api.answer.ForecastJson;
import io.fairway.api.forecast.Changes;
import io.fairway.api.forecast.Condition;
import io.fairway.api.forecast.Forecaster;
import io.fairway.api.forecast.Goal;
import io.fairway.api.forecast.UsageChange;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Forecasts: when an association passes a factor or gets to a place. */
final class ForecastAnswers {
    private ForecastAnswers() {}

    static ForecastJson forecast(DomainView view, Answers.Parameters asked, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        NamedPolicy policy = view.policy(asked.text("policy"));
        String name = view.tree(policy, asked.text("tree"));
        String user = asked.text("user");
        ShareTree tree = snapshot.tree(policy, name);
        String partition = asked.text("partition");
        NodeId id =
                new NodeId(name, asked.needed("account"), user == null ? "" : user, partition == null ? "" : partition);
        visibleDomain.requireNode(id);
        if (partition != null && user == null) {
            throw Problem.parameter("partition", "an account has no association of a partition; say the user");
        }
        int node = FairshareAnswers.find(view, tree, id);
        Double factor = asked.number("factor");
        Integer place = asked.integer("place");
        if ((factor == null) == (place == null)) {
            throw Problem.parameter("factor", "say either factor or place");
        }
        Goal goal = factor != null ? new Goal.Factor(factor) : new Goal.Place(place == null ? 1 : place);
        Condition condition = Condition.valueOf(asked.needed("if").toUpperCase(Locale.ROOT));
        Measure measure = UsageAnswers.measureOf(view, policy);
        var forecast = Forecaster.of(new Forecaster.Question(
                policy.family(),
                tree,
                snapshot.usage(),
                tree.id(node),
                goal,
                condition,
                changes(snapshot, policy, tree, node, condition),
                at -> snapshot.nextReset(measure, at),
                snapshot.asOf()));
        return new ForecastJson(
                snapshot.domain(),
                DomainAnswers.policyName(policy),
                name,
                id.account(),
                id.user(),
                asked.needed("if"),
                factor == null ? Double.NaN : factor,
                Json.count(place == null ? 0 : place),
                forecast.reached(),
                forecast.holds(),
                Json.time(forecast.reached() ? forecast.at() : -1),
                new ForecastJson.Now(forecast.factorNow(), Json.count(forecast.placeNow())),
                forecast.reason(),
                view.freshness());
    }

    /** The changes of usage if the running jobs of a node, and of all nodes below it, end as the condition says. */
    private static List<UsageChange> changes(
            DomainSnapshot snapshot, NamedPolicy policy, ShareTree tree, int node, Condition condition) {
        List<UsageChange> changes = new ArrayList<>();
        snapshot.jobs().forEach((job, view) -> {
            NodeId association = policy.family().association(job, view.attributes());
            int own = association == null || !association.tree().equals(tree.tree())
                    ? -1
                    : policy.family().node(tree, association, view.attributes());
            if (view.status() == JobView.Status.RUNNING && own >= node && own < tree.subtreeEnd(node)) {
                long end = endAt(view, condition, snapshot.asOf());
                changes.addAll(Changes.of(job, snapshot.job(job), snapshot.measures(), snapshot.asOf(), end));
            }
        });
        return changes;
    }

    private static long endAt(JobView view, Condition condition, long now) {
        return switch (condition) {
            case STOPS -> now;
            case DRAINS ->
                view.attributes().has(Attribute.TIME_LIMIT)
                        ? Math.max(
                                now, view.runStart() + 1000 * view.attributes().number(Attribute.TIME_LIMIT, 0))
                        : Long.MAX_VALUE;
            case CONTINUES -> Long.MAX_VALUE;
        };
    }
}

package io.fairway.api.query;

import io.fairway.api.answer.WhySinceJson;
import io.fairway.api.why.WhySince;
import io.fairway.core.model.NodeId;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What changed for a user since an earlier instant, and by what. */
final class SinceAnswers {
    private static final WhySince.Standing NONE = new WhySince.Standing(Double.NaN, 0);

    private SinceAnswers() {}

    static WhySinceJson since(DomainView view, Answers.Parameters asked, VisibleDomain visibleDomain) {
        String user = asked.needed("user");
        visibleDomain.requireUser(null, user);
        @Nullable String name = asked.text("policy");
        NamedPolicy policy = view.policy(name);
        Long since = asked.instant("since");
        // It says what is not known of that instant, and refuses policies without a past.
        DomainView then = view.at("since", since, name);
        List<WhySince> steps = WhySince.steps(view.snapshot(), then.snapshot().asOf(), name, user);
        Set<NodeId> associations = new TreeSet<>(Comparator.comparing(NodeId::tree)
                .thenComparing(NodeId::account)
                .thenComparing(NodeId::partition));
        steps.forEach(step -> associations.addAll(step.associations().keySet()));
        // An account that the user has left is no longer the user's to see.
        associations.removeIf(node -> !visibleDomain.sees(node) || !visibleDomain.sees(node.accountNode()));
        if (associations.isEmpty()) {
            throw Problem.notFound("user " + user + ": no association in domain "
                    + view.snapshot().domain() + ", neither then nor now");
        }
        return new WhySinceJson(
                view.snapshot().domain(),
                DomainAnswers.policyName(policy),
                user,
                Instant.ofEpochMilli(then.snapshot().asOf()),
                associations.stream().map(node -> association(node, steps)).toList(),
                steps.stream()
                        .map(step -> new WhySinceJson.Place(cause(step), Json.count(step.firstJob()), step.startable()))
                        .toList(),
                view.freshness());
    }

    private static WhySinceJson.Association association(NodeId node, List<WhySince> steps) {
        List<WhySinceJson.Standing> standings = new ArrayList<>();
        double before = Double.NaN;
        for (WhySince step : steps) {
            WhySince.Standing standing = step.associations().getOrDefault(node, NONE);
            double change = standings.isEmpty() ? 0 : standing.factor() - before;
            standings.add(
                    new WhySinceJson.Standing(cause(step), standing.factor(), change, Json.count(standing.place())));
            before = standing.factor();
        }
        return new WhySinceJson.Association(
                node.tree(), node.account(), node.partition().isEmpty() ? null : node.partition(), standings);
    }

    private static String cause(WhySince step) {
        return step.step().name().toLowerCase(Locale.ROOT);
    }
}

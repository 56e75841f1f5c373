package io.fairway.app.metrics;

import io.fairway.api.answer.FairnessJson;
import io.fairway.api.http.Asked;
import io.fairway.api.query.Answers;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.DomainView;
import io.fairway.api.query.Problem;
import io.fairway.app.metrics.FairnessGauges.TreeFairness;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** How fair the share trees of a domain were in the last 7 days: what {@code /fairness} answers of all their users together. */
public final class RecentFairness {
    private static final long HOUR = 3_600_000;
    private static final long DAYS_7 = 168 * HOUR;
    private static final Answers.Question QUESTION = Objects.requireNonNull(Answers.of("getFairness", domain -> 0));

    private RecentFairness() {}

    /** The trees of the active policy; none where there is no such policy, or where it has no usage of periods. */
    public static List<TreeFairness> of(DomainView view) {
        try {
            return view.snapshot().trees(view.policy(null)).stream()
                    .flatMap(tree -> of(view, tree))
                    .toList();
        } catch (Problem refused) {
            return List.of();
        }
    }

    private static Stream<TreeFairness> of(DomainView view, String tree) {
        // From a whole hour on, usage is exact.
        long from = Math.max(0, view.snapshot().asOf() - DAYS_7) / HOUR * HOUR;
        Asked asked = new Asked(Map.of("kind", "users", "limit", "1", "tree", tree, "from", Long.toString(from)));
        FairnessJson answer = (FairnessJson) QUESTION.answer(view, asked, CallerAccess.EVERYTHING);
        return Stream.ofNullable(answer.whole())
                .map(whole -> new TreeFairness(answer.domain(), tree, whole.jain(), whole.largestLag()));
    }
}

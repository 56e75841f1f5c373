package io.fairway.api.query;

import io.fairway.api.answer.VisibilityJson;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobKey;
import io.fairway.core.shares.ShareTree;
import io.fairway.reading.DomainSnapshot;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a caller sees of a domain: for people who wonder, and for streams, which read topics and have no share trees. */
final class VisibilityAnswers {
    private VisibilityAnswers() {}

    /** @param jobs {@code cluster/job,cluster/job...}, with escapes as in paths; null = none */
    static VisibilityJson visibility(DomainView view, @Nullable String jobs, CallerAccess callerAccess) {
        DomainSnapshot snapshot = view.snapshot();
        VisibleDomain visibleDomain = callerAccess.in(view);
        List<VisibilityJson.Tree> trees = new ArrayList<>();
        if (!visibleDomain.seesAll()) {
            for (String name : snapshot.trees()) {
                trees.add(tree(snapshot, name, visibleDomain));
            }
        }
        NavigableSet<String> measures = new TreeSet<>();
        snapshot.measures().stream()
                .filter(measure -> snapshot.statement(measure).ofAssociations())
                .map(Measure::name)
                .forEach(measures::add);
        return new VisibilityJson(
                snapshot.domain(),
                callerAccess.caller().name(),
                callerAccess.caller().role().word(),
                visibleDomain.seesAll(),
                trees,
                measures,
                jobs == null ? List.of() : jobs(snapshot, jobs, visibleDomain),
                view.freshness());
    }

    private static VisibilityJson.Tree tree(DomainSnapshot snapshot, String name, VisibleDomain visibleDomain) {
        NavigableSet<String> coordinated = new TreeSet<>();
        if (!visibleDomain.coordinated(name).isEmpty()) {
            // Accounts that are gone have records, too.
            coordinated.addAll(visibleDomain.coordinated(name));
            coordinated.addAll(visibleDomain.forest().deleted(name));
            ShareTree tree = snapshot.tree(null, name);
            for (int node = 0; node < tree.size(); node++) {
                if (!tree.isUser(node)) {
                    coordinated.add(tree.id(node).account());
                }
            }
            coordinated.removeIf(account -> !visibleDomain.coordinates(name, account));
        }
        return new VisibilityJson.Tree(name, new TreeSet<>(visibleDomain.sums(name)), coordinated);
    }

    private static List<VisibilityJson.Job> jobs(DomainSnapshot snapshot, String text, VisibleDomain visibleDomain) {
        List<VisibilityJson.Job> visible = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            int slash = word.indexOf('/');
            if (slash < 0) {
                throw Problem.parameter("jobs", "'" + word + "' is not CLUSTER/JOB, with escapes as in paths");
            }
            JobKey key = new JobKey(
                    snapshot.domain(), decoded(word.substring(0, slash)), decoded(word.substring(slash + 1)));
            JobState state = snapshot.job(key);
            if (!state.facts().isEmpty() && visibleDomain.job(key, snapshot.view(state))) {
                visible.add(new VisibilityJson.Job(key.cluster(), key.job()));
            }
        }
        return visible;
    }

    private static String decoded(String name) {
        try {
            return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw Problem.parameter("jobs", "'" + name + "' has an escape that is not two hexadecimal digits");
        }
    }
}

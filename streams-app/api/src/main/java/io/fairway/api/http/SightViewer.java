package io.fairway.api.http;

import io.fairway.api.access.Caller;
import io.fairway.api.access.Forbidden;
import io.fairway.api.access.Sight;
import io.fairway.api.query.DomainView;
import io.fairway.api.query.Problem;
import io.fairway.api.query.Viewer;
import io.fairway.core.ledger.JobState;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.shares.ShareTree;
import io.fairway.engine.reading.DomainSnapshot;
import io.fairway.engine.reading.DomainSnapshot.NamedPolicy;
import io.fairway.policies.family.PendingJobs;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A caller's view of a domain: a {@link Sight} for each of its share trees. For one request. */
final class SightViewer implements Viewer {
    private final Caller caller;
    private final boolean open;
    private final Map<String, Sight> sights = new HashMap<>();
    private final Map<String, ShareTree> trees = new HashMap<>();

    SightViewer(Caller caller, boolean open) {
        this.caller = caller;
        this.open = open;
    }

    /** Whether this is the view of that caller. */
    boolean isOf(Caller other) {
        return caller.equals(other);
    }

    @Override
    public Predicate<NodeId> sees(DomainView view) {
        Map<String, Sight> all = of(view);
        return node -> {
            Sight sight = all.get(node.tree());
            return sight != null && sight.sees(node);
        };
    }

    @Override
    public BiPredicate<String, String> jobs(DomainView view) {
        Map<String, Sight> all = of(view);
        return (account, user) -> all.values().stream().anyMatch(sight -> sight.seesJob(account, user));
    }

    @Override
    public void require(DomainView view, @Nullable String account, @Nullable String user) {
        if (user == null && account == null) {
            return;
        }
        check(view, (sight, tree) -> {
            if (user != null) {
                sight.requireUser(user, Sight.accountsOf(user, tree));
            } else if (account != null) {
                sight.require(NodeId.ofAccount(tree.tree(), account));
            }
        });
    }

    @Override
    public void requireJobs(DomainView view, @Nullable String account, @Nullable String user) {
        // With an account, the list shows the caller's own jobs in it, as the list without an account does.
        if (user != null) {
            require(view, null, user);
        }
    }

    @Override
    public void requireJob(DomainView view, JobKey job) {
        JobState state = view.snapshot().job(job);
        if (state.facts().isEmpty()) {
            return; // everybody may know that a job is unknown
        }
        NodeId named = PendingJobs.association(job, view.snapshot().view(state));
        check(view, (sight, tree) -> sight.requireJob(job.job(), named.account(), named.user()));
    }

    @Override
    public Predicate<NodeId> seesPublished() {
        Set<String> coordinated = caller.coordinates();
        Sight outside = Sight.of(caller, open, Set.of(), account -> null);
        return node -> outside.seesAll()
                || (node.isUser() && node.user().equals(caller.name()))
                || coordinated.contains(node.account());
    }

    @Override
    public void requireAll(String what) {
        try {
            Sight.of(caller, open, Set.of(), account -> null).requireAll(what);
        } catch (Forbidden refused) {
            throw Problem.forbidden(refused.detail());
        }
    }

    private interface Check {
        void check(Sight sight, ShareTree tree);
    }

    /** Permits whatever one of the trees permits. */
    private void check(DomainView view, Check check) {
        Forbidden refused = null;
        for (Map.Entry<String, Sight> sight : of(view).entrySet()) {
            try {
                check.check(sight.getValue(), java.util.Objects.requireNonNull(trees.get(sight.getKey())));
                return;
            } catch (Forbidden no) {
                refused = no;
            }
        }
        if (refused != null) {
            throw Problem.forbidden(refused.detail());
        }
    }

    private Map<String, Sight> of(DomainView view) {
        if (sights.isEmpty()) {
            DomainSnapshot snapshot = view.snapshot();
            Set<String> names = new HashSet<>(snapshot.trees());
            for (NamedPolicy policy : snapshot.policies()) {
                for (String name : snapshot.trees(policy)) {
                    if (names.remove(name)) {
                        add(snapshot.tree(policy, name));
                    }
                }
            }
            names.forEach(name -> add(snapshot.tree(null, name)));
        }
        return sights;
    }

    private void add(ShareTree tree) {
        trees.put(tree.tree(), tree);
        sights.put(tree.tree(), Sight.of(caller, open, tree));
    }
}

package io.fairway.api.query;

import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Who asks, and so what may be shown. */
public interface Viewer {
    /** Who may see everything. */
    Viewer EVERYTHING = new Viewer() {
        @Override
        public Predicate<NodeId> sees(DomainView view) {
            return node -> true;
        }

        @Override
        public BiPredicate<String, String> jobs(DomainView view) {
            return (account, user) -> true;
        }

        @Override
        public void require(DomainView view, @Nullable String account, @Nullable String user) {}

        @Override
        public void requireJobs(DomainView view, @Nullable String account, @Nullable String user) {}

        @Override
        public void requireJob(DomainView view, JobKey job) {}

        @Override
        public Predicate<NodeId> seesPublished() {
            return node -> true;
        }

        @Override
        public void requireAll(String what) {}
    };

    /** Which nodes' usage may be shown. */
    Predicate<NodeId> sees(DomainView view);

    /** Which jobs may be shown, by account and user. */
    BiPredicate<String, String> jobs(DomainView view);

    /** Refuses a question about an account, or about a user (in any account), that may not be shown. */
    void require(DomainView view, @Nullable String account, @Nullable String user);

    /** Refuses a question about jobs that may not be shown. */
    void requireJobs(DomainView view, @Nullable String account, @Nullable String user);

    /** Refuses a question about one job that may not be shown. */
    void requireJob(DomainView view, JobKey job);

    /** Whose published records may be shown, where the share tree is not at hand. */
    Predicate<NodeId> seesPublished();

    /** Refuses who may not see everything; {@code what} is asked for, in words. */
    void requireAll(String what);

    /** The same for the nodes of a tree, by number. */
    default FairshareAnswers.IntPredicateOf nodes(DomainView view) {
        Predicate<NodeId> sees = sees(view);
        return tree -> node -> sees.test(tree.id(node));
    }
}

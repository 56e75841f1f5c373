package io.fairway.api.query;

import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The caller, and what it may see. */
public interface Viewer {
    /** A caller that may see everything. */
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

    /** The nodes whose usage the caller may see. */
    Predicate<NodeId> sees(DomainView view);

    /** The jobs that the caller may see, by account and user. */
    BiPredicate<String, String> jobs(DomainView view);

    /** Refuses a question about an account, or about a user (in any account), that the caller may not see. */
    void require(DomainView view, @Nullable String account, @Nullable String user);

    /** Refuses a question about jobs that the caller may not see. */
    void requireJobs(DomainView view, @Nullable String account, @Nullable String user);

    /** Refuses a question about one job that the caller may not see. */
    void requireJob(DomainView view, JobKey job);

    /** The nodes whose published records the caller may see. For places without the share tree. */
    Predicate<NodeId> seesPublished();

    /** Refuses a caller that may not see everything. {@code what} names the thing that it asks for. */
    void requireAll(String what);

    /** The same for the nodes of a tree, by number. */
    default FairshareAnswers.IntPredicateOf nodes(DomainView view) {
        Predicate<NodeId> sees = sees(view);
        return tree -> node -> sees.test(tree.id(node));
    }
}

package io.fairway.engine.results;

import io.fairway.core.model.JobKey;
import io.fairway.engine.Budget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs of a domain to look at again, and when. A pass looks at all jobs that were asked for before it began, a few
 * in each turn. What is asked for meanwhile is for the next pass. So a pass ends, however often usage moves. Jobs that
 * are due do not wait for a pass.
 */
final class RepricingQueue {
    /** After so many jobs it looks at the time. */
    private static final int LOOK = 16;

    /** So many jobs are due at most for long. With more, whoever reports about a job also looks at some. */
    private static final int MAX_DUE = 8_192;

    /** Jobs that changed, whose record is no longer valid, or whose begin time has come. */
    private final LinkedHashSet<JobKey> due = new LinkedHashSet<>();

    /** The jobs that are left of the pass under way. */
    private Iterator<JobKey> left = Collections.emptyIterator();

    /** The trees whose jobs the pass looks at; null = all. */
    private @Nullable Set<String> trees;

    /** And these jobs. */
    private Set<JobKey> jobs = Set.of();

    private boolean brokenOff;

    /** What the next pass looks at: the jobs of these trees, or all. */
    private final Set<String> askedTrees = new HashSet<>();

    /** And these jobs. */
    private final Set<JobKey> askedJobs = new LinkedHashSet<>();

    private boolean askedAll;

    /** Looks at a job again. */
    interface Action {
        /** @param isOfPass whether the pass looks at a job wherever it belongs */
        void look(JobKey job, boolean isOfPass);
    }

    /** The next pass looks at the jobs of a tree. */
    void ask(String tree) {
        askedTrees.add(tree);
    }

    /** The next pass looks at a job. */
    void ask(JobKey job) {
        askedJobs.add(job);
    }

    /** The next pass looks at all jobs, and begins soon: the one under way is about something else. */
    void askAll() {
        askedAll = true;
        brokenOff |= left.hasNext();
        left = Collections.emptyIterator();
    }

    /** A job is looked at as soon as there is time. */
    void due(JobKey job) {
        due.add(job);
    }

    /** Whether too many jobs are due for one turn. */
    boolean isCrowded() {
        return due.size() > MAX_DUE;
    }

    /** Whether anything asks for another pass. */
    boolean isAsked() {
        return askedAll || !askedTrees.isEmpty() || !askedJobs.isEmpty();
    }

    /** Whether a pass is under way, or a job is due. */
    boolean isBusy() {
        return left.hasNext() || !due.isEmpty();
    }

    /** Whether the last pass came to its end. */
    boolean isComplete() {
        return !brokenOff && !left.hasNext();
    }

    /** Whether the pass looks at the jobs of a tree. */
    boolean isAbout(String tree) {
        return trees == null || trees.contains(tree);
    }

    /**
     * Begins the pass that was asked for. Returns false if none was.
     *
     * @param active the jobs that wait or run
     * @param unseen jobs to look at in any case
     */
    boolean begin(Collection<JobKey> active, Collection<JobKey> unseen) {
        if (!isAsked()) {
            return false;
        }
        List<JobKey> all = new ArrayList<>(askedAll || !askedTrees.isEmpty() ? active : askedJobs);
        all.addAll(unseen);
        left = all.iterator();
        trees = askedAll ? null : Set.copyOf(askedTrees);
        jobs = Set.copyOf(askedJobs);
        brokenOff = false;
        askedAll = false;
        askedTrees.clear();
        askedJobs.clear();
        return true;
    }

    /** Looks at the jobs that are due. Returns whether no time is left. */
    boolean lookAtDue(Action action, Budget budget) {
        for (int looked = 1; !due.isEmpty(); looked++) {
            action.look(due.removeFirst(), true);
            if (looked % LOOK == 0 && budget.isSpent()) {
                return true;
            }
        }
        return false;
    }

    /** Looks at the jobs that are due, and goes on with the pass. */
    void goOn(Action action, Budget budget) {
        if (lookAtDue(action, budget)) {
            return;
        }
        for (int looked = 1; left.hasNext(); looked++) {
            JobKey job = left.next();
            action.look(job, trees == null || jobs.contains(job));
            if (looked % LOOK == 0 && budget.isSpent()) {
                return;
            }
        }
    }
}

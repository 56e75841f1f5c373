package io.fairway.schedulers.lsf.queue;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Elects the next job: a walk from the root of a share tree, level by level, into the party of the highest dynamic
 * priority, down to a user or a group that is served first come, first served.
 *
 * <ol>
 *   <li>The walk skips a party without an eligible pending job below it.
 *   <li>Among equal priorities, the party with the earlier first job in the queue wins, then the party of the lesser
 *       name. (LSF documents no rule for ties.)
 *   <li>Within the last party the earliest job in the queue wins.
 *   <li>A job whose user has several accounts can win through any of them.
 * </ol>
 *
 * <p>Source: IBM Spectrum LSF 10.1, Hierarchical user-based fair share; How fair share affects job dispatch order.
 *
 * @param steps from the root down
 * @param account the last node of the walk
 * @param job the job that goes next
 */
public record Election(List<Step> steps, int account, WaitingJob job) {
    /**
     * An eligible pending job.
     *
     * @param id of the job
     * @param accounts nodes (leaves) through which it can be dispatched
     * @param position in the queue; the least is the earliest; unique
     */
    public record WaitingJob(String id, List<Integer> accounts, long position) {
        public WaitingJob {
            accounts = List.copyOf(accounts);
        }
    }

    /** One level: the candidates and the winner. */
    public record Step(int winner, List<Candidate> candidates) {
        public Step {
            candidates = List.copyOf(candidates);
        }
    }

    /** One party of a level; without pending jobs {@code first} is {@link #NO_JOB}. */
    public record Candidate(int node, String name, double priority, long first) {}

    /** The position without a job. */
    public static final long NO_JOB = Long.MAX_VALUE;

    public Election {
        steps = List.copyOf(steps);
    }

    /** The next job; {@code null} if no job has an account in the tree. */
    public static @Nullable Election next(
            LsfShareTree tree, DynamicPriorities priorities, Collection<WaitingJob> waiting) {
        long[] first = firstJobs(tree, waiting);
        if (first[0] == NO_JOB) {
            return null;
        }
        List<Step> steps = new ArrayList<>();
        int node = 0;
        while (!tree.isLeaf(node)) {
            Step step = step(tree, priorities, node, first);
            steps.add(step);
            node = step.winner();
        }
        int account = node;
        for (WaitingJob job : waiting) {
            if (job.position() == first[account] && job.accounts().contains(account)) {
                return new Election(steps, account, job);
            }
        }
        return null;
    }

    /** Position of the earliest job at or below each node. */
    private static long[] firstJobs(LsfShareTree tree, Collection<WaitingJob> waiting) {
        long[] first = new long[tree.size()];
        Arrays.fill(first, NO_JOB);
        for (WaitingJob job : waiting) {
            for (int account : job.accounts()) {
                if (account < 1 || account >= tree.size() || !tree.isLeaf(account)) {
                    throw new IllegalArgumentException("job " + job.id() + ": node " + account + " must be an account");
                }
                first[account] = Math.min(first[account], job.position());
            }
        }
        for (int i = first.length - 1; i > 0; i--) {
            int above = tree.parent(i);
            first[above] = Math.min(first[above], first[i]);
        }
        return first;
    }

    private static Step step(LsfShareTree tree, DynamicPriorities priorities, int node, long[] first) {
        List<Candidate> candidates = new ArrayList<>();
        @Nullable Candidate winner = null;
        for (int child : tree.children(node)) {
            Candidate candidate = new Candidate(child, tree.name(child), priorities.priority(child), first[child]);
            candidates.add(candidate);
            if (candidate.first() != NO_JOB && (winner == null || beats(candidate, winner))) {
                winner = candidate;
            }
        }
        if (winner == null) {
            throw new IllegalStateException(
                    "node " + tree.path(node) + ": must have a candidate, because a job is below it");
        }
        return new Step(winner.node(), candidates);
    }

    private static boolean beats(Candidate candidate, Candidate winner) {
        int byPriority = Double.compare(candidate.priority(), winner.priority());
        if (byPriority != 0) {
            return byPriority > 0;
        }
        int byPosition = Long.compare(candidate.first(), winner.first());
        return byPosition != 0 ? byPosition < 0 : candidate.name().compareTo(winner.name()) < 0;
    }

    /** Each level as a term: the priority of the winner, and the candidates beside it. */
    public List<Term> explain() {
        List<Term> terms = new ArrayList<>();
        for (Step step : steps) {
            List<Term.Input> inputs = new ArrayList<>();
            double won = Double.NaN;
            String name = "";
            for (Candidate candidate : step.candidates()) {
                boolean pending = candidate.first() != NO_JOB;
                inputs.add(in(candidate.name() + (pending ? "" : " (no pending job)"), candidate.priority()));
                if (candidate.node() == step.winner()) {
                    won = candidate.priority();
                    name = candidate.name();
                }
            }
            terms.add(new Term(name, won, "highest dynamic priority among candidates with a pending job", inputs));
        }
        return terms;
    }
}

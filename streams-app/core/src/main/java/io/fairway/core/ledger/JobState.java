package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The set of a job's facts, in their order, and the instant of their last charge. It contains no duplicates, and no
 * facts that a better source contradicts. Immutable.
 *
 * @param facts in the order of {@link JobFact#compareTo}
 * @param asOf epoch milliseconds
 */
public record JobState(List<JobFact> facts, long asOf) {
    /** No facts. */
    public static final JobState EMPTY = new JobState(List.of(), Long.MIN_VALUE);

    public JobState {
        facts = List.copyOf(facts);
    }

    /** The state with one more fact; this state if it has the fact already or if the fact does not prevail. */
    public JobState with(JobFact fact) {
        List<JobFact> next = new ArrayList<>(facts.size() + 1);
        for (JobFact other : facts) {
            if (!other.contradicts(fact)) {
                next.add(other);
            } else if (other.equals(fact) || !fact.prevailsOver(other)) {
                return this;
            }
        }
        int at = Collections.binarySearch(next, fact);
        if (at >= 0) {
            return this;
        }
        next.add(-at - 1, fact);
        return new JobState(next, asOf);
    }

    /** The state without a fact; this state if it has none like it. */
    JobState without(JobFact fact) {
        int at = Collections.binarySearch(facts, fact);
        if (at < 0) {
            return this;
        }
        List<JobFact> rest = new ArrayList<>(facts);
        rest.remove(at);
        return new JobState(rest, asOf);
    }

    /** The facts of each job that had this id, in order: schedulers reuse ids. One list without facts if there are none. */
    public List<List<JobFact>> lives() {
        return Lives.of(facts);
    }

    /** The facts of the latest job with this id: schedulers reuse ids. */
    public List<JobFact> latestLife() {
        List<List<JobFact>> lives = lives();
        return lives.get(lives.size() - 1);
    }

    JobState asOf(long instant) {
        return instant == asOf ? this : new JobState(facts, instant);
    }
}

package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All that is known of one job: the set of its facts, without duplicates and without those that a better source
 * contradicts, in their order; and the instant as of which they were last charged. Immutable.
 *
 * @param facts in the order of {@link JobFact#compareTo}
 * @param asOf epoch milliseconds
 */
public record JobState(List<JobFact> facts, long asOf) {
    /** Nothing known. */
    public static final JobState EMPTY = new JobState(List.of(), Long.MIN_VALUE);

    public JobState {
        facts = List.copyOf(facts);
    }

    /** The state with one more fact: this one when the fact is known already or does not hold. */
    JobState with(JobFact fact) {
        List<JobFact> next = new ArrayList<>(facts.size() + 1);
        for (JobFact known : facts) {
            if (!known.contradicts(fact)) {
                next.add(known);
            } else if (known.equals(fact) || !fact.prevailsOver(known)) {
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

    /** The facts of the job that has the id now: ids come round. */
    public List<JobFact> latestLife() {
        List<List<JobFact>> lives = Lives.of(facts);
        return lives.get(lives.size() - 1);
    }

    JobState asOf(long instant) {
        return instant == asOf ? this : new JobState(facts, instant);
    }
}

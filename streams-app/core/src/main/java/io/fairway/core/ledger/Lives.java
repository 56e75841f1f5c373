package io.fairway.core.ledger;

import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import java.util.ArrayList;
import java.util.List;

/**
 * The lives of a job id: schedulers reuse ids. A life ends for good before the next begins. The next begins with a
 * second submission that is later than the end. A submission dated after a start, because two clocks differ, begins no
 * life.
 */
final class Lives {
    private Lives() {}

    /** The facts of each life in order; one life unless the scheduler reused the id. */
    static List<List<JobFact>> of(List<JobFact> facts) {
        List<List<JobFact>> lives = new ArrayList<>(1);
        int from = 0;
        boolean submitted = false;
        long ended = Long.MAX_VALUE;
        for (int i = 0; i < facts.size(); i++) {
            JobFact fact = facts.get(i);
            if (fact.type() == JobEventType.SUBMITTED) {
                if (submitted && fact.time() > ended) {
                    lives.add(facts.subList(from, i));
                    from = i;
                    ended = Long.MAX_VALUE;
                }
                submitted = true;
            } else if (submitted && fact.type().endsRun() && !fact.type().pendsAgain()) {
                ended = Math.min(ended, fact.time());
            }
        }
        lives.add(from == 0 ? facts : facts.subList(from, facts.size()));
        return lives;
    }

    /** The life that contains a run with this {@code start}. */
    static List<JobFact> at(List<List<JobFact>> lives, long start) {
        for (int i = lives.size() - 1; i > 0; i--) {
            if (lives.get(i).get(0).time() <= start) {
                return lives.get(i);
            }
        }
        return lives.get(0);
    }
}

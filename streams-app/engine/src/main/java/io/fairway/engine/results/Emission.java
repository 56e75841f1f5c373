package io.fairway.engine.results;

import io.fairway.core.policy.Fairshare;
import io.fairway.engine.state.ActivePolicy;

/** The results of one evaluation on their way out, a record at a time, in as many turns as they take. */
abstract class Emission {
    final ActivePolicy policy;
    final Fairshare fairshare;
    /** Instant of the evaluation. */
    final long at;
    /** Whether to send every record, changed or not. */
    final boolean all;

    final String cause;

    Emission(ActivePolicy policy, Fairshare fairshare, long at, boolean all, String cause) {
        this.policy = policy;
        this.fairshare = fairshare;
        this.at = at;
        this.all = all;
        this.cause = cause;
    }

    /** Whether it sends packed ranks, or else a record for each node. */
    abstract boolean isPacked();

    /** Whether every result was looked at. */
    abstract boolean isThrough();

    /**
     * Looks at the next result, and sends it if it says something new.
     *
     * @param falls is told of a node's fall before its record is sent, under policies whose priorities never fall
     * @return how many records went out, those of jobs included
     */
    abstract int sendNext(FairshareResults.Falls falls);

    /** Everything went out. */
    abstract void end();
}

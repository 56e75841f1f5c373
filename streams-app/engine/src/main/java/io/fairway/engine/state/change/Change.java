package io.fairway.engine.state.change;

import io.fairway.avro.Policy;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.hosts.Host;
import io.fairway.core.ledger.Adjustment;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.Origin;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A change of a domain's stored state. Handlers decide changes and change nothing themselves. {@code StateWriter}
 * writes a change to the stores, and {@code DomainState#replay} takes it into memory. A start replays the content of
 * the stores through the same method.
 */
public sealed interface Change {
    /**
     * A job has another state.
     *
     * @param deadline the next instant at which its ledger has something to do
     * @param wasSettled whether the job is among those that ended so far
     * @param mostBytes at least the bytes of the stored state; 0 = not counted
     * @param lapsedAt when its last run ended with its lease, and nothing else says that it ended; {@link
     *     JobFact#NO_RUN} = it did not
     */
    record Job(
            JobKey key,
            JobState state,
            JobView view,
            OptionalLong deadline,
            boolean wasSettled,
            int mostBytes,
            long lapsedAt)
            implements Change {
        /** The same change of a job whose ledger has something to do at another instant. */
        public Job withDeadline(long at) {
            return new Job(key, state, view, OptionalLong.of(at), wasSettled, mostBytes, lapsedAt);
        }

        /** Whether its last run ended with its lease. */
        public boolean lapsed() {
            return lapsedAt != JobFact.NO_RUN;
        }

        public boolean ended() {
            return view.status() == JobView.Status.ENDED;
        }
    }

    /** An ended job is forgotten. All its runs began by {@code at}. */
    record Forgotten(JobKey key, long at) implements Change {}

    /** A share node has this content, or is marked as deleted. */
    record Share(ShareNode node) implements Change {}

    /** A host is like this. Null removes it. */
    record OfHost(Host.Id id, @Nullable Host host) implements Change {}

    /** A version of a policy holds from an instant on. Null removes it. */
    record PolicyVersion(String name, long from, @Nullable Policy policy) implements Change {}

    /**
     * The newest record of a policy version was refused, so that its topic says something else than what holds.
     *
     * @param mended whether its topic says again what holds
     */
    record RefusedVersion(String name, long from, boolean mended) implements Change {}

    /** Usage on other clusters is this. Null removes it. */
    record Imported(String key, @Nullable RemoteUsage usage) implements Change {}

    /** What a source said in one life is this. Null removes it. */
    record Source(SourceLife life, @Nullable SourceHeartbeat heartbeat) implements Change {}

    /** An adjustment is known. {@code inEffect} says that the lines include it. */
    record Adjusted(String key, Adjustment adjustment, boolean inEffect) implements Change {}

    /** A fact is kept until the domain's clock reaches it, or until there is time for it. */
    record Deferred(String key, JobFact fact, Origin origin) implements Change {}

    /** A deferred fact is no longer kept. */
    record Released(String key) implements Change {}

    /**
     * Kept jobs are charged, or lines are sent again, up to this one.
     *
     * @param through key of the last job or line; "" = none yet, null = all: the work is done
     */
    record Recalculated(
            Recalculation recalculation, @Nullable String through) implements Change {}
}

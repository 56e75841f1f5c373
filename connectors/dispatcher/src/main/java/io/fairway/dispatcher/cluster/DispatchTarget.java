package io.fairway.dispatcher.cluster;

import io.fairway.avro.Dispatch;
import io.fairway.avro.JobEvent;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.order.SiteHosts;
import io.fairway.dispatcher.publish.FencedPublisher;
import io.fairway.dispatcher.running.RunningJobs;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a dispatcher does with the order of a domain: it starts the jobs itself, or it tells another scheduler their
 * order. One thread calls it, and everything else waits for it.
 *
 * <p>Several dispatchers may have the same target. The one that leads a domain gets a publisher: what it writes there is on
 * record, or another one leads. So a target keeps these rules:
 *
 * <ol>
 *   <li>Without a publisher it does nothing.
 *   <li>It writes first and acts then. If the write fails, it does not act.
 *   <li>After a restart it does not repeat what {@link #recall} and {@link #observed} tell.
 *   <li>It returns at once, and bounds what one cycle writes: readers wait for the end of a transaction.
 * </ol>
 *
 * <p>{@code fairway dispatch --to} lists the targets. docs/extend.md has an example.
 */
public interface DispatchTarget {
    /**
     * What it did so far.
     *
     * @param started jobs that it started
     * @param resized resize requests that it granted
     * @param refused actions that were refused
     */
    record Counts(long started, long resized, long refused) {}

    /**
     * Called once, before all others.
     *
     * @param running receives the job events before {@link #observed} does
     * @param isStopping whether the dispatcher ends: a long cycle then returns early
     */
    default void begin(RunningJobs running, BooleanSupplier isStopping) {}

    /** How far back it must read the dispatch records of all dispatchers; zero = it reads none; never negative. */
    default Duration memory() {
        return Duration.ZERO;
    }

    /** The hosts that it wants to know: the dispatcher then reads them, and the policies. None by default. */
    default @Nullable SiteHosts hosts() {
        return null;
    }

    /** A dispatch record of a domain that this dispatcher does not lead now, in the order of the topic. */
    default void recall(Dispatch record) {}

    /** A job event was read. */
    default void observed(JobEvent event) {}

    /** This dispatcher leads a domain, and has read all that those before it wrote. Called before each cycle. */
    default void settle(String domain) {}

    /**
     * Acts once on a domain.
     *
     * @param queue the domain's waiting jobs; {@link DispatchQueue#order} has them in their order
     * @param now epoch milliseconds by the dispatcher's clock
     * @param publisher null = a dry run: nothing may happen
     * @throws RuntimeException if it is not known what is on record; {@link #recall}, {@link #observed} or {@link #settle}
     *     tells
     */
    void cycle(String domain, DispatchQueue queue, long now, @Nullable FencedPublisher publisher);

    /**
     * Ends its work in a domain, a part at a time. Called again and again when the dispatcher ends, while it leads.
     *
     * @param now epoch milliseconds by the dispatcher's clock
     * @param publisher null = a dry run: nothing may happen
     * @return whether nothing is left to do
     */
    default boolean leave(String domain, DispatchQueue queue, long now, @Nullable FencedPublisher publisher) {
        return true;
    }

    /** What it did since it began. */
    Counts counts();
}

package io.fairway.simulator.schedule;

import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Topics;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a schedule runs on. Times in milliseconds.
 *
 * @param domains one on each partition, in turn
 * @param partitions of each topic
 * @param horizon {@code ledger.horizon.ms}
 * @param lease of both measures; 0 = none
 * @param halfLife of the measure of the first policy; 0 = usage never decays
 * @param slice {@code emissionSlice} of the engine
 * @param copies whether instances keep copies of the tasks of others: standby tasks
 * @param foreign the other scheduler whose policy watches
 * @param fullCaches of 100 puts into a cache of Kafka Streams, so many find it full: it is flushed at once
 * @param nanosALook how far the clock by which work is measured goes at each look; 0 = work takes no time
 * @param staticMembers whether an instance keeps its place in the group over a restart
 * @param clocksDiffer whether clocks of instances are ever a little wrong
 * @param reset how often the first policy resets usage
 * @param wrong what is wrong in the world around
 */
public record Site(
        long seed,
        List<String> domains,
        int partitions,
        int instances,
        long horizon,
        long lease,
        long halfLife,
        int slice,
        boolean copies,
        Foreign foreign,
        int fullCaches,
        long nanosALook,
        boolean staticMembers,
        boolean clocksDiffer,
        Reset reset,
        Set<Wrong> wrong) {
    /** Its topics. */
    public static final Topics TOPICS = Topics.standard();

    /** Milliseconds that an event may be ahead of its append. */
    public static final long SKEW = 120_000;

    /** The name of the measure of the first policy, and of the second one. */
    public static final List<String> MEASURES = List.of("billing", "plain");

    /** The names of the policies: the first is there from the beginning. */
    public static final List<String> POLICIES = List.of("main", "second");

    public Site {
        domains = List.copyOf(domains);
        wrong = wrong.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(wrong));
    }

    /** A site whose surroundings are right, and which never resets usage. */
    public Site(
            long seed,
            List<String> domains,
            int partitions,
            int instances,
            long horizon,
            long lease,
            long halfLife,
            int slice,
            boolean copies,
            Foreign foreign,
            int fullCaches,
            long nanosALook,
            boolean staticMembers,
            boolean clocksDiffer) {
        this(
                seed,
                domains,
                partitions,
                instances,
                horizon,
                lease,
                halfLife,
                slice,
                copies,
                foreign,
                fullCaches,
                nanosALook,
                staticMembers,
                clocksDiffer,
                Reset.NONE,
                Set.of());
    }

    public int partition(String domain) {
        return domains.indexOf(domain) % partitions;
    }

    /** The same, as producers and the application have it. */
    public DomainPartitions pins() {
        return DomainPartitions.parse(IntStream.range(0, domains.size())
                .mapToObj(i -> domains.get(i) + "=" + i % partitions)
                .collect(Collectors.joining(",")));
    }

    /**
     * Whether two instances that do the same records at the same times have the same stores at each commit. An event with the time of
     * its writer does not show the time: who has just started keeps it for later, and who was there before does not. While a broker is behind, the clock of who has just started
     * stands where it was stored.
     */
    public boolean isExact() {
        return nanosALook == 0
                && !clocksDiffer
                && !wrong.contains(Wrong.MACHINES_CLOCKS)
                && !wrong.contains(Wrong.BROKERS_CLOCKS)
                && !wrong.contains(Wrong.TIMESTAMP_TYPE);
    }

    /** Whether work takes several turns, because time or results are cut into small slices. */
    public boolean isSliced() {
        return nanosALook > 0 || slice < 100;
    }

    /** So many domains of a task have turns one after the other. 1 = all work in each turn, as no work is cut into slices. */
    public int inTurn() {
        return isSliced() ? (domains.size() + partitions - 1) / partitions : 1;
    }

    /** The half-life of a measure; 0 = usage never decays. */
    public long halfLife(String measure) {
        return measure.equals(MEASURES.get(0)) ? halfLife : 0;
    }

    /** The last reset of a measure up to an instant, epoch milliseconds; {@link Long#MIN_VALUE} = none. */
    public long lastReset(String measure, long at) {
        return measure.equals(MEASURES.get(0)) ? reset.last(at) : Long.MIN_VALUE;
    }

    /** In words, for a story. */
    public String words() {
        return "%d instances, %d partitions, domains %s, horizon %s, lease %s, half-life %s%s%s%s%s%s%s%s%s"
                .formatted(
                        instances,
                        partitions,
                        domains,
                        Spans.words(horizon),
                        Spans.words(lease),
                        Spans.words(halfLife),
                        copies ? ", standby tasks" : "",
                        foreign == Foreign.NONE ? "" : ", a policy of " + foreign,
                        fullCaches > 0 ? ", " + fullCaches + " % of puts find their cache full" : "",
                        isSliced() ? ", work is cut into slices" : "",
                        staticMembers ? ", static membership" : "",
                        clocksDiffer ? ", clocks differ" : "",
                        reset == Reset.NONE ? "" : ", usage reset " + reset,
                        wrong.isEmpty() ? "" : ", wrong: " + wrong);
    }
}

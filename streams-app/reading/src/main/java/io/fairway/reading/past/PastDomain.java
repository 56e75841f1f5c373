package io.fairway.reading.past;

import io.fairway.avro.Policy;
import io.fairway.core.model.NodeId;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.MapStore;
import io.fairway.reading.period.EndedJob;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * A domain as it was at an earlier instant, by what is known of it now: a fact that came late counts where it belongs. Jobs, usage and
 * policies are those of the instant, shares those of the beginning of its hour. Hosts and usage on other clusters are those of now.
 * What limits on the number of jobs decided is not kept.
 */
public final class PastDomain {
    private PastDomain() {}

    /**
     * Reads the domain.
     *
     * @param at epoch milliseconds, not later than the reading
     * @throws PastUnknownException if something of that instant is not known
     */
    public static DomainSnapshot at(DomainSnapshot now, long at) {
        if (at > now.asOf()) {
            throw new PastUnknownException("it is later than now; ask for a forecast");
        }
        if (!knowsJobs(now, at)) {
            throw new PastUnknownException(
                    "which jobs waited or ran is unknown: jobs that ended before "
                            + Instant.ofEpochMilli(EndedJob.keptSince(now))
                            + " are forgotten, they are kept for two horizons of the ledger; usage and fairshare are known further back");
        }
        return PastReadings.of(now).at(at, () -> read(now, at, Step.THEN, ""));
    }

    /**
     * Refuses an instant of which fairshare windows of a policy are not known (Moab).
     *
     * @throws PastUnknownException names the measure
     */
    public static void requireWindows(DomainSnapshot now, PolicyFamily family, long at) {
        for (MeasureDefinition measure : family.measures()) {
            if (measure.windows() != null) {
                long known = PastRings.knownSince(now, measure.windows().windowing());
                if (at < known) {
                    throw new PastUnknownException(
                            "fairshare windows of measure " + measure.name() + " are known since "
                                    + Instant.ofEpochMilli(known) + ": jobs of its earlier windows are forgotten");
                }
            }
        }
    }

    /** Whether usage of a policy's measures was reset, by anybody, after an instant. */
    public static boolean isReset(DomainSnapshot now, long at) {
        return now.measures().stream()
                .anyMatch(measure -> now.charged(measure).stream()
                        .map(node -> now.usage().line(measure.name(), node))
                        .anyMatch(line -> line != null && line.since() > at));
    }

    /** Whether all jobs are kept that waited or ran at an instant. Before it, {@link PastRows} has usage and shares. */
    public static boolean knowsJobs(DomainSnapshot now, long at) {
        return at >= EndedJob.keptSince(now);
    }

    /** From an earlier instant to now: each step has all that the steps before it have. */
    public enum Step {
        /** As it was. */
        THEN,
        /** With the policies of now. */
        POLICY,
        /** With the shares of now. */
        SHARES,
        /** Now, but nothing was used since, and the jobs are those of then. */
        TIME,
        /** With the jobs and the usage of all others. */
        OTHERS,
        /** With those of the user: as it is now. */
        OWN
    }

    /**
     * A domain between an earlier instant and now.
     *
     * @param user whose jobs and usage come last
     * @throws PastUnknownException if something of that instant is not known
     */
    public static DomainSnapshot after(DomainSnapshot now, long at, Step step, String user) {
        return switch (step) {
            case THEN -> at(now, at);
            case OWN -> now;
            default -> PastReadings.of(now).once(() -> read(now, at, step, user));
        };
    }

    private static DomainSnapshot read(DomainSnapshot now, long at, Step step, String user) {
        boolean isLater = step.compareTo(Step.TIME) >= 0;
        PastJobs jobs = PastJobs.of(now, at, isLater);
        boolean all = step != Step.OTHERS;
        Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> then = new HashMap<>();
        then.put(Stores.ACTIVE_JOBS, new MapStore(all ? jobs.active() : jobs.activeOf(user)));
        Predicate<NodeId> past = node -> all || node.user().equals(user);
        then.put(Stores.LINES, new MapStore(PastLines.of(now, jobs, at, past)));
        then.put(Stores.RINGS, new MapStore(PastRings.of(now, jobs, at, past)));
        if (step.compareTo(Step.SHARES) < 0) {
            then.put(Stores.SHARES, new MapStore(PastShares.of(now, at)));
        }
        if (step == Step.POLICY || step == Step.SHARES) {
            then.put(Stores.POLICIES, new MapStore(policiesOfNow(now, at)));
        }
        return now.with(then, isLater ? now.asOf() : at);
    }

    /** The versions of policies, with those in force now in force from an earlier instant on. */
    private static NavigableMap<String, byte[]> policiesOfNow(DomainSnapshot now, long at) {
        NavigableMap<String, byte[]> policies = new TreeMap<>();
        StateStores.forEach(now.stores().get(Stores.POLICIES), Keys.domain(now.domain()), policies::put);
        for (DomainSnapshot.NamedPolicy policy : now.policies()) {
            Policy current = Policy.newBuilder(policy.current())
                    .setEffectiveFrom(Instant.ofEpochMilli(at))
                    .build();
            if (policy.current().getEffectiveFrom().toEpochMilli() > at) {
                policies.put(Keys.policy(now.domain(), policy.name(), at), StoredRecords.bytes(current));
            }
        }
        return policies;
    }
}

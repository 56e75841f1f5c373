package io.fairway.reading.whatif;

import io.fairway.avro.Policy;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.shares.ShareNode;
import io.fairway.core.stored.StateCodec;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.reading.CopiedRows;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.MapStore;
import io.fairway.records.StoredRecords;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A domain as it would be at once after a change. The same policies evaluate the same usage, so the numbers are those that the stream
 * would have if the change were reported now. Nothing is stored or sent.
 */
public final class WhatIf {
    private WhatIf() {}

    /**
     * A domain without a change and with it. Both are readings of one copy, so whatever differs is an effect of the change.
     */
    public record Effect(DomainSnapshot without, DomainSnapshot with) {}

    /**
     * With a job that requests something else, as if its scheduler told so now. Limits on how many jobs may wait or run are as they were
     * decided last: they follow the jobs, and are decided anew only on the stream.
     *
     * @param changed the attributes that differ
     * @throws IllegalArgumentException if the job does not wait any more
     */
    public static Effect modified(DomainSnapshot now, JobKey job, JobAttributes changed) {
        return now.inTurn(() -> {
            DomainSnapshot present = now.with(CopiedRows.of(now).asStores(), now.asOf());
            long at = present.job(job).facts().stream().mapToLong(JobFact::time).reduce(now.asOf(), Math::max);
            JobFact fact = JobFact.of(JobEventType.MODIFIED, at, JobFact.NO_RUN)
                    .withAttributes(changed)
                    .withSequence(Long.MAX_VALUE);
            return new Effect(present, present.next(jobs(present, List.of(new Inbound.Job(job, fact)))));
        });
    }

    /**
     * With facts of jobs that wait, as if their scheduler told them now: jobs that are submitted, changed, held, released or cancelled.
     *
     * @throws IllegalArgumentException if a fact is of a job that runs or ended, or of a run: what it adds to usage is not foretold
     */
    public static DomainSnapshot told(DomainSnapshot now, List<Inbound.Job> facts) {
        return now.with(jobs(now, facts), now.asOf());
    }

    private static Map<Stores.KeyValue, ReadOnlyKeyValueStore<String, byte[]>> jobs(
            DomainSnapshot now, List<Inbound.Job> facts) {
        NavigableMap<String, byte[]> jobs = content(now, Stores.ACTIVE_JOBS);
        Map<JobKey, JobState> states = new LinkedHashMap<>();
        for (Inbound.Job each : facts) {
            JobKey job = each.key();
            JobState known = states.computeIfAbsent(job, now::job);
            boolean waits = known.facts().isEmpty()
                    ? each.fact().type() == JobEventType.SUBMITTED
                    : now.view(known).status() == JobView.Status.PENDING;
            if (!waits || each.fact().run() != JobFact.NO_RUN) {
                throw new IllegalArgumentException("job " + job.cluster() + "/" + job.job() + ", "
                        + each.fact().type()
                        + ": must be of a job that waits, or submit one; what runs add to usage is not foretold");
            }
            states.put(job, known.with(each.fact()));
        }
        states.forEach((job, state) -> {
            String key = Keys.job(job.domain(), job.cluster(), job.job());
            if (now.view(state).status() == JobView.Status.ENDED) {
                jobs.remove(key);
            } else {
                jobs.put(key, StateCodec.encode(state));
            }
        });
        return Map.of(Stores.ACTIVE_JOBS, new MapStore(jobs));
    }

    /**
     * With other policies and shares, in force from the instant of the reading on. Usage stays as it was charged; a new half-life holds
     * from now on.
     *
     * @param versions a policy of the name of one in force takes its place
     * @param shares by their keys in the store; null = the node is gone
     * @throws IllegalArgumentException if a version counts usage that nobody has counted until now
     */
    public static DomainSnapshot changed(
            DomainSnapshot now, List<Policy> versions, Map<String, @Nullable ShareNode> shares) {
        NavigableMap<String, byte[]> policies = content(now, Stores.POLICIES);
        for (Policy version : versions) {
            requireCounted(now, version);
            Policy from = Policy.newBuilder(version)
                    .setDomain(now.domain())
                    .setEffectiveFrom(Instant.ofEpochMilli(now.asOf()))
                    .build();
            policies.put(Keys.policy(now.domain(), version.getName(), now.asOf()), StoredRecords.bytes(from));
        }
        NavigableMap<String, byte[]> nodes = content(now, Stores.SHARES);
        shares.forEach((key, node) -> {
            if (node == null) {
                nodes.remove(key);
            } else {
                nodes.put(key, StoredRecords.bytes(now.domain(), node));
            }
        });
        return now.with(
                Map.of(Stores.POLICIES, new MapStore(policies), Stores.SHARES, new MapStore(nodes)), now.asOf());
    }

    private static NavigableMap<String, byte[]> content(DomainSnapshot now, Stores.KeyValue store) {
        NavigableMap<String, byte[]> content = new TreeMap<>();
        StateStores.forEach(now.stores().get(store), Keys.domain(now.domain()), content::put);
        return content;
    }

    /** The stream would count the jobs that it knows anew. A question has no time for that. */
    private static void requireCounted(DomainSnapshot now, Policy version) {
        for (MeasureDefinition wanted :
                PolicyFamilies.of(withPresentDecay(now, version)).measures()) {
            Measure present = now.measures().stream()
                    .filter(measure -> measure.name().equals(wanted.name()))
                    .findFirst()
                    .orElse(null);
            if (present == null || !now.statement(present).definition().equals(wanted.definition())) {
                throw new IllegalArgumentException("policy " + version.getName() + ": measure " + wanted.name()
                        + (present == null ? " is not counted yet" : " counts something else now")
                        + ": what would be if it had been cannot be foretold. Change weights, algorithm, decay or"
                        + " partitions, or price the version with 'fairway replay'");
            }
        }
    }

    /** Usage that decays otherwise from now on is the same usage. */
    private static Policy withPresentDecay(DomainSnapshot now, Policy version) {
        return now.policies().stream()
                .map(DomainSnapshot.NamedPolicy::current)
                .filter(current -> current.getMeasure()
                        .getName()
                        .equals(version.getMeasure().getName()))
                .findFirst()
                .map(current -> Policy.newBuilder(version)
                        .setMeasure(io.fairway.avro.Measure.newBuilder(version.getMeasure())
                                .setDecay(current.getMeasure().getDecay())
                                .build())
                        .build())
                .orElse(version);
    }
}

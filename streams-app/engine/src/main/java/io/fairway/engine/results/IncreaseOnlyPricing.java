package io.fairway.engine.results;

import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.CurrentJob;
import io.fairway.engine.store.SentFingerprints;
import io.fairway.policies.family.Ranked;
import io.fairway.records.PriorityReader;
import io.fairway.records.StoredRecords;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Prices jobs whose priorities must not fall. Their last sent records are stored whole, and the priority by the last
 * record and the last sent factor is the least that the next record may give.
 *
 * <p>If the next record would give less at the instant of the look, it begins at the priority of the last one, as its
 * minimum. Else it keeps the minimum, so that a look at a job by itself changes nothing.
 */
public final class IncreaseOnlyPricing {
    private final JobPricing pricing;
    private final Function<String, byte @Nullable []> stored;

    /**
     * @param stored what is stored of the priority record that was last sent under a key; null = nothing
     */
    public IncreaseOnlyPricing(JobPricing pricing, Function<String, byte @Nullable []> stored) {
        this.pricing = pricing;
        this.stored = stored;
    }

    /**
     * The prices of a job under a policy, see {@link JobPricing#ranked}.
     *
     * @param key of the priority record of a request
     * @param sent the factor of a node as it was last sent; NaN if none was
     * @param next the factor of a node that counts from now on
     * @param at instant of the look, epoch milliseconds
     */
    public Map<String, Ranked> ranked(
            ActivePolicy policy,
            CurrentJob job,
            @Nullable NodeId association,
            double factor,
            Function<String, String> key,
            ToDoubleFunction<NodeId> sent,
            ToDoubleFunction<NodeId> next,
            long at) {
        Map<String, Ranked> ranked = pricing.ranked(policy, job, association, factor, Map.of());
        if (!policy.family().neverFalls()) {
            return ranked;
        }
        Map<String, Double> last = new HashMap<>();
        ranked.forEach((request, of) -> {
            JobPriorityRecord before = of.neverFalls() ? before(key.apply(request)) : null;
            if (before != null) {
                double reached = before.evaluate(at, of(sent, before));
                double now = Math.max(before.minimum(), of.record().evaluate(at, of(next, of.record())));
                last.put(request, now < reached ? reached : before.minimum());
            }
        });
        return last.isEmpty() ? ranked : pricing.ranked(policy, job, association, factor, last);
    }

    /** The last sent record of a job whose priority must not fall; null if there is none. */
    private @Nullable JobPriorityRecord before(String key) {
        byte[] whole = SentFingerprints.whole(stored.apply(key));
        return whole == null ? null : PriorityReader.read(StoredRecords.priority(whole));
    }

    private static double of(ToDoubleFunction<NodeId> factors, JobPriorityRecord record) {
        NodeId node = record.fairshareNode();
        return node == null ? Double.NaN : factors.applyAsDouble(node);
    }
}

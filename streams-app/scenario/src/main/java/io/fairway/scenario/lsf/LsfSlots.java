package io.fairway.scenario.lsf;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.fairshare.HistoryDecay;
import io.fairway.schedulers.lsf.queue.PoolOrder;
import io.fairway.schedulers.lsf.queue.PoolQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The slots that a queue uses and asks for, in the map of the queue:
 *
 * <pre>{@code
 * {in-use: 5, pending: inf, QJOB_LIMIT: 40, slot-hours: 8, slot-use: [{slots: 4, from-hours-ago: 3, to-hours-ago: 1}]}
 * }</pre>
 *
 * @param pending {@code inf} = more than any pool has
 * @param limit QJOB_LIMIT; {@code null} = none
 * @param slotHours accumulated slot hours, already decayed
 * @param uses further use, not decayed yet
 * @param chunkSize CHUNK_JOB_SIZE; 0 or 1 = no chunks
 * @param leftOf a pool whose free slots this queue, outside of it, may use; empty = none
 */
record LsfSlots(
        long inUse,
        long pending,
        @Nullable Long limit,
        @Nullable Long processorLimit,
        double slotHours,
        List<PoolOrder.SlotUse> uses,
        @Nullable YamlValue leftOf,
        long chunkSize) {
    private static final long ALWAYS = 1_000_000_000;

    static LsfSlots read(YamlMap queue) {
        YamlValue pending = queue.find("pending");
        boolean always = pending != null && Double.isInfinite(pending.number());
        List<PoolOrder.SlotUse> uses = new ArrayList<>();
        for (YamlValue yaml : queue.list("slot-use")) {
            YamlMap use = yaml.map();
            uses.add(new PoolOrder.SlotUse(
                    use.get("slots").whole(), use.get("from-hours-ago").number(), use.number("to-hours-ago", 0)));
            use.done();
        }
        return new LsfSlots(
                queue.whole("in-use", 0),
                always || pending == null ? (always ? ALWAYS : 0) : pending.whole(),
                LsfPolicy.maybe(queue, "QJOB_LIMIT", YamlValue::whole),
                LsfPolicy.maybe(queue, "TASKLIMIT", YamlValue::whole),
                queue.number("slot-hours", 0),
                uses,
                queue.find("uses-left-of"),
                queue.whole("CHUNK_JOB_SIZE", 0));
    }

    /** The queue as a member of a pool; outside of pools its share does not count. */
    PoolQueue in(LsfQueue queue, HistoryDecay decay) {
        Long share = queue.pool().share();
        return new PoolQueue(
                queue.name(),
                share == null ? 100 : Objects.requireNonNull(share).intValue(),
                queue.priority(),
                inUse,
                pending,
                limit,
                slotHours + PoolOrder.accumulated(uses, decay));
    }
}

package io.fairway.scenario.lsf;

import io.fairway.core.policy.Term;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.slurm.SlurmScenario;
import io.fairway.schedulers.lsf.cluster.LsfCluster.SlotPool;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.queue.PoolAllocation;
import io.fairway.schedulers.lsf.queue.PoolAllocation.PoolJob;
import io.fairway.schedulers.lsf.queue.PoolHost;
import io.fairway.schedulers.lsf.queue.PoolOrder;
import io.fairway.schedulers.lsf.queue.PoolQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queue-based fairshare: section {@code pools} with a row for each pool and each of its queues ({@code pool/queue}), and
 * section {@code queues} with the order in which all queues dispatch. A pool has the slots of the hosts of its queues, or the
 * given number:
 *
 * <pre>{@code
 * pools: {poolA: {slots: 15}, poolB: {limit: 12}}      # limit of lsb.resources over the hosts of the pool
 * }</pre>
 */
final class LsfPools {
    private static final String RULE = "must have either slots, or queues with HOSTS";

    private final LsfQueues queues;
    private final LsfPolicy policy;
    private final Report report;

    private LsfPools(LsfQueues queues, LsfPolicy policy, Report report) {
        this.queues = queues;
        this.policy = policy;
        this.report = report;
    }

    static void evaluate(YamlMap scenario, LsfQueues queues, LsfPolicy policy, List<LsfJob> jobs, Report report) {
        Map<String, YamlValue> yaml = new LinkedHashMap<>(scenario.entries("pools"));
        Map<String, PoolHost> hosts = hosts(scenario);
        LsfPools pools = new LsfPools(queues, policy, report);
        Map<String, List<PoolQueue>> orders = new HashMap<>();
        Map<String, PoolAllocation> allocations = new HashMap<>();
        for (SlotPool pool : queues.cluster().pools()) {
            long total = pools.total(pool, yaml.remove(pool.name()), hosts, scenario);
            PoolAllocation allocation = scenario.checked(() -> pools.allocate(pool, total, jobs));
            pools.rows(pool, allocation);
            orders.put(pool.name(), allocation.queues());
            allocations.put(pool.name(), allocation);
        }
        yaml.values().forEach(pool -> {
            throw pool.wrong("is not the SLOT_POOL of any queue");
        });
        pools.order(orders, pools.left(allocations));
    }

    private static Map<String, PoolHost> hosts(YamlMap scenario) {
        Map<String, PoolHost> hosts = new HashMap<>();
        scenario.entries("hosts").forEach((name, value) -> {
            YamlMap host = value.map();
            Long mxj = LsfPolicy.maybe(host, "MXJ", YamlValue::whole);
            Long limit = LsfPolicy.maybe(host, "limit", YamlValue::whole);
            long outside = host.whole("used-outside", 0);
            if (mxj != null || limit != null) {
                hosts.put(name, value.checked(() -> new PoolHost(name, mxj, limit, outside)));
            }
            host.done();
        });
        return hosts;
    }

    /** A given number has the slots that queues outside hold, as far as they use what the pool leaves. */
    private long total(SlotPool pool, @Nullable YamlValue yaml, Map<String, PoolHost> hosts, YamlMap scenario) {
        YamlMap own = yaml == null ? YamlValue.parse("pools", "{}") : yaml.map();
        Long slots = LsfPolicy.maybe(own, "slots", YamlValue::whole);
        Long limit = LsfPolicy.maybe(own, "limit", YamlValue::whole);
        own.done();
        List<PoolHost> ofPool = new ArrayList<>();
        for (String name : pool.queues().get(0).hosts()) {
            PoolHost host = hosts.get(name);
            if (host != null) {
                ofPool.add(host);
            }
        }
        if ((slots == null) == ofPool.isEmpty()) {
            throw (yaml == null ? scenario.wrong("pool " + pool.name() + ": " + RULE) : yaml.wrong(RULE));
        }
        if (slots == null) {
            return PoolHost.total(ofPool, limit);
        }
        long inUse = takers(pool.name()).stream().mapToLong(PoolQueue::inUse).sum();
        return Math.max(0, (limit == null ? slots : Math.min(slots, limit)) - inUse);
    }

    private PoolAllocation allocate(SlotPool pool, long total, List<LsfJob> jobs) {
        List<PoolQueue> inFileOrder = new ArrayList<>();
        for (LsfQueue queue : pool.queues()) {
            inFileOrder.add(poolQueue(queue));
        }
        List<PoolQueue> ordered = PoolOrder.order(inFileOrder);
        if (!pool.usePriority()) {
            return PoolAllocation.allocate(total, pool.maxSlots(), ordered);
        }
        List<PoolJob> pending = new ArrayList<>();
        for (LsfJob job : jobs) {
            if (pool.queues().stream().anyMatch(queue -> queue.name().equals(job.queue()))) {
                pending.add(new PoolJob(job.name(), job.queue(), job.priority(), job.slots(), job.submitted()));
            }
        }
        return PoolAllocation.allocateByPriority(total, pool.maxSlots(), ordered, pending);
    }

    private PoolQueue poolQueue(LsfQueue queue) {
        LsfSlots slots = queues.slots().get(queue.name());
        if (slots == null) {
            throw new IllegalStateException("queue " + queue.name() + ": its slots have not been read");
        }
        return slots.in(queue, policy.decay());
    }

    private void rows(SlotPool pool, PoolAllocation allocation) {
        Report.Row all = report.row("pools", pool.name());
        long given = allocation.slots().stream().mapToLong(Long::longValue).sum();
        all.put("slots", given).put("left", allocation.left());
        for (Term round : allocation.rounds()) {
            all.explain(round.name(), round.value(), SlurmScenario.rule(round));
        }
        for (int i = 0; i < allocation.queues().size(); i++) {
            PoolQueue queue = allocation.queues().get(i);
            Report.Row row = report.row("pools", pool.name() + "/" + queue.name())
                    .put("slots", allocation.slots().get(i))
                    .put("starts", allocation.starts().get(i))
                    .put("place", (long) (i + 1))
                    .put("SLOT_SHARE", (long) queue.share())
                    .put("inUse", queue.inUse())
                    .number("slotHours", queue.accumulated());
            for (Term round : allocation.rounds()) {
                if (round.name().startsWith("round ")) {
                    row.put(round.name(), (long) round.inputs().get(i + 1).value());
                }
            }
            Term order = PoolOrder.explain(queue);
            row.explain("order", order.value(), SlurmScenario.rule(order));
        }
    }

    /**
     * Slots of queues outside that use what a pool leaves: those that they hold, and as many more as are left. What they hold is
     * not the pool's, so it is not left either.
     */
    private Map<String, Long> left(Map<String, PoolAllocation> allocations) {
        Map<String, Long> given = new HashMap<>();
        for (LsfQueue queue : queues.cluster().queues()) {
            YamlValue pool = leftOf(queue);
            if (pool != null && (queue.pool().name() != null || !allocations.containsKey(pool.text()))) {
                throw pool.wrong("must be a SLOT_POOL, and the queue must be in no pool");
            }
        }
        allocations.forEach((pool, allocation) -> {
            List<PoolQueue> takers = takers(pool);
            Map<String, Long> more = allocation.sharesLeftWith(
                    takers.stream().map(LsfPools::waiting).toList());
            takers.forEach(taker -> given.put(taker.name(), taker.inUse() + more.getOrDefault(taker.name(), 0L)));
        });
        return given;
    }

    private List<PoolQueue> takers(String pool) {
        List<PoolQueue> takers = new ArrayList<>();
        for (LsfQueue queue : queues.cluster().queues()) {
            YamlValue leftOf = leftOf(queue);
            if (leftOf != null && leftOf.text().equals(pool)) {
                takers.add(poolQueue(queue));
            }
        }
        return takers;
    }

    private @Nullable YamlValue leftOf(LsfQueue queue) {
        LsfSlots slots = queues.slots().get(queue.name());
        return slots == null ? null : slots.leftOf();
    }

    /** The queue without the slots that it holds. */
    private static PoolQueue waiting(PoolQueue queue) {
        Long limit = queue.limit();
        return new PoolQueue(
                queue.name(),
                queue.share(),
                queue.priority(),
                0,
                queue.pending(),
                limit == null ? null : (Long) Math.max(0, limit - queue.inUse()),
                queue.accumulated());
    }

    private void order(Map<String, List<PoolQueue>> orders, Map<String, Long> left) {
        List<PoolOrder.Place> places = new ArrayList<>();
        Map<String, PoolOrder.Place> byName = new HashMap<>();
        for (LsfQueue queue : queues.cluster().queues()) {
            String pool = queue.pool().name();
            PoolOrder.Place place = new PoolOrder.Place(queue.name(), queue.priority(), pool == null ? "" : pool);
            places.add(place);
            byName.put(queue.name(), place);
        }
        long number = 1;
        for (String name : PoolOrder.withOthers(places, orders)) {
            PoolOrder.Place place = byName.get(name);
            Report.Row row = report.row("queues", name).put("place", number++);
            if (place != null) {
                row.put("PRIORITY", place.priority())
                        .put("SLOT_POOL", place.pool().isEmpty() ? null : place.pool());
            }
            if (!left.isEmpty()) {
                row.put("slotsLeftOfPool", left.get(name));
            }
        }
    }
}

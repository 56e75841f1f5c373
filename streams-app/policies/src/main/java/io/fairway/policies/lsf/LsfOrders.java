package io.fairway.policies.lsf;

import io.fairway.core.hosts.HostTable;
import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Term;
import io.fairway.core.usage.Line;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.Order;
import io.fairway.policies.family.QueuedJob;
import io.fairway.policies.family.UsageReader;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import io.fairway.schedulers.lsf.cluster.LsfCluster.SlotPool;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.queue.PoolAllocation;
import io.fairway.schedulers.lsf.queue.PoolAllocation.PoolJob;
import io.fairway.schedulers.lsf.queue.PoolOrder;
import io.fairway.schedulers.lsf.queue.PoolQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order of queues, and the slots of queues in pools. Demand is the slots that ready jobs request and running jobs
 * hold. Accumulated slots are the lines of a measure of their own, whose nodes have the pool as tree and the queue as
 * account.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Slot allocation per queue.
 */
final class LsfOrders {
    private final LsfConfiguration configuration;
    private final String measure;
    /** The measure of accumulated slots; null without pools. */
    private final @Nullable MeasureDefinition measureDefinition;

    private final Map<String, String> pools = new HashMap<>();

    LsfOrders(LsfConfiguration configuration, String measure, long leaseMillis) {
        this.configuration = configuration;
        this.measure = measure + ".pool-slots";
        for (SlotPool pool : configuration.cluster().pools()) {
            pool.queues().forEach(queue -> pools.put(queue.name(), pool.name()));
        }
        measureDefinition = pools.isEmpty() ? null : statement(leaseMillis);
    }

    /** The measure of accumulated slots; none without pools. */
    List<MeasureDefinition> measures() {
        return measureDefinition == null ? List.of() : List.of(measureDefinition);
    }

    private MeasureDefinition statement(long leaseMillis) {
        ChargeScope scope = (job, attributes) -> {
            String queue = attributes.text(Attribute.QUEUE, "");
            String pool = pools.get(queue);
            return pool == null ? null : new NodeId(pool, queue, "");
        };
        return new MeasureDefinition(
                measure,
                configuration.decay(configuration.dynamic(null)),
                null,
                Measure.Kind.BILLING_TRES,
                false,
                false,
                new ChargingRules(LsfMeasures::slots, true, true, true, leaseMillis, scope),
                List.of(pools, leaseMillis));
    }

    /** The order of all queues, and one for each pool. */
    List<Order> of(Iterable<QueuedJob> jobs, UsageReader usage, HostTable hosts, long at) {
        Load load = load(jobs, new LsfHostUse(hosts), at);
        List<Order> orders = new ArrayList<>();
        Map<String, List<PoolQueue>> ordered = new HashMap<>();
        Map<String, Long> outside = jobLimits();
        for (SlotPool pool : configuration.cluster().pools()) {
            List<PoolQueue> queues = PoolOrder.order(pool.queues().stream()
                    .map(queue -> poolQueue(pool, queue, load.of(queue.name()), usage, at))
                    .toList());
            ordered.put(pool.name(), queues);
            long total = total(pool, load);
            PoolAllocation allocation = pool.usePriority()
                    ? PoolAllocation.allocateByPriority(
                            total, pool.maxSlots(), queues, load.waiting().getOrDefault(pool.name(), List.of()))
                    : PoolAllocation.allocate(total, pool.maxSlots(), queues);
            Map<String, Long> allocated = new HashMap<>();
            for (int i = 0; i < allocation.queues().size(); i++) {
                allocated.put(
                        allocation.queues().get(i).name(), allocation.slots().get(i));
            }
            orders.add(new Order(
                    pool.name(),
                    queues.stream().map(PoolQueue::name).toList(),
                    allocated,
                    allocation.rounds(),
                    numbers(allocation)));
            leave(pool, allocation, load, outside);
        }
        List<PoolOrder.Place> places = new ArrayList<>();
        for (LsfQueue queue : configuration.cluster().queues()) {
            if (configuration.servedAs(queue.name()).equals(queue.name())) {
                places.add(new PoolOrder.Place(queue.name(), priority(queue), pools.getOrDefault(queue.name(), "")));
            }
        }
        if (!places.isEmpty()) {
            orders.add(new Order("", PoolOrder.withOthers(places, ordered), outside));
        }
        return orders;
    }

    private static Map<String, List<Term>> numbers(PoolAllocation allocation) {
        Map<String, List<Term>> numbers = new HashMap<>();
        long given = allocation.slots().stream().mapToLong(Long::longValue).sum();
        numbers.put(
                "",
                List.of(
                        Term.of("slots", (double) given, "given to queues of the pool"),
                        Term.of("left", (double) allocation.left(), "no queue of the pool can use them")));
        for (int i = 0; i < allocation.queues().size(); i++) {
            PoolQueue queue = allocation.queues().get(i);
            Term order = PoolOrder.explain(queue);
            numbers.put(
                    queue.name(),
                    List.of(
                            Term.of("starts", (double) allocation.starts().get(i), "slots for jobs that start now"),
                            Term.of("SLOT_SHARE", (double) queue.share(), "percent of the pool"),
                            Term.of("inUse", (double) queue.inUse(), "slots of its jobs that run"),
                            Term.of("slotHours", queue.accumulated(), "used before, decayed by HIST_HOURS"),
                            new Term("order", order.value(), order.rule(), order.inputs())));
        }
        return numbers;
    }

    /**
     * What jobs hold and ask for.
     *
     * @param slots held and asked for, by queue: a queue of a pool by its name, one outside by that of the queue that
     *     serves it
     * @param adrift slots held by runs whose hosts are not known, by the same queue
     * @param waiting jobs by pool
     */
    private record Load(
            Map<String, long[]> slots,
            Map<String, Long> adrift,
            Map<String, List<PoolJob>> waiting,
            LsfHostUse onHosts) {
        long[] of(String queue) {
            return slots.getOrDefault(queue, new long[2]);
        }
    }

    private Load load(Iterable<QueuedJob> jobs, LsfHostUse onHosts, long at) {
        Load load = new Load(new HashMap<>(), new HashMap<>(), new HashMap<>(), onHosts);
        if (pools.isEmpty()) {
            return load;
        }
        for (QueuedJob job : jobs) {
            JobAttributes attributes = job.view().attributes();
            String name = attributes.text(Attribute.QUEUE, "");
            String pool = pools.getOrDefault(name, "");
            String queue = pool.isEmpty() ? configuration.servedAs(name) : name;
            boolean runs = job.view().status() == JobView.Status.RUNNING;
            long asked = LsfMeasures.slots(runs ? job.view().allocated() : attributes.requested(), attributes)
                    .longValue();
            if (runs) {
                load.slots().computeIfAbsent(queue, q -> new long[2])[0] += asked;
                if (!onHosts.add(job, pool, asked)) {
                    load.adrift().merge(queue, asked, Long::sum);
                }
            } else if (job.ready()) {
                load.slots().computeIfAbsent(queue, q -> new long[2])[1] += asked;
                if (!pool.isEmpty()) {
                    load.waiting().computeIfAbsent(pool, p -> new ArrayList<>()).add(poolJob(job, queue, asked, at));
                }
            }
        }
        return load;
    }

    /**
     * The slots of a pool: what its hosts allow; without hosts in the table, the number of the policy. Queues outside that
     * use what it leaves hold slots of it, wherever their jobs run.
     */
    private long total(SlotPool pool, Load load) {
        Long onHosts = load.onHosts()
                .total(pool, configuration.record().getPoolLimits().get(pool.name()));
        long constant = configuration.record().getPoolSlots().getOrDefault(pool.name(), 0L);
        long taken = 0;
        for (io.fairway.avro.LsfQueue taker : takers(pool)) {
            taken += onHosts == null
                    ? load.of(taker.getName())[0]
                    : load.adrift().getOrDefault(taker.getName(), 0L);
        }
        return Math.max(0, (onHosts == null ? constant : onHosts) - taken);
    }

    /** The queues outside that use what a pool leaves, in the order of lsb.queues. */
    private List<io.fairway.avro.LsfQueue> takers(SlotPool pool) {
        return configuration.record().getQueues().stream()
                .filter(queue -> pool.name().equals(queue.getUsesLeftOf()))
                .toList();
    }

    /** Such a queue keeps what it holds, and gets more as far as the pool leaves slots. */
    private void leave(SlotPool pool, PoolAllocation allocation, Load load, Map<String, Long> outside) {
        List<PoolQueue> takers = new ArrayList<>();
        for (io.fairway.avro.LsfQueue taker : takers(pool)) {
            long[] slots = load.of(taker.getName());
            Long limit = taker.getJobLimit();
            takers.add(new PoolQueue(
                    taker.getName(),
                    1, // their shares do not count
                    taker.getPriority(),
                    0,
                    slots[1],
                    limit == null ? null : (Long) Math.max(0, limit - slots[0]),
                    0));
        }
        allocation.sharesLeftWith(takers).forEach((queue, more) -> outside.put(queue, load.of(queue)[0] + more));
    }

    /** QJOB_LIMIT of the queues outside of pools, by queue. A queue that another one serves has none. */
    private Map<String, Long> jobLimits() {
        Map<String, Long> limits = new HashMap<>();
        configuration.queues().forEach((name, queue) -> {
            Long limit = queue.getJobLimit();
            if (limit != null
                    && !pools.containsKey(name)
                    && configuration.servedAs(name).equals(name)) {
                limits.put(name, limit);
            }
        });
        return limits;
    }

    /** The highest PRIORITY of the queues that are served as one. */
    private long priority(LsfQueue head) {
        return configuration.cluster().queues().stream()
                .filter(queue -> configuration.servedAs(queue.name()).equals(head.name()))
                .mapToLong(LsfQueue::priority)
                .max()
                .orElse(head.priority());
    }

    private PoolJob poolJob(QueuedJob job, String queue, long slots, long at) {
        JobPriorityRules rules = configuration.parameters().jobPriority();
        long asked = job.view().attributes().number(Attribute.USER_PRIORITY, 0);
        double priority = rules.maxUserPriority() == null
                ? 0
                : rules.escalated(
                        (double) rules.submitted(asked < 1 ? null : (Long) asked, true),
                        at - job.view().submitted());
        return new PoolJob(job.key().job(), queue, priority, slots, job.view().submitted());
    }

    private PoolQueue poolQueue(SlotPool pool, LsfQueue queue, long[] slots, UsageReader usage, long at) {
        Line line = usage.line(measure, new NodeId(pool.name(), queue.name(), ""));
        io.fairway.avro.LsfQueue record =
                Objects.requireNonNull(configuration.queues().get(queue.name()));
        return new PoolQueue(
                queue.name(),
                Math.toIntExact(Objects.requireNonNull(queue.pool().share())),
                queue.priority(),
                slots[0],
                slots[1],
                record.getJobLimit(),
                line == null || measureDefinition == null
                        ? 0
                        : Math.max(0, line.usage(usage.laws(measureDefinition), at)) / 3600);
    }
}

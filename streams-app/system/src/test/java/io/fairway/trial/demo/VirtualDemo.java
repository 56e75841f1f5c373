package io.fairway.trial.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.RankForm;
import io.fairway.avro.RankRecord;
import io.fairway.avro.ShareNode;
import io.fairway.dispatcher.cluster.SlotCluster;
import io.fairway.dispatcher.config.HeadRule;
import io.fairway.dispatcher.order.ChosenJob;
import io.fairway.dispatcher.order.DispatchCycle;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.engine.PipelineDriver;
import io.fairway.policies.avro.AlgorithmName;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The demo's closed loop in virtual time, without a broker: the topology publishes priorities and fairshare, the reference
 * dispatcher's queue chooses by what is published, the simulated cluster runs what was chosen, and its events go into the
 * topology again. Nothing here reads a clock, so a run is the same on any machine.
 *
 * <p>A reader learns of an evaluation at the next step, as the readers of a broker do a moment later.
 */
final class VirtualDemo implements AutoCloseable {
    static final int PROCESSORS = 64;

    /** Time between dispatch cycles, and between evaluations. */
    private static final long STEP_MILLIS = 100;

    private final PipelineDriver pipeline = PipelineDriver.live();
    private final DispatchQueue queue = new DispatchQueue(HeadRule.BLOCKS, null);
    private final SimulatedCluster machine;
    private final SlotCluster slots = new SlotCluster(PROCESSORS, (job, at) -> {});
    private final Delivery delivery = new Delivery(PipelineDriver.T0, STEP_MILLIS);
    private long now = PipelineDriver.T0;
    private long started;

    /** Publishes the demo's tables, with one of its policies active and the others beside it as shadows. */
    VirtualDemo(Workload workload, DemoPolicy active, AlgorithmName algorithm, Duration halfLife, long seed) {
        machine = new SimulatedCluster(PipelineDriver.DOMAIN, workload, PROCESSORS, seed, this::tell);
        Policies policies = new Policies(PipelineDriver.DOMAIN, workload, algorithm, halfLife, PROCESSORS);
        for (Policy shown : policies.all(active, Instant.ofEpochMilli(now))) {
            // The demo's board reads fairshare records. This one goes by what the dispatcher reads of a site's policy.
            Policy policy = Policy.newBuilder(shown).setRanks(RankForm.AUTO).build();
            String key = Keys.policy(PipelineDriver.DOMAIN, policy.getName(), now);
            pipeline.send(Topic.POLICIES, key, policy);
            queue.policy(key, policy);
        }
        for (ShareNode node : Tables.shares(PipelineDriver.DOMAIN, workload)) {
            pipeline.send(
                    Topic.SHARES,
                    Keys.node(PipelineDriver.DOMAIN, node.getTree(), node.getAccount(), node.getUser()),
                    node);
        }
    }

    /** Lets so much time pass. */
    void run(Duration time) {
        for (long end = now + time.toMillis(); now < end; ) {
            machine.advanceTo(now);
            dispatch();
            pipeline.advance(STEP_MILLIS);
            now += STEP_MILLIS;
            listen();
            Map<SimulatedJob.Owner, Long> delivered = new HashMap<>();
            machine.use(now).forEach((owner, use) -> delivered.put(owner, use.deliveredMillis()));
            delivery.read(new Delivery.Reading(now, delivered));
        }
    }

    /** What was delivered up to now does not count. */
    void judgeFromHere() {
        delivery.judgeFromHere();
    }

    /** Jobs that were started. */
    long started() {
        return started;
    }

    /** Percent of the judged processor time that each account got. */
    Map<String, Double> accounts() {
        Map<String, Double> percent = new HashMap<>();
        users().forEach((user, part) -> percent.merge(user.account(), part, Double::sum));
        return percent;
    }

    /** Percent of the judged processor time that each user got. */
    Map<SimulatedJob.Owner, Double> users() {
        Map<SimulatedJob.Owner, Long> judged = delivery.judged();
        double all = judged.values().stream().mapToLong(Long::longValue).sum();
        Map<SimulatedJob.Owner, Double> percent = new HashMap<>();
        judged.forEach((user, millis) -> percent.put(user, 100 * millis / all));
        return percent;
    }

    /** Percent of the processors that were busy while it was judged. */
    double busy() {
        long all =
                delivery.judged().values().stream().mapToLong(Long::longValue).sum();
        return 100.0 * all / (PROCESSORS * delivery.judgedMillis());
    }

    /** Kinds of the events that were refused. */
    List<String> deadLetters() {
        return pipeline.deadLetterKinds();
    }

    /** What a dispatcher does in each of its cycles. */
    private void dispatch() {
        DispatchCycle cycle = queue.cycle(now, slots);
        while (slots.hasRoom()) {
            ChosenJob job = cycle.next();
            if (job == null) {
                return;
            }
            JobEvent event = machine.start(job, now);
            assertThat(event).as("%s waits, and there is room for it", job).isNotNull();
            machine.carryOut(job, event);
            tell(event);
            queue.started(job);
            started++;
        }
    }

    private void tell(JobEvent event) {
        slots.observe(event);
        pipeline.send(Topic.JOB_EVENTS, Keys.job(event.getDomain(), event.getCluster(), event.getJob()), event);
    }

    /** Takes what was published, as a dispatcher does. */
    private void listen() {
        pipeline.read(Topic.PRIORITIES, PriorityRecord.class).forEach(sent -> queue.priority(sent.key(), sent.value()));
        pipeline.read(Topic.FAIRSHARE, FairshareRecord.class)
                .forEach(sent -> queue.fairshare(sent.key(), sent.value()));
        pipeline.read(Topic.RANKS, RankRecord.class).forEach(sent -> queue.ranks(sent.key(), sent.value()));
        pipeline.read(Topic.ORDERS, QueueOrder.class).forEach(sent -> queue.order(sent.key(), sent.value()));
        pipeline.read(Topic.HEARTBEATS, Heartbeat.class).forEach(sent -> queue.heartbeat(sent.key(), sent.value()));
    }

    @Override
    public void close() {
        pipeline.close();
    }
}

package io.fairway.trial.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayApp;
import io.fairway.avro.HostState;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.dispatcher.Dispatcher;
import io.fairway.dispatcher.cluster.HostCluster;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.embedded.SharedRegistry;
import io.fairway.engine.Document;
import io.fairway.engine.Rule;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fifty hosts and thirteen queues in three pools and outside of them, through broker, application and dispatcher: jobs end, hosts
 * close, fail and come back. In every cycle the slots of the pools are those that the hosts leave, computed here from the
 * events alone, and what the queues hold is compared with them.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@Order(3)
class HostPoolsIT {
    private static final int CYCLES = Integer.getInteger("hosts.cycles", 10);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private int started;

    @Test
    @Rule(document = Document.LSF_QUEUES, rows = "6, 11, 13, 17, 18")
    void queuesHoldWhatTheHostsOfTheirPoolsLeave() {
        try (Workbench bench = Workbench.with(SharedRegistry.url(), 2);
                Publisher publisher = new Publisher(PoolRig.dispatching(bench, HostSite.DOMAIN));
                FairwayApp app = FairwayApp.start(PoolRig.application(bench, "fairway-hosts"))) {
            Awaitility.await("the application runs")
                    .atMost(PATIENCE)
                    .until(() -> app.state() == KafkaStreams.State.RUNNING);
            HostSite site = new HostSite(publisher, 17);
            for (int cycle = 0; cycle < CYCLES; cycle++) {
                site.endSomeJobs();
                switch (cycle % 5) {
                    case 1 -> site.state("n03", HostState.CLOSED);
                    case 2 -> site.fail("n21", "n42");
                    case 3 -> site.state("n03", HostState.OPEN);
                    case 4 -> {
                        site.state("n21", HostState.OPEN);
                        site.state("n42", HostState.OPEN);
                    }
                    default -> {}
                }
                site.demand();
                publisher.flush();
                cycle(bench, site, "cycle " + cycle);
            }
            assertThat(started).isGreaterThan(HostSite.HOSTS * 4);
            System.out.println(
                    "HostPoolsIT: " + CYCLES + " cycles, " + started + " starts, none beyond a host or a share");
        }
    }

    private void cycle(Workbench bench, HostSite site, String cycle) {
        Awaitility.await(cycle + ": what waits is published")
                .atMost(PATIENCE)
                .until(() -> PoolRig.last(bench, Topic.PRIORITIES, PriorityRecord.class)
                                .size()
                        == site.waiting());
        // Every pool wants more than there is, so what is allocated is all that the hosts leave it.
        Awaitility.await(cycle + ": pools have what their hosts leave")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(totals(bench)).isEqualTo(site.slotsOfPools()));
        int seen = orders(bench).size();
        Map<String, Long> before = site.held();
        try (Dispatcher dispatcher = new Dispatcher(
                PoolRig.dispatching(bench, HostSite.DOMAIN),
                new HostCluster((job, now) -> started++, null, System::currentTimeMillis),
                System::currentTimeMillis)) {
            dispatcher.runOnce();
        }
        site.learn(new TopicReader(bench), bench.serdes());

        assertThat(site.overfull()).as(cycle + ": slots beyond those of a host").isEmpty();
        assertThat(site.startedOnClosed())
                .as(cycle + ": starts on hosts that take none")
                .isEmpty();
        // While the dispatcher read and started, queues may have taken turns: accumulated slots go on.
        Map<String, Long> allocated = mostSince(orders(bench), seen);
        Set<String> beyond = new TreeSet<>();
        site.held().forEach((queue, slots) -> {
            Long may = allocated.get(queue);
            if (may != null && slots > Math.max(may, before.getOrDefault(queue, 0L))) {
                beyond.add(queue + " holds " + slots + " of " + may);
            }
        });
        assertThat(beyond).as(cycle + ": queues beyond their slots").isEmpty();
    }

    /** The slots that are allocated in each pool. */
    private static Map<String, Long> totals(Workbench bench) {
        Map<String, Long> totals = new TreeMap<>();
        orders(bench)
                .forEach(order -> totals.put(
                        order.getQueue(),
                        order.getSlots().values().stream()
                                .mapToLong(slots -> slots)
                                .sum()));
        return totals;
    }

    /** The most slots that a queue had in the orders from the last ones of {@code seen} on. */
    private static Map<String, Long> mostSince(List<QueueOrder> orders, int seen) {
        Map<String, QueueOrder> last = new TreeMap<>();
        orders.subList(0, seen).forEach(order -> last.put(order.getQueue(), order));
        Map<String, Long> most = new TreeMap<>();
        Stream.concat(last.values().stream(), orders.subList(seen, orders.size()).stream())
                .forEach(order -> order.getSlots().forEach((queue, slots) -> most.merge(queue, slots, Math::max)));
        return most;
    }

    /** All orders of pools that were ever published. */
    private static List<QueueOrder> orders(Workbench bench) {
        List<QueueOrder> orders = new ArrayList<>();
        try (Deserializer<QueueOrder> values = bench.serdes().deserializer(QueueOrder.class)) {
            new TopicReader(bench).readAll(Topic.ORDERS, record -> {
                QueueOrder order = values.deserialize(record.topic(), record.value());
                if (order != null && !order.getQueue().isEmpty()) {
                    orders.add(order);
                }
            });
        }
        return orders;
    }
}

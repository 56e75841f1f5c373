package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ClockTick;
import io.fairway.avro.UsageRecord;
import io.fairway.embedded.BrokerCluster;
import io.fairway.embedded.SharedRegistry;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import io.fairway.trial.AppProcess;
import io.fairway.trial.replay.LineDigest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances on three brokers. The test kills an instance and a broker in the middle, and pauses an instance for longer than
 * its transaction timeout. Nothing is lost or counted twice.
 */
@Order(1)
class KillIT {
    /**
     * A quorum whose members count each other as dead after two seconds elects without end on a busy machine. Until the dead one
     * is missed, those that are left ask it without a pause, which keeps a processor busy.
     */
    private static final Map<String, String> BROKERS = Map.of(
            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000",
            "broker.session.timeout.ms", "10000",
            "controller.quorum.fetch.timeout.ms", "8000",
            "controller.quorum.request.timeout.ms", "8000",
            "controller.quorum.election.timeout.ms", "4000");

    /**
     * Sessions and transactions are as long as a machine may stand still that is merely busy: one that is taken for dead costs
     * time and no more, but one that is taken for dead over and over gets nowhere. What is killed is missed after so long.
     */
    private static final Map<String, String> INSTANCE = Map.of(
            "topic.replication", "3",
            "kafka.consumer.session.timeout.ms", "20000",
            "kafka.consumer.heartbeat.interval.ms", "1500",
            "kafka.producer.transaction.timeout.ms", "20000");

    private static final int PARTITIONS = 4;

    @TempDir
    private Path directory;

    @Test
    void losesAndDoublesNothingWhenAnInstanceAndABrokerAreKilled() {
        // Given
        GeneratedHistory history = new GeneratedHistory(77, 10, 45);
        List<GeneratedHistory.Produced> facts = history.shuffled(3, 5);
        String undisturbed = undisturbed(history);

        try (BrokerCluster brokers = BrokerCluster.start(directory.resolve("brokers"), BROKERS);
                HistoryRig rig = new HistoryRig(
                        directory, brokers.bootstrapServers(), SharedRegistry.url(), PARTITIONS, (short) 3)) {
            rig.send(history.tables());
            AppProcess first = rig.startApp("first", INSTANCE);
            AppHere second = rig.startHere("second", INSTANCE);
            List<List<GeneratedHistory.Produced>> parts = parts(facts, 7);
            rig.send(parts.get(0));
            rig.awaitProcessed();
            await(() -> rig.tasksOf("second"), domains(history));
            Set<Integer> tasks = await(() -> rig.tasksOf("first"), domains(history));

            // When
            rig.send(parts.get(1));
            first.kill();
            try (HistoryRig.Output output = rig.nextOutput(tasks)) {
                Stopwatch killed = new Stopwatch();
                rig.send(parts.get(2));
                output.await();
                killed.report("the survivor's first output for the tasks of a killed instance");
                rig.awaitProcessed();
                killed.report("the survivor caught up");
            }
            awaitAll(() -> rig.tasksOf("second"), tasks);

            Stopwatch restarted = new Stopwatch();
            first.restart();
            Set<Integer> back = await(() -> rig.tasksOf("first"), domains(history));
            try (HistoryRig.Output output = rig.nextOutput(back)) {
                rig.send(parts.get(3));
                output.await();
                restarted.report("the restarted instance's first output");
            }
            rig.awaitProcessed();

            brokers.broker(2).kill();
            Stopwatch broker = new Stopwatch();
            rig.send(parts.get(4));
            rig.awaitProcessed();
            broker.report("everything is processed without one broker");

            // It is missed and its transaction rolled back meanwhile, which it learns when it goes on.
            rig.send(parts.get(5));
            first.freeze();
            awaitAll(() -> rig.tasksOf("second"), domains(history));
            Awaitility.await("no transaction is open")
                    .atMost(HistoryRig.PATIENCE)
                    .until(rig::noTransactionIsOpen);
            first.thaw();
            Stopwatch thawed = new Stopwatch();
            rig.awaitProcessed();
            Set<Integer> again = await(() -> rig.tasksOf("first"), domains(history));
            thawed.report("an instance that stood still has its tasks again");

            // The tasks of the second instance come back to it, in the same process.
            first.requireAlive();
            first.close();
            assertThat(first.exitStatus()).isZero();
            try (HistoryRig.Output output = rig.nextOutput(again)) {
                Stopwatch left = new Stopwatch();
                rig.send(parts.get(6));
                output.await();
                left.report("first output for the tasks of an instance that left in order");
            }
            rig.awaitProcessed();
            awaitAll(() -> rig.tasksOf("second"), again);
            second.requireAlive();

            // Then
            assertThat(rig.finish(history)).isEqualTo(undisturbed);
            assertThat(rig.deadLetterKinds()).isEmpty();
        }
    }

    /** What the topology makes of the history as it was told, where there is no broker, no instance and nothing to kill. */
    private static String undisturbed(GeneratedHistory history) {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            Stream.concat(history.tables().stream(), history.facts().stream())
                    .forEach(record -> pipeline.send(record.topic(), record.key(), record.value()));
            for (String domain : history.domains()) {
                pipeline.send(Topic.CLOCK, Keys.domain(domain), new ClockTick(domain, GeneratedHistory.END, true));
            }
            TreeMap<String, UsageRecord> lines = new TreeMap<>();
            pipeline.read(Topic.USAGE, UsageRecord.class).forEach(sent -> lines.put(sent.key(), sent.value()));
            assertThat(pipeline.deadLetterKinds()).isEmpty();
            return LineDigest.of(lines, GeneratedHistory.measures(), GeneratedHistory.END.toEpochMilli());
        }
    }

    /** The partitions with a domain. */
    private static Set<Integer> domains(GeneratedHistory history) {
        Set<Integer> partitions = new TreeSet<>();
        history.domains()
                .forEach(domain -> partitions.add(DomainPartitions.hashed().partition(domain, PARTITIONS)));
        return partitions;
    }

    /** Waits until an instance has tasks with a domain; returns it. */
    private static Set<Integer> await(Supplier<Set<Integer>> tasks, Set<Integer> withDomain) {
        Set<Integer> found = new TreeSet<>();
        Awaitility.await("an instance has tasks").atMost(HistoryRig.PATIENCE).until(() -> {
            found.clear();
            found.addAll(tasks.get());
            found.retainAll(withDomain);
            return !found.isEmpty();
        });
        return found;
    }

    /** Waits until an instance has certain tasks, whatever else it has. */
    private static void awaitAll(Supplier<Set<Integer>> tasks, Set<Integer> wanted) {
        Awaitility.await("an instance has the tasks of partitions " + wanted)
                .atMost(HistoryRig.PATIENCE)
                .until(() -> tasks.get().containsAll(wanted));
    }

    private static <T> List<List<T>> parts(List<T> all, int count) {
        List<List<T>> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(all.subList(all.size() * i / count, all.size() * (i + 1) / count));
        }
        return parts;
    }

    private static final class Stopwatch {
        private final long begin = System.nanoTime();

        void report(String what) {
            System.out.printf("KillIT: %s after %.1f s%n", what, (System.nanoTime() - begin) / 1e9);
        }
    }
}

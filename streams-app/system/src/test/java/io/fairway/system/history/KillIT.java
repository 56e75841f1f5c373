package io.fairway.system.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Topic;
import io.fairway.system.embedded.AppProcess;
import io.fairway.system.embedded.BrokerCluster;
import io.fairway.system.embedded.EmbeddedBroker;
import io.fairway.system.embedded.RegistryProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two instances on three brokers. The test kills an instance and a broker in the middle, and pauses an instance for longer than
 * its transaction timeout. Nothing is lost or counted twice.
 */
class KillIT {
    private static final Map<String, String> BROKERS = Map.of(
            "transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000",
            "broker.session.timeout.ms", "6000");

    private static final Map<String, String> INSTANCE = Map.of(
            "topic.replication", "3",
            "kafka.consumer.session.timeout.ms", "6000",
            "kafka.consumer.heartbeat.interval.ms", "1500");

    private static final int PARTITIONS = 6;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    @Test
    void losesAndDoublesNothingWhenAnInstanceAndABrokerAreKilled() {
        // Given
        GeneratedHistory history = new GeneratedHistory(77, 10, 90);
        List<GeneratedHistory.Produced> facts = history.shuffled(3, 5);
        String undisturbed = undisturbed(history);

        try (BrokerCluster brokers = BrokerCluster.start(directory.resolve("brokers"), BROKERS);
                RegistryProcess registry = registry("registry");
                HistoryRig rig =
                        new HistoryRig(directory, brokers.bootstrapServers(), registry.url(), PARTITIONS, (short) 3)) {
            rig.send(history.tables());
            AppProcess first = rig.startApp("first", INSTANCE);
            AppProcess second = rig.startApp("second", INSTANCE);
            List<List<GeneratedHistory.Produced>> parts = parts(facts, 7);
            rig.send(parts.get(0));
            rig.awaitProcessed();
            Set<Integer> tasks = await(() -> rig.tasksOf("first"), domains(history));
            assertThat(rig.tasksOf("second")).as("both have work").isNotEmpty();

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
            assertThat(rig.tasksOf("second")).containsAll(tasks);

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

            // The broker rolls its transaction back meanwhile. It learns this when it resumes.
            rig.send(parts.get(5));
            first.freeze();
            Awaitility.await().atMost(PATIENCE).until(rig::noTransactionIsOpen);
            first.thaw();
            Stopwatch thawed = new Stopwatch();
            rig.awaitProcessed();
            thawed.report("a paused instance has caught up");

            // The tasks of the second instance come back to it, in the same process.
            first.requireAlive();
            first.close();
            assertThat(first.exitStatus()).isZero();
            try (HistoryRig.Output output = rig.nextOutput(back)) {
                Stopwatch left = new Stopwatch();
                rig.send(parts.get(6));
                output.await();
                left.report("first output for the tasks of an instance that left in order");
            }
            rig.awaitProcessed();
            assertThat(rig.tasksOf("second")).containsAll(back);
            second.requireAlive();

            // Then
            assertThat(rig.finish(history)).isEqualTo(undisturbed);
            assertThat(rig.deadLetterKinds()).isEmpty();
        }
    }

    private String undisturbed(GeneratedHistory history) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("alone"));
                RegistryProcess registry = registry("registry-alone");
                HistoryRig rig = new HistoryRig(
                        directory.resolve("alone-app"), broker.bootstrapServers(), registry.url(), 2, (short) 1)) {
            rig.send(history.tables());
            rig.startApp("alone", Map.of());
            rig.send(history.facts());
            Awaitility.await("it has begun")
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> rig.processed(Topic.JOB_EVENTS) > 0);
            return rig.finish(history);
        }
    }

    private RegistryProcess registry(String name) {
        return RegistryProcess.start(
                directory.resolve(name), RegistryProcess.Storage.MEMORY, RegistryProcess.Compatibility.FULL_TRANSITIVE);
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
        Awaitility.await("an instance has tasks").atMost(Duration.ofMinutes(2)).until(() -> {
            found.clear();
            found.addAll(tasks.get());
            found.retainAll(withDomain);
            return !found.isEmpty();
        });
        return found;
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

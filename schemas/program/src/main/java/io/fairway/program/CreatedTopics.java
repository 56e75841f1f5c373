package io.fairway.program;

import io.fairway.schemas.Causes;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Waits for topics that were just made, until all brokers know them. */
final class CreatedTopics {
    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
    private static final Executor A_LITTLE_LATER = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

    private CreatedTopics() {}

    // The controller makes a topic before the brokers know it, and each question may go to another broker than
    // the last one: one that is asked too early does not find the topic. And a producer that sends before the
    // leaders know that they lead may lose a first batch and be refused all later ones as out of order.
    static void awaitVisible(Admin admin, Collection<String> names) {
        try {
            var unused = allLed(admin, names, System.nanoTime() + VISIBLE_WITHIN.toNanos())
                    .get();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException refused ? refused : new KafkaException(e.getCause());
        }
    }

    /** Completes when a broker knows all topics, and the leader of each partition that it leads; asks again until the deadline. */
    private static CompletableFuture<Boolean> allLed(Admin admin, Collection<String> names, long deadline) {
        CompletableFuture<Boolean> led = admin.describeTopics(names)
                .allTopicNames()
                .toCompletionStage()
                .thenCompose(
                        topics -> admin.listOffsets(ends(topics.values())).all().toCompletionStage())
                .toCompletableFuture()
                .thenApply(all -> true)
                .exceptionally(CreatedTopics::isNotUnknown);
        return led.thenCompose(yes -> {
            if (yes) {
                return CompletableFuture.completedFuture(true);
            }
            return System.nanoTime() - deadline < 0
                    ? CompletableFuture.runAsync(() -> {}, A_LITTLE_LATER)
                            .thenCompose(nothing -> allLed(admin, names, deadline))
                    : CompletableFuture.failedFuture(
                            new TimeoutException("topics were made, but after " + VISIBLE_WITHIN.toSeconds()
                                    + " s not every broker knows all of them: " + String.join(", ", names)));
        });
    }

    private static Map<TopicPartition, OffsetSpec> ends(Collection<TopicDescription> topics) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        topics.forEach(topic -> topic.partitions()
                .forEach(partition ->
                        ends.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest())));
        return ends;
    }

    private static boolean isNotUnknown(Throwable failure) {
        if (Causes.anyOf(failure, UnknownTopicOrPartitionException.class::isInstance)) {
            return false;
        }
        throw new CompletionException(failure instanceof CompletionException ? failure.getCause() : failure);
    }
}

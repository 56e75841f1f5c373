package io.fairway.trial.demo;

import io.fairway.avro.Dispatch;
import io.fairway.avro.DispatchAction;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.PriorityRecord;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the committed records of the output topics, as any other client, and keeps the content of the table. Its latency of a
 * priority record therefore covers the whole way, from the time of the submission to a reader.
 */
final class Observer implements Runnable {
    private static final List<Topic> READ =
            List.of(Topic.PRIORITIES, Topic.FAIRSHARE, Topic.HEARTBEATS, Topic.DISPATCHES, Topic.DEAD_LETTERS);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int LAST_DISPATCHES = 2;
    private static final int RECENT_LATENCIES = 200;

    private final Consumer<String, byte[]> consumer;
    private final Topics topics;
    private final String deciding;
    private final LongSupplier clock;
    private final Deserializer<PriorityRecord> priorities;
    private final Deserializer<FairshareRecord> fairshares;
    private final Deserializer<Heartbeat> heartbeats;
    private final Deserializer<Dispatch> dispatches;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final Set<String> waiting = new HashSet<>();
    private final Map<String, Map<SimulatedJob.Owner, FairshareRecord>> fairshare = new HashMap<>();
    private final ArrayDeque<Dispatch> lastDispatches = new ArrayDeque<>();
    private long[] latencies = new long[1024];
    private int latencyCount;
    private int judgedFrom;
    private long dispatchCount;
    private long deadLetterCount;
    private @Nullable Heartbeat heartbeat;

    /**
     * The data read so far. {@code recent} is the latency of the last submitted jobs, {@code judged} of those after the warm-up.
     *
     * @param fairshare fairshare records by policy
     * @param waiting number of jobs with a priority record
     * @param heartbeat heartbeat of the deciding policy
     */
    record Observed(
            Map<String, Map<SimulatedJob.Owner, FairshareRecord>> fairshare,
            int waiting,
            List<Dispatch> lastDispatches,
            long dispatches,
            long deadLetters,
            Latency recent,
            Latency judged,
            @Nullable Heartbeat heartbeat) {
        /** The last fairshare records of a policy. */
        Map<SimulatedJob.Owner, FairshareRecord> fairshareOf(DemoPolicy policy) {
            return fairshare.getOrDefault(policy.toString(), Map.of());
        }
    }

    /**
     * It reads nothing before {@link #run}.
     *
     * @param consumer its own consumer, which it closes
     * @param deciding the policy whose records it times
     * @param clock epoch milliseconds
     */
    Observer(
            Consumer<String, byte[]> consumer,
            Topics topics,
            FairwaySerdes serdes,
            DemoPolicy deciding,
            LongSupplier clock) {
        this.consumer = consumer;
        this.topics = topics;
        this.deciding = deciding.toString();
        this.clock = clock;
        priorities = serdes.deserializer(PriorityRecord.class);
        fairshares = serdes.deserializer(FairshareRecord.class);
        heartbeats = serdes.deserializer(Heartbeat.class);
        dispatches = serdes.deserializer(Dispatch.class);
    }

    /** Reads until {@link #stop}. */
    @Override
    public void run() {
        try (consumer;
                priorities;
                fairshares;
                heartbeats;
                dispatches) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (Topic topic : READ) {
                consumer.partitionsFor(topics.name(topic))
                        .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (!stopping.get()) {
                var records = consumer.poll(POLL);
                long now = clock.getAsLong();
                records.forEach(record -> take(record, now));
            }
        } catch (WakeupException e) {
            // A request to stop.
        }
    }

    /** Ends {@link #run} soon; any thread may call it. */
    void stop() {
        stopping.set(true);
        consumer.wakeup();
    }

    /** Ends the warm-up: latencies so far do not count. */
    synchronized void judgeFromHere() {
        judgedFrom = latencyCount;
    }

    synchronized Observed seen() {
        Map<String, Map<SimulatedJob.Owner, FairshareRecord>> copy = new HashMap<>();
        fairshare.forEach((policy, records) -> copy.put(policy, Map.copyOf(records)));
        return new Observed(
                copy,
                waiting.size(),
                List.copyOf(lastDispatches),
                dispatchCount,
                deadLetterCount,
                latency(Math.max(0, latencyCount - RECENT_LATENCIES)),
                latency(judgedFrom),
                heartbeat);
    }

    private Latency latency(int from) {
        return Latency.of(Arrays.copyOfRange(latencies, from, latencyCount));
    }

    private synchronized void take(ConsumerRecord<String, byte[]> record, long now) {
        Topic topic = topics.of(record.topic());
        if (topic == Topic.PRIORITIES) {
            if (Keys.split(record.key()).get(1).equals(deciding)) {
                priority(record, now);
            }
        } else if (topic == Topic.FAIRSHARE && record.value() != null) {
            FairshareRecord read = fairshares.deserialize(record.topic(), record.value());
            fairshare
                    .computeIfAbsent(read.getPolicy(), policy -> new HashMap<>())
                    .put(new SimulatedJob.Owner(read.getAccount(), read.getUser()), read);
        } else if (topic == Topic.HEARTBEATS && record.value() != null) {
            Heartbeat beat = heartbeats.deserialize(record.topic(), record.value());
            heartbeat = beat.getPolicy().equals(deciding) ? beat : heartbeat;
        } else if (topic == Topic.DISPATCHES) {
            dispatch(dispatches.deserialize(record.topic(), record.value()));
        } else if (topic == Topic.DEAD_LETTERS) {
            deadLetterCount++;
        }
    }

    private void dispatch(Dispatch dispatch) {
        if (dispatch.getAction() == DispatchAction.STARTED) {
            dispatchCount++;
            lastDispatches.addFirst(dispatch);
            if (lastDispatches.size() > LAST_DISPATCHES) {
                lastDispatches.removeLast();
            }
        }
    }

    /** Only a job's first record measures its submission; later records have other causes. */
    private void priority(ConsumerRecord<String, byte[]> record, long now) {
        if (record.value() == null) {
            waiting.remove(record.key());
        } else if (waiting.add(record.key())) {
            if (latencyCount == latencies.length) {
                latencies = Arrays.copyOf(latencies, 2 * latencyCount);
            }
            latencies[latencyCount++] = now
                    - priorities
                            .deserialize(record.topic(), record.value())
                            .getSubmitTime()
                            .toEpochMilli();
        }
    }
}

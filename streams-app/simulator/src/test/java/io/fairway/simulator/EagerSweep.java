package io.fairway.simulator;

import io.fairway.core.stored.SettledJob;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A processor that forgets ended jobs after each turn, by the latest append time of all, whatever that says. It leaves no mark, and does
 * not wait for a measure that still has to charge them.
 */
final class EagerSweep implements Processor<byte[], byte[], Object, Object> {
    private static final Set<String> JOBS =
            Set.of(Topics.standard().name(Topic.JOB_EVENTS), Topics.standard().name(Topic.SAMPLES));

    private final Processor<byte[], byte[], Object, Object> processor;
    private final long kept;
    private @Nullable ProcessorContext<Object, Object> context;
    private long appended = Long.MIN_VALUE;

    /** @param horizons after which jobs are forgotten */
    EagerSweep(Processor<byte[], byte[], Object, Object> processor, EngineSettings settings, int horizons) {
        this.processor = processor;
        kept = horizons * settings.horizonMillis();
    }

    @Override
    public void init(ProcessorContext<Object, Object> given) {
        context = given;
        KeyValueStore<String, byte[]> settled = given.getStateStore(Stores.SETTLED_JOBS.name());
        KeyValueStore<String, byte[]> held = given.getStateStore(Stores.DEFERRED.name());
        processor.init(Standing.in(given, "schedule", args -> {
            Punctuator turn = (Punctuator) args[2];
            return given.schedule(
                    (java.time.Duration) args[0], (org.apache.kafka.streams.processor.PunctuationType) args[1], now -> {
                        turn.punctuate(now);
                        sweep(settled, held);
                    });
        }));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (context != null
                && context.recordMetadata()
                        .filter(from -> JOBS.contains(from.topic()))
                        .isPresent()) {
            appended = Math.max(appended, record.timestamp());
        }
        processor.process(record);
    }

    private void sweep(KeyValueStore<String, byte[]> settled, KeyValueStore<String, byte[]> held) {
        List<String> expired = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> jobs = settled.range("", null)) {
            while (jobs.hasNext()) {
                KeyValue<String, byte[]> job = jobs.next();
                if (appended > 0
                        && !SettledJob.isMark(job.value)
                        && appended - SettledJob.at(job.value) > kept
                        && !isAwaited(held, job.key)) {
                    expired.add(job.key);
                }
            }
        }
        expired.forEach(settled::delete);
    }

    private static boolean isAwaited(KeyValueStore<String, byte[]> held, String job) {
        try (KeyValueIterator<String, byte[]> facts = held.range(job + "|", job + "}")) {
            return facts.hasNext();
        }
    }

    @Override
    public void close() {
        processor.close();
    }
}

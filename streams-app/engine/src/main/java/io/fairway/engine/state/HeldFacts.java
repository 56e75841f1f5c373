package io.fairway.engine.state;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.StateCodec;
import io.fairway.schemas.Keys;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Facts that are later than the clock of their domain, each once. */
public final class HeldFacts {
    private final String domain;
    private final KeyValueStore<String, byte[]> store;
    private final Timeline timeline;
    private int count;

    public HeldFacts(String domain, KeyValueStore<String, byte[]> store, Timeline timeline) {
        this.domain = domain;
        this.store = store;
        this.timeline = timeline;
    }

    /** A fact whose time has come. */
    public record Released(JobKey job, JobFact fact) {}

    public void restore() {
        EngineStores.forEach(store, Keys.domain(domain), (key, bytes) -> {
            count++;
            timeline.schedule(fact(bytes).time(), new Timeline.Due.Held(key));
        });
    }

    public void hold(JobKey job, JobFact fact) {
        byte[] value = StateCodec.encode(new JobState(List.of(fact), 0));
        String key = Keys.job(domain, job.cluster(), job.job()) + "|" + fact.time() + "|" + digest(value);
        if (store.putIfAbsent(key, value) == null) {
            count++;
            timeline.schedule(fact.time(), new Timeline.Due.Held(key));
        }
    }

    @Nullable
    public Released release(String key) {
        byte[] bytes = store.delete(key);
        if (bytes == null) {
            return null;
        }
        count--;
        List<String> parts = Keys.split(key);
        return new Released(new JobKey(domain, parts.get(1), parts.get(2)), fact(bytes));
    }

    public int count() {
        return count;
    }

    private static JobFact fact(byte[] bytes) {
        return StateCodec.decodeJob(bytes).facts().get(0);
    }

    private static String digest(byte[] value) {
        try {
            return HexFormat.of()
                    .formatHex(
                            Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(value), 12));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}

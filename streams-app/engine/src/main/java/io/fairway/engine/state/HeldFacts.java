package io.fairway.engine.state;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.engine.store.StateCodec;
import io.fairway.engine.store.StateStores;
import io.fairway.schemas.Keys;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Facts that are later than the clock of their domain. Each fact is kept once. */
public final class HeldFacts {
    private final String domain;
    private final StateStores stores;
    private final Timeline timeline;
    private int count;

    HeldFacts(String domain, StateStores stores, Timeline timeline) {
        this.domain = domain;
        this.stores = stores;
        this.timeline = timeline;
    }

    /** Replays the content of the stores. */
    void restore(Consumer<Change> replay) {
        StateStores.forEach(
                stores.held(), Keys.domain(domain), (key, bytes) -> replay.accept(new Change.Held(key, decode(bytes))));
    }

    void replay(Change.Held held) {
        count++;
        timeline.schedule(held.fact().time(), new Timeline.Due.Held(held.key()));
    }

    void replay(Change.Released released) {
        count--;
        timeline.cancel(new Timeline.Due.Held(released.key()));
    }

    /** The change that keeps a fact; null if the fact is kept already. */
    public Change.@Nullable Held hold(JobKey job, JobFact fact) {
        String key = JobBook.key(job) + "|" + fact.time() + "|" + digest(encode(fact));
        return stores.held().get(key) == null ? new Change.Held(key, fact) : null;
    }

    /** The fact that is kept under a key; null if none is. */
    public @Nullable JobFact fact(String key) {
        byte[] bytes = stores.held().get(key);
        return bytes == null ? null : decode(bytes);
    }

    /** The job in the key of a kept fact. */
    public static JobKey jobOf(String key) {
        return JobBook.parse(key);
    }

    public int count() {
        return count;
    }

    static byte[] encode(JobFact fact) {
        return StateCodec.encode(new JobState(List.of(fact), 0));
    }

    private static JobFact decode(byte[] bytes) {
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

package io.fairway.engine.state;

import io.fairway.core.ledger.JobState;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.stored.StateCodec;
import io.fairway.engine.Origin;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Timeline;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * Facts that are kept for later: those beyond the clock of their domain, and those of jobs with so many facts that one
 * step for each would be too slow. Each fact is kept once.
 */
public final class DeferredFacts {
    private final String domain;
    private final StateStores<?, ?> stores;
    private final Timeline timeline;
    /** Jobs with facts whose time has come. They are applied together. */
    private final LinkedHashSet<JobKey> parked = new LinkedHashSet<>();

    private int count;

    DeferredFacts(String domain, StateStores<?, ?> stores, Timeline timeline) {
        this.domain = domain;
        this.stores = stores;
        this.timeline = timeline;
    }

    /** Replays the content of the stores. */
    void restore(Consumer<Change> replay) {
        StateStores.forEach(stores.get(Stores.DEFERRED), Keys.domain(domain), (key, bytes) -> {
            Kept kept = decode(key, bytes);
            replay.accept(new Change.Deferred(key, kept.fact(), kept.origin()));
        });
    }

    void replay(Change.Deferred deferred) {
        count++;
        timeline.schedule(deferred.fact().time(), new Timeline.Due.Deferred(deferred.key()));
    }

    void replay(Change.Released released) {
        count--;
        timeline.cancel(new Timeline.Due.Deferred(released.key()));
    }

    /** A fact that is kept under a key. */
    public record Kept(String key, JobFact fact, Origin origin) {}

    /** The change that keeps a fact; null if the fact is kept already. */
    public Change.@Nullable Deferred defer(JobKey job, JobFact fact, Origin origin) {
        String key = JobBook.key(job) + "|" + fact.time() + "|" + digest(StateCodec.encode(alone(fact)));
        return stores.get(Stores.DEFERRED).get(key) == null ? new Change.Deferred(key, fact, origin) : null;
    }

    /** The fact that is kept under a key; null if none is. */
    public @Nullable Kept fact(String key) {
        byte[] bytes = stores.get(Stores.DEFERRED).get(key);
        return bytes == null ? null : decode(key, bytes);
    }

    /** Puts a job among those whose kept facts are applied together. */
    public void park(JobKey job) {
        parked.add(job);
    }

    /** The next job whose kept facts are to be applied together; null if there is none. */
    public @Nullable JobKey nextParked() {
        return parked.isEmpty() ? null : parked.getFirst();
    }

    /**
     * Facts of a parked job whose time has come. If these are all, the job is parked no longer.
     *
     * @param most how many to return at most
     */
    public List<Kept> takeParked(JobKey job, int most, long clock) {
        List<Kept> facts = new ArrayList<>();
        String prefix = JobBook.key(job);
        try (KeyValueIterator<String, byte[]> own = stores.get(Stores.DEFERRED).range(prefix + "|", prefix + "}")) {
            while (own.hasNext()) {
                KeyValue<String, byte[]> entry = own.next();
                Kept kept = decode(entry.key, entry.value);
                if (kept.fact().time() <= clock) {
                    if (facts.size() == most) {
                        return facts;
                    }
                    facts.add(kept);
                }
            }
        }
        parked.remove(job);
        return facts;
    }

    /** The time of the latest fact of a job that is kept; Long.MIN_VALUE without one. */
    long latest(JobKey job) {
        long latest = Long.MIN_VALUE;
        String prefix = JobBook.key(job);
        try (KeyValueIterator<String, byte[]> own = stores.get(Stores.DEFERRED).range(prefix + "|", prefix + "}")) {
            while (own.hasNext()) {
                KeyValue<String, byte[]> entry = own.next();
                latest = Math.max(latest, decode(entry.key, entry.value).fact().time());
            }
        }
        return latest;
    }

    /** The key of the job in the key of a kept fact. */
    public static String jobText(String key) {
        return JobBook.key(jobOf(key));
    }

    /** The job in the key of a kept fact. */
    public static JobKey jobOf(String key) {
        return JobBook.parse(key);
    }

    public int count() {
        return count;
    }

    static byte[] encode(JobFact fact, Origin origin) {
        byte[] state = StateCodec.encode(alone(fact));
        byte[] topic = origin.topic().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Integer.BYTES + topic.length + Integer.BYTES + Long.BYTES + state.length)
                .putInt(topic.length)
                .put(topic)
                .putInt(origin.partition())
                .putLong(origin.offset())
                .put(state)
                .array();
    }

    private static Kept decode(String key, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        byte[] topic = new byte[buffer.getInt()];
        buffer.get(topic);
        Origin origin = new Origin(new String(topic, StandardCharsets.UTF_8), buffer.getInt(), buffer.getLong());
        byte[] state = new byte[buffer.remaining()];
        buffer.get(state);
        return new Kept(key, StateCodec.decodeJob(state).facts().get(0), origin);
    }

    private static JobState alone(JobFact fact) {
        return new JobState(List.of(fact), 0);
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

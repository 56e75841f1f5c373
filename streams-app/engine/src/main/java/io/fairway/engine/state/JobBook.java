package io.fairway.engine.state;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.engine.store.Decoded;
import io.fairway.engine.store.EngineStores;
import io.fairway.engine.store.StateCodec;
import io.fairway.schemas.Keys;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The jobs of one domain: loads, steps and stores their state. */
public final class JobBook {
    /** Facts of one job, beyond which its state would not fit into a record. */
    public static final int MOST_FACTS = 10_000;

    private final String domain;
    private final KeyValueStore<String, byte[]> active;
    private final KeyValueStore<String, byte[]> settled;
    private final Map<JobKey, JobView> views = new HashMap<>();

    public JobBook(String domain, KeyValueStore<String, byte[]> active, KeyValueStore<String, byte[]> settled) {
        this.domain = domain;
        this.active = active;
        this.settled = settled;
    }

    /** What came of a fact. */
    public record Stepped(boolean changed, List<Charge> charges, JobView view, OptionalLong deadline) {}

    private record Stored(JobKey job, JobView view, OptionalLong deadline) {
        static Stored of(String key, byte[] bytes, Collection<Measure> measures) {
            JobState state = StateCodec.decodeJob(bytes);
            return new Stored(parse(key), JobView.of(state, measures), JobLedger.deadline(state, measures));
        }
    }

    /** Takes the active jobs over, when the domain is opened again; hands out when each needs attention. */
    public void restore(Collection<Measure> measures, Decoded decoded, BiConsumer<JobKey, Long> deadlines) {
        decoded.forEach(active, Stored.class, (key, bytes) -> Stored.of(key, bytes, measures), stored -> {
            views.put(stored.job(), stored.view());
            stored.deadline().ifPresent(at -> deadlines.accept(stored.job(), at));
        });
    }

    /** Takes a fact; null when the job has too many already, unless it is an end. */
    @Nullable
    public Stepped take(JobKey job, JobFact fact, Collection<Measure> measures, long clock) {
        JobState state = load(job);
        if (state.facts().size() >= MOST_FACTS && !fact.type().endsRun()) {
            return null;
        }
        return put(job, state, JobLedger.step(job, state, fact, measures, Math.max(clock, state.asOf())), measures);
    }

    public Stepped advance(JobKey job, Collection<Measure> measures, long clock) {
        JobState state = load(job);
        return put(job, state, JobLedger.advance(job, state, measures, Math.max(clock, state.asOf())), measures);
    }

    /** Charges every job that is kept under measures that are new, and hands out the charges and deadlines. */
    public void open(
            Collection<Measure> added, Collection<Measure> all, long clock, BiConsumer<JobKey, Stepped> action) {
        Map<JobKey, JobState> kept = new HashMap<>();
        forEachKept(kept::put);
        kept.forEach((job, state) -> {
            JobLedger.Step opened = JobLedger.open(job, state, added, Math.max(clock, state.asOf()));
            JobView view = put(job, state, opened, all).view();
            // What is new is the charges, also where the state stays as it is.
            action.accept(job, new Stepped(true, opened.charges(), view, JobLedger.deadline(opened.state(), all)));
        });
    }

    /** The charges of every job that is kept. */
    public List<Charge> charges(Collection<Measure> measures) {
        List<Charge> charges = new ArrayList<>();
        forEachKept((job, state) -> charges.addAll(JobLedger.charges(job, state, measures)));
        return charges;
    }

    /** The jobs that wait or run. */
    public Map<JobKey, JobView> active() {
        return views;
    }

    /** The state of a job, empty when nothing is known of it. */
    public JobState load(JobKey job) {
        String key = key(job);
        byte[] bytes = active.get(key);
        if (bytes != null) {
            return StateCodec.decodeJob(bytes);
        }
        byte[] old = settled.get(key);
        return old == null ? JobState.EMPTY : unwrap(old);
    }

    @SuppressWarnings(
            "ReferenceEquality") // the same object says that nothing changed, without a comparison of all facts
    private Stepped put(JobKey job, JobState before, JobLedger.Step step, Collection<Measure> measures) {
        JobState state = step.state();
        if (state == before) {
            @Nullable JobView known = views.get(job);
            return new Stepped(
                    false, List.of(), known == null ? JobView.of(state, measures) : known, OptionalLong.empty());
        }
        String key = key(job);
        JobView view = JobView.of(state, measures);
        if (view.status() == JobView.Status.ENDED) {
            settled.put(key, wrap(settledAt(view, state), state));
            if (views.remove(job) != null) {
                active.delete(key);
            }
        } else {
            active.put(key, StateCodec.encode(state));
            if (views.put(job, view) == null && settled.get(key) != null) {
                settled.delete(key);
            }
        }
        return new Stepped(true, step.charges(), view, JobLedger.deadline(state, measures));
    }

    private void forEachKept(BiConsumer<JobKey, JobState> action) {
        String prefix = Keys.domain(domain);
        EngineStores.forEach(active, prefix, (key, bytes) -> action.accept(parse(key), StateCodec.decodeJob(bytes)));
        EngineStores.forEach(settled, prefix, (key, bytes) -> action.accept(parse(key), unwrap(bytes)));
    }

    /** When a job settled: with its end, or with the last fact about it, because a duplicate of that must find it. */
    private static long settledAt(JobView view, JobState state) {
        return Math.max(
                view.settled(), state.facts().get(state.facts().size() - 1).time());
    }

    /** A settled job's value begins with the time at which it settled, for the sweep. */
    private static byte[] wrap(long settledAt, JobState state) {
        byte[] bytes = StateCodec.encode(state);
        return ByteBuffer.allocate(8 + bytes.length)
                .putLong(settledAt)
                .put(bytes)
                .array();
    }

    private static JobState unwrap(byte[] bytes) {
        return StateCodec.decodeJob(java.util.Arrays.copyOfRange(bytes, 8, bytes.length));
    }

    /** When the settled job with this value settled. */
    public static long settledAt(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    public static JobKey parse(String key) {
        List<String> parts = Keys.split(key);
        return new JobKey(parts.get(0), parts.get(1), parts.get(2));
    }

    private static String key(JobKey job) {
        return Keys.job(job.domain(), job.cluster(), job.job());
    }
}

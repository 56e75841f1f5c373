package io.fairway.engine.state;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.engine.store.Decoded;
import io.fairway.engine.store.SettledJob;
import io.fairway.engine.store.StateCodec;
import io.fairway.engine.store.StateStores;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The jobs of one domain. Reads their state, and decides how a fact, an instant or a measure changes it. */
public final class JobBook {
    /** The most facts of one job. With more, its state would not fit into a record. */
    public static final int MOST_FACTS = 10_000;

    private final String domain;
    private final StateStores stores;
    private final Timeline timeline;
    private final Map<JobKey, JobView> active = new HashMap<>();
    private final Map<JobKey, JobView> readable = Collections.unmodifiableMap(active);

    JobBook(String domain, StateStores stores, Timeline timeline) {
        this.domain = domain;
        this.stores = stores;
        this.timeline = timeline;
    }

    /**
     * The result of a fact or an instant.
     *
     * @param change null = the state stays the same
     * @param charges the charges to add to lines
     */
    public record Stepped(Change.@Nullable Job change, List<Charge> charges) {
        private static final Stepped NOTHING = new Stepped(null, List.of());
    }

    /** Replays the active jobs that the stores hold. */
    void restore(Collection<Measure> measures, Decoded decoded, Consumer<Change> replay) {
        decoded.forEach(
                stores.activeJobs(),
                Change.Job.class,
                (key, bytes) -> change(parse(key), StateCodec.decodeJob(bytes), measures),
                replay::accept);
    }

    /** Takes a change into memory. */
    void replay(Change.Job job) {
        if (job.ended()) {
            active.remove(job.key());
            timeline.cancel(new Timeline.Due.Job(job.key()));
            timeline.cancel(new Timeline.Due.Priority(job.key()));
            return;
        }
        active.put(job.key(), job.view());
        Timeline.Due due = new Timeline.Due.Job(job.key());
        job.deadline().ifPresentOrElse(at -> timeline.schedule(at, due), () -> timeline.cancel(due));
    }

    /** The effect of a fact on a job. Null if the job has too many facts already, unless this one is an end. */
    public @Nullable Stepped take(JobKey job, JobFact fact, Collection<Measure> measures, long clock) {
        JobState state = load(job);
        if (state.facts().size() >= MOST_FACTS && !fact.type().endsRun()) {
            return null;
        }
        return stepped(job, state, JobLedger.step(job, state, fact, measures, Math.max(clock, state.asOf())), measures);
    }

    /** The effect of an instant on a job. */
    public Stepped advance(JobKey job, Collection<Measure> measures, long clock) {
        JobState state = load(job);
        return stepped(job, state, JobLedger.advance(job, state, measures, Math.max(clock, state.asOf())), measures);
    }

    /** The charges of every kept job under new measures. */
    public void open(
            Collection<Measure> added, Collection<Measure> all, long clock, BiConsumer<JobKey, Stepped> action) {
        Map<JobKey, JobState> kept = new HashMap<>();
        forEachKept(kept::put);
        kept.forEach((job, state) -> {
            JobLedger.Step opened = JobLedger.open(job, state, added, Math.max(clock, state.asOf()));
            // The charges are new even if the state stays the same.
            action.accept(job, new Stepped(change(job, opened.state(), all), opened.charges()));
        });
    }

    /** The charges of every kept job. */
    List<Charge> charges(Collection<Measure> measures) {
        List<Charge> charges = new ArrayList<>();
        forEachKept((job, state) -> charges.addAll(JobLedger.charges(job, state, measures)));
        return charges;
    }

    /** The jobs that wait or run. */
    public Map<JobKey, JobView> active() {
        return readable;
    }

    /** The state of a job; empty if the job is unknown. */
    public JobState load(JobKey job) {
        String key = key(job);
        byte[] bytes = stores.activeJobs().get(key);
        if (bytes != null) {
            return StateCodec.decodeJob(bytes);
        }
        byte[] settled = stores.settledJobs().get(key);
        return settled == null ? JobState.EMPTY : SettledJob.state(settled);
    }

    @SuppressWarnings(
            "ReferenceEquality") // the same object says that nothing changed, so no comparison of all facts is needed
    private static Stepped stepped(JobKey job, JobState before, JobLedger.Step step, Collection<Measure> measures) {
        return step.state() == before
                ? Stepped.NOTHING
                : new Stepped(change(job, step.state(), measures), step.charges());
    }

    private static Change.Job change(JobKey job, JobState state, Collection<Measure> measures) {
        return new Change.Job(job, state, JobView.of(state, measures), JobLedger.deadline(state, measures));
    }

    private void forEachKept(BiConsumer<JobKey, JobState> action) {
        String prefix = Keys.domain(domain);
        StateStores.forEach(
                stores.activeJobs(), prefix, (key, bytes) -> action.accept(parse(key), StateCodec.decodeJob(bytes)));
        StateStores.forEach(
                stores.settledJobs(), prefix, (key, bytes) -> action.accept(parse(key), SettledJob.state(bytes)));
    }

    /** The job in a key of a store. */
    public static JobKey parse(String key) {
        List<String> parts = Keys.split(key);
        return new JobKey(parts.get(0), parts.get(1), parts.get(2));
    }

    static String key(JobKey job) {
        return Keys.job(job.domain(), job.cluster(), job.job());
    }
}

package io.fairway.engine.state;

import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.Forgetting;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobReading;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.LeaseRenewal;
import io.fairway.core.ledger.Measure;
import io.fairway.core.ledger.Watched;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.stored.SettledJob;
import io.fairway.core.stored.StateCodec;
import io.fairway.engine.state.change.Change;
import io.fairway.engine.state.change.Timeline;
import io.fairway.engine.store.DecodeCache;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.schemas.Keys;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one domain: the active ones in memory, the ended ones in their store. It decides how a fact, an instant or a
 * measure changes a job.
 */
public final class JobBook {
    /** The most facts of one job. */
    public static final int MAX_FACTS = 10_000;

    /** The most bytes of a job's facts. With more, its state would not fit into a record. */
    public static final int MAX_BYTES = 524_288;

    /** The same for an end, so that a job with too many facts can still end. */
    public static final int MAX_BYTES_WITH_ENDS = 786_432;

    /** A job with more facts is large: a step costs so much that several facts have to share one. */
    static final int MANY_FACTS = 256;

    private static final int LARGE_JOBS = 10_000;

    private final StateStores<?, ?> stores;
    private final Timeline timeline;
    private final Function<String, @Nullable SettledJob> settled;
    private final ToLongFunction<JobKey> latestDeferred;
    private final Function<String, List<Watched>> watched;
    private final JobScan jobScan;
    private final ActiveJobs active = new ActiveJobs();
    /** Jobs that {@code jobs-active} holds, and that have ended by the measures of a start. */
    private final Map<JobKey, JobState> overdue = new HashMap<>();

    private long changes;
    /** The number of facts of large jobs: those that were met last, as a job may stay here after its end. */
    private final Map<JobKey, Integer> large = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.@Nullable Entry<JobKey, Integer> eldest) {
            return size() > LARGE_JOBS;
        }
    };

    /**
     * A book without jobs.
     *
     * @param settled the present state of a job that ended; null if it did not
     * @param latestDeferred the time of the latest fact of a job that is kept for later; Long.MIN_VALUE without one
     * @param watched the times in which sources watched a cluster
     * @param flush writes all changes to the stores, for a scan
     */
    JobBook(
            String domain,
            StateStores<?, ?> stores,
            Timeline timeline,
            Function<String, @Nullable SettledJob> settled,
            ToLongFunction<JobKey> latestDeferred,
            Function<String, List<Watched>> watched,
            Runnable flush) {
        this.stores = stores;
        this.timeline = timeline;
        this.settled = settled;
        this.latestDeferred = latestDeferred;
        this.watched = watched;
        jobScan = new JobScan(domain, stores, flush);
    }

    /**
     * The result of a fact or an instant.
     *
     * @param change null = the state stays the same
     * @param charges the charges to add to lines
     * @param problem why a fact is refused, or what is not charged under a new measure; null without a problem
     */
    public record Stepped(
            Change.@Nullable Job change,
            List<Charge> charges,
            @Nullable String problem) {
        private static final Stepped NOTHING = new Stepped(null, List.of(), null);
    }

    /** Replays the active jobs that the stores hold. By now, the measures may say that one of them has ended. */
    void restore(Collection<Measure> measures, DecodeCache decodeCache, Consumer<Change> replay) {
        decodeCache.forEach(
                stores.get(Stores.ACTIVE_JOBS),
                Change.Job.class,
                (key, bytes) -> {
                    JobKey job = parse(key);
                    return change(job, JobReading.of(job, StateCodec.decodeJob(bytes), measures), measures, false, 0);
                },
                job -> {
                    replay.accept(job);
                    if (job.ended()) {
                        overdue.put(job.key(), job.state());
                    }
                });
    }

    /** Takes a change into memory. */
    void replay(Change.Job job) {
        changes++;
        if (!overdue.isEmpty()) {
            overdue.remove(job.key());
        }
        if (job.ended()) {
            active.remove(job.key());
            timeline.cancel(new Timeline.Due.Job(job.key()));
            timeline.cancel(new Timeline.Due.Priority(job.key()));
            return;
        }
        count(job.key(), job.state().facts().size());
        ActiveJobs.Active before =
                active.put(job.key(), new ActiveJobs.Active(job.state(), job.view(), job.deadline(), job.mostBytes()));
        OptionalLong deadline = before == null ? OptionalLong.empty() : before.deadline();
        if (!deadline.equals(job.deadline())) {
            Timeline.Due due = new Timeline.Due.Job(job.key());
            job.deadline().ifPresentOrElse(at -> timeline.schedule(at, due), () -> timeline.cancel(due));
        }
    }

    /** Whether a job is among the active ones in the stores, or will be with the next commit. */
    boolean isKeptActive(JobKey job) {
        return active.get(job) != null || overdue.containsKey(job);
    }

    /** Whether a step of a job costs so much that several facts have to share one. */
    public boolean isLarge(JobKey job) {
        return !large.isEmpty() && large.containsKey(job);
    }

    /** The reason if a job has so many facts that only its end is taken; else null. */
    public @Nullable String full(JobKey job) {
        return isLarge(job) && large.getOrDefault(job, 0) >= MAX_FACTS ? named(job, JobSizeLimit.FULL) : null;
    }

    /** Hears of facts that are not charged. */
    public interface Uncharged {
        /** A job has no room for a fact. */
        void refused(JobFact fact, String why);

        /** A fact adds nothing. */
        void duplicate(JobFact fact);

        /** Nobody told of them. */
        Uncharged NOBODY = new Uncharged() {
            @Override
            public void refused(JobFact fact, String why) {}

            @Override
            public void duplicate(JobFact fact) {}
        };
    }

    /**
     * The effect of facts on a job in one step. If the job cannot be charged with all of them, they change nothing, and
     * {@link Stepped#problem} says why.
     *
     * @param charged the measures under which the job's events charge it
     */
    public Stepped take(
            JobKey job,
            List<JobFact> facts,
            Collection<Measure> measures,
            Collection<Measure> charged,
            long clock,
            Uncharged uncharged) {
        Stored stored = stored(job);
        JobState state = stored.state();
        JobSizeLimit room = new JobSizeLimit(state, stored.mostBytes());
        for (JobFact fact : facts) {
            JobState with = JobLedger.with(room.state(), fact, measures);
            if (isSame(with, room.state())) {
                uncharged.duplicate(fact);
            } else {
                String problem = room.take(fact, with);
                if (problem != null) {
                    uncharged.refused(fact, named(job, problem));
                }
            }
        }
        long asOf = Math.max(clock, state.asOf());
        for (JobFact sign : renewals(job, room.state(), measures, asOf)) {
            room.take(sign, JobLedger.with(room.state(), sign, measures));
        }
        JobLedger.Step step = JobLedger.settle(job, state, room.state(), charged, asOf);
        if (step.problem() != null) {
            return new Stepped(null, List.of(), named(job, step.problem()));
        }
        count(
                job,
                room.isFull()
                        ? MAX_FACTS
                        : room.isLarge() ? MANY_FACTS + 1 : room.state().facts().size());
        return stepped(job, stored, step, measures, room.mostBytes());
    }

    private List<JobFact> renewals(JobKey job, JobState state, Collection<Measure> measures, long asOf) {
        return LeaseRenewal.of(state, measures, asOf, watched.apply(job.cluster()));
    }

    private static String named(JobKey job, String problem) {
        return "job " + job.job() + ": " + problem;
    }

    /** The effect of an instant on a job. */
    public Stepped advance(JobKey job, Collection<Measure> measures, Collection<Measure> charged, long clock) {
        Stored stored = stored(job);
        JobState state = stored.state();
        long asOf = Math.max(clock, state.asOf());
        if (!renewals(job, state, measures, asOf).isEmpty()) {
            Stepped renewed = take(job, List.of(), measures, charged, clock, Uncharged.NOBODY);
            if (renewed.change() != null) {
                return renewed;
            }
        }
        if (stored.settled()) {
            return Stepped.NOTHING; // Its lease ended, and nobody watched it for longer.
        }
        return stepped(job, stored, JobLedger.advance(job, state, charged, asOf), measures, stored.mostBytes());
    }

    /**
     * The charges of a kept job under a measure that is new to it, as of the job's own instant: what falls due up to the
     * domain's clock may still have to be applied under the other measures.
     */
    public Stepped open(JobKey job, Kept kept, Measure added, Collection<Measure> all) {
        JobState state = kept.state();
        JobLedger.Step opened = JobLedger.open(job, state, List.of(added), state.asOf());
        // The charges are new even if the state stays the same.
        JobReading reading = JobReading.of(job, opened.state(), all);
        Change.Job change = change(job, reading, all, kept.settled(), 0);
        if (!renewals(job, opened.state(), all, state.asOf()).isEmpty()) {
            change = change.withDeadline(state.asOf());
        }
        return new Stepped(change, opened.charges(), opened.problem());
    }

    /**
     * A kept job with its key in the stores.
     *
     * @param settled whether it is among those that ended
     */
    public record Kept(String key, JobState state, boolean settled) {}

    /**
     * The kept jobs after a key, in the order of the keys of both stores. They are read at once, so that the
     * stores may change meanwhile.
     *
     * @param most how many to return at most; fewer = there are no more
     */
    public List<Kept> keptAfter(String key, int most) {
        return jobScan.after(key, most);
    }

    /** A number that differs after each change of a job. */
    long changes() {
        return changes;
    }

    /** The jobs that wait or run. */
    public Map<JobKey, JobView> active() {
        return active.views();
    }

    /** How many of them wait. */
    public int pendingCount() {
        return active.pending();
    }

    /** The state of a job; empty if the job is unknown. */
    public JobState load(JobKey job) {
        return stored(job).state();
    }

    /**
     * The state of a job.
     *
     * @param settled whether it is among those that ended
     * @param mostBytes at least its stored bytes; 0 = not counted
     */
    private record Stored(JobState state, boolean settled, int mostBytes) {}

    private Stored stored(JobKey job) {
        ActiveJobs.Active inMemory = active.get(job);
        if (inMemory != null) {
            return new Stored(inMemory.state(), false, inMemory.mostBytes());
        }
        JobState over = overdue.get(job);
        if (over != null) {
            return new Stored(over, false, 0);
        }
        SettledJob ended = settled.apply(key(job));
        return ended == null ? new Stored(JobState.EMPTY, false, 0) : new Stored(ended.state(), true, 0);
    }

    private void count(JobKey job, int facts) {
        if (facts > MANY_FACTS) {
            large.merge(job, facts, Math::max);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same object says that nothing changed: no comparison of all facts
    private static boolean isSame(JobState before, JobState after) {
        return before == after;
    }

    private static Stepped stepped(
            JobKey job, Stored before, JobLedger.Step step, Collection<Measure> measures, int mostBytes) {
        JobReading reading = step.reading();
        return reading == null || isSame(step.state(), before.state())
                ? Stepped.NOTHING
                : new Stepped(change(job, reading, measures, before.settled(), mostBytes), step.charges(), null);
    }

    private static Change.Job change(
            JobKey job, JobReading reading, Collection<Measure> measures, boolean wasSettled, int mostBytes) {
        return new Change.Job(
                job,
                reading.state(),
                reading.view(measures),
                reading.deadline(measures),
                wasSettled,
                mostBytes,
                reading.lapsedAt(measures));
    }

    /** The job in a key of a store. */
    public static JobKey parse(String key) {
        List<String> parts = Keys.split(key);
        return new JobKey(parts.get(0), parts.get(1), parts.get(2));
    }

    /** The key of the mark that a forgotten job leaves in the store of ended jobs. */
    public static String markKey(String job) {
        return job + "|forgotten";
    }

    /**
     * Whether a job that ended is over, for a record that was appended at this instant of the append clock. A fact about it
     * that is kept for later was told of it, too.
     */
    private boolean isOver(JobKey job, SettledJob ended, Forgetting law, long clock) {
        return law.isOver(ended.at(), clock)
                && law.isOver(Math.max(ended.at(), latestDeferred.applyAsLong(job)), clock);
    }

    /** Why a fact of a job comes too late to count; null if it may. */
    public @Nullable String late(JobKey job, JobFact fact, Forgetting law, long clock) {
        if (!law.isInDoubt(fact, clock)) {
            return null;
        }
        SettledJob ended = isKeptActive(job) ? null : settled.apply(key(job));
        if (ended != null && isOver(job, ended, law, clock)) {
            return law.problem(fact, List.of(), ended.at(), clock);
        }
        byte[] mark = stores.get(Stores.SETTLED_JOBS).get(markKey(key(job)));
        return law.problem(
                fact,
                ended == null ? load(job).facts() : ended.state().facts(),
                mark == null ? Forgetting.NOTHING : SettledJob.at(mark),
                clock);
    }

    /** The change that forgets a job which is over, before more is told of it; null if there is none. */
    public Change.@Nullable Forgotten forget(JobKey job, Forgetting law, long clock) {
        SettledJob ended = isKeptActive(job) ? null : settled.apply(key(job));
        return ended != null && isOver(job, ended, law, clock) && latestDeferred.applyAsLong(job) == Long.MIN_VALUE
                ? new Change.Forgotten(job, ended.at())
                : null;
    }

    static String key(JobKey job) {
        return Keys.job(job.domain(), job.cluster(), job.job());
    }
}

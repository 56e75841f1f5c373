package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of a job, from its facts: start times tell runs apart.
 *
 * @param start epoch milliseconds
 * @param next start of the job's next run, {@link Long#MAX_VALUE} without one; a job has one run at a time, so a run
 *     whose end was lost has ended by then
 * @param end the fact that ended the run; null while it continues, or when its end was lost
 * @param changes resizes, suspensions and resumptions in order
 * @param samples the newest sample of each counter epoch
 * @param reports every sample of the kind that is kept beside later ones, in order
 * @param job the job's attributes at the start of the run, with the time limit at its end
 * @param allocated the TRES that it has from the start on; empty when no fact names them
 * @param lastSeen the time of the latest fact of the run
 */
record Run(
        long start,
        long next,
        @Nullable JobFact end,
        List<JobFact> changes,
        List<JobFact> samples,
        List<JobFact> reports,
        JobAttributes job,
        Tres allocated,
        long lastSeen) {

    /** Of several ends, the one of the best source prevails; of equals, the earliest, because a run ends once. */
    private static final Comparator<JobFact> END_ORDER = Comparator.comparingInt(JobFact::sourcePrecedence)
            .thenComparingInt(JobFact::revision)
            .reversed()
            .thenComparing(Comparator.naturalOrder());

    private static final String MEMORY = "mem";

    private static final Comparator<JobFact> NEWEST =
            Comparator.comparingLong(JobFact::sequence).thenComparing(Comparator.naturalOrder());

    /** All runs of a job, earliest first. */
    static List<Run> of(List<JobFact> facts) {
        boolean ran = false;
        long only = JobFact.NO_RUN;
        for (JobFact fact : facts) {
            if (namesRun(fact)) {
                if (ran && startOf(fact) != only) {
                    return several(facts);
                }
                ran = true;
                only = startOf(fact);
            }
        }
        return ran ? List.of(only(only, facts)) : List.of();
    }

    /** Nearly every job runs once, and each of its events reads that run. */
    private static Run only(long start, List<JobFact> facts) {
        List<JobFact> own = new ArrayList<>(facts.size());
        for (JobFact fact : facts) {
            if (fact.type().belongsToRun() && (namesRun(fact) || fact.time() >= start)) {
                own.add(fact);
            }
        }
        return read(start, Long.MAX_VALUE, own, Lives.at(Lives.of(facts), start), null);
    }

    /** The runs of a job that may have several. */
    static List<Run> several(List<JobFact> facts) {
        TreeMap<Long, List<JobFact>> byStart = new TreeMap<>();
        for (JobFact fact : facts) {
            if (namesRun(fact)) {
                byStart.computeIfAbsent(startOf(fact), s -> new ArrayList<>());
            }
        }
        for (JobFact fact : facts) {
            Long start = runOf(fact, byStart, facts);
            if (start != null) {
                byStart.computeIfAbsent(start, s -> new ArrayList<>()).add(fact);
            }
        }
        List<List<JobFact>> lives = Lives.of(facts);
        List<Run> runs = new ArrayList<>(byStart.size());
        JobFact overrun = null;
        for (Map.Entry<Long, List<JobFact>> entry : byStart.entrySet()) {
            long start = entry.getKey();
            Long next = byStart.higherKey(start);
            Run run = read(
                    start, next == null ? Long.MAX_VALUE : next, entry.getValue(), Lives.at(lives, start), overrun);
            runs.add(run);
            if (run.end != null && run.end.time() > run.next) {
                overrun = run.end;
            }
        }
        return runs;
    }

    /** The start of the run that a fact belongs to; null for a fact of the waiting job. */
    private static @Nullable Long runOf(JobFact fact, TreeMap<Long, List<JobFact>> byStart, List<JobFact> all) {
        if (!fact.type().belongsToRun()) {
            return null;
        }
        if (namesRun(fact)) {
            return startOf(fact);
        }
        Long going = byStart.floorKey(fact.time());
        if (going != null && going == fact.time() && precedesStart(fact, all)) {
            Long before = byStart.lowerKey(fact.time());
            return before == null ? going : before;
        }
        return going;
    }

    /** Whether a fact at the instant of a start comes before it, and so belongs to the previous run. */
    private static boolean precedesStart(JobFact fact, List<JobFact> all) {
        for (JobFact other : all) {
            if (other.type() == JobEventType.STARTED && other.time() == fact.time()) {
                return fact.compareTo(other) < 0;
            }
        }
        return false;
    }

    /** Whether a fact says when its run started. */
    static boolean namesRun(JobFact fact) {
        return fact.type() == JobEventType.STARTED
                || (fact.run() != JobFact.NO_RUN && fact.type().belongsToRun());
    }

    /** When the run started that a fact names. */
    static long startOf(JobFact fact) {
        return fact.run() == JobFact.NO_RUN ? fact.time() : fact.run();
    }

    /**
     * Reads one run.
     *
     * @param overrun an end of an earlier run that is later than the start of the next. Two sources then name one run
     *     by different starts. It ends this run too unless this run has an end of its own, and its CPU time counts once
     */
    private static Run read(long start, long next, List<JobFact> own, List<JobFact> all, @Nullable JobFact overrun) {
        JobFact end = null;
        JobFact started = null;
        List<JobFact> changes = new ArrayList<>();
        Map<List<Object>, JobFact> samples = Map.of();
        List<JobFact> reports = new ArrayList<>();
        long lastSeen = start;
        for (JobFact fact : own) {
            lastSeen = Math.max(lastSeen, fact.time());
            if (fact.type().endsRun()) {
                end = end == null || END_ORDER.compare(fact, end) < 0 ? fact : end;
            } else if (fact.type() == JobEventType.STARTED) {
                started = started == null || fact.prevailsOver(started) ? fact : started;
            } else if (fact.type() == JobEventType.SAMPLE || fact.type() == JobEventType.REPORT) {
                samples = samples.isEmpty() ? new LinkedHashMap<>() : samples;
                samples.merge(
                        List.of(fact.epoch(), Double.isNaN(fact.cpuSeconds())),
                        fact,
                        (one, other) -> NEWEST.compare(one, other) > 0 ? one : other);
                if (fact.type() == JobEventType.REPORT) {
                    reports.add(fact);
                }
            } else if (fact.type() != JobEventType.RESIZE_REQUESTED) {
                changes.add(fact);
            }
        }
        if (end == null && overrun != null && overrun.time() > start) {
            end = overrun.withCpu(Double.NaN, 0);
        }
        JobAttributes job = attributesAt(start, started, all);
        for (JobFact fact : all) {
            if (!fact.type().belongsToRun() && fact.time() > start && fact.time() < (end == null ? next : end.time())) {
                job = heardDuringRun(job, fact);
            }
        }
        if (end != null) {
            job = end.attributes().with(job);
        }
        Tres allocated = started == null ? Tres.NONE : started.allocated();
        if (allocated.isEmpty() && end != null) {
            allocated = end.allocated();
        }
        if (allocated.isEmpty()) {
            allocated = job.requested();
        }
        return new Run(start, next, end, changes, List.copyOf(samples.values()), reports, job, allocated, lastSeen);
    }

    /** The attributes reported up to the start of the run; the start itself comes last. */
    private static JobAttributes attributesAt(long start, @Nullable JobFact started, List<JobFact> all) {
        JobAttributes job = JobAttributes.NONE;
        for (JobFact fact : all) {
            if (!fact.type().belongsToRun() && fact.time() <= start) {
                job = job.with(fact.attributes());
            }
        }
        return started == null ? job : job.with(started.attributes());
    }

    /**
     * Rates stay as they were at the start, but the time limit may change while the job runs. A submission dated after
     * the start, because two clocks differ, still names the job's owner.
     */
    private static JobAttributes heardDuringRun(JobAttributes job, JobFact fact) {
        JobAttributes own =
                fact.type() == JobEventType.SUBMITTED ? fact.attributes().with(job) : job;
        String limit = fact.attributes().text(Attribute.TIME_LIMIT);
        return limit == null || fact.type() == JobEventType.SUBMITTED
                ? own
                : own.with(JobAttributes.of(Map.of(Attribute.TIME_LIMIT, limit), Tres.NONE));
    }

    /** The TRES that it has since the start or the last resize. */
    Tres holds() {
        Tres tres = allocated;
        for (JobFact change : changes) {
            tres = change.allocated().isEmpty() ? tres : change.allocated();
        }
        return tres;
    }

    /** The TRES that it holds, with the memory in use where samples tell it: the sum of the newest ones of all hosts. */
    Tres inUse() {
        Map<String, JobFact> newest = new TreeMap<>();
        for (List<JobFact> some : List.of(samples, reports)) {
            for (JobFact sample : some) {
                if (!sample.allocated().isEmpty()) {
                    newest.merge(
                            sample.attributes().text(Attribute.HOST, ""),
                            sample,
                            (one, other) -> one.compareTo(other) > 0 ? one : other);
                }
            }
        }
        if (newest.isEmpty()) {
            return holds();
        }
        Map<String, BigDecimal> used = new HashMap<>(holds().counts());
        used.put(
                MEMORY,
                newest.values().stream()
                        .map(sample -> sample.allocated().count(MEMORY))
                        .reduce(BigDecimal.ZERO, BigDecimal::add));
        return Tres.of(used);
    }

    /** The end of the run from its facts: its end, or at the latest the start of the next run. */
    long endTime() {
        return end == null ? next : Math.min(end.time(), next);
    }
}

package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A generated history: first what really happened to some jobs, then the facts that sources report about it, with every
 * error on the way. The history keeps the truth, so a test can compute the right charge without the facts.
 *
 * <p>Times lie on a coarse grid, so many are equal. Sequences order the facts of one instant, as one source does.
 */
final class History {
    /** A fact of a job. */
    record Told(JobKey job, JobFact fact) {}

    /** A run as it really was. Times are epoch milliseconds. */
    static final class TrueRun {
        final JobKey job;
        final long start;
        NodeId association = NodeId.ofRoot("");
        /** Start of the job's next run. */
        long next = Long.MAX_VALUE;
        /** Its end; {@link Long#MAX_VALUE} if nobody ever reports it. */
        long end = Long.MAX_VALUE;

        boolean pendsAgain;
        /** CPUs held from an instant on. */
        final TreeMap<Long, Long> cpus = new TreeMap<>();
        /** Whether suspended from an instant on. */
        final TreeMap<Long, Boolean> suspended = new TreeMap<>();
        /** Seconds; absent = unlimited. The value at the end of the run. */
        Long limit = Long.MAX_VALUE;
        /** The total that the end reports; NaN without one. */
        double cpuSeconds = Double.NaN;
        /** The last counter of each counter epoch. */
        final Map<Long, Double> counters = new TreeMap<>();

        long lastCounter;
        long lastSeen;

        TrueRun(JobKey job, long start) {
            this.job = job;
            this.start = start;
        }
    }

    final List<Told> facts = new ArrayList<>();
    final List<TrueRun> runs = new ArrayList<>();
    private final Random random;
    private final long from;
    private final long grid;
    private final int steps = 40;

    /**
     * @param from begin of the history
     * @param span its length in milliseconds, or a little less
     */
    History(Random random, long from, long span) {
        this.random = random;
        this.from = from;
        this.grid = span / 60;
        int jobs = 1 + random.nextInt(4);
        for (int i = 0; i < jobs; i++) {
            tellJob(new JobKey("alps", "alps", "job" + i));
        }
    }

    /** The latest time of any fact. */
    long end() {
        return facts.stream().mapToLong(told -> told.fact().time()).max().orElse(from);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private long instant(int step) {
        // Sometimes off the grid.
        return from + step * grid + (chance(20) ? random.nextLong(grid) : 0);
    }

    private NodeId someone() {
        return NodeId.ofUser("alps", chance(50) ? "cms" : "atlas", chance(50) ? "anna" : "bob");
    }

    private static JobAttributes of(NodeId association) {
        return JobAttributes.of(
                Map.of(Attribute.ACCOUNT, association.account(), Attribute.USER, association.user()), Tres.NONE);
    }

    private static JobAttributes limit(long seconds) {
        EnumMap<Attribute, String> values = new EnumMap<>(Attribute.class);
        values.put(Attribute.TIME_LIMIT, Long.toString(seconds));
        return JobAttributes.of(values, Tres.NONE);
    }

    private long cpus() {
        return 1L + random.nextInt(chance(10) ? 5_000_000 : 64);
    }

    private long sequence;

    /** One source reports and numbers the facts of a job. */
    private void tell(JobKey job, JobFact fact) {
        facts.add(new Told(job, fact.withSequence(++sequence)));
    }

    /** Reports a fact, and a contradicting one that does not prevail, from a lesser source or an older revision. */
    private void tell(JobKey job, JobFact fact, JobFact wrong) {
        tell(job, fact.withSourcePrecedence(2).withRevision(1));
        boolean lesserSource = chance(50);
        JobFact lesser = wrong.withSourcePrecedence(lesserSource ? 1 : 2).withRevision(lesserSource ? 5 : 0);
        facts.add(new Told(job, lesser.withSequence(sequence)));
    }

    private void tellJob(JobKey job) {
        NodeId association = someone();
        int step = random.nextInt(steps / 2);
        long submitted = instant(step);
        long askedFor = cpus();
        JobAttributes said = of(association).with(JobAttributes.of(Map.of(), Tres.cpus(askedFor)));
        Long limit = Long.MAX_VALUE;
        if (chance(40)) {
            limit = 1 + random.nextLong(10 * grid) / 1000;
            said = said.with(limit(limit));
        }
        JobFact submission =
                JobFact.of(JobEventType.SUBMITTED, submitted, JobFact.NO_RUN).withAttributes(said);
        if (chance(20)) {
            tell(job, submission, submission.withAttributes(of(someone())));
        } else {
            tell(job, submission);
        }
        for (JobEventType type : List.of(JobEventType.HELD, JobEventType.RELEASED, JobEventType.ELIGIBLE)) {
            if (chance(20)) {
                tell(job, JobFact.of(type, submitted, JobFact.NO_RUN));
            }
        }
        // The source either names the run of every fact, or never does; then it reports every start and end.
        boolean namesRuns = chance(70);
        int count = random.nextInt(4);
        TrueRun last = null;
        long earliest = submitted;
        for (int i = 0; i < count && step < steps - 2; i++) {
            boolean final_ = i == count - 1;
            TrueRun run = new TrueRun(job, Math.max(earliest, instant(step)));
            run.association = association;
            run.limit = limit;
            step = tellRun(run, step, namesRuns, final_, askedFor);
            limit = run.limit;
            if (last != null) {
                last.next = run.start;
            }
            runs.add(run);
            last = run;
            // The next run starts at the very instant of this one's end, or later.
            long ended = run.end == Long.MAX_VALUE ? run.lastSeen : run.end;
            earliest = Math.max(run.start + 1, ended);
            while (step < steps && instantFloor(step) < earliest) {
                step++;
            }
            step += random.nextInt(2);
        }
        if (chance(10) && (last == null || last.pendsAgain)) {
            long cancelled = Math.max(earliest, last == null ? submitted : last.end + 1);
            tell(
                    job,
                    JobFact.of(JobEventType.CANCELLED, cancelled, JobFact.NO_RUN)
                            .withSourcePrecedence(2)
                            .withRevision(1));
        }
    }

    private long instantFloor(int step) {
        return from + step * grid;
    }

    /** Invents a run and reports it; returns the step at which it is over. */
    private int tellRun(TrueRun run, int step, boolean namesRuns, boolean isLast, long askedFor) {
        long name = namesRuns ? run.start : JobFact.NO_RUN;
        boolean endTold = !namesRuns || chance(75);
        boolean startTold = !namesRuns || chance(80);
        int length = random.nextInt(12);
        long over = Math.max(run.start, instant(step + length));
        long held = startTold || endTold ? cpus() : askedFor;
        run.cpus.put(run.start, held);
        run.lastSeen = run.start;

        if (startTold) {
            JobFact start = JobFact.of(JobEventType.STARTED, run.start, chance(50) ? name : JobFact.NO_RUN)
                    .withAllocated(Tres.cpus(held));
            if (chance(20)) {
                tell(run.job, start, start.withAllocated(Tres.cpus(cpus())));
            } else {
                tell(run.job, start.withSourcePrecedence(2).withRevision(1));
            }
        }
        boolean suspended = false;
        long at = run.start;
        while (chance(60)) {
            at = Math.max(at, instant(step + random.nextInt(length + 1)));
            if (at > over) {
                break;
            }
            int what = random.nextInt(5);
            if (what <= 1) {
                held = chance(30) ? held : cpus();
                run.cpus.put(at, held);
                JobFact resize = JobFact.of(JobEventType.RESIZED, at, name).withAllocated(Tres.cpus(held));
                if (chance(20)) {
                    tell(run.job, resize, resize.withAllocated(Tres.cpus(cpus())));
                } else {
                    tell(run.job, resize);
                }
            } else if (what <= 3) {
                suspended = !suspended;
                run.suspended.put(at, suspended);
                tell(run.job, JobFact.of(suspended ? JobEventType.SUSPENDED : JobEventType.RESUMED, at, name));
            } else if (run.limit != Long.MAX_VALUE && at > run.start && at < over) {
                run.limit = 1 + random.nextLong(10 * grid) / 1000;
                tell(
                        run.job,
                        JobFact.of(JobEventType.MODIFIED, at, JobFact.NO_RUN).withAttributes(limit(run.limit)));
                continue;
            } else {
                tell(run.job, JobFact.of(JobEventType.RESIZE_REQUESTED, at, name));
            }
            run.lastSeen = Math.max(run.lastSeen, at);
        }
        if (namesRuns) {
            tellSamples(run, step, length, over);
        }
        if (endTold) {
            tellEnd(run, over, name, isLast, startTold);
        } else if (!startTold && run.lastSeen == run.start) {
            // Without any fact of the run, there is no run.
            tell(run.job, JobFact.of(JobEventType.SAMPLE, run.start, name).withCpu(0, 99));
            run.counters.put(99L, 0.0);
            run.lastCounter = Math.max(run.lastCounter, run.start);
        }
        return step + length;
    }

    private void tellSamples(TrueRun run, int step, int length, long over) {
        int epochs = random.nextInt(3);
        long at = run.start;
        for (long epoch = 1; epoch <= epochs; epoch++) {
            double used = 0;
            for (int i = 0; i <= random.nextInt(4); i++) {
                at = Math.max(at, instant(step + random.nextInt(length + 1)));
                if (at > over) {
                    return;
                }
                used += random.nextInt(10_000) / 8.0;
                tell(run.job, JobFact.of(JobEventType.SAMPLE, at, run.start).withCpu(used, epoch));
                run.counters.put(epoch, used);
                run.lastCounter = at;
                run.lastSeen = Math.max(run.lastSeen, at);
                if (chance(20)) {
                    tell(run.job, JobFact.of(JobEventType.SAMPLE, at, run.start).withCpu(Double.NaN, epoch));
                }
            }
        }
    }

    private void tellEnd(TrueRun run, long over, long name, boolean isLast, boolean startTold) {
        List<JobEventType> types = isLast && chance(70)
                ? List.of(JobEventType.FINISHED, JobEventType.CANCELLED, JobEventType.FORWARDED)
                : List.of(JobEventType.REQUEUED, JobEventType.RERUN, JobEventType.MIGRATED);
        run.end = over;
        JobEventType type = types.get(random.nextInt(3));
        run.pendsAgain = type.pendsAgain();
        run.cpuSeconds = chance(60) ? random.nextInt(100_000) / 16.0 : Double.NaN;
        JobFact end = JobFact.of(type, over, name).withCpu(run.cpuSeconds, 0);
        if (!startTold) {
            end = end.withAllocated(Tres.cpus(run.cpus.firstEntry().getValue()));
        }
        if (chance(30)) {
            long wrongTime = Math.max(run.start, over + random.nextLong(2 * grid + 1) - grid);
            JobFact wrong = name == JobFact.NO_RUN ? end : JobFact.of(type, wrongTime, name);
            tell(run.job, end, wrong.withCpu(123_456, 0));
        } else {
            tell(run.job, end.withSourcePrecedence(2).withRevision(1));
        }
    }

    /** The rate of one CPU. */
    static RateFunction perCpu(String weight) {
        BigDecimal each = new BigDecimal(weight);
        return (allocated, job) -> allocated.count("cpu").multiply(each);
    }
}

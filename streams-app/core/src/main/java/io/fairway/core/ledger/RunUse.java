package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Lump;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.SlurmTicks;
import io.fairway.core.usage.Use;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The usage of one run under one measure: a pure function of its facts, the charging rules and the instant of reading.
 *
 * <ol>
 *   <li>Billing TRES: one segment per period of equal rate, at the rate of the rules in force at the start or the
 *       resize. The rules say whether suspended time, time over the limit and requeued runs count.
 *   <li>CPU time: one segment over the run at the average rate; samples count until an end reports the total. Reported
 *       CPU time: each increment from its report on; the end adds the rest of the total.
 *   <li>Unfinished and finished runs: the same periods, until the run has ended or once it has ended. Used runs: one
 *       segment at the present rate, until the run has ended.
 *   <li>A run without an end continues. If the rules grant a lease, it ends with the lease. A job has one run at a
 *       time: a run has ended when the next one starts.
 *   <li>A run of zero length adds nothing.
 * </ol>
 */
final class RunUse {
    private static final BigDecimal UNITS_PER_TRES_SECOND =
            new BigDecimal(BigInteger.ONE.shiftLeft(Rate.BITS)).multiply(BigDecimal.valueOf(1000));
    /** Seconds, about 30,000 years. Schedulers write "unlimited" as a longer limit, which limits nothing. */
    private static final long LONGEST_LIMIT = 1_000_000_000_000L;

    private final Measure measure;
    private final ChargingRules rules;
    private final Run run;
    private final long asOf;
    private long deadline = Long.MAX_VALUE;
    private final List<Segment> segments = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();
    /** Replaces the rate of the rules; null = the rules' rate holds. */
    private @Nullable RateFunction rate;

    private @Nullable String problem;
    private long openFrom;
    private long openTo;
    private BigInteger openUnits = BigInteger.ZERO;

    private RunUse(Measure measure, Run run, long asOf) {
        this.measure = measure;
        this.rules = measure.at(run.start());
        this.run = run;
        this.asOf = asOf;
    }

    /** Reads a run under a measure of the kind that counts runs. */
    static RunUse of(Measure measure, Run run, long asOf) {
        RunUse use = new RunUse(measure, run, asOf);
        use.read();
        if (use.problem != null) {
            use.uses.clear();
        }
        return use;
    }

    /** The reason why the run cannot be charged; null if it can. A line cannot hold a greater rate or amount. */
    @Nullable
    String problem() {
        return problem;
    }

    /** The uses to charge to its association; none if the run has a {@link #problem}. */
    List<Use> uses() {
        return uses;
    }

    /** The next instant after the one of reading at which the uses change without a new fact; {@link Long#MAX_VALUE} = none. */
    long deadline() {
        return deadline;
    }

    private void changesAt(long instant) {
        if (instant > asOf && instant < deadline) {
            deadline = instant;
        }
    }

    private void read() {
        JobFact end = run.end();
        if (end != null && end.type().pendsAgain() && !rules.chargeRequeued()) {
            return;
        }
        long until = end == null ? Math.min(leaseEnd(), run.next()) : run.endTime();
        if (until <= run.start()) {
            return;
        }
        boolean over = until != Segment.OPEN;
        switch (measure.kind()) {
            case BILLING_TRES -> uses.addAll(allocation(until));
            case CPU_TIME -> readCpuTime(until);
            case REPORTED_CPU_TIME -> readReports(until);
            case UNFINISHED_RUN -> {
                if (!over) {
                    uses.addAll(allocation(until));
                }
            }
            case USED_RUN -> {
                if (!over) {
                    add(run.start(), until, rateFrom(run.start()).rate(run.inUse(), run.job()));
                    flush();
                    uses.addAll(segments);
                }
            }
            case FINISHED_RUN_SPREAD -> {
                if (over) {
                    uses.addAll(allocation(until));
                }
            }
            case FINISHED_RUN -> {
                if (over) {
                    lump(consumed(allocation(until)), until);
                }
            }
            case REQUESTED_RUN -> {
                long limit = run.job().number(Attribute.TIME_LIMIT, Long.MAX_VALUE);
                if (over && limit <= LONGEST_LIMIT) {
                    lump(
                            rateFrom(run.start())
                                    .rate(run.allocated(), run.job())
                                    .multiply(BigDecimal.valueOf(limit)),
                            until);
                }
            }
            case COMMITTED_RUN_TIME -> {
                if (!over) {
                    readCommitted();
                }
            }
            case RESERVED, FORWARDED ->
                throw new IllegalArgumentException(measure.kind() + ": must be a measure of runs");
        }
    }

    /** The end of a run without a reported end: the end of its lease once that has passed, else open. */
    private long leaseEnd() {
        if (rules.leaseMillis() == 0) {
            return Segment.OPEN;
        }
        long leaseEnd = rules.leaseEnd(run.lastSeen());
        changesAt(leaseEnd);
        return leaseEnd <= asOf ? leaseEnd : Segment.OPEN;
    }

    /** The TRES that the run holds, one segment per period. */
    private List<Segment> allocation(long until) {
        long limit = limit();
        long from = run.start();
        Tres tres = run.allocated();
        long since = from;
        boolean suspended = false;
        for (JobFact change : run.changes()) {
            long at = Math.min(Math.max(change.time(), run.start()), until);
            limit -= stretch(from, at, tres, since, suspended, limit);
            from = at;
            if (change.type() == JobEventType.SUSPENDED) {
                suspended = true;
            } else if (change.type() == JobEventType.RESUMED) {
                suspended = false;
            } else if (!change.allocated().isEmpty()) {
                tres = change.allocated();
                since = at;
            }
        }
        stretch(from, until, tres, since, suspended, limit);
        flush();
        return segments;
    }

    /** The milliseconds of the run that count at most; {@link Long#MAX_VALUE} without a limit. */
    private long limit() {
        long seconds = rules.chargeOverLimit() ? Long.MAX_VALUE : rules.limit().seconds(run.job());
        return seconds > LONGEST_LIMIT ? Long.MAX_VALUE : seconds * 1000;
    }

    /** Adds the part of [from, to) that counts; returns how much of the time limit it used. */
    private long stretch(long from, long to, Tres tres, long since, boolean suspended, long limit) {
        if (to <= from || (suspended && !rules.chargeSuspended())) {
            return 0;
        }
        // Suspended time does not use up the limit. After the limit, no time counts.
        boolean limited = limit != Long.MAX_VALUE && (!suspended || limit <= 0);
        long limitEnd = limited ? from + Math.max(limit, 0) : Segment.OPEN;
        long cut = to;
        if (limitEnd < to) {
            changesAt(limitEnd);
            cut = to == Segment.OPEN && limitEnd > asOf ? to : limitEnd;
        }
        if (cut > from) {
            add(from, cut, rateFrom(since).rate(tres, run.job()));
        }
        return !limited || to == Segment.OPEN ? 0 : to - from;
    }

    private void readCpuTime(long until) {
        JobFact end = run.end();
        BigDecimal used = BigDecimal.ZERO;
        long last = run.start();
        if (end != null && !Double.isNaN(end.cpuSeconds())) {
            used = BigDecimal.valueOf(end.cpuSeconds());
        } else {
            for (JobFact sample : run.samples()) {
                if (!Double.isNaN(sample.cpuSeconds())) {
                    used = used.add(BigDecimal.valueOf(sample.cpuSeconds()));
                    last = Math.max(last, sample.time());
                }
            }
        }
        long to = end != null ? until : Math.min(last, until);
        if (to > run.start()) {
            BigDecimal seconds = BigDecimal.valueOf(to - run.start(), 3);
            add(run.start(), to, used.divide(seconds, MathContext.DECIMAL128));
            flush();
            uses.addAll(segments);
        }
    }

    /** Each increment of a counter from its report on; the end adds the rest of the total. */
    private void readReports(long until) {
        BigDecimal reported = BigDecimal.ZERO;
        Map<Long, BigDecimal> counters = new HashMap<>();
        for (JobFact report : run.reports()) {
            BigDecimal counter = BigDecimal.valueOf(report.cpuSeconds());
            BigDecimal before = counters.getOrDefault(report.epoch(), BigDecimal.ZERO);
            if (counter.compareTo(before) > 0) {
                counters.put(report.epoch(), counter);
                lump(counter.subtract(before), Math.min(report.time(), until));
                reported = reported.add(counter.subtract(before));
            }
        }
        JobFact end = run.end();
        if (end != null && !Double.isNaN(end.cpuSeconds())) {
            lump(BigDecimal.valueOf(end.cpuSeconds()).subtract(reported), until);
        }
    }

    /** The remaining run time falls from the limit to 0 while the job runs, and stays at 0. */
    private void readCommitted() {
        BigDecimal limit = measure.at(run.start()).rate().rate(run.allocated(), run.job());
        if (limit.compareTo(BigDecimal.valueOf(LONGEST_LIMIT)) > 0) {
            return;
        }
        long left = limit.movePointRight(3).longValue();
        rate = (allocated, job) -> BigDecimal.ONE;
        List<Use> falling = new ArrayList<>();
        falling.add(new Lump(limit, run.start()));
        for (Segment segment : allocation(Segment.OPEN)) {
            if (segment.isOpen() && left > 0) {
                changesAt(segment.start() + left);
                left = asOf - segment.start() >= left ? 0 : left;
            } else {
                left -= segment.end() - segment.start();
            }
            falling.add(segment.negated());
        }
        if (left > 0) {
            uses.addAll(falling);
        }
    }

    private void lump(BigDecimal amount, long at) {
        BigDecimal largest = Line.largestAmount(measure.laws().at(at));
        if (amount.compareTo(largest) > 0) {
            problem = "uses " + Rate.shown(amount) + " TRES-seconds at once; at most " + Rate.shown(largest) + " count";
        } else if (amount.signum() > 0) {
            uses.add(new Lump(amount, at));
        }
    }

    /** The exact sum of closed segments, in TRES-seconds. */
    private static BigDecimal consumed(List<Segment> segments) {
        BigInteger units = BigInteger.ZERO;
        for (Segment segment : segments) {
            units = units.add(
                    BigInteger.valueOf(segment.rate()).multiply(BigInteger.valueOf(segment.end() - segment.start())));
        }
        return new BigDecimal(units).divide(UNITS_PER_TRES_SECOND);
    }

    private RateFunction rateFrom(long since) {
        RateFunction own = rate;
        return own == null ? measure.at(since).rate() : own;
    }

    /** Adds [from, to). Extends the previous segment when nothing but the time differs. */
    private void add(long from, long to, BigDecimal tres) {
        if (tres.compareTo(Rate.MAX) > 0) {
            problem = Rate.problem(tres);
            return;
        }
        BigInteger units = Rate.units(tres.max(BigDecimal.ZERO));
        if (from != openTo || !units.equals(openUnits)) {
            flush();
            openFrom = from;
            openUnits = units;
        }
        openTo = to;
    }

    private void flush() {
        BigInteger left = openUnits;
        openUnits = BigInteger.ZERO;
        DecayLaw law = measure.laws().at(openFrom);
        if (left.signum() > 0 && openTo == Segment.OPEN && law.kind() == DecayLaw.Kind.SLURM_TICK) {
            long firstPass = SlurmTicks.firstPassAfter(law, openFrom);
            changesAt(firstPass);
            if (firstPass > asOf) {
                return;
            }
        }
        segments.addAll(Segment.of(openFrom, openTo, left));
    }
}

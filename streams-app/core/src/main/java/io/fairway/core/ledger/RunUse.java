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
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What one run adds to usage under one measure: a pure function of its facts, the charging rules and the instant as of which
 * it is read.
 *
 * <ol>
 *   <li>Billing TRES: one segment per stretch of equal rate, at the rate of the rules in force at the start or the
 *       resize. Suspended time, time over the limit and requeued runs count or not as the rules say.
 *   <li>CPU time: one segment over the run at the average rate; samples count until an end tells the total. Reported CPU time:
 *       each increment from its report on, and what the total has beyond them from the end on.
 *   <li>Unfinished and finished runs: the same stretches until, or as soon as, the run has ended.
 *   <li>A run without an end goes on, or, when the rules grant a lease, ends with the lease once that has passed. A job
 *       runs once at a time: a run has ended when the next one starts.
 *   <li>A run that lasted no time at all adds nothing.
 * </ol>
 */
final class RunUse {
    private static final BigInteger RATE_CHUNK = BigInteger.ONE.shiftLeft(62);
    private static final BigDecimal UNITS_PER_TRES_SECOND =
            new BigDecimal(BigInteger.ONE.shiftLeft(Rate.BITS)).multiply(BigDecimal.valueOf(1000));
    /** Seconds, some 30,000 years: limits beyond it (how schedulers write "unlimited") limit nothing. */
    private static final long LONGEST_LIMIT = 1_000_000_000_000L;

    private final Measure measure;
    private final ChargingRules rules;
    private final Run run;
    private final long asOf;
    private final TreeSet<Long> deadlines = new TreeSet<>();
    private final List<Segment> segments = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();
    /** What takes the place of the rules' rate; null = nothing does. */
    private @Nullable RateFunction rate;

    private long heldFrom;
    private long heldTo;
    private BigInteger heldUnits = BigInteger.ZERO;

    private RunUse(Measure measure, Run run, long asOf) {
        this.measure = measure;
        this.rules = measure.at(run.start());
        this.run = run;
        this.asOf = asOf;
    }

    /** Reads a run under a measure of runs. */
    static RunUse of(Measure measure, Run run, long asOf) {
        RunUse use = new RunUse(measure, run, asOf);
        use.read();
        return use;
    }

    /** What it adds to the usage of its association. */
    List<Use> uses() {
        return uses;
    }

    /** Instants at which that changes without a new fact. */
    Set<Long> deadlines() {
        return deadlines;
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
            case BILLING_TRES -> uses.addAll(held(until));
            case CPU_TIME -> readCpuTime(until);
            case REPORTED_CPU_TIME -> readReports(until);
            case UNFINISHED_RUN -> {
                if (!over) {
                    uses.addAll(held(until));
                }
            }
            case FINISHED_RUN_SPREAD -> {
                if (over) {
                    uses.addAll(held(until));
                }
            }
            case FINISHED_RUN -> {
                if (over) {
                    lump(consumed(held(until)), until);
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
            case RESERVED, FORWARDED -> throw new IllegalArgumentException(measure.kind() + " is not about runs");
        }
    }

    /** The end of a run that nobody ended: of its lease if that has passed, else open. */
    private long leaseEnd() {
        if (rules.leaseMillis() == 0) {
            return Segment.OPEN;
        }
        long leaseEnd = rules.leaseEnd(run.lastSeen());
        deadlines.add(leaseEnd);
        return leaseEnd <= asOf ? leaseEnd : Segment.OPEN;
    }

    /** The TRES that the run holds, stretch by stretch. */
    private List<Segment> held(long until) {
        long limit = limit();
        long from = run.start();
        Tres held = run.allocated();
        long heldSince = from;
        boolean suspended = false;
        for (JobFact change : run.changes()) {
            long at = Math.min(Math.max(change.time(), run.start()), until);
            limit -= stretch(from, at, held, heldSince, suspended, limit);
            from = at;
            if (change.type() == JobEventType.SUSPENDED) {
                suspended = true;
            } else if (change.type() == JobEventType.RESUMED) {
                suspended = false;
            } else if (!change.allocated().isEmpty()) {
                held = change.allocated();
                heldSince = at;
            }
        }
        stretch(from, until, held, heldSince, suspended, limit);
        flush();
        return segments;
    }

    /** How many milliseconds of the run count at most; {@link Long#MAX_VALUE} when they all do. */
    private long limit() {
        long seconds =
                rules.chargeOverLimit() ? Long.MAX_VALUE : run.job().number(Attribute.TIME_LIMIT, Long.MAX_VALUE);
        return seconds > LONGEST_LIMIT ? Long.MAX_VALUE : seconds * 1000;
    }

    /** Adds [from, to) as far as it counts; returns how much of the time limit it used. */
    private long stretch(long from, long to, Tres held, long heldSince, boolean suspended, long limit) {
        if (to <= from || (suspended && !rules.chargeSuspended())) {
            return 0;
        }
        // Suspended time uses nothing of the limit; when nothing is left of it, no time counts.
        boolean limited = limit != Long.MAX_VALUE && (!suspended || limit <= 0);
        long limitEnd = limited ? from + Math.max(limit, 0) : Segment.OPEN;
        long cut = to;
        if (limitEnd < to) {
            deadlines.add(limitEnd);
            cut = to == Segment.OPEN && limitEnd > asOf ? to : limitEnd;
        }
        if (cut > from) {
            add(from, cut, rateFrom(heldSince).rate(held, run.job()));
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

    /** Each increment of a counter from its report on, and from the end on what the total has beyond them. */
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

    /** The time that the run may take falls from the limit to 0 as it runs, and then is 0. */
    private void readCommitted() {
        BigDecimal limit = measure.at(run.start()).rate().rate(run.allocated(), run.job());
        if (limit.compareTo(BigDecimal.valueOf(LONGEST_LIMIT)) > 0) {
            return;
        }
        long left = limit.movePointRight(3).longValue();
        rate = (allocated, job) -> BigDecimal.ONE;
        List<Use> falling = new ArrayList<>();
        falling.add(new Lump(limit, run.start()));
        for (Segment segment : held(Segment.OPEN)) {
            if (segment.isOpen() && left > 0) {
                deadlines.add(segment.start() + left);
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
        if (amount.signum() > 0) {
            uses.add(new Lump(amount.min(Line.largestAmount(measure.law())), at));
        }
    }

    /** What closed segments amount to, exactly, in TRES-seconds. */
    private static BigDecimal consumed(List<Segment> held) {
        BigInteger units = BigInteger.ZERO;
        for (Segment segment : held) {
            units = units.add(
                    BigInteger.valueOf(segment.rate()).multiply(BigInteger.valueOf(segment.end() - segment.start())));
        }
        return new BigDecimal(units).divide(UNITS_PER_TRES_SECOND);
    }

    private RateFunction rateFrom(long since) {
        RateFunction own = rate;
        return own == null ? measure.at(since).rate() : own;
    }

    /** Adds [from, to), as a part of the stretch before it when nothing but time passed between them. */
    private void add(long from, long to, BigDecimal tres) {
        BigInteger units = Rate.units(tres.max(BigDecimal.ZERO).min(Rate.MAX));
        if (from != heldTo || !units.equals(heldUnits)) {
            flush();
            heldFrom = from;
            heldUnits = units;
        }
        heldTo = to;
    }

    private void flush() {
        BigInteger left = heldUnits;
        heldUnits = BigInteger.ZERO;
        if (left.signum() > 0 && heldTo == Segment.OPEN && measure.law().kind() == DecayLaw.Kind.SLURM_TICK) {
            long firstPass = SlurmTicks.firstPassAfter(measure.law(), heldFrom);
            deadlines.add(firstPass);
            if (firstPass > asOf) {
                return;
            }
        }
        while (left.signum() > 0) {
            BigInteger part = left.min(RATE_CHUNK);
            segments.add(new Segment(heldFrom, heldTo, part.longValueExact()));
            left = left.subtract(part);
        }
    }
}

package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.SlurmTicks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * What one run contributes to the lines of one measure: a pure function of its facts, the charging rules and the instant
 * as of which it is read.
 *
 * <ol>
 *   <li>Billing TRES: one segment per stretch of equal rate, at the rate of the rules in force at the start or the
 *       resize. Suspended time, time over the limit and requeued runs count or not as the rules say.
 *   <li>CPU time: one segment over the run at the average rate; samples count until an end tells the total.
 *   <li>A run without an end goes on, or, when the rules grant a lease, ends with the lease once that has passed. A job
 *       runs once at a time: a run has ended when the next one starts.
 *   <li>A run that lasted no time at all contributes nothing.
 * </ol>
 */
final class Contribution {
    private static final BigInteger RATE_CHUNK = BigInteger.ONE.shiftLeft(62);
    /** Seconds, some 30,000 years: limits beyond it (how schedulers write "unlimited") limit nothing. */
    private static final long LONGEST_LIMIT = 1_000_000_000_000L;

    private final Measure measure;
    private final ChargingRules rules;
    private final Run run;
    private final long asOf;
    private final TreeSet<Long> deadlines = new TreeSet<>();
    private final List<Segment> segments = new ArrayList<>();
    private long heldFrom;
    private long heldTo;
    private BigInteger heldUnits = BigInteger.ZERO;

    private Contribution(Measure measure, Run run, long asOf) {
        this.measure = measure;
        this.rules = measure.at(run.start());
        this.run = run;
        this.asOf = asOf;
    }

    /** The charges of all runs under all measures as of an instant. */
    static List<Charge> charges(JobKey job, List<JobFact> facts, Collection<Measure> measures, long asOf) {
        List<Charge> charges = new ArrayList<>();
        for (Run run : Run.of(facts)) {
            if (run.hasAssociation()) {
                NodeId association = association(job, run);
                for (Measure measure : measures) {
                    for (Segment segment : new Contribution(measure, run, asOf).read().segments) {
                        charges.add(new Charge(measure.name(), association, segment));
                    }
                }
            }
        }
        return charges;
    }

    /** The next instant after {@code asOf} at which the contribution changes without a new fact. */
    static OptionalLong deadline(List<JobFact> facts, Collection<Measure> measures, long asOf) {
        TreeSet<Long> all = new TreeSet<>();
        for (Run run : Run.of(facts)) {
            for (Measure measure : measures) {
                all.addAll(new Contribution(measure, run, asOf).read().deadlines);
            }
        }
        Long next = all.higher(asOf);
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    static NodeId association(JobKey job, Run run) {
        return new NodeId(
                run.job().text(Attribute.TREE, job.cluster()),
                run.job().text(Attribute.ACCOUNT, ""),
                run.job().text(Attribute.USER, ""));
    }

    private Contribution read() {
        JobFact end = run.end();
        if (end != null && end.type().pendsAgain() && !rules.chargeRequeued()) {
            return this;
        }
        long until = end == null ? Math.min(leaseEnd(), run.next()) : run.endTime();
        if (until <= run.start()) {
            return this;
        }
        switch (measure.kind()) {
            case BILLING_TRES -> readBilling(until);
            case CPU_TIME -> readCpuTime(until);
        }
        return this;
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

    private void readBilling(long until) {
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
            add(from, cut, measure.at(heldSince).rate().rate(held, run.job()));
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
        }
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

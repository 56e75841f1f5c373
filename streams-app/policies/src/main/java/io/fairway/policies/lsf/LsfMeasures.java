package io.fairway.policies.lsf;

import static io.fairway.schedulers.lsf.config.LsfParameter.COMMITTED_RUN_TIME_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.CPU_TIME_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.ENABLE_HIST_RUN_TIME;
import static io.fairway.schedulers.lsf.config.LsfParameter.FAIRSHARE_ADJUSTMENT_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.GPU_RUN_TIME_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.LSB_NCPU_ENFORCE;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_JOB_FACTOR;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_TIME_DECAY;
import static io.fairway.schedulers.lsf.config.LsfParameter.RUN_TIME_FACTOR;

import io.fairway.core.ledger.ChargeScope;
import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.ledger.RateFunction;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.core.usage.Rate;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.UsageReader;
import io.fairway.schedulers.lsf.config.LsfParameter;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorityParameters;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The measures of one scope: one per term of the dynamic user priority that counts there. Times are in seconds. The
 * current holdings (slots, memory) are the rate of their line.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority.
 */
final class LsfMeasures {
    /** The meaning of a line. */
    enum Term {
        CPU_TIME,
        RUN_TIME,
        HISTORICAL_RUN_TIME,
        COMMITTED_RUN_TIME,
        STARTED_SLOTS,
        RESERVED_SLOTS,
        FORWARDED_SLOTS,
        GPU_RUN_TIME,
        HISTORICAL_GPU_RUN_TIME,
        MEMORY,
        MEMORY_SLOTS;

        String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    private final String prefix;
    private final LsfScope scope;
    private final long leaseMillis;
    private final DecayLaw history;
    private final Map<Term, MeasureDefinition> terms = new EnumMap<>(Term.class);

    LsfMeasures(String measure, LsfScope scope, long leaseMillis) {
        this.scope = scope;
        this.leaseMillis = leaseMillis;
        prefix = scope.tree().isEmpty() ? measure : measure + "." + scope.tree();
        DynamicPriorityParameters p = scope.parameters();
        history = scope.configuration().decay(p);
        boolean decays = p.isOn(RUN_TIME_DECAY);
        boolean committed = p.value(COMMITTED_RUN_TIME_FACTOR) > 0;
        RateFunction runs = p.isOn(LSB_NCPU_ENFORCE) ? LsfMeasures::cpus : (allocated, job) -> BigDecimal.ONE;
        if (p.value(CPU_TIME_FACTOR) > 0) {
            add(Term.CPU_TIME, Measure.Kind.REPORTED_CPU_TIME, history, (allocated, job) -> BigDecimal.ZERO);
        }
        if (p.value(RUN_TIME_FACTOR) > 0) {
            add(Term.RUN_TIME, Measure.Kind.UNFINISHED_RUN, decays ? history : DecayLaw.none(), runs);
            if (p.isOn(ENABLE_HIST_RUN_TIME)) {
                add(
                        Term.HISTORICAL_RUN_TIME,
                        decays ? Measure.Kind.FINISHED_RUN_SPREAD : Measure.Kind.FINISHED_RUN,
                        history,
                        runs);
            }
        }
        if (committed) {
            add(Term.COMMITTED_RUN_TIME, Measure.Kind.COMMITTED_RUN_TIME, DecayLaw.none(), this::limit);
        }
        if (p.value(RUN_JOB_FACTOR) > 0 || p.value(FAIRSHARE_ADJUSTMENT_FACTOR) > 0) {
            add(Term.STARTED_SLOTS, Measure.Kind.UNFINISHED_RUN, DecayLaw.none(), LsfMeasures::slots);
            add(Term.RESERVED_SLOTS, Measure.Kind.RESERVED, DecayLaw.none(), LsfMeasures::slots);
        }
        if (p.isDefined(LsfParameter.FWD_JOB_FACTOR) && p.value(LsfParameter.FWD_JOB_FACTOR) > 0) {
            add(Term.FORWARDED_SLOTS, Measure.Kind.FORWARDED, DecayLaw.none(), LsfMeasures::slots);
        }
        if (p.value(GPU_RUN_TIME_FACTOR) > 0) {
            add(Term.GPU_RUN_TIME, Measure.Kind.UNFINISHED_RUN, DecayLaw.none(), LsfMeasures::gpus);
            if (p.countsGpuHistory()) {
                add(Term.HISTORICAL_GPU_RUN_TIME, Measure.Kind.FINISHED_RUN, history, LsfMeasures::gpus);
            }
        }
        if (p.value(FAIRSHARE_ADJUSTMENT_FACTOR) > 0) {
            add(Term.MEMORY, Measure.Kind.USED_RUN, DecayLaw.none(), (allocated, job) -> allocated.count("mem"));
            add(
                    Term.MEMORY_SLOTS,
                    Measure.Kind.USED_RUN,
                    DecayLaw.none(),
                    (allocated, job) -> allocated.count("mem").signum() > 0 ? slots(allocated, job) : BigDecimal.ZERO);
        }
    }

    /** The definition of a measure, apart from its law and kind. Equal definitions charge alike. */
    private record Definition(Term term, Object covers, boolean perCpu, Object limits, long leaseMillis) {}

    List<MeasureDefinition> statements() {
        return List.copyOf(terms.values());
    }

    /** A node's own consumption at an instant. */
    Consumption consumption(NodeId node, UsageReader usage, long at) {
        return new Consumption(
                hours(Term.CPU_TIME, node, usage, at),
                hours(Term.RUN_TIME, node, usage, at),
                hours(Term.HISTORICAL_RUN_TIME, node, usage, at),
                hours(Term.COMMITTED_RUN_TIME, node, usage, at),
                Math.round(inUse(Term.STARTED_SLOTS, node, usage)),
                0,
                Math.round(inUse(Term.RESERVED_SLOTS, node, usage)),
                Math.round(inUse(Term.FORWARDED_SLOTS, node, usage)),
                hours(Term.GPU_RUN_TIME, node, usage, at),
                hours(Term.HISTORICAL_GPU_RUN_TIME, node, usage, at),
                inUse(Term.MEMORY, node, usage),
                Math.round(inUse(Term.MEMORY_SLOTS, node, usage)),
                0);
    }

    private double hours(Term term, NodeId node, UsageReader usage, long at) {
        MeasureDefinition measureDefinition = terms.get(term);
        Line line = measureDefinition == null ? null : usage.line(measureDefinition.name(), node);
        return measureDefinition == null || line == null
                ? 0
                : Math.max(0, line.usage(usage.laws(measureDefinition), at)) / 3600;
    }

    private double inUse(Term term, NodeId node, UsageReader usage) {
        MeasureDefinition measureDefinition = terms.get(term);
        Line line = measureDefinition == null ? null : usage.line(measureDefinition.name(), node);
        return line == null ? 0 : Math.max(0, Rate.tres(line.rate()));
    }

    private void add(Term term, Measure.Kind kind, DecayLaw law, RateFunction rate) {
        boolean inUse = term == Term.STARTED_SLOTS || term == Term.MEMORY || term == Term.MEMORY_SLOTS;
        boolean everywhere = term == Term.MEMORY || term == Term.MEMORY_SLOTS;
        long lease = kind == Measure.Kind.FORWARDED
                ? scope.configuration().parameters().forwardChargeSeconds() * 1000
                : kind == Measure.Kind.RESERVED ? 0 : leaseMillis;
        ChargeScope charged = everywhere ? scope::anywhere : scope;
        Object covers = everywhere || scope.covers() == null ? scope.tree() : scope.covers();
        Object limits = term == Term.COMMITTED_RUN_TIME ? limits() : List.of();
        // A measure's kind never changes. So RUN_TIME_DECAY, which changes it, reads another measure: kept jobs are
        // counted there.
        String spread = kind == Measure.Kind.FINISHED_RUN_SPREAD ? "-spread" : "";
        terms.put(
                term,
                new MeasureDefinition(
                        prefix + "." + term.label() + spread,
                        law,
                        null,
                        kind,
                        true,
                        false,
                        new ChargingRules(rate, inUse, true, true, lease, charged),
                        new Definition(term, covers, scope.parameters().isOn(LSB_NCPU_ENFORCE), limits, lease)));
    }

    /** Run limits of the queues, for committed run time. */
    private List<Object> limits() {
        List<Object> limits = new ArrayList<>();
        scope.configuration().queues().forEach((name, queue) -> {
            Long minutes = queue.getRunLimitMinutes();
            if (minutes != null) {
                limits.add(List.of(name, minutes));
            }
        });
        return limits;
    }

    /** The seconds that a run has committed: its own limit, else that of its queue; 0 = none. */
    private BigDecimal limit(Tres allocated, JobAttributes job) {
        if (job.has(Attribute.TIME_LIMIT)) {
            return BigDecimal.valueOf(job.number(Attribute.TIME_LIMIT, 0));
        }
        io.fairway.avro.LsfQueue queue = scope.configuration().queues().get(job.text(Attribute.QUEUE, ""));
        Long minutes = queue == null ? null : queue.getRunLimitMinutes();
        return minutes == null ? BigDecimal.ZERO : BigDecimal.valueOf(minutes * 60);
    }

    private static BigDecimal cpus(Tres allocated, JobAttributes job) {
        return allocated.count("cpu").max(BigDecimal.ONE);
    }

    /** A job's slots: TRES {@code slot}, else its processors, at least one. */
    static BigDecimal slots(Tres allocated, JobAttributes job) {
        BigDecimal slots = allocated.count("slot");
        return (slots.signum() > 0 ? slots : allocated.count("cpu")).max(BigDecimal.ONE);
    }

    /** The GPUs that the job has to itself. Shared ones do not count. */
    private static BigDecimal gpus(Tres allocated, JobAttributes job) {
        return job.text(Attribute.GPU_MODE, "").startsWith("exclusive") ? allocated.count("gres/gpu") : BigDecimal.ZERO;
    }
}

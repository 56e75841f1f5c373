package io.fairway.engine;

import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Factor;
import io.fairway.avro.InverseSquare;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Ramp;
import io.fairway.avro.Step;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A published priority, evaluated as its schema tells every reader. This shares no code with the engine. */
public record PublishedPriority(PriorityRecord record, double fairshare) {

    /**
     * The priority at an instant.
     *
     * @param fairshare the number that the record takes from the association
     */
    public static double of(PriorityRecord record, double fairshare, long at) {
        return new PublishedPriority(record, fairshare).at(at);
    }

    public double at(long time) {
        if (record.getHeld()) {
            return 0;
        }
        double bounded = Math.min(Math.max(sum(time), record.getMinimum()), record.getMaximum());
        return switch (record.getRounding()) {
            case SLURM_U32, MOAB -> bounded < 0 ? Math.ceil(bounded) : Math.floor(bounded);
            case LSF, UNKNOWN -> bounded;
        };
    }

    /** The sum before bounds and rounding. */
    public double sum(long time) {
        double sum = 0;
        List<Component> components = record.getComponents();
        for (int i = 0; i <= components.size(); i++) {
            if (i == record.getFairsharePosition()) {
                sum += weightedFairshare();
            }
            if (i < components.size()) {
                sum += value(components.get(i), time);
            }
        }
        return sum;
    }

    double then(long time) {
        return record.getThen().stream()
                .mapToDouble(component -> value(component, time))
                .sum();
    }

    /** The amount that each component and each factor adds to the sum, by name. */
    Map<String, Double> terms(long time) {
        Map<String, Double> terms = new TreeMap<>();
        for (Component component : record.getComponents()) {
            for (Factor factor : component.getFactors()) {
                terms.put(factor.getName(), component.getWeight() * value(factor, time));
            }
            terms.put(component.getName(), value(component, time));
        }
        if (record.getFairshareWeight() != 0) {
            terms.put("fairshare", weightedFairshare());
        }
        return terms;
    }

    private double weightedFairshare() {
        return record.getFairshareWeight() == 0 ? 0 : record.getFairshareWeight() * fairshare;
    }

    private static double value(Component component, long time) {
        double sum = component.getFactors().stream()
                .mapToDouble(factor -> value(factor, time))
                .sum();
        return component.getWeight() * clamp(sum, component.getFloor(), component.getCap());
    }

    private static double value(Factor factor, long time) {
        return factor.getWeight() * clamp(form(factor.getForm(), time), factor.getFloor(), factor.getCap());
    }

    private static double form(Object form, long time) {
        return switch (form) {
            case Constant constant -> constant.getValue();
            case Ramp ramp -> ramp(ramp, time);
            case Step step -> {
                double intervals =
                        Math.max(0, Math.floorDiv(time - step.getStart().toEpochMilli(), step.getEvery()));
                yield clamp(step.getIncrement() * intervals, -step.getMax(), step.getMax());
            }
            case InverseSquare square -> {
                double left = (square.getTarget().toEpochMilli() - time) / (double) square.getUnit();
                double near = Math.max(left, square.getEpsilon());
                yield 1 / (near * near) + (left < 0 ? square.getAfterMiss() * -left : 0);
            }
            default -> throw new IllegalArgumentException("form " + form.getClass());
        };
    }

    private static double ramp(Ramp ramp, long time) {
        long start = ramp.getStart().toEpochMilli();
        if (ramp.getDivisor() == 0) {
            return time < start ? ramp.getFloor() : ramp.getCap();
        }
        double units = Math.floorDiv(time, ramp.getUnit()) - Math.floorDiv(start, ramp.getUnit());
        return clamp(ramp.getBase() + units / ramp.getDivisor(), ramp.getFloor(), ramp.getCap());
    }

    private static double clamp(double value, double floor, double cap) {
        return Math.max(floor, Math.min(cap, value));
    }
}

package io.fairway.engine;

import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Factor;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.Ramp;
import io.fairway.avro.Step;
import java.util.List;

/** The priority that a published record says, computed from the record's own description and not by the application. */
public final class PublishedPriority {
    private PublishedPriority() {}

    /**
     * The priority at an instant.
     *
     * @param fairshare the number of the association that the record takes
     */
    public static double of(PriorityRecord record, double fairshare, long at) {
        if (record.getHeld()) {
            return 0;
        }
        double sum = 0;
        List<Component> components = record.getComponents();
        for (int i = 0; i <= components.size(); i++) {
            if (i == record.getFairsharePosition() && record.getFairshareWeight() != 0) {
                sum += record.getFairshareWeight() * fairshare;
            }
            if (i < components.size()) {
                sum += of(components.get(i), at);
            }
        }
        double bounded = Math.max(record.getMinimum(), Math.min(record.getMaximum(), sum));
        return switch (record.getRounding()) {
            case LSF, UNKNOWN -> bounded;
            case MOAB, SLURM_U32 -> bounded < 0 ? Math.ceil(bounded) + 0.0 : Math.floor(bounded);
        };
    }

    private static double of(Component component, long at) {
        double value = 0;
        for (Factor factor : component.getFactors()) {
            value += factor.getWeight() * within(factor.getFloor(), form(factor.getForm(), at), factor.getCap());
        }
        return component.getWeight() * within(component.getFloor(), value, component.getCap());
    }

    private static double form(Object form, long at) {
        return switch (form) {
            case Constant constant -> constant.getValue();
            case Ramp ramp -> {
                long units = Math.floorDiv(at, ramp.getUnit())
                        - Math.floorDiv(ramp.getStart().toEpochMilli(), ramp.getUnit());
                yield within(ramp.getFloor(), ramp.getBase() + units / ramp.getDivisor(), ramp.getCap());
            }
            case Step step -> {
                long steps = Math.floorDiv(at - step.getStart().toEpochMilli(), step.getEvery());
                yield within(-step.getMax(), Math.max(0, steps) * step.getIncrement(), step.getMax());
            }
            default -> throw new IllegalArgumentException("form " + form);
        };
    }

    private static double within(double floor, double value, double cap) {
        return Math.max(floor, Math.min(cap, value));
    }
}

package io.fairway.records;

import io.fairway.avro.PriorityRecord;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import java.util.List;

/** Reads a priority record that {@code Results} wrote, to evaluate it. */
public final class PriorityReader {
    private PriorityReader() {}

    /** The priority of a job at every instant. */
    public static JobPriorityRecord read(PriorityRecord record) {
        return new JobPriorityRecord(
                components(record.getComponents()),
                record.getFairshareWeight(),
                record.getFairsharePosition(),
                switch (record.getFairshareTerm()) {
                    case FACTOR, UNKNOWN -> FairshareTerm.FACTOR;
                    case RANK -> FairshareTerm.RANK;
                },
                association(record),
                switch (record.getRounding()) {
                    case SLURM_U32 -> Rounding.SLURM_U32;
                    case MOAB -> Rounding.MOAB;
                    case LSF, UNKNOWN -> Rounding.LSF;
                },
                record.getMinimum(),
                record.getMaximum(),
                record.getHeld(),
                record.getValidUntil() == null
                        ? JobPriorityRecord.FOREVER
                        : record.getValidUntil().toEpochMilli(),
                components(record.getThen()));
    }

    /** The node whose fairshare counts. */
    public static NodeId association(PriorityRecord record) {
        return new NodeId(record.getTree(), record.getAccount(), record.getUser(), record.getAssociationPartition());
    }

    private static List<Component> components(List<io.fairway.avro.Component> said) {
        return said.stream()
                .map(component -> new Component(
                        component.getName(),
                        component.getWeight(),
                        component.getFactors().stream()
                                .map(PriorityReader::factor)
                                .toList(),
                        component.getFloor(),
                        component.getCap()))
                .toList();
    }

    private static Factor factor(io.fairway.avro.Factor said) {
        return new Factor(said.getName(), said.getWeight(), form(said.getForm()), said.getFloor(), said.getCap());
    }

    private static Form form(Object said) {
        return switch (said) {
            case io.fairway.avro.Constant constant -> new Form.Constant(constant.getValue());
            case io.fairway.avro.Ramp ramp ->
                new Form.Ramp(
                        ramp.getStart().toEpochMilli(),
                        ramp.getUnit(),
                        ramp.getDivisor(),
                        ramp.getBase(),
                        ramp.getFloor(),
                        ramp.getCap());
            case io.fairway.avro.Step step ->
                new Form.Step(step.getStart().toEpochMilli(), step.getEvery(), step.getIncrement(), step.getMax());
            case io.fairway.avro.InverseSquare square ->
                new Form.InverseSquare(
                        square.getTarget().toEpochMilli(),
                        square.getUnit(),
                        square.getEpsilon(),
                        square.getAfterMiss());
            default -> throw new IllegalArgumentException("form " + said.getClass() + ": must be one of the grammar");
        };
    }
}

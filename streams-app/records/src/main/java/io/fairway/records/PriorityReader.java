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

/** Reads priority records, to evaluate them. */
public final class PriorityReader {
    private PriorityReader() {}

    /**
     * The priority of a job at every instant.
     *
     * @throws IllegalArgumentException if the record is outside the grammar; names value and rule
     */
    public static JobPriorityRecord read(PriorityRecord record) {
        return new JobPriorityRecord(
                components(record.getComponents()),
                record.getFairshareWeight(),
                record.getFairsharePosition(),
                fairshareTerm(record.getFairshareTerm()),
                association(record),
                rounding(record.getRounding()),
                record.getMinimum(),
                record.getMaximum(),
                record.getHeld(),
                record.getRejectsNegative(),
                record.getValidUntil() == null
                        ? JobPriorityRecord.FOREVER
                        : record.getValidUntil().toEpochMilli(),
                components(record.getThen()));
    }

    /** The node whose fairshare counts. */
    public static NodeId association(PriorityRecord record) {
        return new NodeId(record.getTree(), record.getAccount(), record.getUser(), record.getAssociationPartition());
    }

    private static List<Component> components(List<io.fairway.avro.Component> components) {
        return components.stream()
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

    private static Factor factor(io.fairway.avro.Factor factor) {
        return new Factor(
                factor.getName(), factor.getWeight(), form(factor.getForm()), factor.getFloor(), factor.getCap());
    }

    /** A union in Avro's generated code is an Object, so another class can appear only here. */
    private static Form form(Object form) {
        return switch (form) {
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
            default ->
                throw new IllegalArgumentException(
                        "form " + form.getClass().getName() + ": must be one of the closed grammar");
        };
    }

    private static FairshareTerm fairshareTerm(io.fairway.avro.FairshareTerm term) {
        return switch (term) {
            case FACTOR -> FairshareTerm.FACTOR;
            case RANK -> FairshareTerm.RANK;
            case UNKNOWN ->
                throw new IllegalArgumentException(
                        "fairshareTerm UNKNOWN: this reader must be as new as the record, or it"
                                + " cannot compute its priority");
        };
    }

    private static Rounding rounding(io.fairway.avro.Rounding rounding) {
        return switch (rounding) {
            case SLURM_U32 -> Rounding.SLURM_U32;
            case MOAB -> Rounding.MOAB;
            // An unknown rounding does not round, like LSF's.
            case LSF, UNKNOWN -> Rounding.LSF;
        };
    }
}

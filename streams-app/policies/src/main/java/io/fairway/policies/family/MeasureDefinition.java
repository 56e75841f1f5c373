package io.fairway.policies.family;

import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.Measure;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.WindowDecay;
import org.jspecify.annotations.Nullable;

/**
 * A policy version's statement of one of its measures.
 *
 * @param name of the measure, unique within the domain
 * @param law how usage is forgotten from the version on; none if it is kept in windows
 * @param windows the windows that keep the usage, and how they are weighed; null = usage is a line
 * @param kind the kind of usage that is charged
 * @param ofAssociations whether usage is charged to associations of share trees, and not to other credentials
 * @param keepsBypassed whether the policy reads how often a job was overtaken
 * @param isReset whether usage begins anew with the policy's reset period
 * @param rules the rules for charges, from the version on
 * @param definition equal if two policies that share the measure define it alike
 */
public record MeasureDefinition(
        String name,
        DecayLaw law,
        @Nullable WindowDecay windows,
        Measure.Kind kind,
        boolean ofAssociations,
        boolean keepsBypassed,
        boolean isReset,
        ChargingRules rules,
        Object definition) {
    /** A statement of usage that begins anew with the policy's reset period. */
    public MeasureDefinition(
            String name,
            DecayLaw law,
            @Nullable WindowDecay windows,
            Measure.Kind kind,
            boolean ofAssociations,
            boolean keepsBypassed,
            ChargingRules rules,
            Object definition) {
        this(name, law, windows, kind, ofAssociations, keepsBypassed, true, rules, definition);
    }

    /** Whether two statements of one measure are compatible: the kind, and whether it has windows, never change. */
    public boolean isOfSameKind(MeasureDefinition other) {
        return kind == other.kind && inWords().equals(other.inWords());
    }

    /** Whether policies that share the measure define it alike. */
    public boolean isDefinedAs(MeasureDefinition other) {
        return law.equals(other.law) && definition.equals(other.definition);
    }

    /** The kind in words. */
    public String inWords() {
        return kind + (windows == null ? "" : " in windows of " + windows.windowing());
    }
}

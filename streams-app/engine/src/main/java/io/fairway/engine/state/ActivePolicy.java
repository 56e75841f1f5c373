package io.fairway.engine.state;

import io.fairway.avro.Policy;
import io.fairway.avro.RankForm;
import io.fairway.policies.avro.PolicyReader;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.policies.registry.PolicyFamilies;
import java.util.List;

/**
 * A policy under evaluation: the version in force, read once.
 *
 * @param current the version in force
 * @param family the rules that it evaluates by
 * @param measures names of the measures of associations that it counts
 * @param epsilon how far a factor moves before it is sent again
 * @param ranks the records that ranks go out in; never AUTO
 */
public record ActivePolicy(Policy current, PolicyFamily family, List<String> measures, double epsilon, RankForm ranks) {

    /** Reads a version that was checked before. */
    static ActivePolicy of(Policy current) {
        PolicyFamily family = PolicyFamilies.of(current);
        Double epsilon = current.getEpsilon();
        return new ActivePolicy(
                current,
                family,
                family.measures().stream()
                        .filter(MeasureDefinition::ofAssociations)
                        .map(MeasureDefinition::name)
                        .toList(),
                epsilon != null ? epsilon : family.usualEpsilon(),
                PolicyReader.ranks(current));
    }

    public String name() {
        return current.getName();
    }
}

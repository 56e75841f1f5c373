package io.fairway.app.processor;

import io.fairway.app.serde.PolicyReader;
import io.fairway.avro.Policy;
import io.fairway.core.ledger.Measure;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.slurm.MultifactorParameters;
import io.fairway.core.policy.slurm.ResetPeriod;
import io.fairway.core.usage.DecayLaw;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A policy as it is evaluated: its versions by the instant from which they hold, read once.
 *
 * @param current the version in force
 * @param measure what it counts, with the rules of every version
 * @param algorithm of the current version
 * @param parameters job priority of the current version
 * @param reset when usage begins anew
 * @param epsilon how far a factor moves before it is sent again
 */
record ActivePolicy(
        Policy current,
        Measure measure,
        FairshareAlgorithm algorithm,
        MultifactorParameters parameters,
        ResetPeriod reset,
        double epsilon) {

    /**
     * Reads the versions of one policy.
     *
     * @param now which version is in force
     * @throws IllegalArgumentException naming what is wrong, if a version cannot be evaluated
     */
    static ActivePolicy of(NavigableMap<Long, Policy> versions, long now) {
        var floor = versions.floorEntry(now);
        Policy current = (floor == null ? versions.firstEntry() : floor).getValue();
        DecayLaw law = PolicyReader.law(current.getMeasure().getDecay());
        TreeMap<Long, io.fairway.core.ledger.ChargingRules> rules = new TreeMap<>();
        for (var version : versions.entrySet()) {
            Policy policy = version.getValue();
            PolicyReader.check(policy);
            DecayLaw other = PolicyReader.law(policy.getMeasure().getDecay());
            if (!other.equals(law)
                    || !policy.getMeasure()
                            .getName()
                            .equals(current.getMeasure().getName())) {
                throw new IllegalArgumentException("policy " + policy.getName() + " from " + policy.getEffectiveFrom()
                        + ": its measure " + policy.getMeasure().getName() + " (" + other + ") is not the measure "
                        + current.getMeasure().getName() + " (" + law
                        + ") of the other versions; a new law needs a new policy name, or a rebuild");
            }
            rules.put(version.getKey(), PolicyReader.rules(policy));
        }
        MultifactorParameters parameters = PolicyReader.parameters(current.getSlurm());
        Double epsilon = current.getEpsilon();
        return new ActivePolicy(
                current,
                new Measure(current.getMeasure().getName(), law, PolicyReader.kind(current.getMeasure()), rules),
                PolicyReader.algorithm(current),
                parameters,
                PolicyReader.reset(current),
                epsilon != null
                        ? epsilon
                        : 1 / (2.0 * Math.max(1, parameters.weights().fairshare())));
    }

    String name() {
        return current.getName();
    }
}

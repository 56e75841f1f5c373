package io.fairway.app.processor;

import io.fairway.app.serde.PolicyReader;
import io.fairway.avro.Policy;
import io.fairway.core.ledger.Measure;
import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.core.policy.slurm.MultifactorParameters;

/**
 * A policy as it is evaluated: the version in force, read once.
 *
 * @param current the version in force
 * @param measure what it counts, with the rules of every version
 * @param algorithm of the version
 * @param parameters job priority of the version
 * @param epsilon how far a factor moves before it is sent again
 */
record ActivePolicy(
        Policy current,
        Measure measure,
        FairshareAlgorithm algorithm,
        MultifactorParameters parameters,
        double epsilon) {

    /** Reads a version that was checked before. */
    static ActivePolicy of(Policy current, Measure measure) {
        MultifactorParameters parameters = PolicyReader.parameters(current.getSlurm());
        Double epsilon = current.getEpsilon();
        return new ActivePolicy(
                current,
                measure,
                PolicyReader.algorithm(current),
                parameters,
                epsilon != null
                        ? epsilon
                        : 1 / (2.0 * Math.max(1, parameters.weights().fairshare())));
    }

    String name() {
        return current.getName();
    }
}

package io.fairway.policies.avro;

import io.fairway.avro.Algorithm;
import io.fairway.schedulers.slurm.SlurmAlgorithm;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Fairshare algorithms by the names of the command line and of scenario files. */
public enum AlgorithmName {
    FAIR_TREE(Algorithm.FAIR_TREE_DOCUMENTED),
    FAIR_TREE_SLURM(Algorithm.FAIR_TREE_SLURM),
    CLASSIC(Algorithm.CLASSIC),
    DEPTH_OBLIVIOUS(Algorithm.DEPTH_OBLIVIOUS),
    LINEAR(Algorithm.LINEAR_2_0),
    FIFO(Algorithm.FIFO);

    private final Algorithm algorithm;

    AlgorithmName(Algorithm algorithm) {
        this.algorithm = algorithm;
    }

    /** Its name in the contract. */
    public Algorithm algorithm() {
        return algorithm;
    }

    /** Its name in the core. */
    public SlurmAlgorithm inCore() {
        return PolicyReader.inCore(algorithm);
    }

    /**
     * The algorithm of a name such as {@code fair-tree}.
     *
     * @throws IllegalArgumentException listing the names, if it is not one of them
     */
    public static AlgorithmName of(String name) {
        for (AlgorithmName algorithm : values()) {
            if (algorithm.toString().equals(name)) {
                return algorithm;
            }
        }
        throw new IllegalArgumentException("algorithm \"" + name + "\": must be one of "
                + Arrays.stream(values()).map(AlgorithmName::toString).collect(Collectors.joining(", ")));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

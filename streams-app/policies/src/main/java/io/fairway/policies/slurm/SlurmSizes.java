package io.fairway.policies.slurm;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Policy;
import io.fairway.schedulers.slurm.multifactor.MultifactorParameters;
import io.fairway.schedulers.slurm.time.SlurmEdition;
import java.util.ArrayList;
import java.util.List;

/** The sizes of a cluster that a policy of Slurm divides by. */
final class SlurmSizes {
    private SlurmSizes() {}

    /** The sizes that are needed and not set, each by its key with the reason. */
    static List<String> missing(Policy policy, MultifactorParameters parameters) {
        List<String> missing = new ArrayList<>();
        if (policy.getAlgorithm() == Algorithm.FIFO) {
            return missing;
        }
        boolean sizes = parameters.weights().jobSize() != 0;
        if (policy.getNodes() == 0 && sizes) {
            missing.add("nodes is missing: PriorityWeightJobSize divides the nodes of a job by it; give the nodes"
                    + " of the cluster, or weightJobSize 0");
        }
        if (policy.getProcessors() == 0) {
            if (policy.getAlgorithm() == Algorithm.LINEAR_2_0) {
                missing.add("processors is missing: algorithm LINEAR_2_0 divides usage by what they deliver;"
                        + " give the processors of the cluster");
            } else if (sizes && parameters.dialect() == SlurmEdition.SLURM_22_05) {
                missing.add("processors is missing: PriorityWeightJobSize divides the cpus of a job by it; give"
                        + " the processors of the cluster, or weightJobSize 0");
            }
        }
        boolean counted = policy.getPartitions().values().stream()
                .anyMatch(partition -> !partition.getTres().isEmpty());
        if (!counted && !parameters.tresWeights().isEmpty()) {
            missing.add(
                    "partitions.NAME.tres is missing: PriorityWeightTRES divides the TRES of a job by those of its partition;"
                            + " give the TRES of at least one partition");
        }
        return missing;
    }
}

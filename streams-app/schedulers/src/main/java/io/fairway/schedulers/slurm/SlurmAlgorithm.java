package io.fairway.schedulers.slurm;

import io.fairway.core.policy.FairshareAlgorithm;
import io.fairway.schedulers.slurm.fairshare.ClassicFairshare;
import io.fairway.schedulers.slurm.fairshare.DepthObliviousFairshare;
import io.fairway.schedulers.slurm.fairshare.Fifo;
import io.fairway.schedulers.slurm.fairshare.LinearFairshare;
import io.fairway.schedulers.slurm.fairtree.FairTree;

/** The fairshare algorithms of the Slurm family. */
public enum SlurmAlgorithm {
    /** {@link Fifo}. */
    FIFO,
    /** {@link LinearFairshare}. */
    LINEAR_2_0,
    /** {@link ClassicFairshare}. */
    CLASSIC,
    /** {@link DepthObliviousFairshare}. */
    DEPTH_OBLIVIOUS,
    /** {@link FairTree}, ties as documented. */
    FAIR_TREE_DOCUMENTED,
    /** {@link FairTree}, ties as in Slurm. */
    FAIR_TREE_SLURM;

    /**
     * The algorithm.
     *
     * @param dampening FairShareDampeningFactor, 1..65535; read by CLASSIC and DEPTH_OBLIVIOUS only
     * @param resources available processor-seconds ({@code AvailableResources}); read by LINEAR_2_0 only
     */
    public FairshareAlgorithm create(int dampening, double resources) {
        return switch (this) {
            case FIFO -> new Fifo();
            case LINEAR_2_0 -> new LinearFairshare(resources);
            case CLASSIC -> new ClassicFairshare(dampening);
            case DEPTH_OBLIVIOUS -> new DepthObliviousFairshare(dampening);
            case FAIR_TREE_DOCUMENTED -> new FairTree(FairTree.Ties.DOCUMENTED);
            case FAIR_TREE_SLURM -> new FairTree(FairTree.Ties.SLURM);
        };
    }
}

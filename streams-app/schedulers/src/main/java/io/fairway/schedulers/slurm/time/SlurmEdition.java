package io.fairway.schedulers.slurm.time;

/** The Slurm release whose job priority applies. */
public enum SlurmEdition {
    /** The multifactor page of Slurm 2.0 (June 2009): five factors, partition and QOS factors given as 0..1. */
    SLURM_2_0,
    /** Slurm 22.05: nine summands, partition, QOS and association priorities normalised by the largest. */
    SLURM_22_05
}

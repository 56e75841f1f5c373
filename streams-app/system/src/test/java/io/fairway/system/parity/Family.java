package io.fairway.system.parity;

/** What a random site may be of. */
enum Family {
    SLURM,
    LSF,
    LSF_APS,
    LSF_POOLS,
    MOAB;

    RandomSite site(long seed) {
        return switch (this) {
            case SLURM -> new SlurmSite(seed);
            case LSF -> new LsfSite(seed);
            case LSF_APS -> new LsfApsSite(seed);
            case LSF_POOLS -> new LsfPoolSite(seed);
            case MOAB -> new MoabSite(seed);
        };
    }
}

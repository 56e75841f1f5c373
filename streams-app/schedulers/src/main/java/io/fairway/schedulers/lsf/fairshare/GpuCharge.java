package io.fairway.schedulers.lsf.fairshare;

/**
 * The GPUs of a job that count in the GPU run time.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Configuring GPU run time.
 */
public enum GpuCharge {
    /** A job with exclusive GPUs: its requested GPUs (ngpus_physical). */
    EXCLUSIVE,
    /** A job with exclusive hosts (bsub -x): every GPU of the hosts. */
    EXCLUSIVE_HOST,
    /** A job with an exclusive compute unit (cu[excl]): every GPU of the unit's hosts. */
    EXCLUSIVE_COMPUTE_UNIT,
    /** A job that shares its GPUs: none. */
    SHARED;

    /**
     * The number of GPUs that count.
     *
     * @param requested by the job
     * @param ofHosts on the hosts where it runs
     * @param ofComputeUnit on all hosts of its compute unit
     */
    public long gpus(long requested, long ofHosts, long ofComputeUnit) {
        return switch (this) {
            case EXCLUSIVE -> requested;
            case EXCLUSIVE_HOST -> ofHosts;
            case EXCLUSIVE_COMPUTE_UNIT -> ofComputeUnit;
            case SHARED -> 0;
        };
    }
}

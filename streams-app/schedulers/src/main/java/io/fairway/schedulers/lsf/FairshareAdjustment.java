package io.fairway.schedulers.lsf;

/**
 * The fairshare adjustment plug-in: a number that FAIRSHARE_ADJUSTMENT_FACTOR weighs in the denominator of the dynamic user
 * priority. More means a lower priority. A pure function: equal inputs give equal results; no clock, no I/O.
 *
 * <p>It takes the place of LSF's libfairshareadjust.*; it is not binary compatible with it, since the C structure is not
 * published. Implementations come from a {@link FairshareAdjustmentProvider}.
 *
 * <p>Source: IBM Spectrum LSF 10.1, Dynamic user priority (Customize the dynamic priority).
 */
@FunctionalInterface
public interface FairshareAdjustment {
    /** No adjustment. */
    FairshareAdjustment NONE = input -> 0;

    /** The adjustment of one share account; must be finite. */
    double adjust(AdjustmentInput input);
}

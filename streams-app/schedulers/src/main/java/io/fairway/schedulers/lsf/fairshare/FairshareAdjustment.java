package io.fairway.schedulers.lsf.fairshare;

/**
 * The fairshare adjustment plug-in: a number in the denominator of the dynamic user priority, weighted by
 * FAIRSHARE_ADJUSTMENT_FACTOR. A larger number lowers the priority. A pure function: equal inputs give equal results;
 * no clock, no I/O.
 *
 * <p>It replaces LSF's libfairshareadjust.*. It is not binary compatible, because the C structure is not published.
 * Implementations come from a {@link FairshareAdjustmentProvider}.
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

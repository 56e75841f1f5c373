package io.fairway.schedulers.moab.config;

import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.SystemTotals;

/**
 * The resources and usage that priorities are relative to.
 *
 * @param system configured resources
 * @param usage historical usage at the instant of evaluation
 * @param imported usage from an identity manager (FSGUSER, FSGGROUP, FSGACCOUNT)
 */
public record MoabContext(SystemTotals system, FairshareUsage usage, FairshareUsage imported) {
    /** A context without imported usage. */
    public static MoabContext of(SystemTotals system, FairshareUsage usage) {
        return new MoabContext(system, usage, FairshareUsage.NONE);
    }
}

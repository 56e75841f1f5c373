/**
 * LSF's dynamic user priority, and the plug-ins that adjust it. Pure functions. Start with {@link DynamicPriority}; a
 * plug-in implements {@link FairshareAdjustmentProvider}.
 */
package io.fairway.schedulers.lsf.fairshare;

/**
 * LSF's dynamic user priority, and the plug-ins that adjust it. Pure functions. They hold no usage and read no clock.
 * Start with {@link DynamicPriority}; a plug-in implements {@link FairshareAdjustmentProvider}.
 */
package io.fairway.schedulers.lsf.fairshare;

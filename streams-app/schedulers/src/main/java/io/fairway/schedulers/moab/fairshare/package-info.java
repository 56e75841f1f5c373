/**
 * Fairshare of Moab: windows, targets, caps, and usage by credential. Pure functions. Start with {@link
 * FairshareHistory}, then {@link FairsharePolicy}.
 */
package io.fairway.schedulers.moab.fairshare;

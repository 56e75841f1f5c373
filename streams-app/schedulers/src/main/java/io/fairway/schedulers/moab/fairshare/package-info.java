/** Fairshare of Moab: targets, caps, and usage by credential. Pure functions. Start with {@link FairsharePolicy}. */
package io.fairway.schedulers.moab.fairshare;

/**
 * Fairshare of Moab: targets, caps, and usage by credential. Pure functions. They compute no job priority. Start with
 * {@link FairsharePolicy}.
 */
package io.fairway.schedulers.moab.fairshare;

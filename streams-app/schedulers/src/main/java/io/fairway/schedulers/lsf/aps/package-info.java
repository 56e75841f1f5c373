/**
 * LSF's absolute priority scheduling: factors, grace periods, and what {@code bmod} sets. Pure functions. Start with
 * {@link ApsRecord}.
 */
package io.fairway.schedulers.lsf.aps;

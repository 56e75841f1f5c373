/**
 * LSF's absolute priority scheduling: factors, grace periods, and what {@code bmod} sets. Pure functions. They read no
 * file and no clock. Start with {@link ApsRecord}.
 */
package io.fairway.schedulers.lsf.aps;

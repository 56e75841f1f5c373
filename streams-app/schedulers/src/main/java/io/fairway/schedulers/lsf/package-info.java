/**
 * LSF's rules as pure functions: dynamic user priority, elections, absolute priorities, queue order, slot pools. It
 * holds no state and reads no file. Start with {@link DynamicPriority} for fairshare and {@link AbsolutePriority} for
 * jobs.
 */
package io.fairway.schedulers.lsf;

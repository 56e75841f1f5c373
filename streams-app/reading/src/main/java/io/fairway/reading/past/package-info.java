/**
 * A domain as it was at an earlier instant, by what is known of it now: stores in memory that hold what the real ones held then. It computes
 * no policy: {@code io.fairway.reading} reads such stores as any others. Start with {@link PastDomain}.
 */
package io.fairway.reading.past;

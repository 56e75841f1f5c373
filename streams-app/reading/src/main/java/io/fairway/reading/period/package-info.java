/**
 * What a period of the past holds: usage from rows of hours and days, corrections, and the jobs that ended. It reads snapshots, writes
 * nothing, and knows no caller. Start with {@link PeriodUsage}, then
 * {@link EndedJob}.
 */
package io.fairway.reading.period;

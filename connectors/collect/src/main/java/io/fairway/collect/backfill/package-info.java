/**
 * {@code fairway backfill}: the history of accounting logs into a running Fairway. Open {@link BackfillCommand} first, then
 * {@link Backfill}.
 */
package io.fairway.collect.backfill;

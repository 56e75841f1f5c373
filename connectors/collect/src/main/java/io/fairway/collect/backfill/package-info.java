/**
 * {@code fairway backfill}: the history of accounting logs into a running Fairway. It parses no format itself. Start with
 * {@link BackfillCommand}, then {@link Backfill}.
 */
package io.fairway.collect.backfill;

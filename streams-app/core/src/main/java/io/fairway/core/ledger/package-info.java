/**
 * The job ledger: turns the facts of one job into charges, in any order, and takes charges back exactly. It holds no
 * store and no clock, and does not know whose turn is next. Start with {@link JobLedger}, then {@link Contribution}.
 */
package io.fairway.core.ledger;

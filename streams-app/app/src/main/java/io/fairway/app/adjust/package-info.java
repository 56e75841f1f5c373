/**
 * Corrections of usage as a person makes them: {@code fairway adjust}, and what writes them for the server. It computes no usage:
 * what a correction would change, the server says. Start with {@link AdjustCommand}, then {@link AdjustmentRecords}.
 */
package io.fairway.app.adjust;

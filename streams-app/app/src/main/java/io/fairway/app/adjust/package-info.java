/**
 * {@code fairway adjust}: corrections of usage as a person makes them. It computes no usage: what a correction would change,
 * the server says. Start with {@link AdjustCommand}, then {@link AdjustmentRecords}.
 */
package io.fairway.app.adjust;

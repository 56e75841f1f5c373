/**
 * Shares and policies from files to topics and back: {@code fairway shares} and {@code fairway policy}. It compares and
 * sends; what a policy means is not decided here. Start with {@link SharesCommand}, then {@link TableApply}.
 */
package io.fairway.app.tables;

/**
 * Shares, hosts and policies from files to topics and back: {@code fairway shares}, {@code hosts} and {@code policy}. It compares and
 * sends; what a policy means is not decided here. Start with {@link SharesCommand}, then {@link TableApply}.
 */
package io.fairway.app.tables;

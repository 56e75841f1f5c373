/**
 * Shares, hosts, policies and usage on other clusters, from files to topics and back: {@code fairway shares}, {@code hosts},
 * {@code policy} and {@code remote-usage}. It compares and sends; what a policy means is not decided here. Start with {@link SharesCommand}, then {@link TableFile}.
 */
package io.fairway.app.tables;

/**
 * The servers and child processes of {@code fairway bench}. It measures nothing. Start with {@link EmbeddedServers}.
 */
package io.fairway.system.bench;

/**
 * Commands that ask a running Fairway over HTTP. They run in loops, so nothing of Kafka or of the server is loaded
 * here. Start with {@link ClientCommand}, then {@link WhyCommand}.
 */
package io.fairway.client.command;

/**
 * Writes starts to the topics so that of several dispatchers only the leading one can. It decides nothing. Start with
 * {@link Publisher}, then {@link FencedPublisher}.
 */
package io.fairway.dispatcher.publish;

/**
 * What if, of today's queue: the order with another policy or other shares, computed here from the state of a domain.
 * It changes nothing in the domain. Start with {@link EvaluateQueueCommand}.
 */
package io.fairway.app.whatif;

/**
 * A domain as a question sees it: read from the stores beside the task that writes them, and evaluated by the same
 * policies. It never writes to a store and sends nothing. Start with {@link DomainSnapshot}.
 */
package io.fairway.reading;

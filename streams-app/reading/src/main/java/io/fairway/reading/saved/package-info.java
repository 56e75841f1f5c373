/**
 * The state of a domain, to ask it elsewhere and later. Jobs that ended are not in it. Start with {@link SavedDomain}.
 */
package io.fairway.reading.saved;

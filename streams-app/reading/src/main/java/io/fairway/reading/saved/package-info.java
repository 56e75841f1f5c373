/** The state of a domain, to ask it elsewhere and later. Start with {@link SavedDomain}. */
package io.fairway.reading.saved;

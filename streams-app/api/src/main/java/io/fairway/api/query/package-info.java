/**
 * Answers questions about a domain: which instance holds it, what its stores say, how fresh that is. It knows no HTTP
 * server and writes to no store. Start with {@link Answers}, then {@link Snapshots}.
 */
package io.fairway.api.query;

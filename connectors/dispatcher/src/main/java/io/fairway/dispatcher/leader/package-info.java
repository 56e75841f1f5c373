/**
 * Which of several dispatchers leads a domain, and what the one that begins to lead must read first. It starts no job.
 * Start with {@link LeadGroup}.
 */
package io.fairway.dispatcher.leader;

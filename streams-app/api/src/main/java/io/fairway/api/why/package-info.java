/**
 * Says why a job waits and why an association stands where it stands, in numbers that add up and in sentences. It reads
 * snapshots and computes no policy. Start with {@link WhyJob}.
 */
package io.fairway.api.why;

/**
 * Answers in the formats of other schedulers: {@code sshare}, {@code sprio}, {@code mdiag}, {@code bqueues}. It asks
 * nobody. Start with {@link FairshareFormat}, then {@link Sshare}.
 */
package io.fairway.client.format;

/**
 * Decides what is sent and when: usage, fairshare, priorities, orders, heartbeats. It changes no usage and takes no
 * input. Start with {@link DomainEvaluation}, then {@link FairshareResults}.
 */
package io.fairway.engine.results;

/**
 * The host agent, a small program on a compute node: it finds the jobs there, samples what they use, and sends both from
 * an outbox on disk. This package puts it together. It knows no policy and computes no usage. Start with
 * {@link HostAgent}, then {@link AgentConfig}.
 */
package io.fairway.agent;

/**
 * The host agent, a small program on a compute node: it finds the jobs there, samples what they use, and sends both from
 * an outbox on disk. It knows no policy and computes no usage.
 */
package io.fairway.agent;

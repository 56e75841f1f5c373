/**
 * {@code fairway demo}: a simulated cluster whose users always want more than they get, on a real broker with the real
 * pipeline and dispatcher, and a verdict at the end. It computes no priorities. Start with {@link Demo}, then
 * {@link SimulatedCluster}.
 */
package io.fairway.trial.demo;

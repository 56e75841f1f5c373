/**
 * The engine knows no scheduler: what a scheduler rules is behind the policy families of {@code policies}. Here is what
 * all floors of the engine share: settings, what moves clocks, names of nodes, where results go, and who watches. It
 * holds no work of its own. Start with {@link EngineSettings}, or with {@link
 * io.fairway.engine.topology.FairwayTopology} for the whole.
 */
package io.fairway.engine;

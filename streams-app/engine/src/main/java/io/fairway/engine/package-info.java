/**
 * What all floors of the engine share: settings, names of nodes, where results go, and who watches. It holds no work of
 * its own. Start with {@link EngineSettings}, or with {@link io.fairway.engine.topology.FairwayTopology} for the whole.
 */
package io.fairway.engine;

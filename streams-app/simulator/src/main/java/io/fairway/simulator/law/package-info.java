/**
 * What must hold, by code that shares nothing with the engine: closed integrals, who waits, who comes first, what becomes
 * of each record. Start with {@link Laws}.
 */
package io.fairway.simulator.law;

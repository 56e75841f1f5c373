/**
 * What must hold: closed integrals, who waits, who comes first, what becomes of each record. Its calculations share no
 * code with the engine. Start with {@link Laws}, then {@link AtRest}.
 */
package io.fairway.simulator.law;

/**
 * What a book decides: one change of the state, and what falls due later. It writes nothing. Start with {@link
 * Change}, then {@link Timeline}.
 */
package io.fairway.engine.state.change;

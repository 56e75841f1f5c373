/**
 * The command line of the dispatchers: {@code fairway dispatch}. It chooses where the order goes, and decides nothing of
 * it. Start with {@link DispatchCommand}.
 */
package io.fairway.dispatcher.cli;

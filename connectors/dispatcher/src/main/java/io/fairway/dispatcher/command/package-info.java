/**
 * Starts by a program of the site, for schedulers that Fairway does not know: a line of JSON for each start, and a line
 * for each answer. It decides no order. Start with {@link ProgramCluster}; docs/dispatch-command.md describes the lines.
 */
package io.fairway.dispatcher.command;

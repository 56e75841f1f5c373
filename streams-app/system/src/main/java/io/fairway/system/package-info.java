/**
 * The program: its commands, its exit codes, and how it ends on a signal. It holds no work of its own. Start with
 * {@link FairwayMain}.
 */
package io.fairway.system;

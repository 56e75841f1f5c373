/**
 * A site's own configuration, turned into share nodes and a policy: {@link io.fairway.importers.Scheduler} lists whose files
 * are read. Nothing is guessed: what is not understood or not supported is told with file and line.
 */
package io.fairway.importers;

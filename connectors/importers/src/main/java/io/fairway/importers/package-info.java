/**
 * What the importers of all schedulers share: lines and places of a file, the report, the target. Nothing is guessed: the
 * report names everything that is not understood or not supported, with file and line.
 */
package io.fairway.importers;

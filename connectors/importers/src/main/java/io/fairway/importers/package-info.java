/**
 * The common parts of all schedulers' importers: lines and places of a file, the report, the target. Importers guess
 * nothing: the report names everything that they do not understand or support, with file and line.
 */
package io.fairway.importers;

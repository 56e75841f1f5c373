/**
 * What the importers of all schedulers share: lines and places of a file, the report, the target. It holds no
 * scheduler's keywords. An importer never guesses: the report names what it does not understand or support, with file
 * and line. Start with {@link Imported}.
 */
package io.fairway.importers;

/** The schedulers with an importer, one constant each. */
package io.fairway.importers.registry;

/** The schedulers whose configuration can be imported, one constant each. */
package io.fairway.importers.registry;

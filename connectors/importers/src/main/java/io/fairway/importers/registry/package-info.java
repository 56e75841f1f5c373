/**
 * The list of schedulers whose configuration can be imported, one constant each. It reads no file itself. Start with
 * {@link Scheduler}.
 */
package io.fairway.importers.registry;

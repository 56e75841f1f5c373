/**
 * Where Moab and Maui differ, and which of two readings of the documents holds. It reads no file. Start with
 * {@link MoabDialect}.
 */
package io.fairway.schedulers.moab.dialect;

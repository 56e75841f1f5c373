/**
 * Reads files of Moab and Maui: moab.cfg, maui.cfg, fs.cfg. It computes no priorities. Start with {@link MoabImporter}.
 */
package io.fairway.importers.moab;

/** Files of Moab and Maui: moab.cfg, maui.cfg, fs.cfg. */
package io.fairway.importers.moab;

/**
 * {@code fairway import}: takes what an importer read from a scheduler's own files, and writes it as files or on the
 * topics. It reads no format itself. Start with {@link ImportCommand}.
 */
package io.fairway.app.imports;

/**
 * Log files on disk: finding them by patterns, and reading them plain or decompressed. It knows nothing of what is in
 * them. Start with {@link LogFiles}.
 */
package io.fairway.connect.files;

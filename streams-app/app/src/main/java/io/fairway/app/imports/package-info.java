/** {@code fairway import}: a scheduler's own files as files of ours, or on the topics. */
package io.fairway.app.imports;

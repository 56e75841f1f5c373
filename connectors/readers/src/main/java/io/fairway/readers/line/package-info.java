/**
 * What the parsers of all formats share: the way from a line of text to a job's events. It holds no scheduler's words and
 * opens no file. Start with {@link LineParser}; {@link JobRecord} makes the events.
 */
package io.fairway.readers.line;

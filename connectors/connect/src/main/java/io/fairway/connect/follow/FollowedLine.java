package io.fairway.connect.follow;

/**
 * A line that has something to tell.
 *
 * @param path its file
 * @param line its number in its log, from 1
 * @param facts what it tells
 * @param after how far the log is read with this line
 */
public record FollowedLine(String path, long line, LineReader.LineFacts facts, LogCursor after) {}

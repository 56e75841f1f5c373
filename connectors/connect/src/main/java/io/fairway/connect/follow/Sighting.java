package io.fairway.connect.follow;

/**
 * A file as a listing shows it.
 *
 * @param path its path
 * @param inode device and inode; empty where the system has none
 * @param size bytes on disk
 * @param modified last modification, epoch milliseconds
 * @param compressed whether its content is compressed
 */
public record Sighting(String path, String inode, long size, long modified, boolean compressed) {}

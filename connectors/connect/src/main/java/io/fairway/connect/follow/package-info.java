/**
 * Following logs that grow, rotate and are truncated: which bytes of which file were read, told by the bytes themselves.
 * It never touches a file or a clock; {@code io.fairway.connect.files} does. Start with {@link LogFollower}, then
 * {@link Recognition}.
 */
package io.fairway.connect.follow;

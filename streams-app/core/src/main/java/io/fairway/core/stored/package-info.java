/**
 * The binary form of stored state: jobs, lines and their newest rows, rings. The first byte is the version of the form. It
 * knows no store, and not what the state is for. Start with {@link StateCodec}, then {@link StoredLine}.
 */
package io.fairway.core.stored;

/**
 * The state stores, and the binary form of what is in them. It knows no rules: it keeps bytes and reads them back.
 * What a task changes waits here for the commit. Start with {@link Stores}, then {@link StateCodec} and {@link
 * WriteBehind}.
 */
package io.fairway.engine.store;

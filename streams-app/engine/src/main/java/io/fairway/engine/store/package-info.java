/**
 * The state stores, and the binary form of what is in them. It knows no rules: it keeps bytes and reads them back.
 * Start with {@link Stores}, then {@link StateCodec}.
 */
package io.fairway.engine.store;

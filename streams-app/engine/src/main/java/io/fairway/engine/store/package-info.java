/**
 * The state stores: which there are, and how they are read and written. It knows no rules: it keeps bytes and reads them
 * back. What a task changes waits here for the commit. Start with {@link Stores}, then {@link StateStores} and {@link
 * WriteBehind}.
 */
package io.fairway.engine.store;

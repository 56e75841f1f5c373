/**
 * What RocksDB takes of the machine's memory: one bound for all stores of the process, and where it comes from. It knows no store and
 * no domain. Start with {@link RocksDbMemory}.
 */
package io.fairway.app.memory;

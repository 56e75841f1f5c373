/**
 * What RocksDB takes of the machine's memory: one bound for all stores of the process, and where it comes from. It knows no domain, and of
 * stores only the one that each new job is looked for in. Start with {@link RocksDbMemory}.
 */
package io.fairway.app.memory;

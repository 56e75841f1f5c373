/** The contract with agents, dispatchers and other readers: topics, keys, partitions and serdes. No domain rules. */
package io.fairway.schemas;

/**
 * The contract with agents, dispatchers and other readers: topics, keys, partitions and serdes, around the Avro records
 * of {@code src/main/avro}. It holds no domain rules. Start with {@link Topic}.
 */
package io.fairway.schemas;

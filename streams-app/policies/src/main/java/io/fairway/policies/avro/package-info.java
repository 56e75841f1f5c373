/**
 * Reads the contract's records as values of {@code core}, and writes results as records. It holds no formulas and no
 * Kafka. Start with {@link PolicyReader} for what comes in and {@link Results} for what goes out.
 */
package io.fairway.policies.avro;

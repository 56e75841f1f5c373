/**
 * Records of the contract as values of {@code core}, and back: jobs, hosts, shares, adjustments, priorities, ranks. It
 * holds no formulas and no Kafka. Start with {@link JobEvents}, then {@link PriorityReader}.
 */
package io.fairway.records;

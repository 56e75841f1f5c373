/**
 * The words of the ledger: jobs, facts about jobs, attributes, trackable resources, nodes of a share tree. It holds
 * values and the rules that a single fact must meet, and no state. Start with {@link JobFact}.
 */
package io.fairway.core.model;

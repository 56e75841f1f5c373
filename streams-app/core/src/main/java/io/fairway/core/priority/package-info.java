/**
 * The grammar of priority records: a sum of weighted forms of time that any reader evaluates at any instant. It holds
 * no rules of a scheduler. Start with {@link JobPriorityRecord}, then {@link Form}.
 */
package io.fairway.core.priority;

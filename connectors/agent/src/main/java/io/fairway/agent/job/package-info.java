/**
 * What prologs and epilogs say: messages, the socket and the spool that take them, and the jobs that are known. It
 * samples nothing. Start with {@link JobDesk}, then {@link JobMessage} and {@link JobSocket}.
 */
package io.fairway.agent.job;

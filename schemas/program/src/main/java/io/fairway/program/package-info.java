/**
 * What all programs on the contract share: their configuration, the topics on a broker, TLS files that are replaced
 * while they run, and the options of commands. It holds no record and no rule of a domain. Start with {@link
 * ProgramConfig}, then {@link TopicAdmin}.
 */
package io.fairway.program;

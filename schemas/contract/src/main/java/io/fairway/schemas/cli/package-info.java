/**
 * The options of commands that read or write the topics, for picocli. It holds no command, and nothing else of the
 * contract needs it or picocli. Start with {@link ProgramOptions}.
 */
package io.fairway.schemas.cli;

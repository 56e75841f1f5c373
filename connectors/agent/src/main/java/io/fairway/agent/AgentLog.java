package io.fairway.agent;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * The log of the agent: standard error, which systemd keeps. It is set up without a file, because reading one takes
 * memory that a guest on a node should not.
 */
final class AgentLog {
    /** No text in a message may begin a line of its own or move a terminal's cursor. */
    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0} - %replace(%msg){'[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]','?'}%n%ex{3}";

    private AgentLog() {}

    /** Sets it up for this program. */
    static void open() {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        PatternLayoutEncoder lines = new PatternLayoutEncoder();
        lines.setContext(context);
        lines.setCharset(StandardCharsets.UTF_8);
        lines.setPattern(PATTERN);
        lines.start();
        ConsoleAppender<ILoggingEvent> terminal = new ConsoleAppender<>();
        terminal.setContext(context);
        terminal.setTarget("System.err");
        terminal.setEncoder(lines);
        terminal.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(terminal);
        context.getLogger("io.fairway").setLevel(Level.INFO);
        // Each lost connection is a warning of its own; the sender says what matters.
        context.getLogger("org.apache.kafka.clients.NetworkClient").setLevel(Level.ERROR);
        context.getLogger("io.confluent").setLevel(Level.ERROR);
    }
}

package io.fairway.agent;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.LoggerFactory;

/**
 * The log of the agent: lines on standard error, which systemd keeps, or JSON on standard output, which containers keep. It is
 * set up without a file, because reading one takes memory that a guest on a node should not.
 */
final class AgentLog {
    /** The variable of the environment with the format. */
    static final String FORMAT = "FAIRWAY_AGENT_LOG";

    /** No text in a message may begin a line of its own or move a terminal's cursor. */
    private static final String PATTERN =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX, UTC} %-5level %logger{0} - %replace(%msg){'[\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]','?'}%n%ex{3}";

    private AgentLog() {}

    /**
     * Sets it up for this program.
     *
     * @param format text, also if it is empty; or json
     * @throws ConfigException if it is another one
     */
    static void open(String format) {
        boolean json = format.equals("json");
        if (!json && !format.equals("text") && !format.isEmpty()) {
            throw new ConfigException(FORMAT + "=" + format + ": must be text or json");
        }
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        ConsoleAppender<ILoggingEvent> terminal = new ConsoleAppender<>();
        terminal.setContext(context);
        terminal.setTarget(json ? "System.out" : "System.err");
        terminal.setEncoder(json ? objects(context) : lines(context));
        terminal.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(terminal);
        context.getLogger("io.fairway").setLevel(Level.INFO);
        // Each lost connection is a warning of its own; the sender says what matters.
        context.getLogger("org.apache.kafka.clients.NetworkClient").setLevel(Level.ERROR);
        context.getLogger("io.confluent").setLevel(Level.ERROR);
    }

    private static Encoder<ILoggingEvent> lines(LoggerContext context) {
        PatternLayoutEncoder lines = new PatternLayoutEncoder();
        lines.setContext(context);
        lines.setCharset(StandardCharsets.UTF_8);
        lines.setPattern(PATTERN);
        lines.start();
        return lines;
    }

    private static Encoder<ILoggingEvent> objects(LoggerContext context) {
        JsonEncoder objects = new JsonEncoder();
        objects.setContext(context);
        objects.setWithSequenceNumber(false);
        objects.setWithNanoseconds(false);
        objects.setWithContext(false);
        objects.setWithArguments(false);
        objects.setWithMessage(false);
        objects.setWithFormattedMessage(true);
        objects.start();
        return objects;
    }
}

package io.fairway.app.runtime;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import net.logstash.logback.encoder.LogstashEncoder;
import net.logstash.logback.fieldnames.LogstashFieldNames;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** The format of log lines. */
public enum LogFormat {
    /** The format in the log's own configuration. */
    TEXT,

    /**
     * A JSON object: timestamp, level, logger, thread, message; exception if there is one; domain, tree and job if they are
     * known.
     */
    JSON;

    /** Makes all appenders of the root logger write in this format, from the next line on. */
    public void apply() {
        ILoggerFactory logging = LoggerFactory.getILoggerFactory();
        if (this == JSON && logging instanceof LoggerContext context) {
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                    .iteratorForAppenders()
                    .forEachRemaining(appender -> {
                        if (appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
                            stream.setEncoder(json(context));
                        }
                    });
        }
    }

    private static LogstashEncoder json(LoggerContext context) {
        LogstashFieldNames names = new LogstashFieldNames();
        names.setTimestamp("timestamp");
        names.setLogger("logger");
        names.setThread("thread");
        names.setStackTrace("exception");
        names.setVersion("[ignore]");
        names.setLevelValue("[ignore]");
        LogstashEncoder encoder = new LogstashEncoder();
        encoder.setContext(context);
        encoder.setFieldNames(names);
        encoder.setTimeZone("UTC");
        encoder.start();
        return encoder;
    }
}

package io.fairway.system;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.StringWriter;
import org.slf4j.LoggerFactory;

/** What a thread logs, and those that it starts. Several applications log in this JVM. */
final class ThreadsLog extends AppenderBase<ILoggingEvent> {
    private static final InheritableThreadLocal<StringWriter> TAKER = new InheritableThreadLocal<>();

    private final PatternLayout layout = new PatternLayout();

    static {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(new ThreadsLog(root.getLoggerContext()));
    }

    private ThreadsLog(LoggerContext context) {
        setContext(context);
        layout.setContext(context);
        layout.setPattern("%level %logger{1} - %msg%n");
        layout.start();
        start();
    }

    /** From now on, the log of this thread and of those that it starts goes there, too. */
    static void take(StringWriter log) {
        TAKER.set(log);
    }

    @Override
    protected void append(ILoggingEvent event) {
        StringWriter taker = TAKER.get();
        if (taker != null) {
            taker.write(layout.doLayout(event));
        }
    }
}

package io.fairway.access;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Everything that anything logs, at any level, until it is closed. A class that asks for it is {@code @Isolated}. */
public final class Logged implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.fairway");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public Logged() {
        Class<?> reader = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .getCallerClass();
        if (!reader.isAnnotationPresent(Isolated.class)) {
            throw new IllegalStateException(reader + " reads what everybody logs: it must be @Isolated");
        }
        appender.start();
        root.addAppender(appender);
        ours.setLevel(Level.TRACE);
    }

    /** The events with their stack traces. */
    public List<String> texts() {
        return List.copyOf(appender.list).stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy())))
                .toList();
    }

    /** Forgets what was logged. */
    public void clear() {
        appender.list.clear();
    }

    @Override
    public void close() {
        root.detachAppender(appender);
        ours.setLevel(null);
    }
}

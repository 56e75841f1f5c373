package io.fairway.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Who takes traces is away, or never answers. */
@Isolated("It reads the log.")
class CollectorAwayTest {
    /** If each waited for the collector, they would wait longer than {@link Timeout}. */
    private static final int QUESTIONS = 500;

    private static List<String> log(Act act) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(ReportingExporter.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
        try {
            act.run();
        } finally {
            logger.detachAppender(lines);
            logger.setLevel(before);
        }
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private interface Act {
        void run() throws Exception;
    }

    private static void askAll(String endpoint) throws Exception {
        try (Tracing tracing = Tracing.of(new TracingSettings(endpoint, 1.0, false), "fairway", "here:1");
                TracedServer server = new TracedServer(tracing)) {
            for (int i = 0; i < QUESTIONS; i++) {
                assertThat(server.get("/v1/domains/alps/jobs").statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void answersComeWhileNobodyListens() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        String endpoint = "http://127.0.0.1:" + free + "/v1/traces";

        List<String> log = log(() -> askAll(endpoint));

        assertThat(log)
                .filteredOn(line -> line.contains(endpoint))
                .singleElement()
                .asString()
                .startsWith("traces are dropped: " + endpoint + " does not take them");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void answersComeAndTheEndComesWhileACollectorNeverAnswers() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            askAll("http://127.0.0.1:" + silent.getLocalPort() + "/v1/traces");
        }
    }

    @Test
    void anIncidentHasOneLineAndItsEndAnother() throws Exception {
        Moody below = new Moody();
        ReportingExporter exporter = new ReportingExporter(below, "http://c/v1/traces");

        List<String> log = log(() -> {
            for (boolean takes : List.of(true, false, false, false, true, true, false)) {
                below.takes = takes;
                assertThat(exporter.export(List.of()).isDone()).isTrue();
            }
        });

        assertThat(log)
                .containsExactly(
                        "traces are dropped: http://c/v1/traces does not take them",
                        "traces go to http://c/v1/traces again",
                        "traces are dropped: http://c/v1/traces does not take them");
    }

    private static final class Moody implements SpanExporter {
        private boolean takes;

        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            return takes ? CompletableResultCode.ofSuccess() : CompletableResultCode.ofFailure();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}

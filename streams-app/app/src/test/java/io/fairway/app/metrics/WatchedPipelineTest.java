package io.fairway.app.metrics;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.app.runtime.LogFormat;
import io.fairway.avro.Algorithm;
import io.fairway.avro.FairshareRecord;
import io.fairway.engine.PipelineDriver;
import io.fairway.engine.ProcessorWatch;
import io.fairway.schemas.Topic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The metrics and the log of a running pipeline. */
@Isolated("It takes the log of everybody away.")
class WatchedPipelineTest {
    private static final long HOUR = 3_600_000;

    private final FairwayMetrics metrics =
            new FairwayMetrics(Set.of(), new MetricsSettings(8, 4, KafkaMeters.ESSENTIAL), () -> T0 + 12_000);

    /** Two jobs run and one waits; one event comes twice, one too late, one is garbage, and one policy is impossible. */
    private static void drive(PipelineDriver pipeline) {
        pipeline.policy(HOUR);
        pipeline.share("physics", "anna", 3);
        pipeline.share("physics", "ben", 1);
        pipeline.start("1", "physics", "anna", T0, 4);
        pipeline.start("2", "physics", "ben", T0, 2);
        pipeline.start("2", "physics", "ben", T0, 2);
        pipeline.submit("3", "physics", "ben", T0);
        pipeline.submit("4", "physics", "ben", T0 - 700_000_000);
        pipeline.raw(Topic.JOB_EVENTS, new byte[] {1, 2, 3});
        pipeline.policy(PipelineDriver.policyOf("lsf", 0, HOUR).setAlgorithm(Algorithm.LSF_DYNAMIC));
        pipeline.advance(11_500);
    }

    @Test
    void aScrapeTellsWhatWasFed() {
        Map<String, Double> samples;
        Map<String, FairshareRecord> sent = new HashMap<>();
        try (PipelineDriver pipeline = PipelineDriver.live(metrics.watch())) {
            drive(pipeline);
            samples = PrometheusText.samples(metrics.scrape());
            pipeline.read(Topic.FAIRSHARE, FairshareRecord.class).forEach(each -> sent.put(each.key(), each.value()));
            assertThat(samples)
                    .containsEntry("fairway_events_total{type=\"started\"}", 3.0)
                    .containsEntry("fairway_events_total{type=\"submitted\"}", 1.0)
                    .containsEntry("fairway_duplicates_total", 1.0)
                    .containsEntry("fairway_reread_total", 0.0)
                    .containsEntry("fairway_dead_letters_total{kind=\"time\"}", 1.0)
                    .containsEntry("fairway_dead_letters_total{kind=\"undecodable\"}", 1.0)
                    .containsEntry("fairway_dead_letters_total{kind=\"refused\"}", 1.0)
                    .containsEntry("fairway_records_sent_total{topic=\"dead-letters\"}", 3.0)
                    .containsEntry("fairway_jobs{domain=\"alps\",state=\"running\"}", 2.0)
                    .containsEntry("fairway_jobs{domain=\"alps\",state=\"pending\"}", 1.0)
                    .containsEntry("fairway_associations{domain=\"alps\",tree=\"alps\"}", 2.0);
        }

        // The last heartbeat was at most a second before the end at T0 + 11.5 s.
        assertThat(samples.get("fairway_priority_staleness_seconds{domain=\"alps\"}"))
                .isBetween(0.5, 1.6);
        assertThat(samples.get("fairway_evaluation_seconds_count")).isPositive();
        String anna = "{account=\"physics\",domain=\"alps\",policy=\"main\",tree=\"alps\",user=\"anna\"}";
        // 4 processors until the evaluation without a change, after 10 s; decay takes less than 0.1 %
        assertThat(samples.get("fairway_user_usage" + anna)).isBetween(39.9, 41.0);
        FairshareRecord record = sent.get("alps|main|alps|physics|anna");
        assertThat(record).isNotNull();
        assertThat(samples.get("fairway_user_factor" + anna)).isCloseTo(record.getFactor(), within(1e-9));
        assertThat(samples)
                .containsEntry("fairway_user_share" + anna, 0.75)
                .containsEntry(
                        "fairway_account_share{account=\"physics\",depth=\"1\",domain=\"alps\",parent=\"root\","
                                + "policy=\"main\",tree=\"alps\"}",
                        1.0);
        // The task has ended.
        assertThat(metrics.scrape()).doesNotContain("domain=\"alps\"");
    }

    @Test
    void everyLineOfAJsonLogIsAnObject() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        String log = jsonLog(() -> {
            try (PipelineDriver pipeline = PipelineDriver.live(metrics.watch())) {
                drive(pipeline);
            }
            LoggerFactory.getLogger("io.fairway.test")
                    .warn("two\nlines and a \"quote\"", new IllegalStateException("no\tgood"));
        });
        for (String line : log.lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }

        assertThat(lines).hasSizeGreaterThan(3).allSatisfy(line -> {
            assertThat(line.isObject()).isTrue();
            assertThat(Instant.parse(line.get("timestamp").asText()))
                    .isBefore(Instant.now().plusSeconds(1));
            assertThat(line.get("level").asText()).isIn("TRACE", "DEBUG", "INFO", "WARN", "ERROR");
            assertThat(line.get("logger").asText()).isNotEmpty();
            assertThat(line.get("thread").asText()).isNotEmpty();
            assertThat(line.has("message")).isTrue();
        });
        assertThat(lines)
                .filteredOn(line -> line.get("message").asText().startsWith("domain taken up"))
                .singleElement()
                .satisfies(line -> assertThat(line.get("domain").asText()).isEqualTo(DOMAIN));
        assertThat(lines)
                .filteredOn(line -> line.get("message").asText().startsWith("refused: "))
                .singleElement()
                .satisfies(line -> assertThat(line.get("domain").asText()).isEqualTo(DOMAIN))
                .satisfies(line -> assertThat(line.get("level").asText()).isEqualTo("WARN"));
        JsonNode last = lines.get(lines.size() - 1);
        assertThat(last.get("message").asText()).isEqualTo("two\nlines and a \"quote\"");
        assertThat(last.get("exception").asText()).startsWith("java.lang.IllegalStateException: no\tgood\n\tat ");
        assertThat(last.has("domain")).isFalse();
    }

    @Test
    void whatFailsLeavesBehindOfWhichDomainAndJobItWas() {
        ProcessorWatch failing = (ProcessorWatch) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ProcessorWatch.class}, (proxy, method, args) -> {
                    if (method.getName().equals("event")) {
                        throw new IllegalStateException("broken on purpose");
                    }
                    return null;
                });
        try (PipelineDriver pipeline = PipelineDriver.live(failing)) {
            assertThatThrownBy(() -> pipeline.submit("17", "physics", "anna", T0))
                    .hasRootCauseMessage("broken on purpose");

            assertThat(MDC.get("domain")).isEqualTo(DOMAIN);
            assertThat(MDC.get("job")).isEqualTo("17");
        } finally {
            MDC.clear();
        }
    }

    /** The JSON lines of an appender of the root logger during an action. It restores the log afterwards. */
    private static String jsonLog(Runnable run) {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Logger ours = (Logger) LoggerFactory.getLogger("io.fairway");
        List<Appender<ILoggingEvent>> before = new ArrayList<>();
        root.iteratorForAppenders().forEachRemaining(before::add);
        Level levelBefore = ours.getLevel();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(root.getLoggerContext());
        appender.setImmediateFlush(true);
        try {
            before.forEach(root::detachAppender);
            root.addAppender(appender);
            ours.setLevel(Level.DEBUG);
            LogFormat.JSON.apply();
            appender.setOutputStream(bytes);
            appender.start();
            run.run();
        } finally {
            root.detachAppender(appender);
            before.forEach(root::addAppender);
            ours.setLevel(levelBefore);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

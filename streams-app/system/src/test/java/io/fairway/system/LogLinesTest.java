package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that the launcher's programs log, as its own configuration makes them. */
class LogLinesTest {
    @TempDir
    private Path directory;

    private String logged(Consumer<LoggerContext> lines) throws IOException, JoranException {
        Path log = directory.resolve("fairway.log");
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.putProperty("fairway.log", log.toString());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(configuration());

        lines.accept(context);
        context.stop();
        return Files.readString(log);
    }

    @Test
    void aLineBeginsWithAnInstantThatNamesItsZone() throws IOException, JoranException {
        assertThat(logged(context -> context.getLogger("io.fairway.app.Some").info("one\nline")))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  \\[\\w.*] .*Some - one\\?line\\R");
    }

    /** The text is that of Kafka Streams 4.4.0, as ServeIT would have it in its log. */
    @Test
    void ofStoresOfWindowsOnlyTheHarmlessWarningIsLeftOut() throws IOException, JoranException {
        assertThat(logged(context -> {
                    Logger reader =
                            context.getLogger("org.apache.kafka.streams.processor.internals.StoreChangelogReader");
                    reader.warn(
                            "state-updater [x] Windowed store usage-hours reported no usable retention period (-1), so"
                                    + " changelog partition fairway-usage-hours-changelog-0 is restored in full rather than"
                                    + " skipping expired data.");
                    reader.warn("Encountered {} for changelogs", "OffsetOutOfRangeException");
                }))
                .contains("Encountered OffsetOutOfRangeException")
                .doesNotContain("usage-hours");
    }

    private static URL configuration() {
        return Objects.requireNonNull(FairwayMain.class.getResource("/logback.xml"));
    }
}

package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that the launcher's programs log, as its own configuration makes them. */
class LogLinesTest {
    @TempDir
    private Path directory;

    @Test
    void aLineBeginsWithAnInstantThatNamesItsZone() throws IOException, JoranException {
        Path log = directory.resolve("fairway.log");
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.putProperty("fairway.log", log.toString());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(configuration());

        context.getLogger("io.fairway.app.Some").info("one\nline");
        context.stop();

        assertThat(Files.readString(log))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  \\[\\w.*] .*Some - one\\?line\\R");
    }

    private static URL configuration() {
        return Objects.requireNonNull(FairwayMain.class.getResource("/logback.xml"));
    }
}

package io.fairway.system;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogPatternTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path directory;

    /** Refusals name what records say, and records say anything. */
    @Test
    void aNameInAMessageBeginsNoLineAndMovesNoCursor() throws JoranException, IOException {
        Path log = directory.resolve("fairway.log");
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        context.putProperty("fairway.log", log.toString());
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(LogPatternTest.class.getResource("/logback.xml"));

        context.getLogger("io.fairway.test").warn("refused: {}", "a\nWARN b\r\u001b[2J\u009b1mc\u007f d\u00e9 \\x41");
        context.stop();

        List<String> lines = Files.readAllLines(log);
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).endsWith(" - refused: a?WARN b??[2J?1mc? d\u00e9 \\x41");
    }
}

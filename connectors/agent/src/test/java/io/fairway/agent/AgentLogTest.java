package io.fairway.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("It takes standard output and error away.")
class AgentLogTest {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    private void logs(String format, String message) {
        // It may say how it begins.
        LoggerFactory.getILoggerFactory();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
        AgentLog.open(format);
        LoggerFactory.getLogger("io.fairway.Test").warn(message);
    }

    @AfterEach
    void quiet() {
        System.setOut(out);
        System.setErr(err);
        AgentLog.open("");
    }

    @Test
    void writesAnObjectOnALineOfStandardOutput() {
        logs("json", "a \"quoted\" line\nand another");

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .hasLineCount(1)
                .startsWith("{\"timestamp\":")
                .contains("\"level\":\"WARN\"")
                .contains("a \\\"quoted\\\" line\\nand another");
        assertThat(complained.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void writesLinesOnStandardErrorByDefault() {
        logs("", "two\nlines");

        assertThat(complained.toString(StandardCharsets.UTF_8))
                .matches(Pattern.compile("\\d{4}-.* WARN  Test - two\\?lines\\R"));
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void refusesAnotherFormat() {
        assertThatThrownBy(() -> AgentLog.open("xml"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("FAIRWAY_AGENT_LOG=xml: must be text or json");
    }
}

package io.fairway.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.dispatcher.config.DispatcherConfig;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DispatchCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final DispatchCommand command = new DispatchCommand();
    private final CommandLine line =
            new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void helpHasExamplesAndExitCodes() {
        assertThat(line.execute("--help")).isZero();

        assertThat(out.toString())
                .contains("fairway dispatch -b localhost:9092 -r http://localhost:8081 \\")
                .contains("Exit codes:")
                .contains("--[no-]dry-run");
    }

    @Test
    void theHelpNamesEveryKey() {
        // Lines break after the dots of keys, too.
        String help = line.getUsageMessage(CommandLine.Help.Ansi.OFF).replaceAll("\\s+", "");

        assertThat(DispatcherConfig.definition().names())
                .allSatisfy(key -> assertThat(help).contains(key));
    }

    @Test
    void nothingIsPublishedByDefault() {
        line.parseArgs("-b", "b:1", "-r", "mock://c", "--processors", "4");
        assertThat(command.config().isDryRun()).isTrue();

        line.parseArgs("-b", "b:1", "-r", "mock://c", "--processors", "4", "--no-dry-run");
        assertThat(command.config().isDryRun()).isFalse();

        line.parseArgs("-b", "b:1", "-r", "mock://c", "--processors", "4", "-p", "dry.run=false");
        assertThat(command.config().isDryRun()).isFalse();
    }

    @Test
    void optionsOverridePropertiesAndPropertiesTheFile(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("dispatch.properties");
        Files.writeString(file, """
                bootstrap.servers=file:1
                schema.registry.url=mock://file
                domain=of-the-file
                policy=of-the-file
                kafka.security.protocol=SSL
                """);

        line.parseArgs(
                "-c",
                file.toString(),
                "--processors",
                "4",
                "-p",
                "domain=of-the-property",
                "-p",
                "policy=of-the-property",
                "--policy",
                "of-the-option");

        DispatcherConfig config = command.config();
        assertThat(config.getString("bootstrap.servers")).isEqualTo("file:1");
        assertThat(config.domain()).isEqualTo("of-the-property");
        assertThat(config.policy()).isEqualTo("of-the-option");
    }

    @Test
    void anUnknownKeyIsBadUsage() {
        int code = line.execute("-b", "b:1", "-r", "mock://c", "--processors", "4", "-p", "processors=5");

        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains("unknown key").contains("processors");
    }

    @Test
    void aMissingFileIsBadUsage() {
        assertThat(line.execute("-c", "missing.properties", "--processors", "4"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("missing.properties");
    }

    @Test
    void aClusterOfNoProcessorsIsBadUsage() {
        assertThat(line.execute("-b", "b:1", "-r", "mock://c", "--processors", "0"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--processors 0.0");
    }
}

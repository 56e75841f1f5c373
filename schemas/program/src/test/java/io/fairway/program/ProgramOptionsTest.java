package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class ProgramOptionsTest {
    @TempDir
    private Path folder;

    @Test
    void eachSourceOverridesTheOnesBeforeIt() throws IOException {
        Path file = Files.writeString(
                folder.resolve("p.properties"),
                "bootstrap.servers=file:1\nschema.registry.url=http://file\ntopic.prefix=file.\n");

        assertThat(prefix("-b", "b:1", "-r", "http://r")).isEqualTo("default.");
        assertThat(prefix("-c", file.toString())).isEqualTo("file.");
        assertThat(prefix("-c", file.toString(), "-p", "topic.prefix=single.")).isEqualTo("single.");
        assertThat(prefix("-c", file.toString(), "-p", "topic.prefix=single.", "--prefix", "option."))
                .isEqualTo("option.");
    }

    @Test
    void theBrokersAndTheRegistryAreTaken() {
        Site config = config("--bootstrap-servers", "b:1", "--schema-registry", "http://r:8081");

        assertThat(config.getString(ProgramConfig.BOOTSTRAP_SERVERS)).isEqualTo("b:1");
        assertThat(config.getString(ProgramConfig.SCHEMA_REGISTRY_URL)).isEqualTo("http://r:8081");
    }

    @Test
    void aWrongSettingNamesItsPlaceAndIsMisuse() throws IOException {
        Path file = Files.writeString(folder.resolve("p.properties"), "# the site\ntopic.prefics=a.\n");

        assertThatThrownBy(() -> config("-b", "b:1", "-r", "http://r", "-c", file.toString()))
                .isInstanceOf(ParameterException.class)
                .hasMessageContainingAll("p.properties, line 2", "topic.prefics", "a.");
        assertThatThrownBy(() -> config("-b", "b:1", "-r", "http://r", "-p", "size=3"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContainingAll("--property", "size", "3");
        assertThatThrownBy(() -> config("-b", "b:1", "-r", "http://r", "--prefix", "a b"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContainingAll("--prefix", "a b");
        assertThatThrownBy(() -> config("-b", "b:1"))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("schema.registry.url");
        assertThatThrownBy(() -> config("-c", folder.resolve("none").toString()))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("none");
    }

    private static String prefix(String... arguments) {
        return config(arguments).getString(ProgramConfig.TOPIC_PREFIX);
    }

    private static Site config(String... arguments) {
        Program program = new Program();
        CommandLine line = new CommandLine(program);
        var unused = line.parseArgs(arguments);
        return program.options.config(
                line.getCommandSpec(), Map.of(ProgramConfig.TOPIC_PREFIX, "default."), own -> own, Site::new);
    }

    @Command(name = "program")
    private static final class Program {
        @Mixin
        private final ProgramOptions options = new ProgramOptions();
    }

    private static final class Site extends ProgramConfig {
        Site(Settings settings) {
            super(commonDefinition(), settings);
        }
    }
}

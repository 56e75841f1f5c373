package io.fairway.program;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
    @TempDir
    private Path directory;

    private static final class Program extends ProgramConfig {
        Program(Settings settings) {
            super(
                    commonDefinition()
                            .define("threads", ConfigDef.Type.INT, 1, ConfigDef.Importance.LOW, "How many threads."),
                    settings);
        }

        Map<String, String> passedToKafka() {
            return kafka();
        }
    }

    @Test
    void theFormerNameOfTheSslFactoryIsAnErrorThatSaysTheNewOne() throws Exception {
        Path file = file("""
                bootstrap.servers=a:1
                schema.registry.url=http://r
                kafka.ssl.engine.factory.class=io.fairway.schemas.%s
                """.formatted("ReloadingSslEngineFactory"));
        Settings settings = new Settings().read(file);

        assertThatThrownBy(() -> new Program(settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(file + ", line 3: ")
                .hasMessageContaining("the class is now " + ReloadingSslEngineFactory.class.getName());
    }

    @Test
    void aClientTakesAKeyWithAndWithoutThePrefixOfAProgram() throws Exception {
        Path file = file("""
                kafka.security.protocol=SSL
                ssl.keystore.type=PEM
                """);

        assertThat(new Settings().read(file).ofClient())
                .isEqualTo(Map.of("security.protocol", "SSL", "ssl.keystore.type", "PEM"));
    }

    @Test
    void aClientsKeyInBothFormsIsAnErrorThatSaysWhere() throws Exception {
        Path file = file("""
                security.protocol=SSL
                kafka.security.protocol=PLAINTEXT
                """);

        assertThatThrownBy(() -> new Settings().read(file).ofClient())
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + ", line 2: key security.protocol is there with and without kafka.; remove one");
    }

    @Test
    void readsAFileLikeJavaAndKnowsItsLines() throws Exception {
        Path file = file("""
                # a comment that goes on \\
                bootstrap.servers = a:1,\\
                                    b:2

                ! another
                domain.pins: alps=1
                kafka.client.id=\\u00fcber
                """);

        Settings settings = new Settings().read(file);

        assertThat(settings.values())
                .isEqualTo(Map.of(
                        "bootstrap.servers", "a:1,b:2", "domain.pins", "alps=1", "kafka.client.id", "\u00fcber"));
        assertThat(settings.place("bootstrap.servers")).isEqualTo(file + ", line 2: ");
        assertThat(settings.place("domain.pins")).isEqualTo(file + ", line 6: ");
        assertThat(settings.place("threads")).isEmpty();
    }

    @Test
    void aLaterSettingOverridesWithItsPlace() throws Exception {
        Settings settings = new Settings().read(file("threads=2\n")).put("threads", "3", "--set");

        assertThat(settings.values()).containsEntry("threads", "3");
        assertThat(settings.place("threads")).isEqualTo("--set: ");
    }

    @Test
    void refusesUnreadableFiles() throws Exception {
        Path none = directory.resolve("none.properties");
        assertThatThrownBy(() -> new Settings().read(none))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(none.toString())
                .hasMessageContaining("NoSuchFile");
        assertThatThrownBy(() -> new Settings().read(directory))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("cannot be read");

        Path latin = directory.resolve("latin.properties");
        Files.write(latin, "a=\u00fc".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> new Settings().read(latin)).hasMessageContaining("must be UTF-8");

        Path twice = file("threads=1\n\nthreads=2\n");
        assertThatThrownBy(() -> new Settings().read(twice))
                .hasMessageContaining(twice + ", line 3")
                .hasMessageContaining("threads is already in line 1");

        Path escape = file("threads=1\ndomain.pins=\\u12\n");
        assertThatThrownBy(() -> new Settings().read(escape)).hasMessageContaining(escape + ", line 2");
    }

    static Stream<Arguments> badFiles() {
        byte[] binary = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, (byte) 0x80, (byte) 0xff};
        return Stream.of(
                Arguments.of("half line", "thre".getBytes(UTF_8), "line 3: unknown key thre (with value )"),
                Arguments.of("wrong number", "threads=noon".getBytes(UTF_8), "line 3: Invalid value noon for"),
                Arguments.of("binary", binary, "line 3: \"?ELF????"),
                Arguments.of(
                        "10 MB",
                        ("x=" + "y".repeat(10_000_000)).getBytes(UTF_8),
                        "line 3: unknown key x (with value yyy"),
                Arguments.of(
                        "10 MB of a known key",
                        ("threads=" + "9".repeat(10_000_000)).getBytes(UTF_8),
                        "line 3: Invalid value 999"),
                Arguments.of("10 MB of a key", "z".repeat(10_000_000).getBytes(UTF_8), "line 3: unknown key zzz"),
                Arguments.of(
                        "Latin-1",
                        "threads=\u00fc".getBytes(ISO_8859_1),
                        "line 3: \"threads=\u00fc\": it must be UTF-8"),
                Arguments.of(
                        "UTF-16",
                        "threads=2".getBytes(UTF_16LE),
                        "line 3: \"t?h?r?e?a?d?s?=?2?\": it must be text in UTF-8, but has a byte 0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badFiles")
    void aBadLineIsNamedWithFileLineValueAndRule(String kind, byte[] line, String message) throws Exception {
        Path file = file("bootstrap.servers=a:1\nschema.registry.url=mock://m\n");
        Files.write(file, line, StandardOpenOption.APPEND);

        assertThatThrownBy(() -> new Program(new Settings().read(file)))
                .as(kind)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(message)
                .satisfies(refused -> assertThat(refused.getMessage())
                        .hasSizeLessThan(2_000)
                        .matches(text -> text.chars().noneMatch(Character::isISOControl)));
    }

    @Test
    void aByteOrderMarkIsLeftOut() throws Exception {
        Path file = file("\uFEFFthreads=2\r\ndomain.pins=a=1\r\n");

        assertThat(new Settings().read(file).values()).isEqualTo(Map.of("threads", "2", "domain.pins", "a=1"));
    }

    @Test
    void aProgramReportsEveryProblemWithPlaceAndKey() throws Exception {
        Path file = file("""
                bootstrap.servers=a:1
                domain.pins=alps
                topic.prefix=a b
                threads=many
                thread=3
                """);

        assertThatThrownBy(() -> new Program(new Settings().read(file)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(file + ", line 2: Invalid value alps for configuration domain.pins")
                .hasMessageContaining("must be domain=partition")
                .hasMessageContaining(file + ", line 3: Invalid value a b for configuration topic.prefix")
                .hasMessageContaining(file + ", line 4: Invalid value many for configuration threads")
                .hasMessageContaining(file + ", line 5: unknown key thread (with value 3); did you mean threads?")
                .hasMessageContaining("schema.registry.url");
    }

    @Test
    void aProgramPassesOnTheKeysOfKafkaAndTheSerializers() {
        Program program = new Program(Settings.of(Map.of(
                "bootstrap.servers", "a:1",
                "schema.registry.url", "mock://settings",
                "topic.prefix", "site.",
                "domain.pins", "alps=3",
                "kafka.security.protocol", "SSL",
                "basic.auth.credentials.source", "USER_INFO")));

        assertThat(program.topics().prefix()).isEqualTo("site.");
        assertThat(program.partitions().pins()).isEqualTo(Map.of("alps", 3));
        assertThat(program.passedToKafka())
                .isEqualTo(Map.of(
                        "security.protocol",
                        "SSL",
                        "ssl.engine.factory.class",
                        "io.fairway.program.ReloadingSslEngineFactory"));
        assertThat(program.getInt("threads")).isEqualTo(1);
    }

    private Path file(String content) throws Exception {
        return Files.writeString(Files.createTempFile(directory, "program", ".properties"), content);
    }
}

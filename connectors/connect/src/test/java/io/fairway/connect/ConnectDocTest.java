package io.fairway.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.junit.jupiter.api.Test;

/** The settings of the connector of accounting logs in {@code docs/connect.md} are those of its ConfigDef. */
class ConnectDocTest {
    private static final Path PAGE = Path.of("../../docs/connect.md");
    private static final String BEGIN = "<!-- settings -->\n";
    private static final String END = "<!-- /settings -->";

    /** To write the table anew, run this test with {@code -Ddocs.write=true}. */
    @Test
    void everySettingIsInTheTable() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
        }
        assertThat(Files.readString(PAGE)).contains(BEGIN + table() + END);
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| setting | default | meaning |\n|---|---|---|\n");
        for (ConfigKey key : AccountingLogConfig.definition().configKeys().values()) {
            table.append(
                    "| `" + key.name + "` | " + fallback(key) + " | " + key.documentation.replace("*", "\\*") + " |\n");
        }
        return table.toString();
    }

    private static String fallback(ConfigKey key) {
        if (!key.hasDefault()) {
            return "(required)";
        }
        String value = key.defaultValue instanceof List<?> list
                ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
                : String.valueOf(key.defaultValue);
        return value.isEmpty() ? "(empty)" : "`" + value + "`";
    }
}

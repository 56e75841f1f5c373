package io.fairway.policies.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlTextTest {
    @TempDir
    private Path directory;

    /** Control characters have escapes in YAML, so that a file of hostile names can be printed and read again. */
    @Test
    void aNameIsReadAsItWasAndPrintedWithoutControlCharacters() throws Exception {
        String hostile = "a\u001b[2J\u009b31m\u202eb\u2066\nc: d";

        String text = YamlText.text(Map.of(hostile, hostile));

        assertThat(text.strip().chars())
                .allMatch(c -> (c == 0x0A || !Character.isISOControl(c)) && c != 0x202E && c != 0x2066);
        assertThat(YamlValue.read(Files.writeString(directory.resolve("names.yaml"), text))
                        .get(hostile)
                        .text())
                .isEqualTo(hostile);
    }
}

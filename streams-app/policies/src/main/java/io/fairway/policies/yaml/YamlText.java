package io.fairway.policies.yaml;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes maps as YAML. */
public final class YamlText {
    private static final Pattern TURNING = Pattern.compile("[\u202A-\u202E\u2066-\u2069]");
    private static final ObjectMapper MAPPER = new ObjectMapper(YAMLFactory.builder()
            .stringQuotingChecker(new Quoting())
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build());

    private YamlText() {}

    /** A map as a YAML document. */
    public static String text(Map<String, Object> map) throws IOException {
        return escaped(MAPPER.writeValueAsString(map));
    }

    /** YAML leaves the characters that turn text around as they are: a reader would see another name than a program. */
    private static String escaped(String yaml) {
        return TURNING.matcher(yaml)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04X", (int) found.group().charAt(0)));
    }

    /** A text with such a character has quotes: only there has YAML escapes. */
    private static final class Quoting extends StringQuotingChecker.Default {
        private static final long serialVersionUID = 1;

        @Override
        public boolean needToQuoteName(String name) {
            return TURNING.matcher(name).find() || super.needToQuoteName(name);
        }

        @Override
        public boolean needToQuoteValue(String value) {
            return TURNING.matcher(value).find() || super.needToQuoteValue(value);
        }
    }
}

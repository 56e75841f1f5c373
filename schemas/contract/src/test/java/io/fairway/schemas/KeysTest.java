package io.fairway.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
    private static final String[] NASTY = {
        "", "|", "%", "%7C", "%%", "||", "a", "ä", "%C3%A4", "東", "🚂", "\u0000", "\n", "\u007f", "\u0085", " ", "/",
        "=", "+", "\u2028", "\ufeff", "%2", "e\u0301"
    };

    @Test
    void writesEachKeyInOrder() {
        assertThat(Keys.job("alps", "daint", "4711")).isEqualTo("alps|daint|4711");
        assertThat(Keys.node("alps", "tree", "cms", "anna")).isEqualTo("alps|tree|cms|anna");
        assertThat(Keys.node("alps", "tree", "cms", "")).isEqualTo("alps|tree|cms|");
        assertThat(Keys.policy("alps", "main", 749433600000L)).isEqualTo("alps|main|749433600000");
        assertThat(Keys.adjustment("alps", "tree", "cms", "anna", "t1")).isEqualTo("alps|tree|cms|anna|t1");
        assertThat(Keys.usage("alps", "billing", "tree", "cms", "anna")).isEqualTo("alps|billing|tree|cms|anna");
        assertThat(Keys.fairshare("alps", "main", "tree", "cms", "anna")).isEqualTo("alps|main|tree|cms|anna");
        assertThat(Keys.ranks("alps", "main", "tree", "cms", 0)).isEqualTo("alps|main|tree|cms");
        assertThat(Keys.ranks("alps", "main", "tree", "cms", 2)).isEqualTo("alps|main|tree|cms|2");
        assertThat(Keys.priority("alps", "main", "daint", "4711", "gpu")).isEqualTo("alps|main|daint|4711|gpu");
        assertThat(Keys.order("alps", "main", "night")).isEqualTo("alps|main|night");
        assertThat(Keys.heartbeat("alps", "main")).isEqualTo("alps|main");
        assertThat(Keys.domain("alps")).isEqualTo("alps");
    }

    /** One more component, and none for an association of no partition: its key is what it was. */
    @Test
    void aPartitionIsAtTheEnd() {
        assertThat(Keys.node("alps", "tree", "cms", "anna", "a|b")).isEqualTo("alps|tree|cms|anna|a%7Cb");
        assertThat(Keys.node("alps", "tree", "cms", "anna", "")).isEqualTo("alps|tree|cms|anna");
        assertThat(Keys.usage("alps", "m", "tree", "cms", "anna", "day")).isEqualTo("alps|m|tree|cms|anna|day");
        assertThat(Keys.fairshare("alps", "main", "tree", "cms", "anna", "day"))
                .isEqualTo("alps|main|tree|cms|anna|day");
        assertThat(Keys.adjustment("alps", "tree", "cms", "anna", "t1", "day")).isEqualTo("alps|tree|cms|anna|t1|day");
    }

    @Test
    void escapesOnlyCharactersThatWouldBreakTheText() {
        assertThat(Keys.domain("a|b%c\td\u007f\u0085")).isEqualTo("a%7Cb%25c%09d%7F%C2%85");
        assertThat(Keys.domain("Zürich 東京 🚂 /=+,")).isEqualTo("Zürich 東京 🚂 /=+,");
    }

    @Test
    void splitInvertsJoinAndNoTwoNamesShareAKey() {
        var random = new SplittableRandom(20261121);
        var seen = new HashMap<String, List<String>>();
        for (int round = 0; round < 20_000; round++) {
            var components = new String[1 + random.nextInt(5)];
            Arrays.setAll(components, i -> nasty(random));
            String key = Keys.join(components);

            assertThat(Keys.split(key)).containsExactly(components);
            assertThat(Keys.domainOf(key)).isEqualTo(components[0]);
            assertThat(key.chars()).noneMatch(Character::isISOControl);
            assertThat(new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(key);
            List<String> names = List.of(components);
            assertThat(seen.getOrDefault(key, names)).isEqualTo(names);
            seen.put(key, names);
        }
    }

    private static String nasty(SplittableRandom random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(NASTY[random.nextInt(NASTY.length)]);
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({"a%7cb|x, a|b", "%61lps|x, alps", "Z%C3%BCrich|x, Zürich", "Zürich%20|x, 'Zürich '"})
    void readsOtherEscapesOfTheSameKey(String key, String domain) {
        assertThat(Keys.domainOf(key)).isEqualTo(domain);
        assertThat(Keys.split(key)).containsExactly(domain, "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a%", "a%4", "a%4|b", "%zz", "%+1", "% 1", "%4\u0661"})
    void refusesAnEscapeWithoutTwoHexadecimalDigits(String key) {
        assertThatThrownBy(() -> Keys.split(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + key + "\"")
                .hasMessageContaining("two hexadecimal digits");
        assertThatThrownBy(() -> Keys.domainOf(key)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%C3", "%FF", "%C3|x", "%ED%A0%80"})
    void refusesEscapedBytesThatAreNotUtf8(String key) {
        assertThatThrownBy(() -> Keys.split(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + key + "\"")
                .hasMessageContaining("UTF-8");
    }

    @Test
    void readsTheDomainOfAKeyThatIsMalformedLater() {
        assertThat(Keys.domainOf("alps|%")).isEqualTo("alps");
    }

    @ParameterizedTest
    @CsvSource({
        "resize, *resize",
        "*resize, **resize",
        "**resize, ***resize",
        "running, *running",
        "*running, **running",
        "day*running, day*running",
        "running*, running*",
        "day, day",
        "*day, *day",
        "resize*, resize*",
        "notresize, notresize",
        "'', ''"
    })
    void noPartitionHasTheRequestOfAResizeOrARun(String partition, String request) {
        assertThat(Keys.request(partition)).isEqualTo(request).isNotIn(Keys.RESIZE, Keys.RUNNING);
        assertThat(Keys.partition(request)).isEqualTo(partition);
    }

    @Test
    void refusesHalfASurrogatePair() {
        assertThatThrownBy(() -> Keys.domain("a\ud83d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("index 1");
        assertThatThrownBy(() -> Keys.domain("\ude82a")).isInstanceOf(IllegalArgumentException.class);
    }
}

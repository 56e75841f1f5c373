package io.fairway.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EntityTagTest {
    private static String tag(String body) {
        return EntityTag.of(body.getBytes(StandardCharsets.UTF_8)).text();
    }

    @Test
    void theInstantOfTheNumbersDoesNotCount() {
        String answer = "{\"value\":%s,\"name\":\"%s\",\"freshness\":{\"asOf\":\"2026-11-21T12:00:0%d.000Z\"}}";

        assertThat(tag(answer.formatted("1", "anna", 1))).isEqualTo(tag(answer.formatted("1", "anna", 2)));
        assertThat(tag(answer.formatted("1", "anna", 1))).isNotEqualTo(tag(answer.formatted("2", "anna", 1)));
        String name = "\\\"asOf\\\":\\\"%s\\\"";
        assertThat(tag(answer.formatted("1", name.formatted("a"), 1)))
                .as("a name that looks like it")
                .isNotEqualTo(tag(answer.formatted("1", name.formatted("b"), 1)));
    }
}

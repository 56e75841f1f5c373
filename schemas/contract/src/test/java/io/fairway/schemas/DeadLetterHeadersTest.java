package io.fairway.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadLetterHeadersTest {
    @Test
    void keepsAShortReason() {
        assertThat(DeadLetterHeaders.reason("amount -1: must be 0 or more"))
                .asString(UTF_8)
                .isEqualTo("amount -1: must be 0 or more");
        assertThat(DeadLetterHeaders.reason("")).isEmpty();
    }

    @Test
    void cutsALongReasonBetweenCharacters() {
        assertThat(DeadLetterHeaders.reason("x".repeat(2000))).hasSize(1024);
        assertThat(DeadLetterHeaders.reason("x".repeat(1023) + "ä"))
                .asString(UTF_8)
                .isEqualTo("x".repeat(1023));
        assertThat(DeadLetterHeaders.reason("x".repeat(1022) + "🚂"))
                .asString(UTF_8)
                .isEqualTo("x".repeat(1022));
        assertThat(DeadLetterHeaders.reason("x".repeat(1020) + "🚂")).hasSize(1024);
    }

    @Test
    void survivesHalfASurrogatePair() {
        assertThat(DeadLetterHeaders.reason("a\ud83db")).asString(UTF_8).isEqualTo("a?b");
    }
}

package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.program.TopicAdmin.Action;
import io.fairway.schemas.Topic;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeftOutTest {
    @Test
    void whatIsLeftOutIsNeitherSetNorCompared() {
        LeftOut both = LeftOut.parse("compression.type, max.message.bytes");

        assertThat(both.without(Topic.SHARES.settings()))
                .containsOnly(
                        Map.entry("cleanup.policy", "compact"), Map.entry("message.timestamp.type", "LogAppendTime"));
        ExistingTopics.Found found = new ExistingTopics.Found(
                32,
                3,
                Map.of(
                        "cleanup.policy",
                        "compact",
                        "message.timestamp.type",
                        "LogAppendTime",
                        "max.message.bytes",
                        "1000"));
        assertThat(TopicAdmin.compare(Topic.SHARES, "t", 32, (short) 3, both, found)
                        .action())
                .isEqualTo(Action.OK);
        assertThat(TopicAdmin.compare(Topic.SHARES, "t", 32, (short) 3, LeftOut.NOTHING, found)
                        .differences())
                .extracting(TopicAdmin.Difference::setting)
                .containsExactly("max.message.bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cleanup.policy | cleanup.policy cannot be left out, because the application does not run without it",
                "message.timestamp.type | otherwise an event that comes again has its old time, and is charged again",
                "compression.type,retention.ms | retention.ms cannot be left out",
                "segment.bytes | \"segment.bytes\" is no setting of Fairway's topics; these are cleanup.policy, compression.type,",
                "compression.type, | \"\" is no setting of Fairway's topics"
            })
    void aSettingWithoutWhichTheApplicationDoesNotRunCannotBeLeftOut(String names, String message) {
        assertThatThrownBy(() -> LeftOut.parse(names))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    /** 1,048,588 bytes of a batch, and 64 KiB for the reason of a dead letter. */
    @Test
    void itSaysWhatGuaranteesRestOn() {
        assertThat(LeftOut.parse("max.message.bytes").consequences())
                .singleElement()
                .asString()
                .contains("max.message.bytes of job-events, samples, adjustments, clock, shares")
                .contains("set message.max.bytes of the brokers to 1114124 or more");
        assertThat(LeftOut.parse("compression.type").consequences())
                .hasSize(2)
                .anyMatch(each -> each.contains("let only programs write there that you trust"))
                .anyMatch(each ->
                        each.contains("of usage, fairshare, ranks, priorities, orders, heartbeats, dead-letters")
                                && each.contains("LZ4"));
        assertThat(LeftOut.NOTHING.consequences()).isEmpty();
    }
}

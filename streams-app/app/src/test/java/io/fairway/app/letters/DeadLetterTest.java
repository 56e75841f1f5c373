package io.fairway.app.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.app.letters.DeadLetter.Place;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterTest {
    static final Instant KEPT = Instant.parse("2026-11-20T12:00:00Z");

    static DeadLetter letter(String kind, String reason, Map<String, String> more) {
        RecordHeaders headers = new RecordHeaders();
        headers.add("site", "alps".getBytes(UTF_8));
        headers.add(DeadLetterHeaders.KIND, kind.getBytes(UTF_8));
        headers.add(DeadLetterHeaders.REASON, reason.getBytes(UTF_8));
        headers.add(DeadLetterHeaders.TOPIC, "fairway.job-events".getBytes(UTF_8));
        headers.add(DeadLetterHeaders.PARTITION, "3".getBytes(UTF_8));
        headers.add(DeadLetterHeaders.OFFSET, "17".getBytes(UTF_8));
        more.forEach((name, value) -> headers.remove(name).add(name, value.getBytes(UTF_8)));
        return DeadLetter.of(new ConsumerRecord<>(
                "fairway.dead-letters",
                1,
                5,
                KEPT.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                1,
                3,
                new byte[] {7},
                new byte[] {1, 2, 3},
                headers,
                Optional.empty()));
    }

    @Test
    void itKnowsWhereItCameFromAndWhichHeadersWereItsOwn() {
        DeadLetter letter = letter("refused", "why", Map.of());

        assertThat(letter.at()).hasToString("fairway.dead-letters-1@5");
        assertThat(letter.origin()).isEqualTo(new Place("fairway.job-events", 3, 17));
        assertThat(letter.own()).extracting(header -> header.key()).containsExactly("site");
        assertThat(letter.replayOf()).isEmpty();
    }

    @Test
    void aRecordIsSentAgainByteForByteWithItsOwnHeadersAndItsPlace() {
        var again = LetterSender.again(letter("refused", "why", Map.of()));

        assertThat(again.topic()).isEqualTo("fairway.job-events");
        assertThat(again.partition()).isEqualTo(3);
        assertThat(again.key()).containsExactly(7);
        assertThat(again.value()).containsExactly(1, 2, 3);
        assertThat(again.timestamp()).isNull();
        assertThat(again.headers()).extracting(header -> header.key()).containsExactly("site", "fairway.replayed");
        assertThat(new String(again.headers().lastHeader("fairway.replayed").value(), UTF_8))
                .isEqualTo("fairway.dead-letters-1@5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a@1", "a-1", "a-x@1", "a-1@x", "-1@2"})
    void whatIsNoPlaceIsNamed(String text) {
        assertThatThrownBy(() -> Place.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "': must be TOPIC-PARTITION@OFFSET");
    }

    @Test
    void aTopicMayHaveHyphens() {
        assertThat(Place.parse("fairway.dead-letters-3@17")).isEqualTo(new Place("fairway.dead-letters", 3, 17));
    }

    @ParameterizedTest
    @CsvSource({
        "refused, a domain beyond domains.max, true",
        "time, time 1000: more than 600 ms after its append at 5, true",
        "time, time 1001: more than 600 ms after its append at 5, false",
        "time, time 99999999999999999999: more than 600 ms after its append at 5, false",
        "time, time 9: more than the horizon of 7 ms before its append at 50, false",
        "undecodable, bad magic, false",
        "impossible, negative, false",
        "cluster, of another, false",
        "misrouted, again, false"
    })
    void whatWouldBeRefusedAgainIsKnownByItsKind(String kind, String reason, boolean sent) {
        assertThat(ReplayRules.refusedAgain(letter(kind, reason, Map.of()), letter -> false, Instant.ofEpochMilli(400))
                        == null)
                .isEqualTo(sent);
    }

    /** The registry lost the schema, and 'schemas restore' put it back. */
    @Test
    void whatCanBeReadTodayMayBeSentAgain() {
        DeadLetter lost = letter("undecodable", "Schema 3 not found", Map.of());

        assertThat(ReplayRules.refusedAgain(lost, lost::equals, Instant.EPOCH)).isNull();
        assertThat(LetterText.isReadable(
                        lost, Topics.standard(), new FairwaySerdes(Map.of("schema.registry.url", "mock://letters"))))
                .as("its three bytes are no record")
                .isFalse();
    }

    @Test
    void whatIsNotWholeOrFromElsewhereIsNeverSent() {
        Topics topics = Topics.standard();

        assertThat(ReplayRules.impossible(letter("refused", "r", Map.of()), topics))
                .isNull();
        assertThat(ReplayRules.impossible(letter("refused", "r", Map.of(DeadLetterHeaders.VALUE_BYTES, "9")), topics))
                .contains("cut (fairway.value.bytes=9)");
        assertThat(ReplayRules.impossible(letter("refused", "r", Map.of(DeadLetterHeaders.OFFSET, "x")), topics))
                .contains("does not say where it came from");
        for (String topic : new String[] {"fairway.misrouted", "fairway.clock", "fairway.usage", "other"}) {
            assertThat(ReplayRules.impossible(letter("refused", "r", Map.of(DeadLetterHeaders.TOPIC, topic)), topics))
                    .contains("came from " + topic);
        }
    }

    @Test
    void aTimeIsADateAnInstantOrASpan() {
        assertThat(LetterFilter.instant("24h", KEPT)).isEqualTo("2026-11-19T12:00:00Z");
        assertThat(LetterFilter.instant("7d", KEPT)).isEqualTo("2026-11-13T12:00:00Z");
        assertThat(LetterFilter.instant("2026-11-01", KEPT)).isEqualTo("2026-11-01T00:00:00Z");
        assertThat(LetterFilter.instant("2026-11-01T06:00:00Z", KEPT)).isEqualTo("2026-11-01T06:00:00Z");
        assertThatThrownBy(() -> LetterFilter.instant("yesterday", KEPT))
                .hasMessageStartingWith("--since 'yesterday': must be a date");
    }

    @Test
    void longBytesAreShownInPart() {
        assertThat(LetterText.hex(new byte[] {1, (byte) 0xff})).isEqualTo("01 ff");
        assertThat(LetterText.hex(new byte[600])).endsWith(" ... 88 bytes more").hasSize(512 * 3 - 1 + 18);
    }
}

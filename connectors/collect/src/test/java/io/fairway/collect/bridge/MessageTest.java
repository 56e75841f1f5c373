package io.fairway.collect.bridge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.readers.TraceFormat;
import io.fairway.readers.line.TraceOptions;
import io.fairway.schemas.DeadLetterHeaders;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages without a broker; {@code BridgeIT} has one. */
class MessageTest {
    private static final TraceOptions OPTIONS = TraceOptions.ofRecords().withScope(TraceOptions.Scope.LIVE);

    private static final String ENDED = "{\"jobid\":7,\"username\":\"zo\u00eb\",\"@start\":\"2026-01-01T00:00:10\","
            + "\"@end\":\"2026-01-01T00:01:00\",\"@submit\":\"2026-01-01T00:00:00\",\"state\":\"COMPLETED\","
            + "\"total_cpus\":4,\"total_nodes\":1,\"cluster\":\"alps\",\"account\":\"physics\","
            + "\"tres_alloc\":\"cpu=4,node=1\"}";

    private static final String GOOD_JOB = "{\"job_id\":7,\"job_state\":\"COMPLETED\",\"user_name\":\"zo\u00eb\","
            + "\"account\":\"physics\",\"submit_time\":\"2026-01-01T01:00:00+01:00\","
            + "\"start_time\":\"2026-01-01T01:00:10+01:00\",\"end_time\":\"2026-01-01T01:01:00+01:00\","
            + "\"allocated_resources\":\"cpu=4,node=1\"}";

    private static final String SONAR = "{\"meta\":{\"producer\":\"sonar\",\"version\":\"0.19.0\",\"format\":0},"
            + "\"data\":{\"type\":\"jobs\",\"attributes\":{\"time\":\"2026-01-01T01:02:00+01:00\","
            + "\"cluster\":\"alps\",\"slurm_jobs\":[" + GOOD_JOB + "]}}}";

    static Stream<Arguments> badMessages() {
        byte[] large = new byte[10_000_000];
        Arrays.fill(large, (byte) '{');
        byte[] binary = {0x1f, (byte) 0x8b, 8, 0, 0, 'a', (byte) 0xff};
        return Stream.of(TraceFormat.JOBCOMP_KAFKA, TraceFormat.SONAR).flatMap(format -> {
            String good = format == TraceFormat.SONAR ? SONAR : ENDED;
            return Stream.of(
                    Arguments.of(format, "half", good.substring(0, 80).getBytes(UTF_8), "{", "must be an object"),
                    Arguments.of(
                            format,
                            "wrong time",
                            good.replaceAll("2026-01-01T0[01]:00:10(\\+01:00)?", "10 o'clock")
                                    .getBytes(UTF_8),
                            "10 o'clock",
                            "must be a time such as"),
                    Arguments.of(format, "binary", binary, "a", "must be text in UTF-8, but has a byte 0"),
                    Arguments.of(format, "10 MB", large, "", "must have at most 8388608 bytes"),
                    Arguments.of(
                            format,
                            "UTF-16",
                            good.getBytes(UTF_16LE),
                            "?j?o?b?",
                            "must be text in UTF-8, but has a byte 0"),
                    Arguments.of(format, "no object", "[7]".getBytes(UTF_8), "[7]", "must be an object"),
                    Arguments.of(format, "empty object", "{}".getBytes(UTF_8), "", "must "));
        });
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("badMessages")
    void aBadMessageIsADeadLetterWithItsPlaceItsValueAndTheRule(
            TraceFormat format, String kind, byte[] value, String shown, String rule) {
        Message message = read(format, value);

        assertThat(message.events()).isEmpty();
        assertThat(message.problems()).hasSize(1);
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("alps", 3, 4711, null, value);
        String line = BadMessage.line(record, message.problems().get(0));
        assertThat(line)
                .startsWith("alps, partition 3, offset 4711: ")
                .contains(kind.equals("UTF-16") ? "must" : shown)
                .contains(rule)
                .hasSizeLessThan(400);
        assertThat(line.chars()).as("what would act on a terminal").noneMatch(Character::isISOControl);
        ProducerRecord<String, byte[]> letter =
                BadMessage.letter("dead-letters", record, message.problems().get(0));
        assertThat(header(letter, DeadLetterHeaders.TOPIC)).isEqualTo("alps");
        assertThat(header(letter, DeadLetterHeaders.PARTITION)).isEqualTo("3");
        assertThat(header(letter, DeadLetterHeaders.OFFSET)).isEqualTo("4711");
        assertThat(header(letter, DeadLetterHeaders.KIND)).isEqualTo("unreadable");
        assertThat(header(letter, DeadLetterHeaders.REASON)).contains(rule);
        assertThat(letter.key()).isEqualTo("alps");
        assertThat(letter.value()).hasSize(Math.min(value.length, 65_536)).startsWith(value[0]);
        assertThat(header(letter, DeadLetterHeaders.VALUE_BYTES))
                .isEqualTo(value.length > 65_536 ? Integer.toString(value.length) : null);
    }

    @Test
    void aMessageThatIsGoodInPartIsUsedInPart() {
        String bad = GOOD_JOB.replace("\"job_id\":7", "\"job_id\":8").replace("01:00:10+01:00", "noon");
        Message message = read(
                TraceFormat.SONAR,
                SONAR.replace("[" + GOOD_JOB + "]", "[" + bad + "," + GOOD_JOB + "]")
                        .getBytes(UTF_8));

        assertThat(message.events())
                .extracting(JobEvent::getJob, JobEvent::getType)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("7", JobEventType.SUBMITTED),
                        org.assertj.core.groups.Tuple.tuple("7", JobEventType.STARTED),
                        org.assertj.core.groups.Tuple.tuple("7", JobEventType.FINISHED));
        assertThat(message.problems()).singleElement().asString().contains("noon", "must be a time such as");
    }

    @Test
    void otherEncodingsAndMarksAreRead() {
        assertThat(read(TraceFormat.JOBCOMP_KAFKA, ENDED.getBytes(UTF_8)).events())
                .hasSize(3)
                .allSatisfy(event -> assertThat(event.getUser()).isEqualTo("zo\u00eb"));
        assertThat(read(TraceFormat.JOBCOMP_KAFKA, ENDED.getBytes(ISO_8859_1)).events())
                .hasSize(3)
                .allSatisfy(event -> assertThat(event.getUser()).isEqualTo("zo\u00eb"));
        assertThat(read(TraceFormat.JOBCOMP_KAFKA, ("\uFEFF" + ENDED + "\r").getBytes(UTF_8))
                        .events())
                .hasSize(3);
    }

    @Test
    void aTombstoneSaysNothing() {
        assertThat(Message.of(null, TraceFormat.SONAR.parser(OPTIONS)).problems())
                .isEmpty();
        assertThat(BadMessage.letter("dead-letters", new ConsumerRecord<>("alps", 0, 1, null, null), "rule")
                        .value())
                .isEmpty();
    }

    /** The digest is that of coreutils: {@code head -c 70000 /dev/zero | tr '\0' x | sha256sum}. */
    @Test
    void aLongMessageIsKeptInPartWithItsDigest() {
        byte[] value = "x".repeat(70_000).getBytes(UTF_8);
        ProducerRecord<String, byte[]> letter =
                BadMessage.letter("dead-letters", new ConsumerRecord<>("alps", 0, 1, null, value), "rule");

        assertThat(letter.value()).hasSize(65_536);
        assertThat(header(letter, DeadLetterHeaders.VALUE_SHA256))
                .isEqualTo("bca09f4a757d5571c7d9f3341d4301f3c391c090826acc1a3013c6bcb7c01722");
    }

    private static Message read(TraceFormat format, byte[] value) {
        return Message.of(value, format.parser(OPTIONS));
    }

    private static @Nullable String header(ProducerRecord<String, byte[]> letter, String name) {
        Header header = letter.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), UTF_8);
    }
}

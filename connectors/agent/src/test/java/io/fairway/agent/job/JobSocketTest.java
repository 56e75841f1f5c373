package io.fairway.agent.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.agent.job.JobClient.Outcome;
import io.fairway.agent.job.JobDesk.EventsFrom;
import io.fairway.agent.metrics.AgentCounters.Name;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JobSocketTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private Path path;
    private Path spool;
    private JobRig rig;
    private JobSocket socket;

    @BeforeEach
    void open() throws IOException {
        path = directory.resolve("agent.sock");
        spool = directory.resolve("spool");
        rig = new JobRig(directory, EventsFrom.TOLD);
        socket = JobSocket.open(path, "rw-------", rig.desk, () -> 1_700_000_000_000L);
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        rig.close();
    }

    private Outcome tell(String line) {
        return JobClient.tell(path, spool, JobMessage.parse(line), PATIENCE, 1_700_000_000_000L);
    }

    private SocketChannel connected() throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(path));
        return channel;
    }

    private static String answer(SocketChannel channel) throws IOException {
        ByteBuffer in = ByteBuffer.allocate(4_096);
        while (channel.read(in) >= 0) {
            // Until the agent closes the connection.
        }
        return new String(in.array(), 0, in.position(), StandardCharsets.UTF_8);
    }

    private String send(byte[] bytes) throws IOException {
        try (SocketChannel channel = connected()) {
            ByteBuffer out = ByteBuffer.wrap(bytes);
            try {
                while (out.hasRemaining()) {
                    channel.write(out);
                }
                channel.shutdownOutput();
            } catch (IOException closed) {
                // The agent has read enough.
            }
            return answer(channel);
        }
    }

    @Test
    void aToldEventIsOnDiskBeforeTheAnswer() throws IOException {
        assertThat(tell("start job=1 run=1700000000")).isEqualTo(new Outcome(true, ""));
        assertThat(rig.told()).containsExactly("STARTED 1 at 1700000000000 of 1700000000000");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void badMessagesAreAnsweredAndTheRestGoesOn() throws IOException {
        assertThat(send("start jab=1\n".getBytes(StandardCharsets.UTF_8)))
                .startsWith("error \"jab=1\": must be KEY=VALUE");
        assertThat(send("start job=1".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("error the message must end with a line feed\n");
        assertThat(send(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, '\n'})).startsWith("error ");
        assertThat(send(new byte[0])).startsWith("error ");
        assertThat(rig.counters.get(Name.BAD_MESSAGES)).isEqualTo(2);
        assertThat(rig.told()).isEmpty();
        assertThat(tell("start job=1 run=1700000000").isKept()).isTrue();
    }

    static Stream<Arguments> badMessages() {
        byte[] binary = new byte[3_000];
        new SplittableRandom(3).nextBytes(binary);
        for (int i = 0; i < binary.length; i++) {
            binary[i] = binary[i] == '\n' ? 0 : binary[i];
        }
        String large = "start job=" + "x".repeat(10_000_000);
        return Stream.of(
                Arguments.of("half line", "start job=1 us".getBytes(UTF_8), "error \"us\": must be KEY=VALUE"),
                Arguments.of(
                        "wrong time",
                        "finish job=1 run=1700000000 time=noon".getBytes(UTF_8),
                        "error time \"noon\": must be epoch seconds"),
                Arguments.of("binary", binary, "\": must be UTF-8"),
                Arguments.of(
                        "bytes 0",
                        "start job=1\0 user=a".getBytes(UTF_8),
                        "error \"start job=1? user=a\": control characters must be % and two hexadecimal digits"),
                Arguments.of("10 MB", large.getBytes(UTF_8), "65536"),
                Arguments.of(
                        "Latin-1",
                        "start job=1 user=zo\u00eb".getBytes(ISO_8859_1),
                        "error \"start job=1 user=zo\u00eb\": must be UTF-8"),
                Arguments.of("UTF-16", "start job=1".getBytes(UTF_16), "must be UTF-8"),
                Arguments.of("UTF-16 without a mark", "start job=1".getBytes(UTF_16LE), "control characters must be"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badMessages")
    void aBadMessageIsRefusedWithValueAndRuleAndTheRestGoesOn(String kind, byte[] message, String answer)
            throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes(message);
        line.write('\n');
        try {
            assertThat(send(line.toByteArray()))
                    .satisfiesAnyOf(
                            told -> assertThat(told).startsWith("error ").contains(answer),
                            // Cut off: the agent does not read on, so the client may not see the answer.
                            told -> assertThat(told + kind).isEqualTo("10 MB"));
        } catch (IOException reset) {
            assertThat(kind).isEqualTo("10 MB");
        }

        assertThat(rig.told()).isEmpty();
        assertThat(tell("start job=1 run=1700000000").warning()).isEmpty();
        assertThat(rig.told()).hasSize(1);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badMessages")
    void aBadFileInTheSpoolIsSetAsideAndTheRestGoesOn(String kind, byte[] message, String answer) throws IOException {
        Files.createDirectories(spool);
        Files.write(spool.resolve("000.job"), message);
        Files.writeString(spool.resolve("001.job"), "start job=1 run=1700000000\n");

        JobSpool.take(spool, rig.desk, rig.counters, 1);

        assertThat(rig.told()).containsExactly("STARTED 1 at 1700000000000 of 1700000000000");
        assertThat(spool.resolve("000.job.bad")).exists();
        assertThat(rig.counters.get(Name.BAD_MESSAGES)).isEqualTo(1);
    }

    @Test
    void aByteOrderMarkIsLeftOutAndUtf8IsTaken() throws IOException {
        assertThat(send("\uFEFFstart job=1 run=1700000000 user=zo\u00eb\r\n".getBytes(UTF_8)))
                .isEqualTo("ok\n");
        assertThat(rig.events())
                .singleElement()
                .satisfies(event -> assertThat(event.getUser()).isEqualTo("zo\u00eb"));
    }

    @Test
    void aLineOf10MegabytesIsCutOffEarly() throws IOException {
        byte[] line = ("start job=" + "x".repeat(10_000_000) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            assertThat(send(line)).isIn("", "error the message has more than 65536 bytes\n");
        } catch (IOException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        assertThat(tell("start job=1 run=1700000000").isKept()).isTrue();
        assertThat(rig.told()).hasSize(1);
    }

    @Test
    void aClientThatSaysNothingHoldsUpNobody() throws IOException {
        List<SocketChannel> silent = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            silent.add(connected());
        }
        assertThat(tell("start job=1 run=1700000000").warning()).isEmpty();
        for (SocketChannel channel : silent) {
            channel.close();
        }
    }

    @Test
    void whileTheAgentIsAwayMessagesWaitInTheSpool() throws IOException {
        socket.close();
        Outcome outcome = tell("start job=1 run=1700000000");
        assertThat(outcome.isKept()).isTrue();
        assertThat(outcome.warning()).contains(path.toString(), "waits in " + spool);
        tell("finish job=1 run=1700000000 time=1700000100");
        Files.writeString(spool.resolve("000.job"), "start nonsense");
        Files.writeString(spool.resolve("001.job"), "x".repeat(100_000));

        JobSpool.take(spool, rig.desk, rig.counters, 1);

        assertThat(rig.told())
                .containsExactlyInAnyOrder(
                        "STARTED 1 at 1700000000000 of 1700000000000", "FINISHED 1 at 1700000100000 of 1700000000000");
        assertThat(spool.resolve("000.job.bad")).exists();
        assertThat(spool.resolve("001.job.bad")).exists();
        try (var left = Files.list(spool)) {
            assertThat(left).hasSize(2);
        }
    }

    @Test
    void withoutAgentAndSpoolTheWarningSaysThatTheMessageIsLost() throws IOException {
        socket.close();
        Files.writeString(spool, "a file");
        Outcome outcome = tell("start job=1");
        assertThat(outcome.isKept()).isFalse();
        assertThat(outcome.warning()).contains("the message is lost", spool.toString());
    }

    @Test
    void anAgentThatStartsAgainTakesOverTheSocketOfOneThatWasKilled() throws IOException {
        JobSocket second = JobSocket.open(path, "rw-------", rig.desk, () -> 1);
        assertThat(tell("start job=9 run=1700000000").warning()).isEmpty();
        second.close();
    }
}

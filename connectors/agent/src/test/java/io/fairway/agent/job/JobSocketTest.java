package io.fairway.agent.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.agent.job.JobClient.Outcome;
import io.fairway.agent.job.JobDesk.EventsFrom;
import io.fairway.agent.metrics.AgentCounters.Name;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

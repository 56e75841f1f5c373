package io.fairway.agent.job;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The side of prolog and epilog: tells the agent, or leaves the message in the spool. */
public final class JobClient {
    /** Where the agent's socket is if nobody says otherwise. */
    public static final String SOCKET = "/run/fairway-agent/agent.sock";

    /** Where messages wait if nobody says otherwise. */
    public static final String SPOOL = "/var/spool/fairway-agent";

    private static final int MAX_ANSWER = 4_096;

    private JobClient() {}

    /**
     * What became of a message.
     *
     * @param isKept whether its report is not lost any more
     * @param warning what to tell the caller; empty if all is well
     */
    public record Outcome(boolean isKept, String warning) {}

    /** Tells the agent; spools the message if it does not answer in time. */
    public static Outcome tell(Path socket, Path spool, JobMessage message, Duration patience, long nowMillis) {
        String why;
        boolean isInMemory = false;
        try {
            String answer = ask(socket, message.line(), patience);
            if (answer.equals("ok")) {
                return new Outcome(true, "");
            }
            if (answer.startsWith("error ")) {
                return new Outcome(false, "the agent refused the message: " + answer.substring("error ".length()));
            }
            isInMemory = answer.startsWith("memory");
            why = "the agent answered \"" + JobMessage.shown(answer) + "\"";
        } catch (IOException e) {
            why = "the agent at " + socket + " does not answer (" + e.getMessage() + ")";
        }
        try {
            JobSpool.put(spool, message, nowMillis);
            return new Outcome(true, why + "; the message waits in " + spool);
        } catch (IOException e) {
            return new Outcome(
                    isInMemory,
                    why + (isInMemory ? "" : ", and the message is lost") + "; " + spool + " cannot be written: " + e);
        }
    }

    private static String ask(Path socket, String line, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                Selector selector = Selector.open()) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.configureBlocking(false);
            ByteBuffer out = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
            while (out.hasRemaining()) {
                await(selector, deadline);
                channel.write(out);
            }
            key.interestOps(SelectionKey.OP_READ);
            ByteBuffer in = ByteBuffer.allocate(MAX_ANSWER);
            while (in.hasRemaining()) {
                await(selector, deadline);
                if (channel.read(in) < 0) {
                    break;
                }
            }
            String answer = new String(in.array(), 0, in.position(), StandardCharsets.UTF_8);
            if (!answer.endsWith("\n")) {
                throw new IOException("it closed the connection");
            }
            return answer.strip();
        }
    }

    private static void await(Selector selector, long deadline) throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0 || selector.select(left) == 0) {
            throw new IOException("no answer in time");
        }
        selector.selectedKeys().clear();
    }
}

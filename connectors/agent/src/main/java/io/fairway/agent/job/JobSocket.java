package io.fairway.agent.job;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Unix socket that takes messages: each connection sends a line, gets a line, and is closed. One thread serves them
 * all; a client that sends nothing, or too much, does not hold up the others.
 */
public final class JobSocket implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(JobSocket.class);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    private static final long SWEEP_MILLIS = 1_000;
    private static final int MAX_CLIENTS = 512;

    private final Path path;
    private final ServerSocketChannel server;
    private final Selector selector;
    private final JobDesk desk;
    private final LongSupplier wallMillis;
    private final Thread thread;

    private JobSocket(Path path, ServerSocketChannel server, JobDesk desk, LongSupplier wallMillis) throws IOException {
        this.path = path;
        this.server = server;
        this.desk = desk;
        this.wallMillis = wallMillis;
        this.selector = Selector.open();
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        this.thread = new Thread(this::serve, "job-socket");
        thread.setDaemon(true);
    }

    /**
     * Listens at a path. What is there is removed: only one agent has the state directory.
     *
     * @param permissions of the socket, such as {@code rw-------}
     */
    public static JobSocket open(Path path, String permissions, JobDesk desk, LongSupplier wallMillis)
            throws IOException {
        Files.deleteIfExists(path);
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        JobSocket socket = new JobSocket(path, server, desk, wallMillis);
        socket.thread.start();
        return socket;
    }

    private void serve() {
        while (server.isOpen()) {
            try {
                selector.select(SWEEP_MILLIS);
                for (SelectionKey key : List.copyOf(selector.selectedKeys())) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                sweep();
            } catch (IOException e) {
                LOG.warn("the job socket failed: {}", e.toString());
            }
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
        } else if (key.attachment() instanceof Client client) {
            client.read(key);
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = server.accept();
        if (channel == null) {
            return;
        }
        if (selector.keys().size() > MAX_CLIENTS) {
            channel.close(); // Its message goes to the spool.
            return;
        }
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, new Client(channel));
    }

    private void sweep() throws IOException {
        long now = System.nanoTime();
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Client client && now - client.since > PATIENCE) {
                client.answer(key, "error the message must end within 10 seconds");
            }
        }
    }

    /** A connection. */
    private final class Client {
        private final SocketChannel channel;
        private final long since = System.nanoTime();
        private ByteBuffer line = ByteBuffer.allocate(512);

        Client(SocketChannel channel) {
            this.channel = channel;
        }

        void read(SelectionKey key) throws IOException {
            try {
                if (channel.read(line) < 0) {
                    answer(key, "error the message must end with a line feed");
                    return;
                }
            } catch (IOException gone) {
                close(key);
                return;
            }
            int end = indexOfLineFeed();
            if (end >= 0) {
                answer(key, desk.answer(line.array(), end, wallMillis.getAsLong()));
            } else if (line.position() >= JobMessage.MAX_LINE) {
                answer(key, "error the message has more than " + JobMessage.MAX_LINE + " bytes");
            } else if (!line.hasRemaining()) {
                line = ByteBuffer.allocate(Math.min(2 * line.capacity(), JobMessage.MAX_LINE))
                        .put(line.flip());
            }
        }

        private int indexOfLineFeed() {
            for (int i = 0; i < line.position(); i++) {
                if (line.get(i) == '\n') {
                    return i;
                }
            }
            return -1;
        }

        void answer(SelectionKey key, String answer) throws IOException {
            try {
                channel.write(ByteBuffer.wrap((answer + "\n").getBytes(StandardCharsets.UTF_8)));
            } catch (IOException gone) {
                LOG.debug("a client did not wait for its answer: {}", gone.toString());
            }
            close(key);
        }

        private void close(SelectionKey key) throws IOException {
            key.cancel();
            channel.close();
        }
    }

    @Override
    public void close() throws IOException {
        if (!server.isOpen()) {
            return;
        }
        server.close();
        selector.wakeup();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
        Files.deleteIfExists(path);
    }
}

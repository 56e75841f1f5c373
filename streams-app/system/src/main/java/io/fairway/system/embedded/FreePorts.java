package io.fairway.system.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Asks the system for TCP ports nobody listens on. */
public final class FreePorts {
    private FreePorts() {}

    /**
     * Returns {@code count} different ports of the loopback interface that were free a moment ago. Another program may
     * take one before the caller binds it: start again with new ones, once.
     */
    public static List<Integer> take(int count) {
        var sockets = new ArrayList<ServerSocket>();
        try {
            var ports = new ArrayList<Integer>();
            for (int i = 0; i < count; i++) {
                var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("No free port on the loopback interface", e);
        } finally {
            // Only now, so that the system cannot hand out one of them twice.
            sockets.forEach(FreePorts::close);
        }
    }

    /**
     * As {@link #take(int)}, but the first port is one of the caller's choice.
     *
     * @param first 0 = any
     * @throws IllegalStateException if another program listens on it
     */
    static List<Integer> take(int count, int first) {
        var ports = new ArrayList<>(take(count));
        if (first != 0) {
            try (var socket = new ServerSocket(first, 1, InetAddress.getLoopbackAddress())) {
                ports.set(0, socket.getLocalPort());
            } catch (IOException e) {
                throw new IllegalStateException(
                        "port " + first + " of the loopback interface cannot be had: " + e.getMessage(), e);
            }
        }
        return ports;
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot give back port " + socket.getLocalPort(), e);
        }
    }
}

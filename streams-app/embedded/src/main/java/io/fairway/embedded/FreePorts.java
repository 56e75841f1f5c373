package io.fairway.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Asks the system for free TCP ports. */
public final class FreePorts {
    private FreePorts() {}

    /**
     * Returns {@code count} different free ports of the loopback interface. Another program may take one before the caller binds
     * it: the caller must then try again once with new ones.
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
            // Only now, so that the system cannot give one of them twice.
            sockets.forEach(FreePorts::close);
        }
    }

    /**
     * As {@link #take(int)}, but with a given first port.
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
                        "port " + first + " of the loopback interface is not available: " + e.getMessage(), e);
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

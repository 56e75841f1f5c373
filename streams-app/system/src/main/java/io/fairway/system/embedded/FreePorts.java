package io.fairway.system.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Asks the system for TCP ports nobody listens on. */
final class FreePorts {
    private FreePorts() {}

    /**
     * Returns {@code count} different ports of the loopback interface that were free a moment ago. Another program may
     * take one before the caller binds it: start again with new ones, once.
     */
    static List<Integer> take(int count) {
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

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot give back port " + socket.getLocalPort(), e);
        }
    }
}

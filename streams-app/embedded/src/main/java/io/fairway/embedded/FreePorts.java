package io.fairway.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free TCP ports below those that systems give to outgoing connections: such a connection of any program would take a port
 * between its being found and being bound.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int LAST = 32_767;
    private static final int ATTEMPTS = 10_000;

    /** Handed out by this process; none is handed out twice. */
    private static final Set<Integer> TAKEN = new HashSet<>();

    private FreePorts() {}

    /**
     * Returns {@code count} different free ports of the loopback interface. Another program may take one before the caller binds
     * it: the caller must then try again once with new ones.
     */
    public static List<Integer> take(int count) {
        var ports = new ArrayList<Integer>();
        synchronized (TAKEN) {
            for (int attempt = 0; attempt < ATTEMPTS && ports.size() < count; attempt++) {
                int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
                if (!TAKEN.contains(port) && isFree(port)) {
                    TAKEN.add(port);
                    ports.add(port);
                }
            }
        }
        if (ports.size() < count) {
            throw new IllegalStateException(
                    "no " + count + " free ports from " + FIRST + " to " + LAST + " on the loopback interface");
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
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
}

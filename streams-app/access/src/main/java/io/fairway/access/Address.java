package io.fairway.access;

import org.jspecify.annotations.Nullable;

/** A host and a port of a setting. */
public record Address(String host, int port) {
    /**
     * The address to listen on; null for off.
     *
     * @throws IllegalArgumentException if the text is no host:port
     */
    public static @Nullable Address listen(String text) {
        return text.equals("off") ? null : parse(text, 0);
    }

    /**
     * The address that others reach this one at; null for none.
     *
     * @throws IllegalArgumentException if the text is no host:port
     */
    public static @Nullable Address advertised(String text) {
        return text.isEmpty() ? null : parse(text, 1);
    }

    private static Address parse(String text, int leastPort) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = colon < 0 ? -1 : Integer.parseInt(text.substring(colon + 1));
            if (!host.isEmpty() && port >= leastPort && port <= 65_535) {
                return new Address(host, port);
            }
        } catch (NumberFormatException wrong) {
            // The exception below says so.
        }
        throw new IllegalArgumentException("must be host:port with a port of " + leastPort + " to 65535");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}

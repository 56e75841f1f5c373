package io.fairway.collect.hosts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A scheduler's answer.
 *
 * @param hosts by name; never empty
 * @param problems lines that could not be read, with command, line, value and rule. Their hosts are unknown, so no host may
 *     count as gone
 */
record HostLook(Map<String, SeenHost> hosts, List<String> problems) {
    HostLook {
        hosts = Collections.unmodifiableMap(new TreeMap<>(hosts));
        problems = List.copyOf(problems);
    }

    /** Reads one host of an answer. */
    @FunctionalInterface
    interface Reading {
        /** @throws IllegalArgumentException if a value breaks a rule; has both */
        SeenHost read();
    }

    /** An answer while it is read. */
    static final class Builder {
        private final String source;
        private final Map<String, SeenHost> hosts = new TreeMap<>();
        private final List<String> problems = new ArrayList<>();

        /** @param source the command, for messages */
        Builder(String source) {
            this.source = source;
        }

        /** Takes a host, or tells why not. The place is a line or a part of the answer. */
        void add(String place, String name, Reading reading) {
            try {
                SeenHost host = reading.read();
                if (hosts.putIfAbsent(name, host) != null) {
                    problem(place, "host \"" + name + "\": must be listed once");
                }
            } catch (IllegalArgumentException wrong) {
                problem(place, "host \"" + name + "\": " + wrong.getMessage());
            }
        }

        void problem(String place, String message) {
            problems.add(source + ", " + place + ": " + message);
        }

        /** @throws IOException if there is no host: a scheduler without hosts has not answered */
        HostLook build() throws IOException {
            if (hosts.isEmpty()) {
                throw new IOException(
                        problems.isEmpty()
                                ? source + ": the answer must list at least one host"
                                : source + ": the answer has no host that can be read; the first problem: "
                                        + problems.get(0));
            }
            return new HostLook(hosts, problems);
        }
    }

    /**
     * A number of slots.
     *
     * @throws IllegalArgumentException if it is none
     */
    static long slots(String what, String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException(what + " \"" + text + "\": must be a whole number from 0 to 999999999");
        }
        return Long.parseLong(text);
    }
}

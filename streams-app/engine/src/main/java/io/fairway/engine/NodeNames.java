package io.fairway.engine;

import io.fairway.schemas.Topic;

/** The names of the topology's nodes: {@code <sub-topology>.<verb>}, with the topic if there is one node per topic. */
public final class NodeNames {
    /** Takes every input of a domain and sends every result. */
    public static final String APPLY = "domain.apply";

    /** Reads misrouted records. */
    public static final String RELAY_READ = "relay.read";

    /** Gives a misrouted record the key of its domain. */
    public static final String RELAY_REKEY = "relay.rekey";

    /** Writes it to the right partition of its topic. */
    public static final String RELAY_WRITE = "relay.write";

    /** Puts aside a record that names no input topic. */
    public static final String RELAY_REFUSE = "relay.refuse";

    private NodeNames() {}

    public static String source(Topic topic) {
        return "domain.read-" + topic.suffix();
    }

    public static String sink(Topic topic) {
        return "domain.write-" + topic.suffix();
    }
}

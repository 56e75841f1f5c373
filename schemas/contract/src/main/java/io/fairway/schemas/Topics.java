package io.fairway.schemas;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The names of all topics under one prefix, so that several installations can share a cluster. */
public final class Topics {
    /** Default prefix. */
    public static final String STANDARD_PREFIX = "fairway.";

    /** Kafka's rule for the characters of a topic's name. */
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]*");

    private static final int MAX_NAME_LENGTH = 249;

    private static final List<Topic> INPUTS =
            Arrays.stream(Topic.values()).filter(Topic::isInput).toList();

    private final String prefix;
    private final Map<Topic, String> names = new EnumMap<>(Topic.class);
    private final Map<String, Topic> topics = new HashMap<>();

    private Topics(String prefix) {
        this.prefix = prefix;
        for (Topic topic : Topic.values()) {
            String name = prefix + topic.suffix();
            names.put(topic, name);
            topics.put(name, topic);
        }
    }

    /**
     * The topics whose names begin with this prefix, which includes its separator.
     *
     * @throws IllegalArgumentException if Kafka would refuse the names
     */
    public static Topics withPrefix(String prefix) {
        if (!LEGAL.matcher(prefix).matches()) {
            throw new IllegalArgumentException("topic prefix \"" + prefix
                    + "\": a topic's name must have only ASCII letters, digits, '.', '_' and '-'");
        }
        Topics topics = new Topics(prefix);
        for (String name : topics.names.values()) {
            if (name.length() > MAX_NAME_LENGTH) {
                throw new IllegalArgumentException("topic prefix \"" + prefix + "\": the name " + name + " has "
                        + name.length() + " characters; it must have at most " + MAX_NAME_LENGTH);
            }
        }
        return topics;
    }

    /** The topics under {@link #STANDARD_PREFIX}. */
    public static Topics standard() {
        return withPrefix(STANDARD_PREFIX);
    }

    /** The beginning of every name. */
    public String prefix() {
        return prefix;
    }

    /** The name of a topic on the broker. */
    public String name(Topic topic) {
        return Objects.requireNonNull(names.get(topic));
    }

    /** The topic of a name on the broker; null for other names. */
    public @Nullable Topic of(String name) {
        return topics.get(name);
    }

    /**
     * The topics that the application reads: job events, samples, shares, policies, adjustments, and the clock of a
     * replay.
     */
    public List<Topic> inputs() {
        return INPUTS;
    }

    @Override
    public String toString() {
        return prefix + "*";
    }
}

package io.fairway.schemas;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of all topics under one prefix, so that several installations can share a cluster. Job events and samples have
 * common topics, and a further one for each of the {@link NamedClusters}: {@code fairway.job-events.alps}.
 */
public final class Topics {
    /** Default prefix. */
    public static final String STANDARD_PREFIX = "fairway.";

    /** Kafka's rule for the characters of a topic's name. */
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]*");

    private static final String SEPARATOR = ".";

    private static final int MAX_NAME_LENGTH = 249;

    private final String prefix;
    private final NamedClusters clusters;
    private final Set<Topic> missing;
    private final List<Topic> inputs;
    private final Map<Topic, List<String>> names = new EnumMap<>(Topic.class);
    private final Map<String, Topic> topics = new HashMap<>();
    private final Map<String, String> owners = new HashMap<>();

    private Topics(String prefix, NamedClusters clusters, Set<Topic> missing) {
        this.prefix = prefix;
        this.clusters = clusters;
        this.missing = missing;
        inputs = Arrays.stream(Topic.values())
                .filter(topic -> topic.isInput() && !missing.contains(topic))
                .toList();
        for (Topic topic : Topic.values()) {
            List<String> all = new ArrayList<>();
            all.add(prefix + topic.suffix());
            if (topic.isPerCluster()) {
                for (String cluster : clusters.names()) {
                    String own = own(topic, cluster);
                    all.add(own);
                    owners.put(own, cluster);
                }
            }
            names.put(topic, List.copyOf(all));
            all.forEach(name -> topics.put(name, topic));
        }
    }

    /**
     * The topics whose names begin with this prefix, which includes its separator.
     *
     * @throws IllegalArgumentException if Kafka would refuse the names
     */
    public static Topics withPrefix(String prefix) {
        return of(prefix, NamedClusters.NONE);
    }

    /**
     * As above, with topics of clusters.
     *
     * @throws IllegalArgumentException if Kafka would refuse the names
     */
    public static Topics of(String prefix, NamedClusters clusters) {
        if (!LEGAL.matcher(prefix).matches()) {
            throw new IllegalArgumentException("topic prefix \"" + prefix
                    + "\": a topic's name must have only ASCII letters, digits, '.', '_' and '-'");
        }
        Topics topics = new Topics(prefix, clusters, Set.of());
        for (String name : topics.topics.keySet()) {
            if (name.length() > MAX_NAME_LENGTH) {
                throw new IllegalArgumentException("topic prefix \"" + prefix + "\": the name " + name + " has "
                        + name.length() + " characters; it must have at most " + MAX_NAME_LENGTH);
            }
        }
        return topics;
    }

    /**
     * The same topics for an application that does not read some of them.
     *
     * @param missing each of them {@link Topic#isOptional optional}
     */
    public Topics without(Set<Topic> missing) {
        return new Topics(prefix, clusters, missing);
    }

    /** The topics under {@link #STANDARD_PREFIX}. */
    public static Topics standard() {
        return withPrefix(STANDARD_PREFIX);
    }

    /** The beginning of every name. */
    public String prefix() {
        return prefix;
    }

    /** The clusters that have topics of their own. */
    public NamedClusters clusters() {
        return clusters;
    }

    /** The name of a topic on the broker; where clusters have their own, that of the common one. */
    public String name(Topic topic) {
        return names(topic).get(0);
    }

    /** The name of the topic for the events of a cluster: its own, or the common one. */
    public String name(Topic topic, String cluster) {
        return topic.isPerCluster() && clusters.has(cluster) ? own(topic, cluster) : name(topic);
    }

    /** All names of a topic on the broker: the common one, and those of the clusters in the order of their names. */
    public List<String> names(Topic topic) {
        return Objects.requireNonNull(names.get(topic));
    }

    private String own(Topic topic, String cluster) {
        return prefix + topic.suffix() + SEPARATOR + cluster;
    }

    /** The beginning of the names of a topic's cluster topics, also of clusters that are not named. */
    public String ownPrefix(Topic topic) {
        return own(topic, "");
    }

    /**
     * Why an event must not count: a topic of a cluster has its events alone, and a common topic those of all others.
     *
     * @param name of the topic that it was read from
     * @param cluster of the event
     * @param appended append time of the record, epoch milliseconds
     * @return null = it may count
     */
    public @Nullable String problem(String name, String cluster, long appended) {
        String owner = owners.get(name);
        if (owner != null) {
            return owner.equals(cluster)
                    ? null
                    : "cluster \"" + cluster + "\": " + name + " is the topic of cluster \"" + owner
                            + "\" and takes its events only";
        }
        if (clusters.mayBeCommon(cluster, appended)) {
            return null;
        }
        Topic topic = Objects.requireNonNull(topics.get(name), name);
        Instant left = clusters.left(cluster);
        return "cluster \"" + cluster + "\": has a topic of its own, " + own(topic, cluster) + ", so " + name
                + " does not take its events" + (left == null ? "" : " that were appended since " + left);
    }

    /** The topic of a name on the broker; null for other names. */
    public @Nullable Topic of(String name) {
        return topics.get(name);
    }

    /** The topics that the application reads, but for those that are missing. */
    public List<Topic> inputs() {
        return inputs;
    }

    /** The optional topics that the application does not read. */
    public Set<Topic> missing() {
        return missing;
    }

    /** The same, each in a sentence. */
    public List<String> missingInWords() {
        return missing.stream()
                .map(topic -> name(topic) + " is not read: it did not exist, or could not be read, when the application"
                        + " started; 'fairway topics create' and 'topics acl' have it")
                .toList();
    }

    /** The names of the inputs on the broker, those of clusters among them. */
    public List<String> inputNames() {
        return inputs.stream().flatMap(topic -> names(topic).stream()).toList();
    }

    @Override
    public String toString() {
        return prefix + "*";
    }
}

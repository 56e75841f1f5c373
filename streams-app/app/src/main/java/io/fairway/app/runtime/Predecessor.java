package io.fairway.app.runtime;

import io.fairway.avro.Heartbeat;
import io.fairway.program.CompactedTopic;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application that sent the present results, as one that begins anew on the same topics sees it. Where it refused the
 * newest record of a policy version, the new one has nothing else and may go by it: it says so. It also says who was removed, as
 * far as compaction has deleted that.
 */
final class Predecessor {
    private static final Logger LOG = LoggerFactory.getLogger(Predecessor.class);

    /** Components of the key of a user's usage. */
    private static final int USER_PARTS = 5;

    private Predecessor() {}

    /** Warns of every refused version that the last heartbeats name. */
    static void warn(FairwayConfig config, FairwaySerdes serdes) {
        try {
            Collection<Heartbeat> heartbeats = CompactedTopic.read(
                            config.topics().name(Topic.HEARTBEATS),
                            config.consumer(),
                            serdes.deserializer(Heartbeat.class),
                            LOG::warn)
                    .values();
            differences(heartbeats).forEach(LOG::warn);
            forgotten(
                            CompactedTopic.keys(config.topics().name(Topic.SHARES), config.consumer()),
                            keys(config, Topic.USAGE),
                            keys(config, Topic.FAIRSHARE),
                            heartbeats)
                    .forEach(LOG::warn);
        } catch (RuntimeException unread) {
            LOG.warn("what an earlier application refused or knew is not known: its results cannot be read", unread);
        }
    }

    private static Set<String> keys(FairwayConfig config, Topic topic) {
        return CompactedTopic.read(
                        config.topics().name(topic), config.consumer(), new ByteArrayDeserializer(), LOG::warn)
                .keySet();
    }

    /**
     * Associations that have usage and no share record, of domains whose last application knew where all were: their removal was
     * sent as a tombstone, and compaction deleted it. Each domain in words.
     *
     * @param shares keys of the share records and of the tombstones that are left
     * @param usage keys of the usage records
     * @param fairshare keys of the fairshare records: who has one was in a tree without a share record, by a policy's default
     */
    static List<String> forgotten(
            Set<String> shares, Set<String> usage, Set<String> fairshare, Collection<Heartbeat> heartbeats) {
        Set<String> placed = new HashSet<>(shares);
        fairshare.forEach(key -> placed.add(node(key)));
        Set<String> trees = new HashSet<>();
        shares.forEach(key -> trees.add(tree(Keys.split(key), 1)));
        Map<String, Set<String>> missing = new TreeMap<>();
        for (String key : usage) {
            List<String> parts = Keys.split(key);
            String node = node(key);
            // domain|measure|tree|account|user; an association of a partition may belong to the one without.
            boolean isUser =
                    parts.size() == USER_PARTS && !parts.get(USER_PARTS - 1).isEmpty();
            if (isUser && trees.contains(tree(parts, 2)) && !placed.contains(node)) {
                missing.computeIfAbsent(parts.get(0), domain -> new TreeSet<>()).add(node);
            }
        }
        Map<String, Long> unplaced = new HashMap<>();
        heartbeats.forEach(heartbeat -> unplaced.merge(
                heartbeat.getDomain(), heartbeat.getCounts().getOrDefault("unplacedAssociations", 0L), Math::max));
        List<String> lines = new ArrayList<>();
        missing.forEach((domain, nodes) -> {
            long more = nodes.size() - unplaced.getOrDefault(domain, (long) nodes.size());
            if (more > 0) {
                lines.add("domain " + domain + ": " + more + " of " + nodes.size()
                        + " associations with usage and without a share record were removed before, such as "
                        + nodes.iterator().next() + ": compaction deleted their tombstones, so their usage will not"
                        + " count in their accounts. Send their share records again with removed = true");
            }
        });
        return lines;
    }

    /** Domain and tree. Policies without shares charge in trees that have no records. */
    private static String tree(List<String> parts, int at) {
        return parts.get(0) + "|" + parts.get(at);
    }

    /** The key of a share record, from that of a result of its node. */
    private static String node(String result) {
        int domain = result.indexOf('|');
        return result.substring(0, domain) + result.substring(result.indexOf('|', domain + 1));
    }

    /** What will differ, in words; sorted. */
    static List<String> differences(Collection<Heartbeat> heartbeats) {
        TreeSet<String> lines = new TreeSet<>();
        for (Heartbeat heartbeat : heartbeats) {
            for (String version : heartbeat.getRefusedVersions()) {
                lines.add("domain " + heartbeat.getDomain() + ", policy " + version
                        + ": the application that wrote the present results refused the newest record of this version;"
                        + " this one has no other record and may go by it. Send the version that was in force again, or"
                        + " its removal, if that is not wanted");
            }
        }
        return List.copyOf(lines);
    }
}

package io.fairway.api.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.query.Json;
import io.fairway.avro.RankRecord;
import io.fairway.core.model.NodeId;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The published records of a domain, read from the topics themselves, for one stream. */
final class Published {
    static final Map<String, Topic> EVENTS = new LinkedHashMap<>();

    private static final Logger LOG = LoggerFactory.getLogger(Published.class);
    private static final Duration POLL = Duration.ofMillis(250);

    /** Offsets count everybody's records. Callers that do not see all of them get ids in steps of so many. */
    private static final long STEP = 1_024;

    static {
        EVENTS.put("fairshare", Topic.FAIRSHARE);
        EVENTS.put("priority", Topic.PRIORITIES);
        EVENTS.put("ranks", Topic.RANKS);
        EVENTS.put("usage", Topic.USAGE);
    }

    private static final Map<String, List<String>> KEYS = Map.of(
            "fairshare", List.of("domain", "policy", "tree", "account", "user"),
            "priority", List.of("domain", "policy", "cluster", "job", "request"),
            "ranks", List.of("domain", "policy", "tree", "account"),
            "usage", List.of("domain", "measure", "tree", "account", "user"));

    private final Consumer<byte[], byte[]> consumer;
    private final Function<Topic, LiveStream.Decoder> decoders;
    private final Filter filter;
    private final StreamVisibility visibility;
    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<TopicPartition, String> names = new HashMap<>();
    private final Map<String, Long> read = new LinkedHashMap<>();
    private List<Row> unsent = List.of();

    /** One event as it is sent. */
    record Event(String name, String data, String id) {}

    /** A record of the domain. */
    private record Row(String name, long next, String key, List<String> parts, ObjectNode data, boolean removed) {
        /** The association of a record; the node of a tombstone that names one. */
        NodeId node() {
            return switch (name) {
                case "priority" -> new NodeId(text("tree"), text("account"), text("user"));
                case "ranks" -> NodeId.ofAccount(parts.get(2), parts.get(3));
                default -> new NodeId(parts.get(2), parts.get(3), parts.get(4));
            };
        }

        StreamVisibility.Job job() {
            return new StreamVisibility.Job(parts.get(2), parts.get(3));
        }

        private String text(String member) {
            return data.path(member).asText("");
        }
    }

    /**
     * Begins to read.
     *
     * @param wanted kinds of events
     * @param from offsets to continue from; a kind without an offset starts at the end
     */
    Published(
            Consumer<byte[], byte[]> consumer,
            Function<Topic, LiveStream.Decoder> decoders,
            Filter filter,
            StreamVisibility visibility,
            Topics topics,
            int partition,
            List<String> wanted,
            Map<String, Long> from) {
        this.consumer = consumer;
        this.decoders = decoders;
        this.filter = filter;
        this.visibility = visibility;
        for (String name : wanted) {
            Topic topic = EVENTS.get(name);
            if (topic != null) {
                names.put(new TopicPartition(topics.name(topic), partition), name);
            }
        }
        consumer.assign(names.keySet());
        Map<TopicPartition, Long> begin = consumer.beginningOffsets(names.keySet());
        Map<TopicPartition, Long> end = consumer.endOffsets(names.keySet());
        names.forEach((at, name) -> {
            long last = end.getOrDefault(at, 0L);
            long next = Math.max(begin.getOrDefault(at, 0L), Math.min(last, from.getOrDefault(name, last)));
            consumer.seek(at, next);
            read.put(name, next);
        });
    }

    /** The id from which a client that comes back continues. */
    String id() {
        if (visibility.all()) {
            return EventId.of(filter.domain(), read);
        }
        Map<String, Long> steps = new LinkedHashMap<>();
        read.forEach((name, next) -> steps.put(name, next - next % STEP));
        return EventId.of(filter.domain(), steps);
    }

    /** The events since the last call; waits a moment for the first. */
    List<Event> poll() {
        List<Row> rows = unsent.isEmpty() ? read() : unsent;
        List<StreamVisibility.Job> undecided = new ArrayList<>();
        for (Row row : rows) {
            if (row.name().equals("priority") && visibility.isUndecided(row.key(), row.removed(), row.node())) {
                undecided.add(row.job());
            }
        }
        if (!rows.isEmpty() && !visibility.learn(undecided)) {
            // Nothing is left out: the records wait until somebody tells whose they are.
            unsent = rows;
            LockSupport.parkNanos(POLL.toNanos());
            return List.of();
        }
        unsent = List.of();
        List<Event> events = new ArrayList<>();
        for (Row row : rows) {
            read.put(row.name(), row.next());
            if (sees(row) && filter.matches(row.name(), row.parts(), row.node(), row.removed())) {
                row.data().put("key", row.key()).put("removed", row.removed());
                events.add(new Event(row.name(), row.data().toString(), id()));
            }
        }
        return events;
    }

    private boolean sees(Row row) {
        return switch (row.name()) {
            case "priority" -> visibility.seesJob(row.key(), row.removed(), row.node(), row.job());
            case "ranks" -> seesRanks(row.data(), row.node());
            case "usage" -> visibility.seesUsage(row.parts().get(1), row.node());
            default -> visibility.seesNode(row.node());
        };
    }

    /** Leaves the users in the event that the caller sees and wants. */
    private boolean seesRanks(ObjectNode data, NodeId account) {
        return RankEvents.namesUsers(data)
                ? RankEvents.keep(data, account, user -> visibility.seesNode(user) && filter.wants(user.user()))
                : visibility.seesNode(account);
    }

    private List<Row> read() {
        List<Row> rows = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            String name = names.get(new TopicPartition(record.topic(), record.partition()));
            if (name == null) {
                continue;
            }
            try {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                List<String> parts = Keys.split(key);
                if (filter.domain().equals(parts.get(0)) && fits(name, parts)) {
                    rows.add(new Row(
                            name, record.offset() + 1, key, parts, data(name, parts, record), record.value() == null));
                    continue;
                }
            } catch (IOException | RuntimeException unreadable) {
                LOG.warn("offset {} of {} cannot be read: {}", record.offset(), record.topic(), unreadable.toString());
            }
            if (rows.isEmpty()) {
                read.put(name, record.offset() + 1);
            }
        }
        return rows;
    }

    private static boolean fits(String name, List<String> parts) {
        return parts.size() == 5 || (parts.size() == 4 && name.equals("ranks"));
    }

    private ObjectNode data(String name, List<String> parts, ConsumerRecord<byte[], byte[]> record) throws IOException {
        if (record.value() != null) {
            SpecificRecord read =
                    decoders.apply(Objects.requireNonNull(EVENTS.get(name))).decode(record.value());
            ObjectNode json = (ObjectNode) mapper.readTree(read.toString());
            return read instanceof RankRecord ranks ? RankEvents.unpacked(json, ranks) : json;
        }
        // A withdrawn record has nothing but its key.
        ObjectNode data = Json.object();
        List<String> members = KEYS.getOrDefault(name, List.of());
        for (int i = 0; i < members.size(); i++) {
            data.put(members.get(i), parts.get(i));
        }
        return data;
    }

    /** The records that the client wants. */
    record Filter(
            String domain,
            @Nullable String policy,
            @Nullable String account,
            @Nullable String user) {
        boolean matches(String name, List<String> key, NodeId node, boolean removed) {
            // A withdrawn job's record no longer names the owner, and its key names nobody.
            boolean nameless = removed && name.equals("priority");
            return (policy == null || name.equals("usage") || policy.equals(key.get(1)))
                    && (nameless
                            || ((account == null || account.equals(node.account()))
                                    && (name.equals("ranks") || wants(node.user()))));
        }

        /** Whether the client wants the records of a user; of an account, that is empty. */
        boolean wants(String name) {
            return user == null || user.equals(name);
        }
    }
}

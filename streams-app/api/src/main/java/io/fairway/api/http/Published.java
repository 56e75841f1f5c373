package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.query.Json;
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
import java.util.function.Function;
import java.util.function.Predicate;
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

    static {
        EVENTS.put("fairshare", Topic.FAIRSHARE);
        EVENTS.put("priority", Topic.PRIORITIES);
        EVENTS.put("usage", Topic.USAGE);
    }

    private static final Map<String, List<String>> KEYS = Map.of(
            "fairshare", List.of("domain", "policy", "tree", "account", "user"),
            "priority", List.of("domain", "policy", "cluster", "job", "request"),
            "usage", List.of("domain", "measure", "tree", "account", "user"));

    private final Consumer<byte[], byte[]> consumer;
    private final Function<Topic, LiveStream.Decoder> decoders;
    private final Filter filter;
    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<TopicPartition, String> names = new HashMap<>();
    private final Map<String, Long> read = new LinkedHashMap<>();

    /** One event as it is sent. */
    record Event(String name, String data, String id) {}

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
            Topics topics,
            int partition,
            List<String> wanted,
            Map<String, Long> from) {
        this.consumer = consumer;
        this.decoders = decoders;
        this.filter = filter;
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
        return EventId.of(filter.domain(), read);
    }

    /** The events since the last call; waits a moment for the first. */
    List<Event> poll() {
        List<Event> events = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            String name = names.get(new TopicPartition(record.topic(), record.partition()));
            if (name != null) {
                read.put(name, record.offset() + 1);
                ObjectNode data = data(name, record);
                if (data != null) {
                    events.add(new Event(name, data.toString(), id()));
                }
            }
        }
        return events;
    }

    /** The data of an event; null if the stream does not show the record. */
    private @Nullable ObjectNode data(String name, ConsumerRecord<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        List<String> parts = Keys.split(key);
        if (!filter.domain().equals(parts.get(0))) {
            return null;
        }
        ObjectNode data = Json.object();
        if (record.value() == null) {
            // A withdrawn record has nothing but its key.
            List<String> members = KEYS.getOrDefault(name, List.of());
            for (int i = 0; i < members.size() && i < parts.size(); i++) {
                data.put(members.get(i), parts.get(i));
            }
        } else {
            try {
                data = (ObjectNode) mapper.readTree(decoders.apply(Objects.requireNonNull(EVENTS.get(name)))
                        .decode(record.value())
                        .toString());
            } catch (IOException | RuntimeException unreadable) {
                LOG.warn("offset {} of {} cannot be read: {}", record.offset(), record.topic(), unreadable.toString());
                return null;
            }
        }
        return filter.matches(name, parts, data) ? data.put("key", key).put("removed", record.value() == null) : null;
    }

    /** The records to show. */
    record Filter(
            String domain,
            @Nullable String policy,
            @Nullable String account,
            @Nullable String user,
            Predicate<NodeId> sees) {
        boolean matches(String name, List<String> key, JsonNode record) {
            boolean nodeInKey = !name.equals("priority");
            String itsAccount = nodeInKey ? key.get(3) : record.path("account").asText("");
            String itsUser = nodeInKey ? key.get(4) : record.path("user").asText("");
            boolean withdrawn = !nodeInKey && !record.has("account");
            // A withdrawn job's record no longer names the owner, and its key names nobody.
            return (withdrawn || sees.test(new NodeId("", itsAccount, itsUser)))
                    && (policy == null || name.equals("usage") || policy.equals(key.get(1)))
                    && (withdrawn
                            || ((account == null || account.equals(itsAccount))
                                    && (user == null || user.equals(itsUser))));
        }
    }
}

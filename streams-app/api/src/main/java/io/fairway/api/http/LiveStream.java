package io.fairway.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.query.Json;
import io.fairway.api.query.Problem;
import io.fairway.api.query.Viewer;
import io.fairway.core.model.NodeId;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events: what is published of a domain, from the topics themselves. The id of an event is how far each topic was
 * read, so that who comes back goes on where it was.
 */
public final class LiveStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveStream.class);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final long COMMENT_NANOS = 15_000_000_000L;
    private static final int MOST = 100;

    private static final Map<String, Topic> EVENTS = new LinkedHashMap<>();

    static {
        EVENTS.put("fairshare", Topic.FAIRSHARE);
        EVENTS.put("priority", Topic.PRIORITIES);
        EVENTS.put("usage", Topic.USAGE);
    }

    private static final Map<String, List<String>> EVENT_KEYS = Map.of(
            "fairshare", List.of("domain", "policy", "tree", "account", "user"),
            "priority", List.of("domain", "policy", "cluster", "job", "request"),
            "usage", List.of("domain", "measure", "tree", "account", "user"));

    private final Topics topics;
    private final ToIntFunction<String> partitionOf;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Function<Topic, Decoder> decoders;
    private final ObjectMapper mapper = new ObjectMapper();
    private final AtomicInteger open = new AtomicInteger();
    private volatile boolean closed;

    /** Reads the value of a record. */
    public interface Decoder {
        SpecificRecord decode(byte[] value);
    }

    /**
     * @param partitionOf the partition of a domain
     * @param consumers makes a consumer of committed records that belongs to no group
     * @param decoders of the values of a topic
     */
    public LiveStream(
            Topics topics,
            ToIntFunction<String> partitionOf,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Function<Topic, Decoder> decoders) {
        this.topics = topics;
        this.partitionOf = partitionOf;
        this.consumers = consumers;
        this.decoders = decoders;
    }

    /** Streams until the client goes away or the server stops. */
    void serve(Context context, Asked asked, Viewer viewer) throws IOException {
        List<String> wanted = asked.words("events").isEmpty() ? List.copyOf(EVENTS.keySet()) : asked.words("events");
        String domain = asked.needed("domain");
        String lastId = context.header("Last-Event-ID");
        Map<String, Long> from = lastId == null || lastId.isEmpty() ? Map.of() : offsets(lastId, domain);
        if (open.incrementAndGet() > MOST) {
            open.decrementAndGet();
            throw Problem.unavailable("this instance serves " + MOST + " streams already");
        }
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            Filter filter = new Filter(
                    domain, asked.text("policy"), asked.text("account"), asked.text("user"), viewer.seesPublished());
            stream(context, consumer, wanted, filter, from);
        } finally {
            open.decrementAndGet();
        }
    }

    private void stream(
            Context context,
            Consumer<byte[], byte[]> consumer,
            List<String> wanted,
            Filter filter,
            Map<String, Long> from)
            throws IOException {
        int partition = partitionOf.applyAsInt(filter.domain());
        Map<TopicPartition, String> names = new HashMap<>();
        wanted.forEach(name -> {
            Topic topic = EVENTS.get(name);
            if (topic != null) {
                names.put(new TopicPartition(topics.name(topic), partition), name);
            }
        });
        consumer.assign(names.keySet());
        Map<TopicPartition, Long> begin = consumer.beginningOffsets(names.keySet());
        Map<TopicPartition, Long> end = consumer.endOffsets(names.keySet());
        Map<String, Long> read = new LinkedHashMap<>();
        names.forEach((at, name) -> {
            long last = end.getOrDefault(at, 0L);
            long next = Math.max(begin.getOrDefault(at, 0L), Math.min(last, from.getOrDefault(name, last)));
            consumer.seek(at, next);
            read.put(name, next);
        });
        context.res().setContentType("text/event-stream");
        context.res().setCharacterEncoding("UTF-8");
        context.res().setHeader("Cache-Control", "no-store");
        context.res().setHeader("X-Accel-Buffering", "no");
        PrintWriter out = context.res().getWriter();
        out.print("id: " + id(filter.domain(), read) + "\n: from here on\n\n");
        long said = System.nanoTime();
        while (!closed && !out.checkError()) {
            boolean any = false;
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                String name = names.get(new TopicPartition(record.topic(), record.partition()));
                if (name != null) {
                    read.put(name, record.offset() + 1);
                    any |= send(out, name, record, filter, read);
                }
            }
            if (any || System.nanoTime() - said > COMMENT_NANOS) {
                if (!any) {
                    out.print(": still here\n\n");
                }
                said = System.nanoTime();
                out.flush();
            }
        }
    }

    private boolean send(
            PrintWriter out,
            String name,
            ConsumerRecord<byte[], byte[]> record,
            Filter filter,
            Map<String, Long> read) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        List<String> parts = Keys.split(key);
        if (!filter.domain().equals(parts.get(0))) {
            return false;
        }
        ObjectNode data = Json.object();
        if (record.value() == null) {
            // What its key says is all that is known of a record that is withdrawn.
            List<String> names = EVENT_KEYS.getOrDefault(name, List.of());
            for (int i = 0; i < names.size() && i < parts.size(); i++) {
                data.put(names.get(i), parts.get(i));
            }
        } else {
            try {
                data = (ObjectNode) mapper.readTree(decoders.apply(java.util.Objects.requireNonNull(EVENTS.get(name)))
                        .decode(record.value())
                        .toString());
            } catch (IOException | RuntimeException unreadable) {
                LOG.warn("offset {} of {} cannot be read: {}", record.offset(), record.topic(), unreadable.toString());
                return false;
            }
        }
        if (!filter.matches(name, parts, data)) {
            return false;
        }
        data.put("key", key).put("removed", record.value() == null);
        out.print("id: " + id(filter.domain(), read) + "\nevent: " + name + "\ndata: " + data + "\n\n");
        return true;
    }

    /** Which records. */
    private record Filter(
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
            // Whose a job was that is withdrawn is not said any more; its key names nobody.
            return (withdrawn || sees.test(new NodeId("", itsAccount, itsUser)))
                    && (policy == null || name.equals("usage") || policy.equals(key.get(1)))
                    && (withdrawn
                            || ((account == null || account.equals(itsAccount))
                                    && (user == null || user.equals(itsUser))));
        }
    }

    private static String id(String domain, Map<String, Long> read) {
        List<String> parts = new ArrayList<>(List.of(Keys.domain(domain)));
        read.forEach((name, offset) -> parts.add(name + "=" + offset));
        return String.join(";", parts);
    }

    private static Map<String, Long> offsets(String id, String domain) {
        String[] parts = id.split(";", -1);
        Map<String, Long> offsets = new HashMap<>();
        try {
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                if (!EVENTS.containsKey(parts[i].substring(0, equals))) {
                    throw new IllegalArgumentException("no such event");
                }
                offsets.put(parts[i].substring(0, equals), Long.parseLong(parts[i].substring(equals + 1)));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
            throw Problem.parameter("Last-Event-ID", "'" + id + "' is not the id of an event");
        }
        if (!parts[0].equals(Keys.domain(domain))) {
            throw Problem.parameter("Last-Event-ID", "'" + id + "' is of another domain");
        }
        return offsets;
    }

    @Override
    public void close() {
        closed = true;
    }
}

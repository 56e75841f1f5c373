package io.fairway.api.http;

import io.fairway.access.Caller;
import io.fairway.access.Denied;
import io.fairway.access.StreamPlaces;
import io.fairway.api.query.CallerAccess;
import io.fairway.api.query.Problem;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.sse.SseClient;
import io.javalin.http.sse.SseHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events: the published records of a domain, from the topics themselves. The id of an event holds the
 * offset of each topic, so a client that comes back continues where it was.
 */
public final class LiveStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveStream.class);
    private static final String TYPE = "text/event-stream";
    private static final Duration PULSE = Duration.ofSeconds(15);

    private final Topics topics;
    private final ToIntFunction<String> partitionOf;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Function<Topic, Decoder> decoders;
    private final Duration pulse;
    private final StreamPlaces places;
    private volatile boolean closed;

    /**
     * How many streams may be open.
     *
     * @param all at this instance
     * @param each of one caller
     */
    public record Limits(int all, int each) {
        public static final Limits STANDARD = new Limits(100, 20);
    }

    /**
     * The settings of a stream's consumer: what it reads ahead is bounded, because every slow reader holds that much.
     *
     * @param settings of a consumer of committed records that belongs to no group
     */
    public static Map<String, Object> bounded(Map<String, Object> settings) {
        Map<String, Object> bounded = new HashMap<>(settings);
        bounded.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 64 * 1_024);
        bounded.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 3 * 64 * 1_024);
        bounded.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 100);
        return bounded;
    }

    /** Reads the value of a record. */
    public interface Decoder {
        SpecificRecord decode(byte[] value);
    }

    /**
     * @param partitionOf the partition of a domain
     * @param consumers makes a consumer of committed records that belongs to no group
     * @param decoders of the values of a topic
     * @param limits of streams that are open at once
     */
    public LiveStream(
            Topics topics,
            ToIntFunction<String> partitionOf,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Function<Topic, Decoder> decoders,
            Limits limits) {
        this(topics, partitionOf, consumers, decoders, PULSE, limits);
    }

    /** With another time between comments. */
    LiveStream(
            Topics topics,
            ToIntFunction<String> partitionOf,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Function<Topic, Decoder> decoders,
            Duration pulse,
            Limits limits) {
        this.topics = topics;
        this.partitionOf = partitionOf;
        this.consumers = consumers;
        this.decoders = decoders;
        this.pulse = pulse;
        places = new StreamPlaces(limits.all(), limits.each());
    }

    /**
     * Streams until the client goes away, the server stops, or the client may not ask any more. This call returns
     * before that: a stream has a thread of its own, and holds none of the threads that answer questions.
     *
     * @param admitted whether the client may still ask
     * @param visibility tells what the client may see
     */
    void serve(
            Context context,
            Asked asked,
            CallerAccess callerAccess,
            BooleanSupplier admitted,
            StreamVisibility.Source visibility) {
        String accepted = context.header("Accept");
        if (accepted == null || !accepted.contains(TYPE)) {
            throw Problem.of(406, "the stream is " + TYPE + "; send the header Accept: " + TYPE);
        }
        String domain = asked.needed("domain");
        Map<String, Long> from = EventId.offsets(context.header("Last-Event-ID"), domain, Published.EVENTS.keySet());
        if (context.method().equals(HandlerType.HEAD)) {
            context.contentType(TYPE).header("Cache-Control", "no-store");
            return;
        }
        String caller = callerAccess.caller().equals(Caller.ANYBODY)
                ? "address " + context.ip()
                : "caller " + callerAccess.caller().name();
        try {
            places.take(caller);
        } catch (Denied full) {
            throw Problem.of(full.status(), full.detail());
        }
        Consumer<byte[], byte[]> consumer = null;
        try {
            consumer = consumers.get();
            Published published = published(consumer, asked, new StreamVisibility(callerAccess, visibility), from);
            Consumer<byte[], byte[]> reading = consumer;
            context.header("Cache-Control", "no-store");
            new SseHandler(0, client -> {
                        try {
                            follow(client, published, admitted);
                        } catch (RuntimeException e) {
                            // The answer has begun: the server can only end it.
                            LOG.error("the stream of {} ends early", domain, e);
                        } finally {
                            end(reading, caller);
                        }
                    })
                    .handle(context);
        } catch (Exception e) {
            end(consumer, caller);
            throw e;
        }
    }

    private Published published(
            Consumer<byte[], byte[]> consumer, Asked asked, StreamVisibility visibility, Map<String, Long> from) {
        List<String> named = asked.words("events");
        String domain = asked.needed("domain");
        return new Published(
                consumer,
                decoders,
                new Published.Filter(domain, asked.text("policy"), asked.text("account"), asked.text("user")),
                visibility,
                topics,
                partitionOf.applyAsInt(domain),
                named.isEmpty() ? List.copyOf(Published.EVENTS.keySet()) : named,
                from);
    }

    private void follow(SseClient client, Published published, BooleanSupplier admitted) {
        // An id without data is no event. It tells a client that comes back where to continue.
        client.sendData("", published.id());
        long written = System.nanoTime();
        while (!closed && !client.terminated()) {
            for (Published.Event event : published.poll()) {
                if (!client.terminated()) {
                    client.sendEvent(event.name(), event.data(), event.id());
                }
            }
            if (System.nanoTime() - written > pulse.toNanos() && !client.terminated()) {
                if (!admitted.getAsBoolean()) {
                    return;
                }
                client.sendComment("still here");
                written = System.nanoTime();
            }
        }
    }

    private void end(@Nullable Consumer<byte[], byte[]> consumer, String caller) {
        try {
            if (consumer != null) {
                consumer.close();
            }
        } finally {
            places.give(caller);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}

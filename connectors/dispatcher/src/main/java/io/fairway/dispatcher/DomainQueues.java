package io.fairway.dispatcher;

import io.fairway.avro.Dispatch;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.RankRecord;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.cluster.DispatchTarget;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.order.SiteHosts;
import io.fairway.dispatcher.publish.Patience;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.dispatcher.running.RunningJobs;
import io.fairway.dispatcher.running.StoredJobs;
import io.fairway.schemas.DecodeFailure;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queues of all domains, and the way from a record to its queue. Unreadable records are counted and skipped. */
final class DomainQueues {
    private static final Logger log = LoggerFactory.getLogger(DomainQueues.class);

    private final DispatcherConfig config;
    private final Topics topics;
    private final Patience patience;
    private final RunningJobs running;
    private final StoredJobs stored;
    private final DispatchTarget dispatchTarget;
    private final Predicate<String> isLed;
    private final Map<String, DispatchQueue> queues = new TreeMap<>();
    private final Deserializer<PriorityRecord> priorities;
    private final Deserializer<FairshareRecord> fairshares;
    private final Deserializer<RankRecord> ranks;
    private final Deserializer<QueueOrder> orders;
    private final Deserializer<Heartbeat> heartbeats;
    private final Deserializer<Policy> policies;
    private final Deserializer<Host> hosts;
    private final Deserializer<JobEvent> jobEvents;
    private final Deserializer<Dispatch> dispatches;
    private long bad;

    /**
     * Queues without a record.
     *
     * @param dispatchTarget receives the job events of the dispatched domains, after they were applied, and the dispatch records
     * @param isLed tells the domains that this dispatcher leads: it knows its own dispatch records
     */
    DomainQueues(
            DispatcherConfig config,
            FairwaySerdes serdes,
            Patience patience,
            RunningJobs running,
            StoredJobs stored,
            DispatchTarget dispatchTarget,
            Predicate<String> isLed) {
        this.config = config;
        this.topics = config.topics();
        this.patience = patience;
        this.running = running;
        this.stored = stored;
        this.dispatchTarget = dispatchTarget;
        this.isLed = isLed;
        priorities = serdes.deserializer(PriorityRecord.class);
        fairshares = serdes.deserializer(FairshareRecord.class);
        ranks = serdes.deserializer(RankRecord.class);
        orders = serdes.deserializer(QueueOrder.class);
        heartbeats = serdes.deserializer(Heartbeat.class);
        policies = serdes.deserializer(Policy.class);
        hosts = serdes.deserializer(Host.class);
        jobEvents = serdes.deserializer(JobEvent.class);
        dispatches = serdes.deserializer(Dispatch.class);
    }

    /** The queues by domain, in the order of their names. */
    Map<String, DispatchQueue> all() {
        return Collections.unmodifiableMap(queues);
    }

    /** Waiting jobs of all queues, held ones included. */
    int waiting() {
        return queues.values().stream().mapToInt(DispatchQueue::waiting).sum();
    }

    /** The least value of all queues with waiting jobs; unknown while one of them has not reported. */
    OptionalLong evaluatedThrough(long now) {
        long least = Long.MAX_VALUE;
        for (DispatchQueue queue : queues.values()) {
            OptionalLong through = queue.evaluatedThrough(now);
            if (through.isEmpty()) {
                return through;
            }
            least = Math.min(least, through.getAsLong());
        }
        return queues.isEmpty() ? OptionalLong.empty() : OptionalLong.of(least);
    }

    /** Number of unreadable records. */
    long bad() {
        return bad;
    }

    /**
     * Applies a record.
     *
     * @throws RuntimeException if the registry is unavailable and the program stops
     */
    void apply(ConsumerRecord<byte[], byte[]> record) {
        try {
            String key = key(record);
            String domain = Keys.domainOf(key);
            if (config.domain() == null || config.domain().equals(domain)) {
                apply(record, key, domain);
            }
        } catch (RuntimeException e) {
            // Only two kinds of failure come from the record: the queue's refusal, and its bytes.
            if (!(e instanceof IllegalArgumentException) && DecodeFailure.classify(e) == DecodeFailure.REGISTRY_AWAY) {
                throw e;
            }
            bad++;
            log.warn("{} is skipped: {}", place(record), e.getMessage());
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> record, String key, String domain) {
        switch (Objects.requireNonNull(topics.of(record.topic()), record.topic())) {
            case PRIORITIES -> queue(domain).priority(key, read(record, priorities));
            case FAIRSHARE -> queue(domain).fairshare(key, read(record, fairshares));
            case RANKS -> queue(domain).ranks(key, read(record, ranks));
            case ORDERS -> queue(domain).order(key, read(record, orders));
            case HEARTBEATS -> queue(domain).heartbeat(key, read(record, heartbeats));
            case POLICIES -> policy(domain, key, read(record, policies));
            case HOSTS -> {
                SiteHosts siteHosts = dispatchTarget.hosts();
                if (siteHosts != null) {
                    siteHosts.apply(key, read(record, hosts));
                }
            }
            case JOB_EVENTS -> {
                JobEvent event = read(record, jobEvents);
                if (event != null) {
                    requireCluster(record, event);
                    observe(event, domain);
                }
            }
            case DISPATCHER_JOBS -> stored.apply(key, read(record, jobEvents));
            case DISPATCHES -> {
                Dispatch dispatch = isLed.test(domain) ? null : read(record, dispatches);
                if (dispatch != null) {
                    dispatchTarget.recall(dispatch);
                }
            }
            case SAMPLES, SHARES, REMOTE_USAGE, SOURCES, ADJUSTMENTS, CLOCK, USAGE, MISROUTED, DEAD_LETTERS ->
                throw new IllegalStateException("topic " + record.topic() + ": a dispatcher must not read it");
        }
    }

    private void policy(String domain, String key, @Nullable Policy policy) {
        if (config.policy() == null) {
            queue(domain).policy(key, policy);
        }
        SiteHosts siteHosts = dispatchTarget.hosts();
        if (siteHosts != null) {
            siteHosts.policy(key, policy);
        }
    }

    /** The application refuses such an event, too. */
    private void requireCluster(ConsumerRecord<byte[], byte[]> record, JobEvent event) {
        String problem = topics.problem(record.topic(), event.getCluster(), record.timestamp());
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    private void observe(JobEvent event, String domain) {
        if (!event.getDomain().equals(domain)) {
            throw new IllegalArgumentException(
                    "domain \"" + event.getDomain() + "\": must be that of the key, \"" + domain + "\"");
        }
        running.observe(event);
        DispatchQueue queue = queues.get(domain);
        if (queue != null) {
            queue.observed(new JobKey(domain, event.getCluster(), event.getJob()));
        }
        dispatchTarget.observed(event);
    }

    private <T extends SpecificRecord> @Nullable T read(
            ConsumerRecord<byte[], byte[]> record, Deserializer<T> deserializer) {
        byte[] value = record.value();
        return value == null
                ? null
                : patience.ask(
                        place(record),
                        () -> deserializer.deserialize(record.topic(), value),
                        Publisher::isRegistryAway);
    }

    private static String key(ConsumerRecord<byte[], byte[]> record) {
        byte[] key = record.key();
        if (key == null) {
            throw new IllegalArgumentException("a record must have a key that names its domain");
        }
        return new String(key, StandardCharsets.UTF_8);
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + " offset " + record.offset();
    }

    private DispatchQueue queue(String domain) {
        return queues.computeIfAbsent(
                domain, name -> new DispatchQueue(config.headRule(), config.policy(), running, config.mostBypassed()));
    }
}

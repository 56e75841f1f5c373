package io.fairway.app.audit;

import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.avro.UsageRecord;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.records.JobEvents;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * The traces that the records of a site have of what charged usage wrongly. Takes the records of {@link #TOPICS}, topic by
 * topic, each partition in the order of offsets.
 */
public final class SiteAudit {
    /** What is read. */
    public static final List<Topic> TOPICS = List.of(
            Topic.POLICIES,
            Topic.SOURCES,
            Topic.SHARES,
            Topic.JOB_EVENTS,
            Topic.SAMPLES,
            Topic.ADJUSTMENTS,
            Topic.USAGE,
            Topic.DEAD_LETTERS);

    /** The id of a whole array: its brackets are empty. */
    private static final Pattern ARRAY = Pattern.compile("\\d+\\[](\\..*)?");

    private final Finding late = new Finding(
            "ends of runs that came after an older version had forgotten the run",
            "it charged each of these runs once more");
    private final Finding repeated = new Finding(
            "ends of runs that came again with the time of their writer",
            "a version that took the writer's time for an append time charged each of these runs once more");
    private final Finding contradictions = new Finding(
            "append times that contradict those before them",
            "an older version refused events of these moments, or forgot jobs at once and charged what came again");
    private final Finding registry = new Finding(
            "dead letters that can be read today",
            "the schema registry did not know their schemas, and none of them counts: send them again, or rebuild");
    private final Finding tombstones = new Finding(
            "share nodes that a tombstone removed",
            "after Kafka has deleted the tombstone, a rebuild leaves their usage out of their accounts: send removed ="
                    + " true");
    private final Finding ahead = new Finding(
            "lines of usage that are ahead of their own append",
            "the clock of an instance was ahead: usage decayed too far, or was reset too early");
    private final Finding leases = new Finding(
            "clusters whose runs are charged for one lease while they run",
            "the policy has a lease, and nobody says that these runs go on: neither samples nor a source");
    private final Finding resized = new Finding(
            "runs that were resized, of which an older version took the first size at most",
            "'collect topic' read them so, and a rebuild does again: charge the other sizes (adjust charge"
                    + " --used-from)");
    private final Finding arrays = new Finding(
            "records of whole arrays of PBS that an older version took for runs",
            "it charged each of them beside the array's jobs, and a rebuild does again: refund it (adjust refund"
                    + " --job)");
    private final Finding nameless =
            new Finding("starts of jobs without user or account", "an older version charged them under an empty name");

    private final Topics topics;
    private final FairwaySerdes serdes;
    private final long horizon;
    private final long skew;
    private final Map<Topic, Deserializer<? extends SpecificRecord>> readers = new HashMap<>();
    private final Map<String, LateFacts> lateFacts = new HashMap<>();
    private final Map<String, AppendOrder> orders = new HashMap<>();
    private final Map<String, Long> leaseOf = new HashMap<>();
    /** Clusters in which jobs start, by domain. */
    private final Map<String, Set<String>> starting = new TreeMap<>();
    /** Clusters of which samples or sources tell, each with its domain. */
    private final Set<List<String>> watched = new HashSet<>();

    /**
     * Nothing taken yet.
     *
     * @param horizon {@code ledger.horizon.ms}
     * @param skew {@code time.skew.ms}
     */
    public SiteAudit(Topics topics, FairwaySerdes serdes, long horizon, long skew) {
        this.topics = topics;
        this.serdes = serdes;
        this.horizon = horizon;
        this.skew = skew;
    }

    /** Takes the next record. */
    public void take(ConsumerRecord<byte[], byte[]> record) {
        Topic topic = topics.of(record.topic());
        if (topic == Topic.DEAD_LETTERS) {
            deadLetter(record);
        } else if (topic != null && record.value() == null) {
            if (topic == Topic.SHARES) {
                tombstones.add(new String(record.key(), StandardCharsets.UTF_8) + " (" + place(record) + ")");
            }
        } else if (topic != null) {
            if (topic.isInput() && !topic.isTable()) {
                orders.computeIfAbsent(log(record), log -> new AppendOrder(skew, contradictions))
                        .take(place(record));
            }
            SpecificRecord value = read(topic, record.topic(), record.value());
            if (value != null) {
                take(record, value);
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, SpecificRecord value) {
        switch (value) {
            case JobEvent event -> take(record, event);
            case ResourceSample sample -> watched.add(List.of(sample.getDomain(), sample.getCluster()));
            case SourceHeartbeat source -> watched.add(List.of(source.getDomain(), source.getCluster()));
            case Policy policy -> {
                long lease = policy.getMeasure().getLeaseMillis();
                if (lease > 0) {
                    leaseOf.merge(policy.getDomain(), lease, Math::min);
                }
            }
            case UsageRecord line -> {
                long latest =
                        Math.max(line.getAsOf().toEpochMilli(), line.getSince().toEpochMilli());
                if (latest > record.timestamp() + skew) {
                    ahead.add(String.join("/", line.getDomain(), line.getMeasure(), line.getAccount(), line.getUser())
                            + " says " + Instant.ofEpochMilli(latest) + " (" + place(record) + ")");
                }
            }
            default -> {}
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, JobEvent event) {
        try {
            JobKey job = JobEvents.key(event);
            JobFact fact = JobEvents.fact(event);
            lateFacts
                    .computeIfAbsent(log(record), log -> new LateFacts(horizon, late, repeated, resized))
                    .take(place(record), job, fact);
            if (fact.type().endsRun()
                    && event.getSource().equals("pbs")
                    && ARRAY.matcher(job.job()).matches()) {
                arrays.addOnce(job.domain() + "/" + job.cluster() + "/" + job.job(), place(record));
            }
            if (fact.type() == JobEventType.STARTED) {
                starting.computeIfAbsent(job.domain(), domain -> new TreeSet<>())
                        .add(job.cluster());
                if (fact.attributes().text(Attribute.USER, "").isEmpty()
                        || fact.attributes().text(Attribute.ACCOUNT, "").isEmpty()) {
                    nameless.add(job.domain() + "/" + job.cluster() + "/" + job.job() + " (" + place(record) + ")");
                }
            }
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException impossible) {
            // It is a dead letter, and counts nowhere.
        }
    }

    private void deadLetter(ConsumerRecord<byte[], byte[]> record) {
        Topic origin = topics.of(text(record, DeadLetterHeaders.TOPIC));
        boolean isWhole = record.headers().lastHeader(DeadLetterHeaders.VALUE_BYTES) == null;
        if (origin != null
                && isWhole
                && record.value() != null
                && text(record, DeadLetterHeaders.KIND).equals("undecodable")
                && read(origin, topics.name(origin), record.value()) != null) {
            registry.add(text(record, DeadLetterHeaders.TOPIC) + "-" + text(record, DeadLetterHeaders.PARTITION) + "@"
                    + text(record, DeadLetterHeaders.OFFSET) + ": " + text(record, DeadLetterHeaders.REASON));
        }
    }

    /** What was looked for, and how much of it is there. */
    public List<Finding> findings() {
        leaseOf.forEach((domain, lease) -> starting.getOrDefault(domain, Set.of()).stream()
                .filter(cluster -> !watched.contains(List.of(domain, cluster)))
                .forEach(cluster -> leases.add(domain + "/" + cluster + ", lease " + lease / 1000 + " s")));
        leaseOf.clear();
        return List.of(late, repeated, contradictions, ahead, registry, tombstones, leases, resized, arrays, nameless);
    }

    /** The record; null if nobody can read it, or nobody needs it. */
    private @Nullable SpecificRecord read(Topic topic, String name, byte[] value) {
        if (!SpecificRecord.class.isAssignableFrom(topic.valueClass())) {
            return null;
        }
        try {
            return readers.computeIfAbsent(
                            topic, key -> serdes.deserializer(key.valueClass().asSubclass(SpecificRecord.class)))
                    .deserialize(name, value);
        } catch (SerializationException unreadable) {
            return null;
        }
    }

    private static String text(ConsumerRecord<?, ?> record, String header) {
        Header found = record.headers().lastHeader(header);
        return found == null ? "" : new String(found.value(), StandardCharsets.UTF_8);
    }

    private static String log(ConsumerRecord<?, ?> record) {
        return record.topic() + "-" + record.partition();
    }

    private static RecordPlace place(ConsumerRecord<?, ?> record) {
        return new RecordPlace(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.timestampType() == TimestampType.CREATE_TIME);
    }
}

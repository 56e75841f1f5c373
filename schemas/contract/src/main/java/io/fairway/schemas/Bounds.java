package io.fairway.schemas;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * How long each text of an input record may be, and how many entries its lists and maps may have. Lengths are bytes of
 * UTF-8. A record beyond a bound is refused, so that nothing that is kept or sent because of it gets too large for a
 * topic. {@code docs/bounds.md} is made from this table.
 *
 * <p>It is a table and no property of the schemas: a schema that changes its text is another one to a registry.
 */
public final class Bounds {
    /** Longest name: of a domain, cluster, job, tree, account, user, resource, host ... */
    public static final int NAME = 1_024;
    /** Longest name of a queue or a pool; a record of their order has each of them twice. */
    public static final int QUEUE = 256;
    /** Longest value of an attribute or a setting. */
    public static final int TEXT = 16_384;

    private static final int RESOURCES = 1_024;
    private static final int QUEUES = 1_024;
    private static final int PARTITIONS = 4_096;
    private static final int LIST = 16_384;

    /** All texts of one record together, where its fields would allow more than that. */
    private static final Map<String, Integer> TOTALS = Map.of("JobEvent", 131_072, "Policy", 524_288);

    private static final SortedMap<String, Bound> FIELDS = new TreeMap<>();

    static {
        texts(NAME, "JobEvent", "domain", "cluster", "job", "source", "tree", "account", "user", "exitStatus");
        entries(NAME, RESOURCES, "JobEvent", "allocatedTres");
        texts(TEXT, "JobAttributes", "group", "partition", "queue", "qos", "jobClass", "project", "application");
        texts(TEXT, "JobAttributes", "name", "gpuMode", "chunk", "sla", "remoteCluster", "host");
        texts(NAME, "JobAttributes", "bypassedBy");
        texts(TEXT, "JobAttributes", "resourceRequirement");
        entries(NAME, LIST, "JobAttributes", "requestedHosts");
        entries(NAME, RESOURCES, "JobAttributes", "requestedTres", "genericResources");
        entries(NAME, LIST, "JobAttributes", "softLimitViolations", "attributes", "executionHosts", "features");
        entries(NAME, LIST, "JobAttributes", "hostSlots");
        entries(NAME, 256, "JobAttributes", "partitions");
        texts(NAME, "ResourceSample", "domain", "cluster", "job", "host", "source");
        texts(NAME, "ShareNode", "domain", "tree", "account", "user", "partition", "parent");
        texts(NAME, "Host", "domain", "cluster", "name");
        entries(NAME, RESOURCES, "Host", "groups");
        texts(NAME, "RemoteUsage", "domain", "source", "name");
        entries(NAME, RESOURCES, "RemoteUsage", "windows");
        texts(NAME, "RemoteShareLoad", "tree");
        texts(NAME, "SourceHeartbeat", "domain", "cluster", "source");
        texts(NAME, "Adjustment", "domain", "tree", "account", "user", "partition", "id", "toAccount", "toUser");
        texts(NAME, "Adjustment", "measure", "actor");
        texts(TEXT, "Adjustment", "reason");
        texts(NAME, "ClockTick", "domain");
        texts(NAME, "Policy", "domain", "name", "usageReset", "zone");
        entries(NAME, PARTITIONS, "Policy", "partitions", "qos");
        texts(NAME, "Measure", "name");
        entries(NAME, PARTITIONS, "Measure", "billing");
        texts(TEXT, "BillingRule", "weights");
        entries(NAME, RESOURCES, "PartitionInfo", "tres");
        texts(NAME, "SlurmPriority", "dialect");
        texts(TEXT, "SlurmPriority", "weightTres");
        entries(NAME, 64, "SlurmPriority", "flags");
        texts(QUEUE, "LsfQueue", "name", "slotPool", "usesLeftOf");
        texts(TEXT, "LsfQueue", "apsPriority");
        entries(QUEUE, QUEUES, "LsfQueue", "fairshareQueues", "queueGroup");
        entries(TEXT, RESOURCES, "LsfQueue", "parameters");
        entries(NAME, LIST, "LsfQueue", "hosts", "timeBasedSlas");
        texts(NAME, "LsfPolicy", "adjustment", "gpuHistory", "userRequeue");
        entries(TEXT, RESOURCES, "LsfPolicy", "cluster", "adjustmentSettings");
        entries(QUEUE, QUEUES, "LsfPolicy", "queues", "poolSlots", "poolLimits");
        entries(NAME, LIST, "LsfPolicy", "hostPartitions", "applicationChunkSizes");
        texts(NAME, "MoabPolicy", "dialect");
        entries(TEXT, LIST, "MoabPolicy", "parameters", "readings");
    }

    /** One check for each record type; types are few. */
    private static final Map<Class<?>, RecordCheck> CHECKS = new ConcurrentHashMap<>();

    private Bounds() {}

    /**
     * The bound of a field.
     *
     * @param bytes of one text, or of one text, key or value in a list or map
     * @param entries of a list or map at each of its levels; 0 for a text
     */
    public record Bound(int bytes, int entries) {}

    /** The bound of a field of a record; null if none is set. */
    static @Nullable Bound of(String record, String field) {
        return FIELDS.get(record + "." + field);
    }

    /** The most bytes of all texts of a record together; {@link Integer#MAX_VALUE} where its fields bound them. */
    static int total(String record) {
        return TOTALS.getOrDefault(record, Integer.MAX_VALUE);
    }

    /** All bounds, by record and field. */
    static SortedMap<String, Bound> fields() {
        return Collections.unmodifiableSortedMap(FIELDS);
    }

    /** The first bound that an input record exceeds, with the field, the length and the rule; null if it meets all. */
    public static @Nullable String problem(SpecificRecord record) {
        return check(record).problem(record);
    }

    /**
     * The same for a record that was read from bytes of Avro. Most have too few to exceed any bound.
     *
     * @param octets how many bytes, or more
     */
    public static @Nullable String problem(SpecificRecord record, int octets) {
        return check(record).problem(record, octets);
    }

    private static RecordCheck check(SpecificRecord record) {
        return Objects.requireNonNull(
                CHECKS.computeIfAbsent(record.getClass(), type -> RecordCheck.of(record.getSchema())));
    }

    /** The same for a name by itself, such as one in the key of a tombstone. */
    public static @Nullable String problem(String what, String name) {
        int bytes = RecordCheck.utf8(name);
        return bytes <= NAME ? null : RecordCheck.tooLong(what, name, bytes, NAME);
    }

    private static void texts(int bytes, String record, String... fields) {
        Arrays.stream(fields).forEach(field -> FIELDS.put(record + "." + field, new Bound(bytes, 0)));
    }

    private static void entries(int bytes, int entries, String record, String... fields) {
        Arrays.stream(fields).forEach(field -> FIELDS.put(record + "." + field, new Bound(bytes, entries)));
    }
}

package io.fairway.engine.task;

import io.fairway.avro.Adjustment;
import io.fairway.avro.ClockTick;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SourceHeartbeat;
import io.fairway.core.model.FactRules;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.state.change.SourceLife;
import io.fairway.policies.avro.RemoteUsages;
import io.fairway.records.HostRecords;
import io.fairway.records.JobEvents;
import io.fairway.records.SharedValues;
import io.fairway.records.SharesAndAdjustments;
import io.fairway.records.SourceHeartbeats;
import io.fairway.records.StoredNodes;
import io.fairway.schemas.Bounds;
import io.fairway.schemas.Causes;
import io.fairway.schemas.DecodeFailure;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads the bytes of an input record, and refuses records that can never be applied. */
final class InboundDecoder implements AutoCloseable {
    private final Topics topics;
    private final Deserializer<JobEvent> events;
    private final Deserializer<ResourceSample> samples;
    private final Deserializer<ShareNode> shares;
    private final Deserializer<Policy> policies;
    private final Deserializer<Host> hosts;
    private final Deserializer<RemoteUsage> remoteUsage;
    private final Deserializer<SourceHeartbeat> sources;
    private final Deserializer<Adjustment> adjustments;
    private final Deserializer<ClockTick> ticks;
    private final SharedValues shared = new SharedValues();

    InboundDecoder(Topics topics, FairwaySerdes serdes) {
        this.topics = topics;
        events = serdes.deserializer(JobEvent.class);
        samples = serdes.deserializer(ResourceSample.class);
        shares = serdes.deserializer(ShareNode.class);
        policies = serdes.deserializer(Policy.class);
        hosts = serdes.deserializer(Host.class);
        remoteUsage = serdes.deserializer(RemoteUsage.class);
        sources = serdes.deserializer(SourceHeartbeat.class);
        adjustments = serdes.deserializer(Adjustment.class);
        ticks = serdes.deserializer(ClockTick.class);
    }

    /** A record that is refused for good: a dead letter. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final String kind;

        Refused(String kind, String reason) {
            super(reason, null, false, false);
            this.kind = kind;
        }

        /** One word, for counters. */
        String kind() {
            return kind;
        }
    }

    /**
     * Reads one record.
     *
     * @throws Refused if the record is wrong and stays wrong
     * @throws SerializationException if the registry does not answer: the record must be read again
     */
    Inbound decode(String topicName, byte @Nullable [] key, byte @Nullable [] value) throws Refused {
        Topic topic = Objects.requireNonNull(topics.of(topicName), topicName);
        try {
            Inbound inbound = value == null ? tombstone(topic, key) : read(topic, topicName, value);
            if (inbound.domain().isEmpty()) {
                throw new Refused("impossible", "domain '': must not be empty");
            }
            return inbound;
        } catch (IllegalArgumentException impossible) {
            throw new Refused("impossible", String.valueOf(impossible.getMessage()));
        } catch (SerializationException failure) {
            if (DecodeFailure.classify(failure) == DecodeFailure.REGISTRY_AWAY) {
                throw failure;
            }
            throw new Refused("undecodable", rootMessage(failure));
        } catch (ArithmeticException | DateTimeException impossible) {
            // A number or a time that Java's own arithmetic refuses.
            throw new Refused("impossible", String.valueOf(impossible.getMessage()));
        }
    }

    /** The record, if all its texts are as short as the contract wants them. */
    private static <T extends SpecificRecord> T bounded(T record, byte[] value) throws Refused {
        String problem = Bounds.problem(record, value.length);
        if (problem != null) {
            throw new Refused("impossible", problem);
        }
        return record;
    }

    private static void checkTime(String what, Instant time) throws Refused {
        if (!FactRules.isPossible(time.toEpochMilli())) {
            throw new Refused("impossible", what + " " + time.toEpochMilli() + ": must lie in the years 1970 to 9999");
        }
    }

    private static Inbound tombstone(Topic topic, byte @Nullable [] key) throws Refused {
        if (!topic.isTable()) {
            throw new Refused("impossible", "a record without a value: says nothing on " + topic.suffix());
        }
        if (key == null) {
            throw new Refused("impossible", "a tombstone without a key names nothing to remove");
        }
        List<String> parts = Keys.split(new String(key, StandardCharsets.UTF_8));
        int components = Keys.split(topic.keyDoc()).size();
        boolean ofPartition = topic == Topic.SHARES && parts.size() == components + 1;
        if (parts.size() != components && !ofPartition) {
            throw new Refused("impossible", "key " + parts + " of a tombstone: must be " + topic.keyDoc());
        }
        for (String part : parts) {
            String problem = Bounds.problem("a name in the key of a tombstone", part);
            if (problem != null) {
                throw new Refused("impossible", problem);
            }
        }
        if (topic == Topic.SHARES) {
            return new Inbound.Share(parts.get(0), StoredNodes.node(parts, 1), null);
        }
        if (topic == Topic.HOSTS) {
            return new Inbound.OfHost(
                    parts.get(0), new io.fairway.core.hosts.Host.Id(parts.get(1), parts.get(2)), null);
        }
        if (topic == Topic.REMOTE_USAGE) {
            RemoteUsages.checkKey(parts.get(1), parts.get(2), parts.get(3));
            return new Inbound.Imported(
                    parts.get(0), Keys.remoteUsage(parts.get(0), parts.get(1), parts.get(2), parts.get(3)), null);
        }
        if (topic == Topic.SOURCES) {
            SourceLife life = new SourceLife(parts.get(1), parts.get(2), millis("since", parts.get(3)));
            SourceHeartbeats.checkKey(life.cluster(), life.source(), life.since());
            return new Inbound.Source(parts.get(0), life, null);
        }
        return new Inbound.PolicyVersion(parts.get(0), parts.get(1), millis("effectiveFrom", parts.get(2)), null);
    }

    private static long millis(String field, String text) throws Refused {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw new Refused(
                    "impossible", field + " '" + text + "' in the key of a tombstone: must be epoch milliseconds");
        }
    }

    private Inbound read(Topic topic, String name, byte[] value) throws Refused {
        return switch (topic) {
            case JOB_EVENTS -> {
                JobEvent event = bounded(events.deserialize(name, value), value);
                yield job(JobEvents.key(event, shared), JobEvents.fact(event, shared));
            }
            case SAMPLES -> {
                ResourceSample sample = bounded(samples.deserialize(name, value), value);
                yield job(JobEvents.key(sample), JobEvents.fact(sample));
            }
            case SHARES -> {
                ShareNode node = bounded(shares.deserialize(name, value), value);
                var read = SharesAndAdjustments.node(node);
                yield new Inbound.Share(node.getDomain(), read.id(), read);
            }
            case POLICIES -> {
                Policy policy = bounded(policies.deserialize(name, value), value);
                checkTime("effectiveFrom", policy.getEffectiveFrom());
                yield new Inbound.PolicyVersion(
                        policy.getDomain(),
                        policy.getName(),
                        policy.getEffectiveFrom().toEpochMilli(),
                        policy);
            }
            case HOSTS -> {
                Host record = bounded(hosts.deserialize(name, value), value);
                var read = HostRecords.host(record);
                yield new Inbound.OfHost(record.getDomain(), read.id(), read);
            }
            case REMOTE_USAGE -> {
                RemoteUsage record = bounded(remoteUsage.deserialize(name, value), value);
                checkTime("asOf", record.getAsOf());
                RemoteUsages.check(record);
                yield new Inbound.Imported(
                        record.getDomain(),
                        Keys.remoteUsage(
                                record.getDomain(),
                                record.getSource(),
                                record.getCredential().name(),
                                record.getName()),
                        record);
            }
            case SOURCES -> {
                SourceHeartbeat record = bounded(sources.deserialize(name, value), value);
                SourceHeartbeats.check(record);
                yield new Inbound.Source(
                        record.getDomain(),
                        new SourceLife(
                                record.getCluster(),
                                record.getSource(),
                                record.getSince().toEpochMilli()),
                        record);
            }
            case ADJUSTMENTS -> {
                Adjustment record = bounded(adjustments.deserialize(name, value), value);
                checkTime("effectiveAt", record.getEffectiveAt());
                String key = Keys.adjustment(
                        record.getDomain(),
                        record.getTree(),
                        record.getAccount(),
                        record.getUser(),
                        record.getId(),
                        record.getPartition());
                yield new Inbound.Adjust(record.getDomain(), key, SharesAndAdjustments.adjustment(record));
            }
            case CLOCK -> {
                ClockTick tick = bounded(ticks.deserialize(name, value), value);
                checkTime("time", tick.getTime());
                yield new Inbound.Clock(tick.getDomain(), tick.getTime().toEpochMilli(), tick.getFlush());
            }
            case USAGE,
                    FAIRSHARE,
                    RANKS,
                    PRIORITIES,
                    ORDERS,
                    HEARTBEATS,
                    DISPATCHES,
                    DISPATCHER_JOBS,
                    MISROUTED,
                    DEAD_LETTERS -> throw new IllegalStateException(topic + " is not read");
        };
    }

    private static Inbound job(JobKey key, JobFact fact) throws Refused {
        String problem = FactRules.problem(key, fact);
        if (problem != null) {
            throw new Refused("impossible", problem);
        }
        return new Inbound.Job(key, fact);
    }

    /** The key that leads a record to its domain's partition. */
    static String keyOf(Inbound inbound) {
        return switch (inbound) {
            case Inbound.Job job ->
                Keys.job(job.key().domain(), job.key().cluster(), job.key().job());
            case Inbound.Share share -> StoredNodes.share(share.domain(), share.id());
            case Inbound.OfHost host ->
                Keys.host(host.domain(), host.id().cluster(), host.id().name());
            case Inbound.PolicyVersion version ->
                Keys.policy(version.domain(), version.name(), version.effectiveFrom());
            case Inbound.Imported imported -> imported.key();
            case Inbound.Source source ->
                Keys.source(
                        source.domain(),
                        source.life().cluster(),
                        source.life().source(),
                        source.life().since());
            case Inbound.Adjust adjust -> adjust.key();
            case Inbound.Clock clock -> Keys.domain(clock.domain());
        };
    }

    private static String rootMessage(Throwable failure) {
        String outer = String.valueOf(failure.getMessage());
        String root = Causes.rootOf(failure).getMessage();
        return root == null || outer.contains(root) ? outer : outer + ": " + root;
    }

    @Override
    public void close() {
        events.close();
        samples.close();
        shares.close();
        policies.close();
        hosts.close();
        remoteUsage.close();
        adjustments.close();
        ticks.close();
    }
}

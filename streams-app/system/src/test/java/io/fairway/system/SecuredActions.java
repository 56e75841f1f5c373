package io.fairway.system;

import io.fairway.avro.JobEvent;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * What principals may want to do on a cluster, and which roles are meant to be allowed. The intention is written down
 * here by hand, and not taken from the ACLs that the programs print.
 */
final class SecuredActions {
    static final List<String> ROLES = List.of(
            "application",
            "dispatcher",
            "producer",
            "producer:alps",
            "producer:eiger",
            "operator",
            "topic-admin",
            "backfill",
            "reader",
            "connect");

    private static final Topics TOPICS = Topics.of("fairway.", NamedClusters.parse(SecuredRig.CLUSTERS));
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LOG = "fairway-lines-changelog";

    private SecuredActions() {}

    /** Something that a principal tries. */
    @FunctionalInterface
    interface Attempt {
        void by(Clients clients) throws Exception;
    }

    /** @param allowed the roles that are meant to be allowed */
    record Action(String name, Set<String> allowed, Attempt attempt) {}

    /** Clients with the principal of a role: one of each kind, because each login costs thousands of hashes. */
    static final class Clients implements AutoCloseable {
        private final Map<String, String> settings;
        private final Admin admin;
        private final KafkaProducer<byte[], byte[]> producer;
        private final KafkaConsumer<byte[], byte[]> consumer;

        Clients(Map<String, String> settings) {
            this.settings = settings;
            admin = Admin.create(new HashMap<>(settings));
            // An idempotent one that may write nowhere asks for its id again and again, without a pause.
            producer = producer(Map.of("enable.idempotence", "false"));
            consumer = consumer(Map.of());
        }

        Admin admin() {
            return admin;
        }

        void write(String topic) throws Exception {
            // Not Avro: whoever reads it refuses it. Nobody does, because no program runs now.
            var unused = producer.send(new ProducerRecord<>(topic, 0, new byte[] {1}, new byte[] {1}))
                    .get();
        }

        /** Reads a record: each topic has one, because somebody may write it. */
        void read(String topic) {
            TopicPartition first = new TopicPartition(topic, 0);
            consumer.assign(List.of(first));
            consumer.seekToBeginning(List.of(first));
            Awaitility.await("a record of " + topic).atMost(PATIENCE).until(() -> {
                try {
                    return !consumer.poll(Duration.ofMillis(200)).isEmpty();
                } catch (TopicAuthorizationException refused) {
                    if (refused.unauthorizedTopics().contains(topic)) {
                        throw refused;
                    }
                    return false; // It was told of the topic before this one.
                }
            });
        }

        void commit(String group, String topic) {
            try (KafkaConsumer<byte[], byte[]> member = consumer(Map.of("group.id", group))) {
                TopicPartition first = new TopicPartition(topic, 0);
                member.assign(List.of(first));
                // The same place again: the test goes on with the group.
                OffsetAndMetadata known = member.committed(Set.of(first)).get(first);
                member.commitSync(Map.of(first, Optional.ofNullable(known).orElseGet(() -> new OffsetAndMetadata(0))));
            }
        }

        void transact(String id) {
            try (KafkaProducer<byte[], byte[]> transactional = producer(Map.of("transactional.id", id))) {
                transactional.initTransactions();
            }
        }

        private KafkaProducer<byte[], byte[]> producer(Map<String, String> more) {
            Map<String, Object> all = new HashMap<>(settings);
            all.put("max.block.ms", "20000");
            all.putAll(more);
            return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
        }

        private KafkaConsumer<byte[], byte[]> consumer(Map<String, String> more) {
            Map<String, Object> all = new HashMap<>(settings);
            all.put("enable.auto.commit", "false");
            all.putAll(more);
            return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }

        @Override
        public void close() {
            admin.close();
            producer.close();
            consumer.close();
        }
    }

    static String head() {
        return "| action | " + String.join(" | ", ROLES) + " |\n|---|" + "---|".repeat(ROLES.size()) + "\n";
    }

    static List<Action> all() {
        List<Action> all = new ArrayList<>();
        write(all, Topic.JOB_EVENTS, "application", "dispatcher", "producer", "operator", "backfill", "connect");
        write(all, Topic.SAMPLES, "application", "producer", "operator", "backfill", "connect");
        for (String cluster : TOPICS.clusters().names()) {
            write(
                    all,
                    Topic.JOB_EVENTS,
                    cluster,
                    Set.of("application", "dispatcher", "producer:" + cluster, "operator", "backfill", "connect"));
            write(
                    all,
                    Topic.SAMPLES,
                    cluster,
                    Set.of("application", "producer:" + cluster, "operator", "backfill", "connect"));
        }
        write(all, Topic.SHARES, "application", "operator");
        write(all, Topic.POLICIES, "application", "operator");
        write(all, Topic.HOSTS, "application", "producer", "operator");
        write(all, Topic.REMOTE_USAGE, "application", "operator");
        write(all, Topic.SOURCES, "application", "producer", "operator", "connect");
        write(all, Topic.ADJUSTMENTS, "application", "operator");
        write(all, Topic.CLOCK, "application", "backfill");
        write(all, Topic.USAGE, "application");
        write(all, Topic.FAIRSHARE, "application");
        write(all, Topic.RANKS, "application");
        write(all, Topic.PRIORITIES, "application");
        write(all, Topic.ORDERS, "application");
        write(all, Topic.HEARTBEATS, "application");
        write(all, Topic.MISROUTED, "application");
        write(all, Topic.DEAD_LETTERS, "application");
        write(all, Topic.DISPATCHES, "dispatcher");
        write(all, Topic.DISPATCHER_JOBS, "dispatcher");
        all.add(new Action("write to the log of a store", Set.of("application"), by -> by.write(LOG)));
        read(all, Topic.JOB_EVENTS, "application", "dispatcher", "operator");
        all.add(new Action(
                "read job-events.alps",
                Set.of("application", "dispatcher", "operator"),
                by -> by.read(TOPICS.name(Topic.JOB_EVENTS, "alps"))));
        read(all, Topic.SAMPLES, "application", "operator");
        all.add(new Action(
                "read samples.alps",
                Set.of("application", "operator"),
                by -> by.read(TOPICS.name(Topic.SAMPLES, "alps"))));
        read(all, Topic.SHARES, "application", "operator");
        read(all, Topic.POLICIES, "application", "operator", "dispatcher");
        read(all, Topic.HOSTS, "application", "producer", "operator", "dispatcher");
        read(all, Topic.REMOTE_USAGE, "application", "operator");
        read(all, Topic.SOURCES, "application", "operator");
        read(all, Topic.ADJUSTMENTS, "application", "operator");
        read(all, Topic.CLOCK, "application");
        read(all, Topic.PRIORITIES, "application", "dispatcher", "reader", "connect");
        read(all, Topic.ORDERS, "dispatcher", "reader", "connect");
        read(all, Topic.RANKS, "application", "dispatcher", "reader", "connect");
        read(all, Topic.USAGE, "application", "reader", "connect");
        read(all, Topic.FAIRSHARE, "application", "dispatcher", "reader", "connect");
        read(all, Topic.HEARTBEATS, "application", "dispatcher", "operator", "reader", "connect");
        read(all, Topic.MISROUTED, "application");
        read(all, Topic.DISPATCHES, "dispatcher", "reader", "connect");
        read(all, Topic.DISPATCHER_JOBS, "dispatcher");
        read(all, Topic.DEAD_LETTERS, "operator", "backfill", "connect");
        all.add(new Action("read the log of a store", Set.of("application"), by -> by.read(LOG)));
        all.add(new Action(
                "see the application's offsets",
                Set.of("application", "backfill", "operator"),
                by -> by.admin()
                        .listConsumerGroupOffsets("fairway")
                        .partitionsToOffsetAndMetadata()
                        .get()));
        all.add(new Action(
                "commit for the application's group",
                Set.of("application"),
                by -> by.commit("fairway", TOPICS.name(Topic.JOB_EVENTS))));
        all.add(new Action(
                "commit for the dispatchers' group",
                Set.of("dispatcher"),
                by -> by.commit("fairway.dispatch", TOPICS.name(Topic.JOB_EVENTS))));
        all.add(new Action(
                "commit for a group of readers",
                Set.of("reader"),
                by -> by.commit("fairway-reader-1", TOPICS.name(Topic.PRIORITIES))));
        all.add(new Action(
                "commit for a sink of Connect",
                Set.of("connect"),
                by -> by.commit("connect-sink", TOPICS.name(Topic.PRIORITIES))));
        all.add(new Action(
                "take over the application's transactions", Set.of("application"), by -> by.transact("fairway-1-1")));
        all.add(new Action(
                "take over the dispatcher's transactions",
                Set.of("dispatcher"),
                by -> by.transact("fairway.dispatch.alps")));
        all.add(new Action(
                "take over a Connect worker's transactions",
                Set.of("connect"),
                by -> by.transact("connect-cluster-connect-fairway")));
        all.add(new Action("create a topic fairway.NAME", Set.of("topic-admin"), by -> create(by, "fairway.more")));
        all.add(new Action(
                "create a topic fairway-NAME", Set.of("application"), by -> create(by, "fairway-more-changelog")));
        all.add(new Action("create a topic connect-NAME", Set.of("connect"), by -> create(by, "connect-more")));
        all.add(new Action("create any other topic", Set.of(), by -> create(by, "other")));
        all.add(new Action(
                "see the settings of job-events",
                Set.of("application", "topic-admin"),
                by -> by.admin().describeConfigs(List.of(jobEvents())).all().get()));
        all.add(new Action(
                "see the settings of job-events.alps",
                Set.of("application", "topic-admin"),
                by -> by.admin()
                        .describeConfigs(List.of(
                                new ConfigResource(ConfigResource.Type.TOPIC, TOPICS.name(Topic.JOB_EVENTS, "alps"))))
                        .all()
                        .get()));
        all.add(new Action(
                "change the settings of job-events",
                Set.of(),
                by -> by.admin()
                        .incrementalAlterConfigs(Map.of(
                                jobEvents(),
                                List.of(new AlterConfigOp(
                                        new ConfigEntry("retention.ms", "1"), AlterConfigOp.OpType.SET))))
                        .all()
                        .get()));
        all.add(new Action(
                "add partitions to job-events",
                Set.of(),
                by -> by.admin()
                        .createPartitions(Map.of(TOPICS.name(Topic.JOB_EVENTS), NewPartitions.increaseTo(9)))
                        .all()
                        .get()));
        all.add(new Action(
                "delete records of job-events",
                Set.of(),
                by -> by.admin()
                        .deleteRecords(Map.of(
                                new TopicPartition(TOPICS.name(Topic.JOB_EVENTS), 0), RecordsToDelete.beforeOffset(0)))
                        .all()
                        .get()));
        all.add(new Action(
                "delete job-events",
                Set.of(),
                by -> by.admin()
                        .deleteTopics(List.of(TOPICS.name(Topic.JOB_EVENTS)))
                        .all()
                        .get()));
        all.add(new Action(
                "delete job-events.alps",
                Set.of(),
                by -> by.admin()
                        .deleteTopics(List.of(TOPICS.name(Topic.JOB_EVENTS, "alps")))
                        .all()
                        .get()));
        all.add(new Action(
                "delete the log of a store",
                Set.of(),
                by -> by.admin().deleteTopics(List.of(LOG)).all().get()));
        all.add(new Action(
                "delete the application's group",
                Set.of(),
                by -> by.admin().deleteConsumerGroups(List.of("fairway")).all().get()));
        all.add(new Action(
                "see the ACLs",
                Set.of(),
                by -> by.admin().describeAcls(AclBindingFilter.ANY).values().get()));
        all.add(new Action(
                "add an ACL",
                Set.of(),
                by -> by.admin()
                        .createAcls(List.of(new AclBinding(
                                new ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL),
                                new AccessControlEntry("User:*", "*", AclOperation.ALL, AclPermissionType.ALLOW))))
                        .all()
                        .get()));
        return all;
    }

    private static void write(List<Action> all, Topic topic, String... allowed) {
        all.add(new Action("write " + topic.suffix(), Set.of(allowed), by -> by.write(TOPICS.name(topic))));
    }

    private static void write(List<Action> all, Topic topic, String cluster, Set<String> allowed) {
        all.add(new Action(
                "write " + topic.suffix() + "." + cluster, allowed, by -> by.write(TOPICS.name(topic, cluster))));
    }

    private static void read(List<Action> all, Topic topic, String... allowed) {
        all.add(new Action("read " + topic.suffix(), Set.of(allowed), by -> by.read(TOPICS.name(topic))));
    }

    private static void create(Clients by, String topic) throws Exception {
        // Only checked: the cluster stays as it is.
        by.admin()
                .createTopics(
                        List.of(new NewTopic(topic, 1, (short) 1)),
                        new org.apache.kafka.clients.admin.CreateTopicsOptions().validateOnly(true))
                .all()
                .get();
    }

    private static ConfigResource jobEvents() {
        return new ConfigResource(ConfigResource.Type.TOPIC, TOPICS.name(Topic.JOB_EVENTS));
    }

    /** {@code allowed}, {@code refused} by an ACL, or another failure in words. */
    static String outcome(Action action, Clients clients) {
        try {
            action.attempt().by(clients);
            return "allowed";
        } catch (Exception failed) {
            Throwable cause =
                    failed instanceof ExecutionException && failed.getCause() != null ? failed.getCause() : failed;
            return Failure.isOf(cause, AuthorizationException.class) ? "refused" : Failure.line(failed);
        }
    }

    /** Writes an event to the topic of a cluster, on a partition that is its domain's or is not. */
    static void send(
            Map<String, String> client, Map<String, String> program, String cluster, boolean misplaced, JobEvent event)
            throws Exception {
        int right = DomainPartitions.hashed().partition(event.getDomain(), 2);
        try (var serializer = new DispatcherConfig(program).serdes().serializer(JobEvent.class);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        new HashMap<>(client), new ByteArraySerializer(), new ByteArraySerializer())) {
            String topic = TOPICS.name(Topic.JOB_EVENTS, cluster);
            var unused = producer.send(new ProducerRecord<>(
                            topic,
                            misplaced ? 1 - right : right,
                            Keys.job(event.getDomain(), event.getCluster(), event.getJob())
                                    .getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            serializer.serialize(topic, event)))
                    .get();
        }
    }
}

package io.fairway.app.runtime;

import io.fairway.app.acl.AclNames;
import io.fairway.app.acl.AclRole;
import io.fairway.app.acl.AclRule;
import io.fairway.app.acl.RoleAcls;
import io.fairway.program.StreamsGroup;
import io.fairway.program.TopicAdmin;
import io.fairway.program.TopicCheck;
import io.fairway.program.TopicRule;
import io.fairway.program.UsedTopic;
import io.fairway.schemas.Causes;
import io.fairway.schemas.Permissions;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The brokers and the topics of an application: before it starts, and while it runs. */
final class TopicProbe implements Probe, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicProbe.class);

    /** A call to the brokers that takes longer has failed. */
    static final Duration CALL_LIMIT = Duration.ofSeconds(8);

    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final Duration SAY_AGAIN = Duration.ofMinutes(1);

    private final Admin admin;
    private final String servers;
    private Topics topics;
    private final String applicationId;
    private final Duration horizon;
    private List<UsedTopic> used = List.of();
    private final LeftClusters leftClusters;
    private final Map<String, Uuid> ids = new ConcurrentHashMap<>();
    private final Set<String> warned = new HashSet<>();
    private final Map<String, String> lostLogs = new HashMap<>();
    private TopicRule.@Nullable Needs needs;
    private boolean isNew;
    private BooleanSupplier hasRun = () -> false;

    TopicProbe(FairwayConfig config) {
        Map<String, Object> settings = config.admin();
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(CALL_LIMIT.toMillis()));
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(CALL_LIMIT.toMillis()));
        servers = config.getString(FairwayConfig.BOOTSTRAP_SERVERS);
        topics = config.topics();
        applicationId = config.getString(FairwayConfig.APPLICATION_ID);
        horizon = Duration.ofMillis(config.getLong(FairwayConfig.LEDGER_HORIZON));
        admin = Admin.create(settings);
        leftClusters = new LeftClusters(admin, topics, applicationId, config::consumer);
    }

    /**
     * Waits for the brokers, however long it takes, and checks the topics.
     *
     * @param say hears what it waits for
     * @return the number of partitions of the input topics
     * @throws IllegalStateException naming every permission that the application lacks on its topics, or every setting of
     *     them that it cannot run with
     */
    int require(Consumer<String> say) throws InterruptedException {
        awaitBrokers(say);
        List<AclRule> rules = new RoleAcls(AclNames.of(topics, applicationId)).of(AclRole.APPLICATION);
        topics = topics.without(TopicPermissions.unusable(admin, topics, rules));
        topics.missingInWords().forEach(LOG::warn);
        used = UsedTopics.of(topics, applicationId);
        requirePermissions(rules);
        int partitions = TopicAdmin.requireSamePartitions(admin, topics.inputNames());
        TopicRule.Needs now = new TopicRule.Needs(partitions, horizon);
        needs = now;
        TopicCheck check = TopicCheck.of(admin, used, now);
        isNew = isNew(check);
        List<String> problems =
                new ArrayList<>(missing(check, log -> !isNew && !UsedTopics.mayBeMissing(log, applicationId)));
        problems.addAll(check.refusals());
        problems.addAll(leftClusters.unread());
        if (!problems.isEmpty()) {
            throw new IllegalStateException("the topics are not as they must be:  " + String.join("; ", problems));
        }
        warn(check);
        leftClusters.notRead().forEach(LOG::warn);
        ids.putAll(check.ids());
        return partitions;
    }

    private void requirePermissions(List<AclRule> rules) {
        Map<String, Set<AclOperation>> allowed = TopicPermissions.of(admin, rules);
        topics.missing().forEach(topic -> allowed.remove(topics.name(topic)));
        List<String> lacking = TopicPermissions.lacking(rules, allowed);
        if (!lacking.isEmpty()) {
            throw new IllegalStateException("Kafka at " + servers + " does not allow this program's user: "
                    + String.join(", ", lacking) + "; 'fairway topics acl' prints the ACLs that each role needs");
        }
    }

    /** The topics that the application reads and writes, once {@link #require} has looked. */
    Topics topics() {
        return topics;
    }

    /** Whether the application had no state when {@link #require} looked: it begins anew. */
    boolean isNew() {
        return isNew;
    }

    /**
     * Refuses to go on while an instance of the application runs.
     *
     * @throws IllegalStateException naming the hosts
     */
    void requireNobodyRuns() {
        Set<String> hosts = StreamsGroup.hosts(admin, applicationId);
        if (!hosts.isEmpty()) {
            throw new IllegalStateException("--new-settings: instances of " + applicationId + " run, or stopped less"
                    + " than 10 s ago, at " + String.join(", ", hosts) + "; stop all of them first");
        }
    }

    /** From now on, the logs of the stores have to be there as soon as the stream has run. */
    void watch(BooleanSupplier streamHasRun) {
        hasRun = streamHasRun;
    }

    /** The present id of a topic; {@link Uuid#ZERO_UUID} = not known. */
    Uuid id(String topic) {
        return ids.getOrDefault(topic, Uuid.ZERO_UUID);
    }

    private void awaitBrokers(Consumer<String> say) throws InterruptedException {
        long sayAt = System.nanoTime();
        while (true) {
            try {
                var unused = admin.describeCluster().clusterId().get(SILENCE.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException late) {
                if (System.nanoTime() - sayAt >= 0) {
                    say.accept("waiting for Kafka at " + servers);
                    sayAt = System.nanoTime() + SAY_AGAIN.toNanos();
                }
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof RetriableException)) {
                    throw new IllegalStateException("Kafka at " + servers + " refuses: " + e.getCause(), e);
                }
            }
        }
    }

    @Override
    public String asked() {
        return "Kafka at " + servers;
    }

    @Override
    public @Nullable Fault look() {
        TopicCheck check;
        try {
            check = TopicCheck.of(admin, used, Objects.requireNonNull(needs));
        } catch (InterruptException closed) {
            return null;
        } catch (KafkaException away) {
            return new Fault("Kafka at " + servers + " " + inWords(away), Effect.NOT_READY);
        }
        remember(check);
        List<String> problems = new ArrayList<>(missing(check, topic -> hasRun.getAsBoolean()));
        problems.addAll(check.refusals());
        problems.addAll(lostLogs.values());
        warn(check);
        return problems.isEmpty() ? madeMeanwhile() : new Fault(String.join("; ", problems), Effect.PAUSED);
    }

    /**
     * What brokers do that do not do their work, in words. It is the same at each look: what clients say of brokers that are silent
     * has the times and numbers of their requests in it.
     */
    static String inWords(KafkaException away) {
        if (Causes.anyOf(
                away,
                each -> each instanceof org.apache.kafka.common.errors.TimeoutException
                        || each instanceof DisconnectException)) {
            return "does not answer within " + CALL_LIMIT.toSeconds() + " s";
        }
        return (Permissions.isRefusal(away) ? "refuses: " : "does not answer: ")
                + Causes.rootOf(away).getMessage()
                + Permissions.remedy(away);
    }

    /** A topic that an application can do without is read from its next start on. */
    private @Nullable Fault madeMeanwhile() {
        if (topics.missing().isEmpty()) {
            return null;
        }
        Set<Topic> there = new TreeSet<>(topics.missing());
        there.removeAll(TopicPermissions.unusable(
                admin, topics, new RoleAcls(AclNames.of(topics, applicationId)).of(AclRole.APPLICATION)));
        return there.isEmpty()
                ? null
                : new Fault(
                        there.stream().map(topics::name).collect(Collectors.joining(", "))
                                + " can be read now: restart all instances of the application",
                        Effect.SAID);
    }

    private void warn(TopicCheck check) {
        check.warnings().stream().filter(warned::add).forEach(LOG::warn);
        warned.retainAll(check.warnings());
    }

    /** @param existing whether a log that is missing was there before */
    private List<String> missing(TopicCheck check, Predicate<UsedTopic> existing) {
        return check.missing().stream()
                .filter(topic -> !UsedTopics.isLog(topic) || existing.test(topic))
                .map(topic -> topic.name() + " does not exist: " + remedy(topic))
                .toList();
    }

    private String remedy(UsedTopic missing) {
        if (!UsedTopics.isLog(missing)) {
            return "'fairway topics create' makes it";
        }
        return UsedTopics.mayBeMissing(missing, applicationId)
                ? "it is the log of a store; a restart makes it anew"
                : "it is the log of a store, whose state is lost; a rebuild makes it anew";
    }

    /** Before the first start no log has a record; Kafka Streams makes the missing ones then. */
    private boolean isNew(TopicCheck check) {
        List<TopicPartition> logs = new ArrayList<>();
        int partitions = Objects.requireNonNull(needs).partitions();
        for (UsedTopic topic : check.there()) {
            if (UsedTopics.isLog(topic) && !UsedTopics.mayBeMissing(topic, applicationId)) {
                for (int partition = 0; partition < partitions; partition++) {
                    logs.add(new TopicPartition(topic.name(), partition));
                }
            }
        }
        return ends(logs).values().stream().allMatch(end -> end == 0);
    }

    /**
     * The ends of the logs of partitions.
     *
     * @throws KafkaException if the brokers refuse or do not answer
     */
    Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        try {
            Map<TopicPartition, Long> ends = new HashMap<>();
            if (!latest.isEmpty()) {
                admin.listOffsets(latest).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
            }
            return ends;
        } catch (ExecutionException e) {
            throw new KafkaException("the ends of logs cannot be read: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** Takes over the present ids. A topic with another id is another topic, and empty. */
    private void remember(TopicCheck check) {
        Set<String> logs =
                used.stream().filter(UsedTopics::isLog).map(UsedTopic::name).collect(Collectors.toSet());
        Set<String> inputs = Set.copyOf(topics.inputNames());
        check.ids().forEach((topic, id) -> {
            Uuid before = ids.put(topic, id);
            if (before == null || before.equals(id)) {
                return;
            }
            if (logs.contains(topic)) {
                lostLogs.put(
                        topic,
                        topic + " was deleted and made again: it is the log of a store, and what was in it is lost;"
                                + " a rebuild makes it anew");
            } else if (!inputs.contains(topic)) {
                LOG.warn(
                        "topic {} was deleted and made again (its id was {} and is {}): it has only what changes from"
                                + " now on; a rebuild sends everything again",
                        topic,
                        before,
                        id);
            }
        });
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}

package io.fairway.app.acl;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import io.fairway.schemas.Topic;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * The least permissions of each role.
 *
 * <p>Nobody needs a permission on the cluster: idempotent producers need none beyond Write on a topic, and everybody who
 * has logged in may describe the cluster.
 */
public final class RoleAcls {
    private final AclNames names;

    /** @param names of the installation */
    public RoleAcls(AclNames names) {
        this.names = names;
    }

    /** What a role needs, topics first. */
    public List<AclRule> of(AclRole role) {
        return switch (role) {
            case APPLICATION -> application();
            case DISPATCHER -> dispatcher();
            case PRODUCER ->
                List.of(
                        common("it sends them", Set.of(WRITE), Topic.JOB_EVENTS, Topic.SAMPLES),
                        topics(
                                "agents tell their hosts; collect compares before it writes",
                                Set.of(READ, WRITE),
                                Topic.HOSTS),
                        topics("it tells how far it has looked", Set.of(WRITE), Topic.SOURCES));
            case OPERATOR ->
                List.of(
                        topics(
                                "apply compares before it writes",
                                Set.of(READ, WRITE),
                                Topic.SHARES,
                                Topic.POLICIES,
                                Topic.HOSTS,
                                Topic.REMOTE_USAGE),
                        topics(
                                "apply waits for what the application says",
                                Set.of(READ),
                                Topic.HEARTBEATS,
                                Topic.DEAD_LETTERS),
                        topics("adjust lists corrections and takes them back", Set.of(READ, WRITE), Topic.ADJUSTMENTS),
                        topics(
                                "dead-letters replay sends records again, and sees whether somebody did before",
                                Set.of(READ, WRITE),
                                Topic.JOB_EVENTS,
                                Topic.SAMPLES),
                        topics("it retires sources that have ended for good", Set.of(READ, WRITE), Topic.SOURCES),
                        whole(
                                ResourceType.GROUP,
                                names.applicationId(),
                                "apply sees whether an application runs",
                                Set.of(DESCRIBE)));
            case TOPIC_ADMIN ->
                List.of(beginning(
                        ResourceType.TOPIC,
                        names.topics().prefix(),
                        "it creates what is missing, and compares what is there",
                        Set.of(CREATE, DESCRIBE, DESCRIBE_CONFIGS)));
            case BACKFILL ->
                List.of(
                        topics(
                                "the history, and the clock of an application in replay",
                                Set.of(WRITE),
                                Topic.JOB_EVENTS,
                                Topic.SAMPLES,
                                Topic.CLOCK),
                        topics("it reports what the application refused", Set.of(READ), Topic.DEAD_LETTERS),
                        whole(
                                ResourceType.GROUP,
                                names.applicationId(),
                                "it waits until the application has read",
                                Set.of(DESCRIBE)));
            case READER ->
                List.of(
                        topics(
                                "the results",
                                Set.of(READ),
                                Topic.USAGE,
                                Topic.FAIRSHARE,
                                Topic.RANKS,
                                Topic.PRIORITIES,
                                Topic.ORDERS,
                                Topic.HEARTBEATS,
                                Topic.DISPATCHES),
                        beginning(
                                ResourceType.GROUP,
                                names.readerGroups(),
                                "a reader without a group needs it not",
                                Set.of(READ)));
            case CONNECT -> connect();
        };
    }

    /**
     * What a producer of one cluster needs, if that has topics of its own. The table of hosts is not among them: who may
     * write it can close the hosts of every cluster.
     */
    public List<AclRule> ofProducer(String cluster) {
        return List.of(literal(
                "it sends what happens on its cluster",
                Set.of(WRITE),
                Stream.of(Topic.JOB_EVENTS, Topic.SAMPLES)
                        .map(topic -> names.topics().name(topic, cluster))
                        .toList()));
    }

    private List<AclRule> application() {
        String own = names.applicationId() + "-";
        return List.of(
                topics(
                        "it reads input, writes input back that was on a wrong partition, and checks the settings",
                        Set.of(READ, WRITE, DESCRIBE_CONFIGS),
                        Topic.JOB_EVENTS,
                        Topic.SAMPLES,
                        Topic.SHARES,
                        Topic.POLICIES,
                        Topic.HOSTS,
                        Topic.REMOTE_USAGE,
                        Topic.SOURCES,
                        Topic.ADJUSTMENTS,
                        Topic.CLOCK,
                        Topic.MISROUTED),
                topics(
                        "it writes results; the live events of the API, and a rebuild, read them",
                        Set.of(READ, WRITE, DESCRIBE_CONFIGS),
                        Topic.USAGE,
                        Topic.FAIRSHARE,
                        Topic.RANKS,
                        Topic.PRIORITIES,
                        Topic.HEARTBEATS),
                topics(
                        "it writes them, and never reads them",
                        Set.of(WRITE, DESCRIBE_CONFIGS),
                        Topic.ORDERS,
                        Topic.DEAD_LETTERS),
                beginning(
                        ResourceType.TOPIC,
                        own,
                        "the logs of its stores; Create is needed at the first start, and for a new store of a later version",
                        Set.of(CREATE, READ, WRITE, DESCRIBE_CONFIGS)),
                whole(ResourceType.GROUP, names.applicationId(), "its consumer group", Set.of(READ)),
                beginning(
                        ResourceType.TRANSACTIONAL_ID,
                        own,
                        "exactly once; not needed with at_least_once",
                        Set.of(WRITE)));
    }

    private List<AclRule> dispatcher() {
        String own = names.topics().prefix() + "dispatch";
        String domain = names.domain();
        return List.of(
                topics(
                        "the order of the jobs, and the hosts",
                        Set.of(READ),
                        Topic.POLICIES,
                        Topic.HOSTS,
                        Topic.FAIRSHARE,
                        Topic.RANKS,
                        Topic.PRIORITIES,
                        Topic.ORDERS,
                        Topic.HEARTBEATS),
                topics(
                        "jobs that run, its own starts, and what it knows of them",
                        Set.of(READ, WRITE),
                        Topic.JOB_EVENTS,
                        Topic.DISPATCHER_JOBS),
                topics(
                        "a record of each action; --to slurm reads what it told Slurm",
                        Set.of(READ, WRITE),
                        Topic.DISPATCHES),
                whole(ResourceType.GROUP, domain == null ? own : own + "." + domain, "who leads", Set.of(READ)),
                transactions(own + ".", domain));
    }

    private static AclRule transactions(String beginning, @Nullable String domain) {
        String why = "only the leader writes; the id ends with the domain";
        return domain == null
                ? beginning(ResourceType.TRANSACTIONAL_ID, beginning, why, Set.of(WRITE))
                : whole(ResourceType.TRANSACTIONAL_ID, beginning + domain, why, Set.of(WRITE));
    }

    private List<AclRule> connect() {
        return List.of(
                topics(
                        "sinks read results and dead letters",
                        Set.of(READ),
                        Topic.USAGE,
                        Topic.FAIRSHARE,
                        Topic.RANKS,
                        Topic.PRIORITIES,
                        Topic.ORDERS,
                        Topic.HEARTBEATS,
                        Topic.DISPATCHES,
                        Topic.DEAD_LETTERS),
                topics(
                        "sources send what they read in logs, and how far they have read",
                        Set.of(WRITE),
                        Topic.JOB_EVENTS,
                        Topic.SAMPLES,
                        Topic.SOURCES),
                beginning(
                        ResourceType.TOPIC,
                        names.connect(),
                        "the workers' topics: configuration, offsets, status",
                        Set.of(CREATE, READ, WRITE, DESCRIBE_CONFIGS)),
                beginning(ResourceType.GROUP, names.connect(), "the workers, and each sink connect-NAME", Set.of(READ)),
                new AclRule(
                        ResourceType.TRANSACTIONAL_ID,
                        PatternType.PREFIXED,
                        connectTransactions(names.connect()),
                        Set.of(WRITE),
                        "sources exactly once, if the workers have it on"));
    }

    /** A task's id begins with the group of the workers; before that of the worker that leads, Connect puts a word. */
    private static List<String> connectTransactions(String group) {
        String leader = "connect-cluster-" + group;
        return leader.startsWith(group) ? List.of(group) : List.of(group, leader);
    }

    /** On topics, those of clusters among them. */
    private AclRule topics(String why, Set<AclOperation> operations, Topic... topics) {
        return literal(
                why,
                operations,
                Arrays.stream(topics)
                        .flatMap(topic -> names.topics().names(topic).stream())
                        .toList());
    }

    /** On topics, but not on those of clusters. */
    private AclRule common(String why, Set<AclOperation> operations, Topic... topics) {
        return literal(
                why, operations, Arrays.stream(topics).map(names.topics()::name).toList());
    }

    private static AclRule literal(String why, Set<AclOperation> operations, List<String> topics) {
        return new AclRule(ResourceType.TOPIC, PatternType.LITERAL, topics, EnumSet.copyOf(operations), why);
    }

    private static AclRule whole(ResourceType type, String name, String why, Set<AclOperation> operations) {
        return new AclRule(type, PatternType.LITERAL, List.of(name), operations, why);
    }

    private static AclRule beginning(ResourceType type, String name, String why, Set<AclOperation> operations) {
        // Kafka has no empty beginning: every name is "*".
        return name.isEmpty()
                ? whole(type, "*", why, operations)
                : new AclRule(type, PatternType.PREFIXED, List.of(name), operations, why);
    }
}

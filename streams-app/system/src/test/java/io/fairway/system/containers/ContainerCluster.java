package io.fairway.system.containers;

import io.fairway.embedded.FreePorts;
import io.fairway.program.TopicAdmin;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * Three brokers, the registry, two applications with a standby and two dispatchers, each in a container. Brokers talk to each
 * other on a network of their own.
 */
final class ContainerCluster implements AutoCloseable {
    /** A safeguard against a build that hangs, and no statement on how long anything may take. */
    static final Duration PATIENCE = Duration.ofMinutes(6);

    static final int PARTITIONS = 4;
    private static final int BROKERS = 3;
    private static final long BROKER_MIB = 640;
    private static final long APPLICATION_MIB = 640;
    private static final long DISPATCHER_MIB = 320;

    /** A machine that is merely busy must not look dead: these are longer than the defaults. */
    private static final Map<String, String> QUORUM = Map.of(
            "KAFKA_INITIAL_BROKER_REGISTRATION_TIMEOUT_MS", Long.toString(PATIENCE.toMillis()),
            "KAFKA_BROKER_SESSION_TIMEOUT_MS", "9000",
            "KAFKA_CONTROLLER_QUORUM_FETCH_TIMEOUT_MS", "6000",
            "KAFKA_CONTROLLER_QUORUM_REQUEST_TIMEOUT_MS", "6000",
            "KAFKA_CONTROLLER_QUORUM_ELECTION_TIMEOUT_MS", "3000",
            "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0");

    private final Network outside = network("a-outside");
    private final Network inside = network("b-inside");
    private final List<Integer> ports = FreePorts.take(BROKERS);
    private final List<FairwayContainer> brokers = new ArrayList<>();
    private final List<FairwayContainer> applications = new ArrayList<>();
    private final List<FairwayContainer> dispatchers = new ArrayList<>();
    private final FairwayContainer registry;

    ContainerCluster() {
        registry = new FairwayContainer(ContainerEngine.REGISTRY, outside, "registry", 640)
                .withExposedPorts(8080)
                .waitingFor(Wait.forHttp("/apis/ccompat/v7/subjects").withStartupTimeout(PATIENCE));
        IntStream.rangeClosed(1, BROKERS).forEach(n -> brokers.add(broker(n)));
        applications.add(application("app1"));
        applications.add(application("app2").withTmpFs(Map.of("/var/lib/fairway", "rw,exec,size=256m,uid=1001,gid=0")));
        dispatchers.add(newDispatcher("dispatcher1"));
        dispatchers.add(newDispatcher("dispatcher2"));
    }

    /** Returns when everything is there. */
    void start() {
        brokers.forEach(FairwayContainer::start);
        registry.start();
        try (Admin admin = admin()) {
            await("three brokers", () -> admin.describeCluster().nodes().get().size() == BROKERS);
            TopicAdmin.apply(admin, Topics.standard(), PARTITIONS, (short) BROKERS);
        }
        applications.forEach(FairwayContainer::start);
        dispatchers.forEach(FairwayContainer::start);
        awaitWhole();
    }

    private static Network network(String name) {
        // The engine publishes ports on the first network by name.
        return Network.builder()
                .createNetworkCmdModifier(command -> command.withName("fairway-" + name + "-" + UUID.randomUUID()))
                .build();
    }

    private FairwayContainer broker(int n) {
        String name = "kafka" + n;
        return new FairwayContainer(ContainerEngine.KAFKA, outside, name, BROKER_MIB)
                .alsoOn(inside, name + "-inside")
                .published(ports.get(n - 1), 19092)
                .withEnv(QUORUM)
                .withEnv("KAFKA_NODE_ID", Integer.toString(n))
                .withEnv("KAFKA_PROCESS_ROLES", "broker,controller")
                .withEnv(
                        "KAFKA_CONTROLLER_QUORUM_VOTERS",
                        IntStream.rangeClosed(1, BROKERS)
                                .mapToObj(voter -> voter + "@kafka" + voter + "-inside:9093")
                                .collect(Collectors.joining(",")))
                .withEnv(
                        "KAFKA_LISTENERS",
                        "CLIENT://0.0.0.0:9092,CONTROLLER://0.0.0.0:9093,INSIDE://0.0.0.0:9094,HOST://0.0.0.0:19092")
                .withEnv(
                        "KAFKA_ADVERTISED_LISTENERS",
                        "CLIENT://" + name + ":9092,INSIDE://" + name + "-inside:9094,HOST://localhost:"
                                + ports.get(n - 1))
                .withEnv(
                        "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP",
                        "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT,INSIDE:PLAINTEXT,HOST:PLAINTEXT")
                .withEnv("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER")
                .withEnv("KAFKA_INTER_BROKER_LISTENER_NAME", "INSIDE")
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_DEFAULT_REPLICATION_FACTOR", Integer.toString(BROKERS))
                .withEnv("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "5")
                .withEnv("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "5")
                .withEnv("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "2")
                .withEnv("KAFKA_TRANSACTION_ABORT_TIMED_OUT_TRANSACTION_CLEANUP_INTERVAL_MS", "1000")
                .withEnv("KAFKA_MIN_INSYNC_REPLICAS", "2");
    }

    private FairwayContainer application(String name) {
        return new FairwayContainer(ContainerEngine.FAIRWAY, outside, name, APPLICATION_MIB)
                .hardened()
                .withCommand(
                        "serve",
                        "--set=bootstrap.servers=kafka1:9092,kafka2:9092,kafka3:9092",
                        "--set=schema.registry.url=http://registry:8080/apis/ccompat/v7",
                        "--set=standby.replicas=1",
                        "--set=http.listen=0.0.0.0:8090",
                        "--set=http.advertised=" + name + ":8090",
                        "--set=http.open=true",
                        "--set=kafka.client.id=" + name,
                        "--set=kafka.producer.transaction.timeout.ms=10000");
    }

    private FairwayContainer newDispatcher(String name) {
        return new FairwayContainer(ContainerEngine.FAIRWAY, outside, name, DISPATCHER_MIB)
                .hardened()
                .withCommand(
                        "dispatch",
                        "--bootstrap-servers=kafka1:9092,kafka2:9092,kafka3:9092",
                        "--schema-registry=http://registry:8080/apis/ccompat/v7",
                        "--domain=" + ClosedLoopSite.DOMAIN,
                        "--processors=64",
                        "--no-dry-run",
                        "--property=dispatcher.name=" + name,
                        "--property=lead.session.ms=10000",
                        "--property=cycle.ms=100");
    }

    /** For clients on this machine. */
    String bootstrapServers() {
        return ports.stream().map(port -> "localhost:" + port).collect(Collectors.joining(","));
    }

    String registryUrl() {
        return "http://localhost:" + registry.getMappedPort(8080) + "/apis/ccompat/v7";
    }

    Admin admin() {
        return Admin.create(
                Map.of("bootstrap.servers", bootstrapServers(), "default.api.timeout.ms", (int) PATIENCE.toMillis()));
    }

    /** The broker that takes the events of the site's domain. */
    FairwayContainer leadingBroker() {
        TopicPartition events = events();
        try (Admin admin = admin()) {
            int id = Objects.requireNonNull(admin.describeTopics(List.of(events.topic()))
                            .allTopicNames()
                            .get()
                            .get(events.topic()))
                    .partitions()
                    .get(events.partition())
                    .leader()
                    .id();
            return brokers.get(id - 1);
        } catch (ExecutionException e) {
            throw new IllegalStateException("no leader of " + events, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static TopicPartition events() {
        return new TopicPartition(
                Topics.standard().name(Topic.JOB_EVENTS),
                DomainPartitions.hashed().partition(ClosedLoopSite.DOMAIN, PARTITIONS));
    }

    /** The application that computes the site's domain. */
    FairwayContainer computingApplication() {
        AtomicReference<@Nullable FairwayContainer> found = new AtomicReference<>();
        try (Admin admin = admin()) {
            await("an application has the domain", () -> {
                found.set(computing(admin));
                return found.get() != null;
            });
        }
        return Objects.requireNonNull(found.get());
    }

    private @Nullable FairwayContainer computing(Admin admin) throws ExecutionException, InterruptedException {
        ConsumerGroupDescription group = Objects.requireNonNull(
                admin.describeConsumerGroups(List.of("fairway")).all().get().get("fairway"));
        for (MemberDescription member : group.members()) {
            if (member.assignment().topicPartitions().contains(events())) {
                return applications.stream()
                        .filter(each -> member.clientId().startsWith(each.alias() + "-"))
                        .findFirst()
                        .orElse(null);
            }
        }
        return null;
    }

    FairwayContainer application1() {
        return applications.get(0);
    }

    /** Its state is on a disk of 256 MiB. */
    FairwayContainer application2() {
        return applications.get(1);
    }

    FairwayContainer dispatcher(String name) {
        return dispatchers.stream()
                .filter(each -> each.alias().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** After {@link #replaceBroker2}, its files are on a disk of 192 MiB. */
    FairwayContainer broker2() {
        return brokers.get(1);
    }

    Network outside() {
        return outside;
    }

    Network inside() {
        return inside;
    }

    /** Ends the second broker for good, and starts one of the same name and id that has nothing. */
    void replaceBroker2() {
        broker2().close();
        // As long as the others name it as the leading controller, a broker of this id that knows nothing ends itself.
        try (Admin admin = admin()) {
            await(
                    "another controller leads",
                    () -> admin.describeMetadataQuorum().quorumInfo().get().leaderId() != 2);
        }
        FairwayContainer empty = broker(2).withTmpFs(Map.of("/var/lib/kafka/data", "rw,size=192m,uid=1000,gid=0"));
        empty.start();
        brokers.set(1, empty);
    }

    /** Waits until all copies are there, and both applications are ready. */
    void awaitWhole() {
        try (Admin admin = admin()) {
            await("every partition has three copies", () -> isReplicated(admin));
        }
        for (FairwayContainer each :
                Stream.concat(applications.stream(), dispatchers.stream()).toList()) {
            await(each.alias() + " is ready", each::isReady);
        }
    }

    /** Waits for something of the whole; if it does not come, the failure says what became of each container. */
    private void await(String what, Callable<Boolean> holds) {
        try {
            Awaitility.await(what)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .until(holds);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    all().map(FairwayContainer::lastWords)
                            .collect(Collectors.joining("\n", what + ": not within " + PATIENCE + "\n", "")),
                    e);
        }
    }

    private Stream<FairwayContainer> all() {
        return Stream.of(dispatchers, applications, brokers, List.of(registry)).flatMap(List::stream);
    }

    private static boolean isReplicated(Admin admin) throws ExecutionException, InterruptedException {
        var names = admin.listTopics(new ListTopicsOptions().listInternal(true))
                .names()
                .get();
        return admin.describeTopics(names).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(partition -> partition.isr().size() == BROKERS);
    }

    @Override
    public void close() {
        all().forEach(FairwayContainer::close);
        inside.close();
        outside.close();
    }
}

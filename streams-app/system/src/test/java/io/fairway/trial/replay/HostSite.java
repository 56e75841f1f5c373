package io.fairway.trial.replay;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Deserializer;

/** A site of fifty hosts: what it tells, and what follows from the events alone. Jobs of pools have one slot, others two. */
final class HostSite {
    static final String DOMAIN = "alps";
    static final int HOSTS = 50;
    private static final int DEMAND = 40;

    /** A queue on a row of hosts; in no pool if {@code share} is 0. */
    private record Queue(String name, String pool, long share, int first, int end) {}

    private static final List<Queue> QUEUES = List.of(
            new Queue("a1", "A", 30, 0, 20),
            new Queue("a2", "A", 25, 0, 20),
            new Queue("a3", "A", 20, 0, 20),
            new Queue("a4", "A", 15, 0, 20),
            new Queue("a5", "A", 10, 0, 20),
            new Queue("b1", "B", 40, 20, 35),
            new Queue("b2", "B", 30, 20, 35),
            new Queue("b3", "B", 20, 20, 35),
            new Queue("b4", "B", 10, 20, 35),
            new Queue("c1", "C", 50, 35, 45),
            new Queue("c2", "C", 30, 35, 45),
            new Queue("c3", "C", 20, 35, 45),
            new Queue("out", "", 0, 40, 50));

    private record Run(String queue, Map<String, Long> slots) {}

    private final Publisher publisher;
    private final SplittableRandom random;
    private final Map<String, HostState> states = new TreeMap<>();
    private final Map<String, Run> running = new TreeMap<>();
    private final Map<String, Set<String>> waiting = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Set<String> startedOnClosed = new TreeSet<>();
    private int jobs;

    HostSite(Publisher publisher, long seed) {
        this.publisher = publisher;
        random = new SplittableRandom(seed);
        List<LsfQueue> queues = new ArrayList<>();
        for (Queue queue : QUEUES) {
            LsfQueue.Builder said = LsfQueue.newBuilder()
                    .setName(queue.name())
                    .setPriority(30)
                    .setHosts(IntStream.range(queue.first(), queue.end())
                            .mapToObj(HostSite::name)
                            .toList());
            queues.add((queue.pool().isEmpty()
                            ? said
                            : said.setSlotPool(queue.pool()).setSlotShare(queue.share()))
                    .build());
        }
        publisher.send(
                Topic.POLICIES,
                Keys.policy(DOMAIN, "main", 0),
                Policy.newBuilder()
                        .setDomain(DOMAIN)
                        .setName("main")
                        .setEffectiveFrom(Instant.EPOCH)
                        .setMeasure(Measure.newBuilder().setName("lsf").build())
                        .setAlgorithm(Algorithm.LSF_DYNAMIC)
                        .setLsf(LsfPolicy.newBuilder().setQueues(queues).build())
                        .build());
        for (String user : List.of("", "anna")) {
            publisher.send(
                    Topic.SHARES,
                    Keys.node(DOMAIN, DOMAIN, "physics", user),
                    ShareNode.newBuilder()
                            .setDomain(DOMAIN)
                            .setTree(DOMAIN)
                            .setAccount("physics")
                            .setUser(user)
                            .setShares(1)
                            .build());
        }
        IntStream.range(0, HOSTS).forEach(host -> state(name(host), HostState.OPEN));
    }

    private static String name(int host) {
        return String.format(Locale.ROOT, "n%02d", host);
    }

    private static long slots(String host) {
        return 4 + 2 * (Long.parseLong(host.substring(1)) % 3);
    }

    void state(String host, HostState state) {
        states.put(host, state);
        publisher.send(
                Topic.HOSTS,
                Keys.host(DOMAIN, DOMAIN, host),
                Host.newBuilder()
                        .setDomain(DOMAIN)
                        .setCluster(DOMAIN)
                        .setName(host)
                        .setSlots(slots(host))
                        .setState(state)
                        .build());
    }

    /** Hosts go down, and all jobs on them end. */
    void fail(String... hosts) {
        for (String host : hosts) {
            state(host, HostState.DOWN);
            running.entrySet().stream()
                    .filter(run -> run.getValue().slots().containsKey(host))
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(this::end);
        }
    }

    void endSomeJobs() {
        List.copyOf(running.keySet()).stream()
                .filter(job -> random.nextInt(6) == 0)
                .forEach(this::end);
    }

    private void end(String job) {
        running.remove(job);
        send(event(job, JobEventType.FINISHED));
    }

    /** Submits until more jobs wait in every queue than there will be slots for. */
    void demand() {
        for (Queue queue : QUEUES) {
            Set<String> jobsOfIt = waiting.computeIfAbsent(queue.name(), name -> new HashSet<>());
            int most = jobs == 0 || known.isEmpty() ? 4 * DEMAND : DEMAND;
            while (jobsOfIt.size() < most) {
                String job = queue.name() + "-" + jobs++;
                jobsOfIt.add(job);
                send(event(job, JobEventType.SUBMITTED)
                        .setAccount("physics")
                        .setUser("anna")
                        .setAttributes(JobAttributes.newBuilder()
                                .setQueue(queue.name())
                                .setRequestedTres(Map.of("cpu", queue.pool().isEmpty() ? 2.0 : 1.0))
                                .build()));
            }
        }
    }

    private static JobEvent.Builder event(String job, JobEventType type) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(System.currentTimeMillis()));
    }

    private void send(JobEvent.Builder event) {
        publisher.send(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, event.getJob()), event.build());
    }

    /** Takes the starts that are on record, each once. */
    void learn(TopicReader reader, FairwaySerdes serdes) {
        try (Deserializer<JobEvent> values = serdes.deserializer(JobEvent.class)) {
            reader.readAll(Topic.JOB_EVENTS, record -> {
                JobEvent event = Objects.requireNonNull(values.deserialize(record.topic(), record.value()));
                if (event.getType() == JobEventType.STARTED && known.add(event.getJob())) {
                    take(event);
                }
            });
        }
    }

    private void take(JobEvent start) {
        String queue = start.getJob().substring(0, start.getJob().indexOf('-'));
        Map<String, Long> slots = Objects.requireNonNull(start.getAttributes()).getHostSlots();
        running.put(start.getJob(), new Run(queue, new TreeMap<>(Objects.requireNonNull(slots))));
        waiting.getOrDefault(queue, new HashSet<>()).remove(start.getJob());
        slots.keySet().stream()
                .filter(host -> states.get(host) != HostState.OPEN)
                .forEach(host -> startedOnClosed.add(start.getJob() + " on " + host));
    }

    int waiting() {
        return waiting.values().stream().mapToInt(Set::size).sum();
    }

    Set<String> startedOnClosed() {
        return startedOnClosed;
    }

    /** Slots in use, by queue. */
    Map<String, Long> held() {
        Map<String, Long> held = new TreeMap<>();
        running.values()
                .forEach(run -> held.merge(
                        run.queue(),
                        run.slots().values().stream().mapToLong(slots -> slots).sum(),
                        Long::sum));
        return held;
    }

    Set<String> overfull() {
        Set<String> overfull = new TreeSet<>();
        states.keySet().stream()
                .filter(host -> used(host, true) + used(host, false) > slots(host))
                .forEach(overfull::add);
        return overfull;
    }

    /** What hosts leave to their pool: of an open host all but what others use, of another one what the pool has there. */
    Map<String, Long> slotsOfPools() {
        Map<String, Long> pools = new TreeMap<>();
        QUEUES.stream()
                .filter(queue -> !queue.pool().isEmpty())
                .forEach(queue -> pools.computeIfAbsent(
                        queue.pool(),
                        pool -> IntStream.range(queue.first(), queue.end())
                                .mapToObj(HostSite::name)
                                .mapToLong(host -> states.get(host) == HostState.OPEN
                                        ? slots(host) - used(host, false)
                                        : used(host, true))
                                .sum()));
        return pools;
    }

    private long used(String host, boolean byPool) {
        return running.values().stream()
                .filter(run -> byPool != run.queue().equals("out"))
                .mapToLong(run -> run.slots().getOrDefault(host, 0L))
                .sum();
    }
}

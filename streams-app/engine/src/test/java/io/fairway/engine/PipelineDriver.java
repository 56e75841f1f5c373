package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ClockTick;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Heartbeat;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.RankForm;
import io.fairway.avro.ShareNode;
import io.fairway.avro.UsageRecord;
import io.fairway.core.stored.OpenRow;
import io.fairway.core.stored.StateCodec;
import io.fairway.core.stored.StoredLine;
import io.fairway.core.time.BrokerTime;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.WindowRow;
import io.fairway.engine.store.StateStores;
import io.fairway.engine.store.Stores;
import io.fairway.engine.topology.FairwayTopology;
import io.fairway.schemas.DeadLetterHeaders;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** Drives the topology in the words of its domain. A missing record that a test asks for is a failure. */
public final class PipelineDriver implements AutoCloseable {
    /** A whole hour. */
    public static final long T0 = 1_700_002_800_000L;

    public static final String DOMAIN = "alps";

    private final Topics topics;
    private final FairwaySerdes serdes;
    private final TopologyTestDriver driver;
    private final Map<Class<SpecificRecord>, Serializer<SpecificRecord>> serializers = new HashMap<>();
    private final Map<String, UsageRecord> lines = new HashMap<>();
    private final Map<String, FairshareRecord> fairshares = new HashMap<>();

    /** A record sent under a key; null is a tombstone. */
    public record Sent<T>(String key, @Nullable T value) {}

    private final Options options;
    private final EngineSettings settings;
    private final ProcessorWatch watch;
    private final Uuid topicId;
    // A directory of its own: another build on this machine may run the same test.
    private final Path directory = temporary();
    private final LongSupplier nanos;
    private long now;
    private @Nullable Long appended;

    /**
     * What few tests need.
     *
     * @param writersTime whether records of events are marked as those with the time of whoever wrote them
     * @param changelogs whether the stores have changelogs
     */
    private record Options(BrokerTime brokerTime, boolean writersTime, boolean changelogs) {
        static final Options USUAL = new Options(BrokerTime.UNBOUNDED, false, false);

        ProcessorSupplier<byte[], byte[], Object, Object> around(
                ProcessorSupplier<byte[], byte[], Object, Object> processors) {
            return changelogs ? processors : new WithoutChangelogs(processors);
        }
    }

    private PipelineDriver(
            EngineSettings settings, FairwaySerdes serdes, ProcessorWatch watch, long now, LongSupplier nanos) {
        this(Topics.standard(), settings, serdes, watch, now, nanos, Uuid.randomUuid());
    }

    /** @param topicId the id of all its topics; a driver's topics begin at offset 0 */
    private PipelineDriver(
            Topics topics,
            EngineSettings settings,
            FairwaySerdes serdes,
            ProcessorWatch watch,
            long now,
            LongSupplier nanos,
            Uuid topicId) {
        this(topics, settings, serdes, watch, now, nanos, topicId, Options.USUAL);
    }

    private PipelineDriver(
            Topics topics,
            EngineSettings settings,
            FairwaySerdes serdes,
            ProcessorWatch watch,
            long now,
            LongSupplier nanos,
            Uuid topicId,
            Options options) {
        this.options = options;
        this.topics = topics;
        this.nanos = nanos;
        this.settings = settings;
        this.topicId = topicId;
        this.watch = watch;
        this.serdes = serdes;
        this.now = now;
        Properties properties = new Properties();
        properties.put("application.id", "pipeline");
        properties.put("bootstrap.servers", "none:1");
        properties.put("state.dir", directory.toString());
        properties.put("processing.guarantee", "exactly_once_v2");
        EngineContext context = new EngineContext(
                topics,
                serdes,
                DomainPartitions.hashed(),
                1,
                settings,
                topic -> topicId,
                watch,
                UsageSettings.NONE,
                nanos,
                options.brokerTime());
        driver = new TopologyTestDriver(
                new FairwayTopology(context, options::around).get(), properties, Instant.ofEpochMilli(now));
    }

    /** Work that takes no time is never cut into slices. */
    private static long noTime() {
        return 0;
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("pipeline-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FairwaySerdes mockSerdes() {
        return new FairwaySerdes(Map.of("schema.registry.url", "mock://" + UUID.randomUUID()));
    }

    /** Event time is the clock. */
    public static PipelineDriver replay() {
        return new PipelineDriver(settings(true, 5_000), mockSerdes(), ProcessorWatch.NONE, T0, PipelineDriver::noTime);
    }

    /** As above, with these topics. */
    public static PipelineDriver replay(Topics topics) {
        return new PipelineDriver(
                topics,
                settings(true, 5_000),
                mockSerdes(),
                ProcessorWatch.NONE,
                T0,
                PipelineDriver::noTime,
                Uuid.randomUuid());
    }

    /** The wall clock is the clock: at T0, until {@link #advance} moves it. */
    public static PipelineDriver live() {
        return live(5_000);
    }

    public static PipelineDriver live(int emissionSlice) {
        return new PipelineDriver(
                settings(false, emissionSlice), mockSerdes(), ProcessorWatch.NONE, T0, PipelineDriver::noTime);
    }

    /** As above. Work takes the time that this clock says, in nanoseconds: one that runs fast cuts it into small slices. */
    public static PipelineDriver live(LongSupplier nanos) {
        return new PipelineDriver(settings(false, 5_000), mockSerdes(), ProcessorWatch.NONE, T0, nanos);
    }

    /** As above, watched. */
    public static PipelineDriver live(ProcessorWatch watch) {
        return new PipelineDriver(settings(false, 5_000), mockSerdes(), watch, T0, PipelineDriver::noTime);
    }

    /** As above. The brokers' time bounds the clock of the domain. */
    public static PipelineDriver live(BrokerTime brokerTime) {
        return live(new Options(brokerTime, false, false));
    }

    /** As above, with the changelogs of all stores. */
    public static PipelineDriver withChangelogs() {
        return live(new Options(BrokerTime.UNBOUNDED, false, true));
    }

    private static PipelineDriver live(Options options) {
        return new PipelineDriver(
                Topics.standard(),
                settings(false, 5_000),
                mockSerdes(),
                ProcessorWatch.NONE,
                T0,
                PipelineDriver::noTime,
                Uuid.randomUuid(),
                options);
    }

    private static EngineSettings settings(boolean replay, int slice) {
        long grid = replay ? 300_000 : 100;
        return new EngineSettings(replay, Long.MAX_VALUE, grid, 10_000, 1_000, slice, 120_000, 604_800_000, 1_000);
    }

    /** The application after a restart: it knows the content of its stores, and nothing else. Its topics are new. */
    public PipelineDriver restarted() {
        return restarted(Uuid.randomUuid());
    }

    /** As above, on the same topics: it reads them from the beginning, as if the offsets of its group were lost. */
    public PipelineDriver restartedWithoutOffsets() {
        return restarted(topicId);
    }

    /** As above, of a version that reads its stored policies in another way. */
    public PipelineDriver restarted(UnaryOperator<byte[]> policies) {
        return restarted(Uuid.randomUuid(), policies);
    }

    /** As above: with the time of their writer in the records of its topics, or not. */
    public PipelineDriver restartedWithWritersTime(boolean writers) {
        return restarted(
                Uuid.randomUuid(),
                UnaryOperator.identity(),
                new Options(options.brokerTime(), writers, options.changelogs()));
    }

    /** As above, by a process that knows this of the brokers' time. */
    public PipelineDriver restarted(BrokerTime brokerTime) {
        return restarted(
                Uuid.randomUuid(),
                UnaryOperator.identity(),
                new Options(brokerTime, options.writersTime(), options.changelogs()));
    }

    private PipelineDriver restarted(Uuid nextTopicId) {
        return restarted(nextTopicId, UnaryOperator.identity());
    }

    private PipelineDriver restarted(Uuid nextTopicId, UnaryOperator<byte[]> policies) {
        return restarted(nextTopicId, policies, options);
    }

    private PipelineDriver restarted(Uuid nextTopicId, UnaryOperator<byte[]> policies, Options nextOptions) {
        Map<String, Map<String, byte[]>> plain = new TreeMap<>();
        Map<String, List<KeyValue<Windowed<String>, byte[]>>> windows = new TreeMap<>();
        for (String name : driver.getAllStateStores().keySet()) {
            KeyValueStore<String, byte[]> store = driver.getKeyValueStore(name);
            if (store == null) {
                try (var all = driver.<String, byte[]>getWindowStore(name).all()) {
                    all.forEachRemaining(row -> windows.computeIfAbsent(name, n -> new ArrayList<>())
                            .add(row));
                }
            } else {
                try (var all = store.all()) {
                    all.forEachRemaining(entry ->
                            plain.computeIfAbsent(name, n -> new HashMap<>()).put(entry.key, entry.value));
                }
            }
        }
        plain.getOrDefault(Stores.POLICIES.name(), new HashMap<>()).replaceAll((key, bytes) -> policies.apply(bytes));
        close();
        PipelineDriver next = new PipelineDriver(topics, settings, serdes, watch, now, nanos, nextTopicId, nextOptions);
        plain.forEach((name, entries) -> entries.forEach(next.driver.<String, byte[]>getKeyValueStore(name)::put));
        windows.forEach((name, rows) -> {
            WindowStore<String, byte[]> store = next.driver.getWindowStore(name);
            rows.forEach(
                    row -> store.put(row.key.key(), row.value, row.key.window().start()));
        });
        return next;
    }

    /** Lets the wall clock go on, in steps of a tenth of a second. */
    public void advance(long millis) {
        for (long left = millis; left > 0; left -= 100) {
            driver.advanceWallClockTime(Duration.ofMillis(Math.min(left, 100)));
        }
        now += millis;
    }

    /** The append time of the records that follow; by default the wall clock. */
    public void appendedAt(@Nullable Long time) {
        appended = time;
    }

    private long appendTime(Topic topic) {
        Long set = appended;
        long time = set == null ? now : set;
        return ReadingTime.of(time, options.writersTime() && !topic.isTable());
    }

    /** Lets the wall clock go on at once. */
    public void jump(long to) {
        driver.advanceWallClockTime(Duration.ofMillis(to - now));
        now = to;
    }

    public void policy(long halfLife) {
        policy(policyOf("main", 0, halfLife));
    }

    /** A policy that sends fairshare records: tests read the numbers behind ranks in them. */
    public static Policy.Builder policyOf(String name, long from, long halfLife) {
        return Policy.newBuilder()
                .setDomain(DOMAIN)
                .setName(name)
                .setEffectiveFrom(Instant.ofEpochMilli(from))
                .setRanks(RankForm.RECORDS)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(Decay.newBuilder()
                                .setKind(halfLife == 0 ? DecayKind.NONE : DecayKind.HALF_LIFE)
                                .setMillis(halfLife)
                                .build())
                        .build());
    }

    public void policy(Policy.Builder said) {
        Policy policy = said.build();
        send(
                Topic.POLICIES,
                Keys.policy(DOMAIN, policy.getName(), policy.getEffectiveFrom().toEpochMilli()),
                policy);
    }

    public void share(String account, String user, long shares) {
        shareIn(DOMAIN, account, user, shares);
    }

    public void shareIn(String tree, String account, String user, long shares) {
        for (String name : List.of("", user)) {
            send(
                    Topic.SHARES,
                    Keys.node(DOMAIN, tree, account, name),
                    ShareNode.newBuilder()
                            .setDomain(DOMAIN)
                            .setTree(tree)
                            .setAccount(account)
                            .setUser(name)
                            .setShares(shares)
                            .build());
        }
    }

    public JobEvent.Builder event(String job, JobEventType type, long time) {
        return JobEvent.newBuilder()
                .setDomain(DOMAIN)
                .setCluster(DOMAIN)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time));
    }

    public void submit(String job, String account, String user, long time) {
        job(event(job, JobEventType.SUBMITTED, time).setAccount(account).setUser(user));
    }

    public void start(String job, long time, double cpus) {
        job(event(job, JobEventType.STARTED, time).setAllocatedTres(Map.of("cpu", cpus)));
    }

    public void start(String job, String account, String user, long time, double cpus) {
        job(event(job, JobEventType.STARTED, time)
                .setAccount(account)
                .setUser(user)
                .setAllocatedTres(Map.of("cpu", cpus)));
    }

    public void finish(String job, long time, long run) {
        job(event(job, JobEventType.FINISHED, time).setRun(Instant.ofEpochMilli(run)));
    }

    public void job(JobEvent.Builder event) {
        send(Topic.JOB_EVENTS, Keys.job(DOMAIN, DOMAIN, event.getJob()), event.build());
    }

    public void tick(long time) {
        send(Topic.CLOCK, Keys.domain(DOMAIN), new ClockTick(DOMAIN, Instant.ofEpochMilli(time), true));
    }

    public void send(Topic topic, String key, SpecificRecord value) {
        input(topic).pipeInput(key, bytes(value), appendTime(topic));
    }

    /** To a topic by its name on the broker. */
    public void sendTo(String topic, String key, SpecificRecord value) {
        driver.createInputTopic(topic, new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, bytes(value), appendTime(Topic.JOB_EVENTS));
    }

    public void tombstone(Topic topic, String key) {
        input(topic).pipeInput(key, null, appendTime(topic));
    }

    @SuppressWarnings("unchecked") // a value's class is the class of the value
    private byte[] bytes(SpecificRecord value) {
        Class<SpecificRecord> type = (Class<SpecificRecord>) value.getClass();
        return serializers.computeIfAbsent(type, serdes::serializer).serialize(type.getSimpleName(), value);
    }

    public void raw(Topic topic, byte[] value) {
        input(topic).pipeInput("raw", value, appendTime(topic));
    }

    /** Writes a record as anybody could. */
    public void pipe(Topic topic, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        driver.createInputTopic(topics.name(topic), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key, value, headers, Instant.ofEpochMilli(appendTime(topic))));
    }

    /** Everything that was sent to a topic since it was last read, as bytes. */
    public List<TestRecord<byte[], byte[]>> drain(Topic topic) {
        return drain(topics.name(topic));
    }

    /** As above, by its name on the broker. */
    public List<TestRecord<byte[], byte[]>> drain(String topic) {
        return driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList();
    }

    /** A record in the registry's wire format. */
    public byte[] encoded(SpecificRecord value) {
        return bytes(value);
    }

    /** Every entry of the plain stores of domains, by store and key. */
    public Map<String, byte[]> stored() {
        Map<String, byte[]> entries = new TreeMap<>();
        for (String name : driver.getAllStateStores().keySet()) {
            KeyValueStore<String, byte[]> store = driver.getKeyValueStore(name);
            if (store != null && !name.endsWith("marks")) {
                try (var all = store.all()) {
                    all.forEachRemaining(entry -> entries.put(name + " " + entry.key, entry.value));
                }
            }
        }
        return entries;
    }

    private TestInputTopic<String, byte[]> input(Topic topic) {
        return driver.createInputTopic(topics.name(topic), new StringSerializer(), new ByteArraySerializer());
    }

    /** The priority records that were sent since this was last asked. */
    public List<Sent<PriorityRecord>> priorities() {
        return read(Topic.PRIORITIES, PriorityRecord.class);
    }

    /** The key of a job's priority record under the policy {@code main}. */
    public static String priorityKey(String job) {
        return Keys.priority(DOMAIN, "main", DOMAIN, job, "");
    }

    /** Everything that was sent to a topic since it was last read. */
    public <T extends SpecificRecord> List<Sent<T>> read(Topic topic, Class<T> type) {
        TestOutputTopic<String, byte[]> output =
                driver.createOutputTopic(topics.name(topic), new StringDeserializer(), new ByteArrayDeserializer());
        List<Sent<T>> sent = new ArrayList<>();
        try (Deserializer<T> values = serdes.deserializer(type)) {
            for (TestRecord<String, byte[]> record : output.readRecordsToList()) {
                byte[] value = record.value();
                sent.add(
                        new Sent<>(record.key(), value == null ? null : values.deserialize(topics.name(topic), value)));
            }
        }
        return sent;
    }

    /** The last usage that was sent of an association. */
    public double usage(String account, String user) {
        read(Topic.USAGE, UsageRecord.class).forEach(sent -> lines.put(sent.key(), sent.value()));
        UsageRecord line = lines.get(Keys.usage(DOMAIN, "billing", DOMAIN, account, user));
        assertThat(line).as("usage of " + user).isNotNull();
        return line.getValue();
    }

    /** The last fairshare that was sent of an association. */
    public FairshareRecord fairshare(String account, String user) {
        return fairshareOf("main", account, user);
    }

    /** The same under a policy. */
    public FairshareRecord fairshareOf(String policy, String account, String user) {
        read(Topic.FAIRSHARE, FairshareRecord.class).forEach(sent -> fairshares.put(sent.key(), sent.value()));
        FairshareRecord fairshare = fairshares.get(Keys.fairshare(DOMAIN, policy, DOMAIN, account, user));
        assertThat(fairshare).as("fairshare of " + user).isNotNull();
        return fairshare;
    }

    public Heartbeat lastHeartbeat() {
        List<Sent<Heartbeat>> beats = read(Topic.HEARTBEATS, Heartbeat.class);
        assertThat(beats).as("heartbeats").isNotEmpty();
        return java.util.Objects.requireNonNull(beats.get(beats.size() - 1).value());
    }

    /** A count of the last heartbeat. */
    public long count(String name) {
        return java.util.Objects.requireNonNull(lastHeartbeat().getCounts().get(name), name);
    }

    public List<String> deadLetterKinds() {
        return deadLetters(DeadLetterHeaders.KIND);
    }

    public List<String> deadLetterReasons() {
        return deadLetters(DeadLetterHeaders.REASON);
    }

    private List<String> deadLetters(String header) {
        return driver
                .createOutputTopic(
                        topics.name(Topic.DEAD_LETTERS), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .stream()
                .map(record -> new String(record.headers().lastHeader(header).value(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Plain usage by hour, read backwards from the current rate. */
    public double[] hours(String account, String user, long from, long to, double rateNow) {
        var store = driver.<String, byte[]>getWindowStore(Stores.HOURS.name());
        int count = (int) ((to - from) / WindowRow.HOUR);
        double[] usage = new double[count];
        Int256 rate = Int256.of(Rate.units(BigDecimal.valueOf(rateNow)));
        String key = Keys.usage(DOMAIN, "billing", DOMAIN, account, user);
        byte[] line = stores().get(Stores.LINES).get(key);
        OpenRow newest = line == null ? null : StoredLine.readRows(line).hour();
        for (int hour = count - 1; hour >= 0; hour--) {
            long start = from + hour * WindowRow.HOUR;
            byte[] stored = store.fetch(key, start);
            WindowRow row = stored == null ? new WindowRow() : StateCodec.decodeRow(stored);
            if (newest != null && newest.start() == start) {
                row = newest.row();
            }
            rate = Int256.of(rate.toBigInteger().subtract(row.change().toBigInteger()));
            usage[hour] = row.usage(rate, WindowRow.HOUR);
        }
        return usage;
    }

    /** The number of facts that are kept of a job. */
    public int facts(String job) {
        byte[] stored = stores().get(Stores.ACTIVE_JOBS).get(Keys.job(DOMAIN, DOMAIN, job));
        return stored == null ? 0 : StateCodec.decodeJob(stored).facts().size();
    }

    /** The stores, as a question reads them. */
    public StateStores<?, ?> stores() {
        return new StateStores<>(
                store -> driver.getKeyValueStore(store.name()), store -> driver.getWindowStore(store.name()));
    }

    public EngineSettings settings() {
        return settings;
    }

    @Override
    public void close() {
        driver.close();
        try {
            Utils.delete(directory.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.fairway.system.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.app.runtime.FairwayConfig;
import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.RankForm;
import io.fairway.avro.ShareNode;
import io.fairway.avro.UsageRecord;
import io.fairway.core.policy.PackedRanks;
import io.fairway.dispatcher.config.DispatcherConfig;
import io.fairway.dispatcher.publish.Publisher;
import io.fairway.embedded.SharedRegistry;
import io.fairway.schemas.DomainPartitions;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.system.AppHere;
import io.fairway.system.CommittedTopics;
import io.fairway.trial.replay.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shares from PostgreSQL, and usage and fairshare into it, with the files of connectors/connect/config. */
@Order(2)
class PostgresIT {
    private static final int PARTITIONS = 4;
    private static final Duration PATIENCE = ConnectWorker.PATIENCE;

    @TempDir
    private static Path directory;

    private static PostgresServer postgres;
    private static Workbench bench;
    private static CommittedTopics committed;
    private static AppHere fairway;
    private static ConnectWorker worker;

    @BeforeAll
    static void start() throws Exception {
        postgres = PostgresServer.start();
        postgres.file(ConnectWorker.CONFIG.resolve("postgres.sql"));
        bench = Workbench.with(SharedRegistry.url(), PARTITIONS);
        committed = new CommittedTopics(bench::consumer);
        publishPolicies();
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(FairwayConfig.APPLICATION_ID, "postgres");
        settings.put(FairwayConfig.TOPIC_REPLICATION, "1");
        settings.put(FairwayConfig.STATE_DIR, directory.resolve("state").toString());
        fairway = AppHere.start(settings);
        worker = ConnectWorker.start(directory.resolve("worker"), bench.addresses());
        Map<String, String> sink = Map.of("connection.url", "jdbc:postgresql://127.0.0.1:" + port() + "/site");
        worker.run("usage-to-postgres.json", sink);
        worker.run("fairshare-to-postgres.json", sink);
        worker.run("ranks-to-postgres.json", sink);
    }

    @AfterAll
    static void stop() throws IOException {
        try {
            if (worker != null) {
                worker.close();
            }
            if (fairway != null) {
                fairway.close();
            }
            if (bench != null) {
                committed.close();
                bench.close();
            }
        } finally {
            if (postgres != null) {
                postgres.close();
            }
        }
    }

    private static String port() {
        return Integer.toString(postgres.port());
    }

    @Test
    void aChangeOfASiteTableIsInTheFairshareTopicAndNoneIsLostWhileTheWorkerIsDown() throws Exception {
        // Begun here, so that it never followed a database that another test stops.
        worker.run(
                "shares-from-postgres.json",
                Map.of("database.port", port(), "transforms.shares.topic.partitions", Integer.toString(PARTITIONS)));
        postgres.sql("""
                CREATE SCHEMA site;
                CREATE TABLE site.allocation (project text, member text, credits int, part text DEFAULT '',
                    PRIMARY KEY (project, member, part));
                CREATE OR REPLACE VIEW fairway.share_source AS
                SELECT 'alps'::text AS domain, 'alps'::text AS tree, project AS account, member AS "user",
                       NULL::text AS parent, credits::bigint AS shares, false AS parent_shares,
                       0::bigint AS priority, 0::bigint AS "order", part AS partition FROM site.allocation;
                CREATE TRIGGER to_fairway AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site.allocation
                    FOR EACH STATEMENT EXECUTE FUNCTION fairway.shares_changed();
                INSERT INTO site.allocation VALUES
                    ('cms', '', 150), ('cms', 'anna', 1), ('atlas', '', 50), ('atlas', 'ben', 1)""");
        // Whichever row comes first: with half of the shares the factor would be that of cms alone, and need no record.
        awaitShare(0.75);

        List<Long> millis = new ArrayList<>();
        for (int round = 1; round <= 10; round++) {
            // Of 100 or 200 shares in all; the factor moves with them, or there would be no record.
            millis.add(round % 2 == 1 ? changed(50, 0.5) : changed(150, 0.75));
        }
        Collections.sort(millis);
        System.out.printf(
                "PostgresIT: from the update's commit to the committed fairshare record: %d to %d ms, median %d ms, of %d"
                        + " updates%n",
                millis.get(0), millis.get(millis.size() - 1), millis.get(millis.size() / 2), millis.size());

        worker.kill();
        postgres.sql("DELETE FROM site.allocation WHERE member = 'ben'");
        postgres.sql(
                "INSERT INTO site.allocation VALUES ('lhcb', '', 7, ''), ('lhcb', 'carl', 3, ''), ('lhcb', 'carl', 4, 'gpu')");
        postgres.sql("UPDATE site.allocation SET credits = 11 WHERE project = 'atlas'");
        worker.restart();

        Map<String, Long> expected = Map.of(
                "alps|alps|cms|", 150L,
                "alps|alps|cms|anna", 1L,
                "alps|alps|atlas|", 11L,
                "alps|alps|lhcb|", 7L,
                "alps|alps|lhcb|carl", 3L,
                "alps|alps|lhcb|carl|gpu", 4L);
        Awaitility.await("the shares of the table are those of the topic")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(shares()).isEqualTo(expected));
    }

    @Test
    void aDatabaseThatDiesGetsEveryRowOfUsageAndFairshareWhenItIsBack() throws Exception {
        try (Publisher publisher = publisher()) {
            List<String> users = List.of("u1", "u2", "u3", "u4", "u5");
            for (String user : users) {
                node(publisher, user);
            }
            node(publisher, "");
            work(publisher, users, 0);
            awaitTables();

            postgres.stop();
            for (int round = 1; round <= 20; round++) {
                work(publisher, users, round);
                List<String> more = List.of("v" + round);
                node(publisher, "v" + round);
                work(publisher, more, 100 + round);
            }
            Awaitility.await("the application has charged what came while the database was down")
                    .atMost(PATIENCE)
                    .until(() -> latest(Topic.USAGE, UsageRecord.class, "jura").values().stream()
                                    .filter(usage -> usage.getUser().startsWith("v"))
                                    .count()
                            == 20);
            postgres.restart();
            awaitTables();
        }
        List<String> ranking = postgres.sql(
                "SELECT \"user\", place FROM fairway.ranking WHERE domain = 'jura' ORDER BY place LIMIT 3");
        List<String> balance = postgres.sql(
                "SELECT account, target_percent, used_percent FROM fairway.account_balance" + " WHERE domain = 'jura'");
        System.out.println(
                "PostgresIT: first in fairway.ranking: " + ranking + "; fairway.account_balance: " + balance);
        assertThat(ranking).hasSize(3);
        assertThat(balance).contains("phys|100|100");
    }

    /**
     * An account has too many users for one record, one has a user in a partition, and one goes away. The policy of records
     * gives the expected ranks.
     */
    @Test
    void theRankingIsTheSameInWhateverFormThePolicySendsRanks() {
        try (Publisher publisher = publisher()) {
            for (RankForm form : List.of(RankForm.PACKED, RankForm.RECORDS, RankForm.BOTH)) {
                String name = form.name().toLowerCase(Locale.ROOT);
                publisher.send(
                        Topic.POLICIES,
                        Keys.policy("wallis", name, 0),
                        policy("wallis", name)
                                .setState(form == RankForm.PACKED ? PolicyState.ACTIVE : PolicyState.SHADOW)
                                .setRanks(form)
                                .build());
            }
            for (String account : List.of("gone", "big", "small")) {
                wallis(publisher, account, "", "");
            }
            wallis(publisher, "gone", "zoe", "");
            for (int user = 0; user <= PackedRanks.MOST; user++) {
                wallis(publisher, "big", "u" + user, "");
            }
            wallis(publisher, "small", "anna", "");
            wallis(publisher, "small", "anna", "gpu");
            work(publisher, "wallis", "big", List.of("u7", "u8", "u400"), 1);
            work(publisher, "wallis", "small", List.of("anna"), 5);
            awaitRanking(PackedRanks.MOST + 4, 5);

            withdraw(Keys.node("wallis", "wallis", "gone", "zoe"));
            work(publisher, "wallis", "big", List.of("u9"), 2);
            awaitRanking(PackedRanks.MOST + 3, 4);
        }
        assertThat(postgres.sql(
                        "SELECT DISTINCT raw_usage FROM fairway.ranking WHERE policy = 'packed' AND domain = 'wallis'"))
                .containsExactly("");
        assertThat(postgres.sql("SELECT raw_usage FROM fairway.ranking WHERE policy = 'both' AND domain = 'wallis'"
                        + " AND \"user\" = 'anna' AND partition = '' AND raw_usage > 0"))
                .hasSize(1);
    }

    /**
     * The view has the ranks of all users for each policy.
     *
     * @param users of the tree
     * @param records packed records of one policy: of root, of each account, and of the second part of the large one
     */
    private static void awaitRanking(int users, int records) {
        Awaitility.await("the rankings are those of the topic, and equal")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions()
                .untilAsserted(() -> {
                    revive(new ArrayList<>());
                    List<String> expected = latest(Topic.FAIRSHARE, FairshareRecord.class, "wallis").values().stream()
                            .filter(record -> record.getPolicy().equals("records") && record.getRank() != null)
                            .map(record -> record.getUsers() - record.getRank() + 1 + "|" + record.getAccount() + "|"
                                    + record.getUser() + "|" + record.getPartition() + "|"
                                    + Math.round(1e9 * Objects.requireNonNull(record.getFactor())))
                            .sorted()
                            .toList();
                    assertThat(expected).hasSize(users);
                    for (String policy : List.of("records", "packed", "both")) {
                        assertThat(postgres
                                        .sql("SELECT place, account, \"user\", partition, round(1e9 * factor)::bigint"
                                                + " FROM fairway.ranking WHERE domain = 'wallis' AND policy = '"
                                                + policy
                                                + "'")
                                        .stream()
                                        .sorted())
                                .as(policy)
                                .isEqualTo(expected);
                    }
                    assertThat(
                                    postgres.sql(
                                            "SELECT record_key FROM fairway.packed_ranks WHERE domain = 'wallis' AND policy = 'packed'"))
                            .hasSize(records);
                });
    }

    private static void wallis(Publisher publisher, String account, String user, String partition) {
        publisher.send(
                Topic.SHARES,
                Keys.node("wallis", "wallis", account, user, partition),
                ShareNode.newBuilder()
                        .setDomain("wallis")
                        .setTree("wallis")
                        .setAccount(account)
                        .setUser(user)
                        .setPartition(partition)
                        .build());
    }

    private static void withdraw(String share) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", Objects.requireNonNull(bench.addresses().get("bootstrap.servers")));
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            int partition = DomainPartitions.hashed().partition("wallis", PARTITIONS);
            var unused = producer.send(new ProducerRecord<>(bench.topics().name(Topic.SHARES), partition, share, null));
        }
    }

    /** What an operator or a cron job does with tasks that gave up. */
    private static void revive(List<String> revived) throws IOException {
        for (String sink : List.of("usage-to-postgres", "fairshare-to-postgres", "ranks-to-postgres")) {
            if (worker.status(sink).contains("FAILED")) {
                revived.add(sink);
                worker.restartFailed(sink);
            }
        }
    }

    /** Both tables have the last value of each key of their topic, and no other key. */
    private static void awaitTables() {
        long began = System.nanoTime();
        List<String> revived = new ArrayList<>();
        Awaitility.await("the tables have what the topics have")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions()
                .until(() -> {
                    revive(revived);
                    Map<String, Double> usage =
                            numbers(latest(Topic.USAGE, UsageRecord.class, "jura"), UsageRecord::getValue);
                    Map<String, Double> fairshare = numbers(
                            latest(Topic.FAIRSHARE, FairshareRecord.class, "jura"), FairshareRecord::getRawUsage);
                    return !usage.isEmpty()
                            && !fairshare.isEmpty()
                            && usage.equals(rows("SELECT record_key, value FROM fairway.usage"))
                            && fairshare.equals(rows("SELECT record_key, raw_usage FROM fairway.fairshare"));
                });
        System.out.printf(
                "PostgresIT: usage and fairshare are in the tables after %.1f s, %d rows; failed tasks that were restarted:"
                        + " %s%n",
                (System.nanoTime() - began) / 1e9,
                rows("SELECT record_key, value FROM fairway.usage").size(),
                revived);
    }

    private static Map<String, Double> rows(String query) {
        Map<String, Double> rows = new TreeMap<>();
        for (String row : postgres.sql(query + " WHERE domain = 'jura'")) {
            int last = row.lastIndexOf('|');
            rows.put(row.substring(0, last), Double.valueOf(row.substring(last + 1)));
        }
        return rows;
    }

    private static <T> Map<String, Double> numbers(Map<String, T> records, Function<T, Double> number) {
        Map<String, Double> numbers = new TreeMap<>();
        records.forEach((key, record) -> numbers.put(key, number.apply(record)));
        return numbers;
    }

    /** The last value of each key that is not deleted. */
    private static <T extends SpecificRecord> Map<String, T> latest(Topic topic, Class<T> type, String domain) {
        Map<String, T> latest = new TreeMap<>();
        try (Deserializer<T> reader = bench.serdes().deserializer(type)) {
            latest.putAll(committed.last(bench.topics().name(topic), reader));
        }
        latest.keySet().removeIf(key -> !Keys.domainOf(key).equals(domain));
        return latest;
    }

    private static Map<String, Long> shares() {
        Map<String, Long> shares = new TreeMap<>();
        latest(Topic.SHARES, ShareNode.class, "alps").forEach((key, node) -> {
            if (!node.getRemoved()) {
                shares.put(key, node.getShares());
            }
        });
        return shares;
    }

    private static void awaitShare(double normShares) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(latest(Topic.FAIRSHARE, FairshareRecord.class, "alps")
                                .values())
                        .as(
                                "with shares %s and rows %s, %s; end of the worker's log: %s",
                                shares(),
                                postgres.sql("SELECT * FROM fairway.share_node"),
                                worker.status("shares-from-postgres"),
                                end(worker.log()))
                        .anyMatch(record -> isAnnas(record, normShares)));
    }

    private static String end(String log) {
        return log.substring(Math.max(0, log.length() - 2_000));
    }

    private static boolean isAnnas(FairshareRecord record, double normShares) {
        return record.getUser().equals("anna")
                && record.getNormShares() != null
                && Math.abs(record.getNormShares() - normShares) < 1e-9;
    }

    /** Milliseconds from the update until a reader has the fairshare record that it causes. */
    private static long changed(int shares, double normShares) {
        String name = bench.topics().name(Topic.FAIRSHARE);
        TopicPartition partition =
                new TopicPartition(name, DomainPartitions.hashed().partition("alps", PARTITIONS));
        try (KafkaConsumer<String, byte[]> consumer = bench.consumer()) {
            consumer.assign(List.of(partition));
            consumer.seekToEnd(List.of(partition));
            var unused = consumer.position(partition);
            postgres.sql("UPDATE site.allocation SET credits = " + shares + " WHERE project = 'cms' AND member = ''");
            long began = System.nanoTime();
            while (System.nanoTime() - began < PATIENCE.toNanos()) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(20))) {
                    if (record.value() != null
                            && isAnnas(
                                    bench.serdes()
                                            .deserializer(FairshareRecord.class)
                                            .deserialize(name, record.value()),
                                    normShares)) {
                        return Duration.ofNanos(System.nanoTime() - began).toMillis();
                    }
                }
            }
        }
        throw new AssertionError("no fairshare record with " + normShares + " of the shares; the topic of shares has "
                + shares() + ", the table " + postgres.sql("SELECT account, \"user\", shares FROM fairway.share_node")
                + ", and the connector is " + worker.status("shares-from-postgres"));
    }

    private static Publisher publisher() {
        Map<String, String> settings = new HashMap<>(bench.addresses());
        settings.put(DispatcherConfig.NAME, "cluster");
        settings.put(DispatcherConfig.DOMAIN, "jura");
        return new Publisher(new DispatcherConfig(settings));
    }

    /** Nothing decays, so a value changes only by a job. */
    private static void publishPolicies() {
        try (Publisher publisher = publisher()) {
            for (String domain : List.of("alps", "jura")) {
                publisher.send(
                        Topic.POLICIES,
                        Keys.policy(domain, "main", 0),
                        policy(domain, "main")
                                .setAlgorithm(domain.equals("alps") ? Algorithm.CLASSIC : Algorithm.FAIR_TREE_SLURM)
                                .setRanks(domain.equals("alps") ? RankForm.RECORDS : RankForm.BOTH)
                                .build());
            }
            work(publisher, "alps", "cms", List.of("anna"), 0);
            work(publisher, "alps", "atlas", List.of("ben"), 0);
            publisher.flush();
        }
    }

    private static Policy.Builder policy(String domain, String name) {
        return Policy.newBuilder()
                .setDomain(domain)
                .setName(name)
                .setEffectiveFrom(Instant.EPOCH)
                .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                // Without a weight, a factor is sent again only when it moved by half.
                .setEpsilon(0.0)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.NONE)
                                .setMillis(0)
                                .build())
                        .build());
    }

    private static void node(Publisher publisher, String user) {
        publisher.send(
                Topic.SHARES,
                Keys.node("jura", "jura", "phys", user),
                ShareNode.newBuilder()
                        .setDomain("jura")
                        .setTree("jura")
                        .setAccount("phys")
                        .setUser(user)
                        .build());
    }

    /** One finished hour for each user. */
    private static void work(Publisher publisher, List<String> users, int round) {
        work(publisher, "jura", "phys", users, round);
    }

    private static void work(Publisher publisher, String domain, String account, List<String> users, int round) {
        Instant began = Instant.now().minus(Duration.ofHours(3));
        for (String user : users) {
            String job = user + "-" + round;
            publisher.send(
                    Topic.JOB_EVENTS,
                    Keys.job(domain, domain, job),
                    event(domain, account, job, user, JobEventType.STARTED, began)
                            .setAllocatedTres(Map.of("cpu", 1.0 + round))
                            .build());
            publisher.send(
                    Topic.JOB_EVENTS,
                    Keys.job(domain, domain, job),
                    event(domain, account, job, user, JobEventType.FINISHED, began.plus(Duration.ofHours(1)))
                            .setRun(began)
                            .build());
        }
        publisher.flush();
    }

    private static JobEvent.Builder event(
            String domain, String account, String job, String user, JobEventType type, Instant at) {
        return JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setJob(job)
                .setAccount(account)
                .setUser(user)
                .setType(type)
                .setTime(at);
    }
}

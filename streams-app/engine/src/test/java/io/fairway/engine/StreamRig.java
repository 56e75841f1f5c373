package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.FairshareTerm;
import io.fairway.avro.Host;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Policy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.RemoteCredential;
import io.fairway.avro.RemoteUsage;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.policies.yaml.RecordYaml;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * Rules on the stream: policies, shares and job events go in as YAML through the topology, and the rig reads the
 * published records. Times are seconds since {@link PipelineDriver#T0}.
 */
public final class StreamRig implements AutoCloseable {
    private PipelineDriver pipeline = PipelineDriver.replay();
    private final Map<String, PriorityRecord> priorities = new TreeMap<>();
    private final Map<String, FairshareRecord> fairshares = new TreeMap<>();
    private final Map<String, QueueOrder> orders = new TreeMap<>();
    private final Map<String, UsageRecord> usage = new TreeMap<>();
    private final Set<String> accounts = new HashSet<>();
    private final List<SpecificRecord> sent = new ArrayList<>();
    private long sequence;

    /** An instant in YAML's form. */
    public static String at(double seconds) {
        return Instant.ofEpochMilli(millis(seconds)).toString();
    }

    public static long millis(double seconds) {
        return T0 + Math.round(seconds * 1000);
    }

    /** A policy named p. By default it holds from the epoch on, with a measure named m, and sends fairshare records. */
    public void policy(String yaml) {
        String from = yaml.contains("effectiveFrom:") ? "" : "effectiveFrom: 1970-01-01T00:00:00Z\n";
        String measure = yaml.contains("measure:") ? "" : "measure: {name: m}\n";
        Policy policy = RecordYaml.read(
                YamlValue.parse("policy", "domain: " + DOMAIN + "\nname: p\nranks: RECORDS\n" + from + measure + yaml),
                Policy.getClassSchema(),
                Policy.class);
        policy(policy);
    }

    /** A policy of the rig's domain. */
    public void policy(Policy policy) {
        send(
                Topic.POLICIES,
                Keys.policy(DOMAIN, policy.getName(), policy.getEffectiveFrom().toEpochMilli()),
                policy);
    }

    public void account(String tree, String account, String parent, long shares) {
        accounts.add(tree + "/" + account);
        share(tree, account, "", parent.isEmpty() ? "" : "parent: " + parent, shares);
    }

    /** A user. An account without a share record gets one share below the root. */
    public void user(String tree, String account, String user, long shares) {
        if (!accounts.contains(tree + "/" + account)) {
            account(tree, account, "", 1);
        }
        share(tree, account, user, "", shares);
    }

    /** An association of a partition. */
    void association(String account, String user, String partition, long shares) {
        share(DOMAIN, account, user, partition, "", shares);
    }

    void withoutAssociation(String account, String user, String partition) {
        pipeline.tombstone(Topic.SHARES, Keys.node(DOMAIN, DOMAIN, account, user, partition));
    }

    private void share(String tree, String account, String user, String more, long shares) {
        share(tree, account, user, "", more, shares);
    }

    private void share(String tree, String account, String user, String partition, String more, long shares) {
        String yaml = "domain: " + DOMAIN + "\ntree: " + tree + "\naccount: " + account + "\nuser: \"" + user
                + "\"\npartition: \"" + partition + "\"\nshares: " + shares + "\n" + more;
        send(
                Topic.SHARES,
                Keys.node(DOMAIN, tree, account, user, partition),
                RecordYaml.read(YamlValue.parse("share", yaml), ShareNode.getClassSchema(), ShareNode.class));
    }

    /** An event. {@code more} has further fields of its record, as between the braces of a YAML map. */
    public void job(String job, String type, double seconds, String more) {
        job(DOMAIN, job, type, seconds, more);
    }

    /** An event of a job of another cluster of the domain. */
    void job(String cluster, String job, String type, double seconds, String more) {
        String yaml =
                "{domain: " + DOMAIN + ", cluster: " + cluster + ", job: \"" + job + "\", type: " + type + ", time: \""
                        + at(seconds) + "\", sequence: " + sequence++ + (more.isEmpty() ? "" : ", " + more) + "}";
        send(
                Topic.JOB_EVENTS,
                Keys.job(DOMAIN, cluster, job),
                RecordYaml.read(YamlValue.parse("event", yaml), JobEvent.getClassSchema(), JobEvent.class));
    }

    /** A host; {@code more} as above. */
    public void host(String name, String more) {
        String yaml = "{domain: " + DOMAIN + ", cluster: " + DOMAIN + ", name: " + name + ", " + more + "}";
        send(
                Topic.HOSTS,
                Keys.host(DOMAIN, DOMAIN, name),
                RecordYaml.read(YamlValue.parse("host", yaml), Host.getClassSchema(), Host.class));
    }

    void withoutHost(String name) {
        pipeline.tombstone(Topic.HOSTS, Keys.host(DOMAIN, DOMAIN, name));
    }

    /** Counters of a job; {@code more} as above. */
    public void sample(String job, double seconds, String more) {
        String yaml = "{domain: " + DOMAIN + ", cluster: " + DOMAIN + ", job: \"" + job + "\", time: \"" + at(seconds)
                + "\", sequence: " + sequence++ + ", " + more + "}";
        send(
                Topic.SAMPLES,
                Keys.job(DOMAIN, DOMAIN, job),
                RecordYaml.read(
                        YamlValue.parse("sample", yaml), ResourceSample.getClassSchema(), ResourceSample.class));
    }

    /** Usage on other clusters: processor-seconds per window, the window of the instant first. No windows remove it. */
    void imported(String source, RemoteCredential credential, String name, double seconds, Double... windows) {
        String key = Keys.remoteUsage(DOMAIN, source, credential.name(), name);
        if (windows.length == 0) {
            pipeline.tombstone(Topic.REMOTE_USAGE, key);
        } else {
            send(
                    Topic.REMOTE_USAGE,
                    key,
                    new RemoteUsage(
                            DOMAIN,
                            source,
                            credential,
                            name,
                            Instant.ofEpochMilli(millis(seconds)),
                            List.of(windows),
                            null));
        }
    }

    /** The load of a share account on another cluster; {@code more} has its fields, as between the braces of a YAML map. */
    void remoteLoad(String source, String path, double seconds, String more) {
        String yaml = "{domain: " + DOMAIN + ", source: " + source + ", credential: SHARE_ACCOUNT, name: \"" + path
                + "\", asOf: \"" + at(seconds) + "\", windows: [], load: {" + more + "}}";
        send(
                Topic.REMOTE_USAGE,
                Keys.remoteUsage(DOMAIN, source, "SHARE_ACCOUNT", path),
                RecordYaml.read(YamlValue.parse("load", yaml), RemoteUsage.getClassSchema(), RemoteUsage.class));
    }

    void withoutRemoteLoad(String source, String path) {
        pipeline.tombstone(Topic.REMOTE_USAGE, Keys.remoteUsage(DOMAIN, source, "SHARE_ACCOUNT", path));
    }

    /** Goes on in a new application with the same state. */
    void restart() {
        pipeline = pipeline.restarted();
    }

    public void submit(String job, double seconds, String account, String user, String attributes) {
        job(job, "SUBMITTED", seconds, who(account, user) + ", attributes: {" + attributes + "}");
    }

    /** A run that goes on; {@code tres} such as {@code cpu: 4}. */
    public void start(String job, double seconds, String account, String user, String tres, String attributes) {
        job(
                job,
                "STARTED",
                seconds,
                who(account, user) + ", allocatedTres: {" + tres + "}, attributes: {" + attributes + "}");
    }

    public void finish(String job, double seconds, double started, String more) {
        job(job, "FINISHED", seconds, "run: \"" + at(started) + "\"" + (more.isEmpty() ? "" : ", " + more));
    }

    private static String who(String account, String user) {
        return "account: \"" + account + "\", user: \"" + user + "\"";
    }

    private void send(Topic topic, String key, SpecificRecord value) {
        sent.add(value);
        pipeline.send(topic, key, value);
    }

    /** The records that went in, in their order. */
    public List<SpecificRecord> sent() {
        return List.copyOf(sent);
    }

    /** The last record of each node whose fairshare was published. */
    public Collection<FairshareRecord> fairshares() {
        return fairshares.values();
    }

    /** The last record of each job or request whose priority was published. */
    public Collection<PublishedPriority> priorities() {
        return priorities.values().stream().map(this::published).toList();
    }

    /** The last order of all queues, and of each pool. */
    public Collection<QueueOrder> orders() {
        return orders.values();
    }

    /** Moves the clock, and reads the published records. */
    public void tick(double seconds) {
        pipeline.tick(millis(seconds));
        keep(pipeline.read(Topic.PRIORITIES, PriorityRecord.class), priorities);
        keep(pipeline.read(Topic.FAIRSHARE, FairshareRecord.class), fairshares);
        keep(pipeline.read(Topic.ORDERS, QueueOrder.class), orders);
        keep(pipeline.read(Topic.USAGE, UsageRecord.class), usage);
    }

    private static <T> void keep(List<Sent<T>> sent, Map<String, T> last) {
        for (Sent<T> each : sent) {
            if (each.value() == null) {
                last.remove(each.key());
            } else {
                last.put(each.key(), each.value());
            }
        }
    }

    public FairshareRecord fairshare(String tree, String account, String user) {
        String key = Keys.fairshare(DOMAIN, "p", tree, account, user);
        return Objects.requireNonNull(fairshares.get(key), () -> key + " of " + fairshares.keySet());
    }

    FairshareRecord fairshareIn(String account, String user, String partition) {
        String key = Keys.fairshare(DOMAIN, "p", DOMAIN, account, user, partition);
        return Objects.requireNonNull(fairshares.get(key), () -> key + " of " + fairshares.keySet());
    }

    public double factor(String tree, String account, String user) {
        return Objects.requireNonNull(fairshare(tree, account, user).getFactor());
    }

    public double factor(String account, String user) {
        return factor(DOMAIN, account, user);
    }

    public boolean waits(String job) {
        return priorities.containsKey("alps|p|alps|" + job + "|");
    }

    public PublishedPriority published(String job) {
        return published(job, "");
    }

    public PublishedPriority published(String job, String request) {
        String key = "alps|p|alps|" + job + "|" + request;
        return published(Objects.requireNonNull(priorities.get(key), () -> key + " of " + priorities.keySet()));
    }

    private PublishedPriority published(PriorityRecord record) {
        FairshareRecord share = fairshares.get(Keys.fairshare(
                DOMAIN,
                "p",
                record.getTree(),
                record.getAccount(),
                record.getUser(),
                record.getAssociationPartition()));
        Number value = share == null
                ? null
                : record.getFairshareTerm() == FairshareTerm.RANK ? (Number) share.getRank() : share.getFactor();
        return new PublishedPriority(record, value == null ? 0 : value.doubleValue());
    }

    public double priority(String job, double seconds) {
        return published(job).at(millis(seconds));
    }

    /** The priority before bounds and rounding. */
    public double sum(String job, double seconds) {
        return published(job).sum(millis(seconds));
    }

    public double term(String job, String name, double seconds) {
        Map<String, Double> terms = published(job).terms(millis(seconds));
        return Objects.requireNonNull(terms.get(name), () -> name + " of " + terms);
    }

    /** The waiting jobs in the order of their schema: priority, tie-breaker, submission, id. */
    public List<String> order(double seconds) {
        long time = millis(seconds);
        return priorities.values().stream()
                .map(this::published)
                .sorted(Comparator.comparingDouble((PublishedPriority each) -> -each.at(time))
                        .thenComparingDouble(each -> -each.then(time))
                        .thenComparing(each -> each.record().getSubmitTime())
                        .thenComparing(each -> each.record().getJob()))
                .map(each -> each.record().getJob())
                .toList();
    }

    /** The usage that was last sent of a node, in TRES-seconds as of its record; 0 without a record. */
    double usage(String measure, String account, String user) {
        return usage(measure, account, user, "");
    }

    /** The same of the jobs in a partition. */
    double usage(String measure, String account, String user, String partition) {
        UsageRecord record = usage.get(Keys.usage(DOMAIN, measure, DOMAIN, account, user, partition));
        return record == null ? 0 : record.getValue();
    }

    /** Restarts usage of a node under a measure. */
    void reset(String id, double seconds, String account, String user, String measure) {
        send(
                Topic.ADJUSTMENTS,
                Keys.adjustment(DOMAIN, DOMAIN, account, user, id),
                Adjustment.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount(account)
                        .setUser(user)
                        .setId(id)
                        .setKind(AdjustmentKind.RESET)
                        .setEffectiveAt(Instant.ofEpochMilli(millis(seconds)))
                        .setMeasure(measure.isEmpty() ? null : measure)
                        .setActor("an operator")
                        .setReason("a new year")
                        .build());
    }

    public QueueOrder queues(String pool) {
        return Objects.requireNonNull(orders.get("alps|p|" + pool), () -> pool + " of " + orders.keySet());
    }

    public List<String> refusals() {
        return pipeline.deadLetterReasons();
    }

    @Override
    public void close() {
        pipeline.close();
    }
}

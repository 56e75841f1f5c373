package io.fairway.dispatcher;

import io.fairway.avro.Component;
import io.fairway.avro.Constant;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Factor;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.Ramp;
import io.fairway.avro.RankRecord;
import io.fairway.avro.Rounding;
import io.fairway.avro.SlurmPriority;
import io.fairway.schemas.FairwaySerdes;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Records of the output topics for the tests: domain and cluster "alps", policy "main", unless a test sets others. */
public final class Records {
    public static final String DOMAIN = "alps";
    public static final String POLICY = "main";

    static {
        // Avro makes no record of ours, not even for a default, before it is told to trust them.
        var unused = new FairwaySerdes(Map.of("schema.registry.url", "mock://records"));
    }

    private Records() {}

    public static String key(String job) {
        return Keys.priority(DOMAIN, POLICY, DOMAIN, job, "");
    }

    public static String factorKey(String user) {
        return Keys.fairshare(DOMAIN, POLICY, DOMAIN, "cms", user);
    }

    public static Component constant(double value) {
        return component(new Constant(value));
    }

    /** Grows by {@code perSecond} each second from {@code start} on. */
    public static Component growing(Instant start, double perSecond) {
        return component(new Ramp(start, 1000L, 1 / perSecond, 0.0, 0.0, Double.POSITIVE_INFINITY));
    }

    /** A job of user anna that requests one processor, submitted at 0. */
    public static PriorityRecord.Builder job(String job, double priority) {
        return PriorityRecord.newBuilder()
                .setDomain(DOMAIN)
                .setPolicy(POLICY)
                .setCluster(DOMAIN)
                .setJob(job)
                .setComponents(List.of(constant(priority)))
                .setFairshareWeight(0)
                .setFairsharePosition(0)
                .setTree(DOMAIN)
                .setAccount("cms")
                .setUser("anna")
                .setRounding(Rounding.LSF)
                .setMinimum(Double.NEGATIVE_INFINITY)
                .setMaximum(Double.POSITIVE_INFINITY)
                .setHeld(false)
                .setSubmitTime(Instant.EPOCH)
                .setRequestedTres(Map.of("cpu", 1.0))
                .setAsOf(Instant.EPOCH);
    }

    public static FairshareRecord factor(String user, double factor) {
        return FairshareRecord.newBuilder()
                .setDomain(DOMAIN)
                .setPolicy(POLICY)
                .setTree(DOMAIN)
                .setAccount("cms")
                .setUser(user)
                .setFactor(factor)
                .setUsers(2)
                .setDepth(2)
                .setNormShares(0.0)
                .setRawUsage(0)
                .setNormUsage(0.0)
                .setEffectiveUsage(0.0)
                .setAsOf(Instant.EPOCH)
                .build();
    }

    public static String ranksKey(String account) {
        return Keys.ranks(DOMAIN, POLICY, DOMAIN, account, 0);
    }

    /** The ranks of the users of an account. */
    public static RankRecord.Builder ranks(String account, List<String> users, long ahead, List<Integer> steps) {
        return RankRecord.newBuilder()
                .setDomain(DOMAIN)
                .setPolicy(POLICY)
                .setTree(DOMAIN)
                .setAccount(account)
                .setUsers(users)
                .setAhead(ahead)
                .setSteps(steps)
                .setAsOf(Instant.EPOCH);
    }

    /** The number of users of the tree: the record of root, which has no users of its own. */
    public static RankRecord ranked(long users) {
        return ranks("root", List.of(), 0, List.of()).setRanked(users).build();
    }

    /** The order of a pool's queues, or with an empty name that of all. */
    public static QueueOrder order(String pool, List<String> order, Map<String, Long> slots) {
        return QueueOrder.newBuilder()
                .setDomain(DOMAIN)
                .setPolicy(POLICY)
                .setQueue(pool)
                .setOrder(order)
                .setSlots(slots)
                .setAsOf(Instant.EPOCH)
                .build();
    }

    public static Policy policy(String name, long from, PolicyState state) {
        return Policy.newBuilder()
                .setDomain("alps")
                .setName(name)
                .setEffectiveFrom(Instant.ofEpochMilli(from))
                .setState(state)
                .setMeasure(Measure.newBuilder()
                        .setName("billing")
                        .setDecay(Decay.newBuilder().setKind(DecayKind.NONE).build())
                        .build())
                .setSlurm(SlurmPriority.newBuilder().build())
                .build();
    }

    private static Component component(Object form) {
        Factor factor = new Factor("part", 1.0, form, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        return new Component("part", 1.0, List.of(factor), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }
}

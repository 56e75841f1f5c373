package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.FairshareTerm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.avro.SlurmPriority;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A restart, or a record about another policy, changes no price. Every later record has the same content as in an
 * undisturbed application at the same instant. All records count, not only the last one of each key. A thousand jobs
 * wait, so that one go does not price them all.
 */
@Tag("whole")
@Order(1)
class UndisturbedPricesTest {
    private static final int JOBS = 1_000;
    private static final int USERS = 20;
    private static final long TICK = 100;
    /** The end of an interval after which everything is evaluated, changed or not. */
    private static final long BEFORE = 60_000;
    /** When the applications part. */
    private static final long HISTORY = 30_000;

    /** The policies. Each prices jobs in its own way. */
    enum Site {
        SLURM,
        LSF,
        /** A LIMIT of FS has no form in a record, so the record includes fairshare. */
        LSF_APS,
        /** What the queues of a pool may hold depends on the jobs that are ready. */
        LSF_POOL,
        /** Fairshare of users and accounts travels apart from the jobs. */
        MOAB,
        /** Fairshare of groups is in each record. */
        MOAB_GROUPS,
        /** No share record names the accounts, so each record includes the fairshare of its credentials. */
        MOAB_STRANGERS,
        /** The present and past jobs of the user are in each record. */
        MOAB_ACTIVITY;

        Policy.Builder policy() {
            return switch (this) {
                case SLURM ->
                    PipelineDriver.policyOf("main", 0, 60_000)
                            .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                            .setSlurm(SlurmPriority.newBuilder()
                                    .setWeightFairshare(100_000L)
                                    .setWeightAge(1_000L)
                                    .setMaxAgeSeconds(86_400)
                                    .build());
                case LSF -> lsf("");
                case LSF_APS -> lsf("WEIGHT[[FS,100] [JPRIORITY,1] [QPRIORITY,10] [PROC,2]] LIMIT[[FS,90]]");
                case LSF_POOL ->
                    PipelineDriver.policyOf("main", 0, 0)
                            .setMeasure(Measure.newBuilder().setName("lsf").build())
                            .setAlgorithm(Algorithm.LSF_DYNAMIC)
                            .setLsf(LsfPolicy.newBuilder()
                                    .setQueues(List.of(pooled("normal"), pooled("night")))
                                    .setPoolSlots(Map.of("pool", 10_000L))
                                    .build());
                case MOAB, MOAB_STRANGERS -> moab(Map.of("FSUSERWEIGHT", "100", "FSACCOUNTWEIGHT", "1000"));
                case MOAB_GROUPS ->
                    moab(Map.of("FSUSERWEIGHT", "100", "FSACCOUNTWEIGHT", "1000", "FSGROUPWEIGHT", "500"));
                case MOAB_ACTIVITY ->
                    moab(Map.of("FSUSERWEIGHT", "100", "FSJPUWEIGHT", "-5", "WCACCURACYWEIGHT", "100"));
            };
        }

        /** Where jobs of a user wait: half of them in each queue of a pool. */
        String queue(int user) {
            return this == LSF_POOL && user % 2 == 1 ? "night" : "normal";
        }

        /** The account of a user. */
        String account(int user) {
            return (this == MOAB_STRANGERS ? "stray" : "a") + user % 4;
        }

        private static LsfQueue pooled(String name) {
            return LsfQueue.newBuilder()
                    .setName(name)
                    .setPriority(30)
                    .setHosts(List.of("n1"))
                    .setSlotPool("pool")
                    .setSlotShare(50L)
                    .build();
        }

        private static Policy.Builder lsf(String aps) {
            LsfQueue.Builder queue =
                    LsfQueue.newBuilder().setName("normal").setPriority(30).setFairshare(true);
            if (!aps.isEmpty()) {
                queue.setApsPriority(aps);
            }
            return PipelineDriver.policyOf("main", 0, 0)
                    .setMeasure(Measure.newBuilder().setName("lsf").build())
                    .setAlgorithm(Algorithm.LSF_DYNAMIC)
                    .setLsf(LsfPolicy.newBuilder()
                            .setCluster(Map.of("MAX_USER_PRIORITY", "100", "RUN_TIME_FACTOR", "1.05"))
                            .setQueues(List.of(queue.build()))
                            .build());
        }

        private static Policy.Builder moab(Map<String, String> weights) {
            Map<String, String> parameters = new TreeMap<>(weights);
            parameters.putAll(Map.of(
                    "FSPOLICY", "DEDICATEDPS",
                    "FSINTERVAL", "30",
                    "FSDEPTH", "8",
                    "FSDECAY", "0.8",
                    "FSWEIGHT", "1",
                    "QUEUETIMEWEIGHT", "1"));
            for (int user = 0; user < USERS; user++) {
                parameters.put("USERCFG[u" + user + "]", "FSTARGET=" + (1 + user % 10));
                parameters.put("ACCOUNTCFG[a" + user % 4 + "]", "FSTARGET=25.00");
                parameters.put("GROUPCFG[g" + user % 2 + "]", "FSTARGET=50.00");
            }
            return PipelineDriver.policyOf("main", 0, 0)
                    .setMeasure(Measure.newBuilder().setName("moab").build())
                    .setAlgorithm(Algorithm.MOAB_TARGETS)
                    .setProcessors(400)
                    .setMoab(MoabPolicy.newBuilder().setParameters(parameters).build());
        }

        /** Whether the records of jobs include past usage. */
        boolean pricesUsage() {
            return this == LSF_APS || this == MOAB_GROUPS || this == MOAB_STRANGERS || this == MOAB_ACTIVITY;
        }
    }

    /** A pipeline, and its published records. */
    private static final class Published implements AutoCloseable {
        private PipelineDriver pipeline;
        private final Map<String, PriorityRecord> priorities = new HashMap<>();
        private final Map<String, FairshareRecord> fairshare = new HashMap<>();
        private final Map<String, QueueOrder> orders = new HashMap<>();

        Published(PipelineDriver pipeline) {
            this.pipeline = pipeline;
        }

        List<Sent<PriorityRecord>> readPriorities() {
            return read(Topic.PRIORITIES, PriorityRecord.class, priorities);
        }

        List<Sent<FairshareRecord>> readFairshare() {
            return read(Topic.FAIRSHARE, FairshareRecord.class, fairshare);
        }

        List<Sent<QueueOrder>> readOrders() {
            return read(Topic.ORDERS, QueueOrder.class, orders);
        }

        private <T extends SpecificRecord> List<Sent<T>> read(Topic topic, Class<T> type, Map<String, T> last) {
            List<Sent<T>> sent = pipeline.read(topic, type);
            sent.forEach(record -> {
                if (record.value() == null) {
                    last.remove(record.key());
                } else {
                    last.put(record.key(), record.value());
                }
            });
            return sent;
        }

        void readAll() {
            readPriorities();
            readFairshare();
            readOrders();
        }

        void restart() {
            pipeline = pipeline.restarted();
        }

        /** The priority that a record gives, with the fairshare that this pipeline has published. */
        double price(PriorityRecord record, long at) {
            FairshareRecord of = fairshare.get(Keys.fairshare(
                    DOMAIN, record.getPolicy(), record.getTree(), record.getAccount(), record.getUser()));
            double number = of == null
                    ? 0
                    : record.getFairshareTerm() == FairshareTerm.RANK ? (double) of.getRank() : of.getFactor();
            return PublishedPriority.of(record, number, at);
        }

        @Override
        public void close() {
            pipeline.close();
        }
    }

    private static Published history(Site site) {
        PipelineDriver pipeline = PipelineDriver.live();
        pipeline.policy(site.policy());
        for (int user = 0; user < USERS; user++) {
            for (String tree : List.of(DOMAIN, "normal")) {
                pipeline.shareIn(tree, "a" + user % 4, "u" + user, 1L + user % 3);
            }
        }
        for (int user = 0; user < USERS; user++) {
            run(pipeline, site, "done" + user, user, 1.0 + user);
            run(pipeline, site, "runs" + user, user, 1.0 + user % 7);
        }
        for (int job = 0; job < JOBS; job++) {
            submit(pipeline, site, "w" + job, job % USERS);
        }
        pipeline.advance(HISTORY);
        for (int user = 0; user < USERS; user++) {
            pipeline.finish("done" + user, T0 + HISTORY - 10_000, T0);
        }
        Published published = new Published(pipeline);
        published.readAll();
        return published;
    }

    private static JobAttributes attributes(Site site, int user) {
        return JobAttributes.newBuilder()
                .setQueue(site.queue(user))
                .setGroup("g" + user % 2)
                .setTimeLimitSeconds(3_600L)
                .setRequestedTres(Map.of("cpu", 1.0 + user % 5))
                .build();
    }

    private static void run(PipelineDriver pipeline, Site site, String job, int user, double cpus) {
        pipeline.job(pipeline.event(job, JobEventType.STARTED, T0)
                .setAccount(site.account(user))
                .setUser("u" + user)
                .setAttributes(attributes(site, user))
                .setAllocatedTres(Map.of("cpu", cpus)));
    }

    private static void submit(PipelineDriver pipeline, Site site, String job, int user) {
        pipeline.job(pipeline.event(job, JobEventType.SUBMITTED, T0)
                .setAccount(site.account(user))
                .setUser("u" + user)
                .setAttributes(attributes(site, user)));
    }

    /** On the first tick after the restart, the other application evaluates everything, too. */
    @ParameterizedTest
    @EnumSource(Site.class)
    void aRestartSendsNoOtherPrices(Site site) {
        try (Published left = history(site);
                Published disturbed = history(site)) {
            advanceBoth(left, disturbed, BEFORE - HISTORY - TICK);
            disturbed.restart();
            // The rig fills the stores of a task that has begun. The task takes the domain up with the first record,
            // which changes nothing here.
            disturbed.pipeline.shareIn(DOMAIN, "a0", "u16", 2);

            Records sent = tick(left, disturbed, 6);

            sent.areThoseOf(left, disturbed, T0 + BEFORE + 5 * TICK);
            if (site.pricesUsage()) {
                assertThat(sent.priorities).isNotEmpty();
            }
        }
    }

    /** A turn begins with the jobs that changed, before any evaluation: the job is priced by itself. */
    @ParameterizedTest
    @EnumSource(Site.class)
    void theFirstJobAfterARestartHasItsPrice(Site site) {
        try (Published left = history(site);
                Published disturbed = history(site)) {
            advanceBoth(left, disturbed, BEFORE - HISTORY);
            disturbed.restart();

            submit(left.pipeline, site, "new", 7);
            submit(disturbed.pipeline, site, "new", 7);
            left.pipeline.advance(100);
            disturbed.pipeline.advance(100);
            Records sent = new Records();
            sent.take(disturbed);
            left.readAll();

            sent.keepThoseOfJob("new");
            assertThat(sent.priorities).hasSize(1);
            sent.areThoseOf(left, disturbed, T0 + BEFORE + 100);
        }
    }

    /** A new policy with a measure of its own must not concern the policy beside it. */
    @ParameterizedTest
    @EnumSource(Site.class)
    void aShadowOfAnotherPolicySendsNoOtherPrices(Site site) {
        try (Published left = history(site);
                Published disturbed = history(site)) {
            advanceBoth(left, disturbed, BEFORE - HISTORY + 3_000);
            // Slurm has no prices for strangers.
            Site other = site == Site.SLURM || site == Site.MOAB_STRANGERS ? Site.MOAB_GROUPS : Site.SLURM;
            disturbed.pipeline.policy(Policy.newBuilder(other.policy().build())
                    .setName("shadow")
                    .setState(PolicyState.SHADOW)
                    .setMeasure(Measure.newBuilder(other.policy().getMeasure())
                            .setName("shadow")
                            .build()));

            Records sent = tick(left, disturbed, 6);

            assertThat(sent.priorities.stream().filter(record -> record.key().contains("|shadow|")))
                    .hasSizeGreaterThanOrEqualTo(JOBS);
            sent.keepThoseOfMain();
            assertThat(sent.priorities).isEmpty();
            assertThat(sent.fairshare).isEmpty();

            // The same holds for the next evaluation of everything.
            advanceBoth(left, disturbed, 7_000 - 6 * TICK - TICK);
            Records next = tick(left, disturbed, 6);
            next.keepThoseOfMain();
            next.areThoseOf(left, disturbed, T0 + BEFORE + 10_000 + 5 * TICK);
        }
    }

    /** All records that left a pipeline, in order. */
    private static final class Records {
        private final List<Sent<PriorityRecord>> priorities = new ArrayList<>();
        private final List<Sent<FairshareRecord>> fairshare = new ArrayList<>();
        private final List<Sent<QueueOrder>> orders = new ArrayList<>();

        void take(Published from) {
            priorities.addAll(from.readPriorities());
            fairshare.addAll(from.readFairshare());
            orders.addAll(from.readOrders());
        }

        void keepThoseOfMain() {
            priorities.removeIf(record -> !record.key().contains("|main|"));
            fairshare.removeIf(record -> !record.key().contains("|main|"));
            orders.removeIf(record -> !record.key().contains("|main|"));
        }

        /** Keeps only prices of one job. */
        void keepThoseOfJob(String job) {
            priorities.removeIf(record -> !record.key().contains("|" + job + "|"));
            fairshare.clear();
            orders.clear();
        }

        /** Each of them matches the undisturbed application. */
        void areThoseOf(Published left, Published disturbed, long at) {
            priorities.forEach(record -> {
                PriorityRecord expected = Objects.requireNonNull(left.priorities.get(record.key()), record.key());
                PriorityRecord value = Objects.requireNonNull(record.value(), record.key());
                assertThat(disturbed.price(value, at)).as(record.key()).isEqualTo(left.price(expected, at));
            });
            fairshare.forEach(record -> {
                FairshareRecord expected = Objects.requireNonNull(left.fairshare.get(record.key()), record.key());
                FairshareRecord value = Objects.requireNonNull(record.value(), record.key());
                assertThat(value.getFactor()).as(record.key()).isEqualTo(expected.getFactor());
                assertThat(value.getRank()).as(record.key()).isEqualTo(expected.getRank());
            });
            orders.forEach(record -> {
                QueueOrder expected = Objects.requireNonNull(left.orders.get(record.key()), record.key());
                QueueOrder value = Objects.requireNonNull(record.value(), record.key());
                assertThat(value.getOrder()).as(record.key()).isEqualTo(expected.getOrder());
                assertThat(value.getSlots()).as(record.key()).isEqualTo(expected.getSlots());
            });
        }
    }

    private static Records tick(Published left, Published disturbed, int ticks) {
        Records sent = new Records();
        for (int tick = 0; tick < ticks; tick++) {
            left.pipeline.advance(TICK);
            disturbed.pipeline.advance(TICK);
            sent.take(disturbed);
        }
        left.readAll();
        return sent;
    }

    private static void advanceBoth(Published one, Published other, long millis) {
        for (Published each : List.of(one, other)) {
            each.pipeline.advance(millis);
            each.readAll();
        }
    }
}

package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.FairshareRecord;
import io.fairway.avro.FairshareTerm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.QueueOrder;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final long TICK = 100;
    /** After so long everything is evaluated, changed or not. */
    private static final long INTERVAL = 10_000;
    /** The end of such an interval. */
    private static final long BEFORE = 60_000;
    /** When the applications part. */
    private static final long HISTORY = 30_000;

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

    private static Published history(PricedSite site) {
        PipelineDriver pipeline = PipelineDriver.live();
        pipeline.policy(site.policy());
        for (int user = 0; user < PricedSite.USERS; user++) {
            for (String tree : List.of(DOMAIN, "normal")) {
                pipeline.shareIn(tree, "a" + user % 4, "u" + user, 1L + user % 3);
            }
        }
        for (int user = 0; user < PricedSite.USERS; user++) {
            run(pipeline, site, "done" + user, user, 1.0 + user);
            run(pipeline, site, "runs" + user, user, 1.0 + user % 7);
        }
        for (int job = 0; job < JOBS; job++) {
            submit(pipeline, site, "w" + job, job % PricedSite.USERS);
        }
        pipeline.advance(HISTORY);
        for (int user = 0; user < PricedSite.USERS; user++) {
            pipeline.finish("done" + user, T0 + HISTORY - 10_000, T0);
        }
        Published published = new Published(pipeline);
        published.readAll();
        return published;
    }

    private static JobAttributes attributes(PricedSite site, int user) {
        return JobAttributes.newBuilder()
                .setQueue(site.queue(user))
                .setGroup("g" + user % 2)
                .setTimeLimitSeconds(3_600L)
                .setRequestedTres(Map.of("cpu", 1.0 + user % 5))
                .build();
    }

    private static void run(PipelineDriver pipeline, PricedSite site, String job, int user, double cpus) {
        pipeline.job(pipeline.event(job, JobEventType.STARTED, T0)
                .setAccount(site.account(user))
                .setUser("u" + user)
                .setAttributes(attributes(site, user))
                .setAllocatedTres(Map.of("cpu", cpus)));
    }

    private static void submit(PipelineDriver pipeline, PricedSite site, String job, int user) {
        pipeline.job(pipeline.event(job, JobEventType.SUBMITTED, T0)
                .setAccount(site.account(user))
                .setUser("u" + user)
                .setAttributes(attributes(site, user)));
    }

    /** One after the other, in one history: no disturbance leaves a trace. */
    @ParameterizedTest
    @EnumSource(PricedSite.class)
    void disturbancesSendNoOtherPrices(PricedSite site) {
        try (Published left = history(site);
                Published disturbed = history(site)) {
            advanceBoth(left, disturbed, BEFORE - HISTORY);
            theFirstJobAfterARestartHasItsPrice(site, left, disturbed);
            advanceBoth(left, disturbed, INTERVAL - 2 * TICK);
            aRestartSendsNoOtherPrices(site, left, disturbed);
            advanceBoth(left, disturbed, 3_000 - 5 * TICK);
            aShadowOfAnotherPolicySendsNoOtherPrices(site, left, disturbed);
        }
    }

    /** A turn begins with the jobs that changed, before any evaluation: the job is priced by itself. */
    private static void theFirstJobAfterARestartHasItsPrice(PricedSite site, Published left, Published disturbed) {
        disturbed.restart();
        submit(left.pipeline, site, "new", 7);
        submit(disturbed.pipeline, site, "new", 7);

        Records sent = tick(left, disturbed, 1);

        sent.keepThoseOfJob("new");
        assertThat(sent.priorities).hasSize(1);
        sent.areThoseOf(left, disturbed, T0 + BEFORE + TICK);
    }

    /** On the first tick after the restart, the other application evaluates everything, too. */
    private static void aRestartSendsNoOtherPrices(PricedSite site, Published left, Published disturbed) {
        disturbed.restart();
        // The rig fills the stores of a task that has begun. The task takes the domain up with the first record,
        // which changes nothing here.
        disturbed.pipeline.shareIn(DOMAIN, "a0", "u16", 2);

        Records sent = tick(left, disturbed, 6);

        sent.areThoseOf(left, disturbed, T0 + BEFORE + INTERVAL + 5 * TICK);
        if (site.pricesUsage()) {
            assertThat(sent.priorities).isNotEmpty();
        }
    }

    /** A new policy with a measure of its own must not concern the policy beside it. */
    private static void aShadowOfAnotherPolicySendsNoOtherPrices(PricedSite site, Published left, Published disturbed) {
        // Slurm has no prices for strangers.
        PricedSite other = site == PricedSite.SLURM || site == PricedSite.MOAB_STRANGERS
                ? PricedSite.MOAB_GROUPS
                : PricedSite.SLURM;
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
        advanceBoth(left, disturbed, INTERVAL - 3_000 - 6 * TICK - TICK);
        Records next = tick(left, disturbed, 6);
        next.keepThoseOfMain();
        next.areThoseOf(left, disturbed, T0 + BEFORE + 2 * INTERVAL + 5 * TICK);
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

package io.fairway.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.LsfPolicy;
import io.fairway.avro.LsfQueue;
import io.fairway.avro.Measure;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.Budget;
import io.fairway.engine.EngineSettings;
import io.fairway.engine.Origin;
import io.fairway.engine.ProcessorWatch;
import io.fairway.engine.ResultSink;
import io.fairway.engine.state.change.Inbound;
import io.fairway.engine.store.Stores;
import io.fairway.engine.store.WriteBehind;
import io.fairway.schemas.Topic;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.StateStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an event costs on its walk through a domain, and what it leaves behind. */
class JobWalkTest {
    private static final JobKey JOB = new JobKey("alps", "alps", "1");
    private static final long T0 = 1_700_002_800_000L;
    private static final EngineSettings SETTINGS =
            new EngineSettings(true, Long.MAX_VALUE, 300_000, 10_000, 1_000, 5_000, 120_000, 604_800_000, 1_000);

    private static final Origin ORIGIN = new Origin("job-events", 0, 0);

    private static final ResultSink NOWHERE = new ResultSink() {
        @Override
        public void send(Topic topic, String key, @Nullable SpecificRecord value) {}

        @Override
        public void refuse(Origin origin, String key, String reason) {}
    };

    private final MapStore active = new MapStore();
    private final MapStore settled = new MapStore();
    private final DomainEngine engine = engine();

    private DomainEngine engine() {
        Map<String, StateStore> stores = Map.of(Stores.ACTIVE_JOBS.name(), active, Stores.SETTLED_JOBS.name(), settled);
        DomainEngine built = new DomainEngine(
                "alps", SETTINGS, new WriteBehind(StoresByName.of(stores)), NOWHERE, ProcessorWatch.NONE);
        built.restore();
        return built;
    }

    private static Policy.Builder policy(String name, Algorithm algorithm, PolicyState state) {
        return Policy.newBuilder()
                .setDomain("alps")
                .setName(name)
                .setEffectiveFrom(Instant.EPOCH)
                .setAlgorithm(algorithm)
                .setState(state)
                .setMeasure(Measure.newBuilder().setName(name).build());
    }

    private static List<Policy> policies() {
        return List.of(
                policy("slurm", Algorithm.FAIR_TREE_SLURM, PolicyState.ACTIVE).build(),
                policy("lsf", Algorithm.LSF_DYNAMIC, PolicyState.SHADOW)
                        .setLsf(LsfPolicy.newBuilder()
                                .setQueues(List.of(LsfQueue.newBuilder()
                                        .setName("normal")
                                        .setPriority(30)
                                        .setFairshare(true)
                                        .build()))
                                .build())
                        .build(),
                policy("moab", Algorithm.MOAB_TARGETS, PolicyState.SHADOW)
                        .setProcessors(8)
                        .setMoab(MoabPolicy.newBuilder()
                                .setParameters(Map.of("FSPOLICY", "DEDICATEDPS", "FSJPUWEIGHT", "-5"))
                                .build())
                        .build());
    }

    private void tell(JobEventType type, long time) {
        EnumMap<Attribute, String> values =
                new EnumMap<>(Map.of(Attribute.USER, "anna", Attribute.ACCOUNT, "physics", Attribute.QUEUE, "normal"));
        Tres tres = Tres.of(Map.of("cpu", java.math.BigDecimal.ONE));
        JobAttributes attributes = JobAttributes.of(values, tres);
        JobFact fact = new JobFact(
                type,
                T0 + time,
                0,
                type == JobEventType.FINISHED ? T0 + 3_000 : JobFact.NO_RUN,
                0,
                0,
                attributes,
                type == JobEventType.STARTED ? tres : Tres.NONE,
                Double.NaN,
                0);
        assertThat(engine.accept(new Inbound.Job(JOB, fact), ORIGIN, Budget.UNLIMITED))
                .isNull();
    }

    /** The task has decoded what is active, and a new job or one that has just ended is not looked for either. */
    @Test
    void noStateIsDecodedForAnEvent() {
        for (Policy policy : policies()) {
            assertThat(engine.accept(
                            new Inbound.PolicyVersion("alps", policy.getName(), 0, policy), ORIGIN, Budget.UNLIMITED))
                    .isNull();
        }
        for (String tree : List.of("alps", "normal")) {
            NodeId account = new NodeId(tree, "physics", "");
            engine.accept(
                    new Inbound.Share("alps", account, ShareNode.account(tree, "physics", null, 1, 0)),
                    ORIGIN,
                    Budget.UNLIMITED);
            NodeId node = new NodeId(tree, "physics", "anna");
            engine.accept(
                    new Inbound.Share("alps", node, ShareNode.user(tree, "physics", "anna", 1, 0)),
                    ORIGIN,
                    Budget.UNLIMITED);
        }

        tell(JobEventType.SUBMITTED, 0);
        assertThat(active.takeRead() + settled.takeRead()).as("new").isZero();
        tell(JobEventType.HELD, 1_000);
        assertThat(active.takeRead() + settled.takeRead()).as("held").isZero();
        tell(JobEventType.RELEASED, 2_000);
        assertThat(active.takeRead() + settled.takeRead()).as("released").isZero();
        tell(JobEventType.STARTED, 3_000);
        assertThat(active.takeRead() + settled.takeRead()).as("started").isZero();
        tell(JobEventType.FINISHED, 60_000);
        assertThat(active.takeRead() + settled.takeRead()).as("finished").isZero();
        tell(JobEventType.FINISHED, 60_000);
        assertThat(active.takeRead() + settled.takeRead()).as("told twice").isZero();
    }

    /** A job that was to begin in a year and is cancelled must not stay on the timeline until then. */
    @Test
    void aJobThatEndsLeavesNothingToDo() {
        for (Policy policy : policies()) {
            engine.accept(new Inbound.PolicyVersion("alps", policy.getName(), 0, policy), ORIGIN, Budget.UNLIMITED);
        }
        engine.advanceTo(T0, Budget.UNLIMITED);
        int before = engine.state().timeline().size();
        JobAttributes later = JobAttributes.of(
                new EnumMap<>(Map.of(
                        Attribute.USER, "anna",
                        Attribute.ACCOUNT, "physics",
                        Attribute.BEGIN_TIME, Long.toString(T0 + 31_536_000_000L))),
                Tres.NONE);
        JobFact submitted =
                new JobFact(JobEventType.SUBMITTED, T0, 0, JobFact.NO_RUN, 0, 0, later, Tres.NONE, Double.NaN, 0);
        assertThat(engine.accept(new Inbound.Job(JOB, submitted), ORIGIN, Budget.UNLIMITED))
                .isNull();
        assertThat(engine.state().timeline().size()).as("waits").isEqualTo(before + 1);

        tell(JobEventType.CANCELLED, 1_000);

        assertThat(engine.state().timeline().size()).as("cancelled").isEqualTo(before);
    }
}

package io.fairway.api.why;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.api.forecast.ForecastPolicies;
import io.fairway.api.forecast.World;
import io.fairway.avro.Algorithm;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.priority.Component;
import io.fairway.core.priority.Factor;
import io.fairway.core.priority.Form;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.Rounding;
import io.fairway.policies.family.PolicyFamily;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.aps.ApsRecord;
import io.fairway.schedulers.lsf.aps.ApsRequest;
import io.fairway.schedulers.lsf.aps.ApsState;
import io.fairway.schedulers.lsf.aps.JobPriorityRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers under each scheduler, with numbers from documents, from a running slurmctld, or by hand. */
class WhyTest {
    private static final NodeId ANNA = World.user("physics", "anna");
    private static final long HOUR = 3_600_000;
    private static final long T0 = 1_700_000_000_000L;
    private static final Eligibility READY = new Eligibility(Eligibility.State.READY, "", -1, -1);

    /** Job 5 of the golden file prio_site_fairtree of slurm 22.05.8: the output of sprio and scontrol. */
    @Test
    void slurmsColumnsAddUpToSlurmsPriority() {
        long tick = 1_795_226_691_000L;
        RankedJob job = slurmJob("5", tick, 1_795_226_575_000L, 100, 0.6);

        WhyJob why = ask(ForecastPolicies.slurm(Algorithm.FAIR_TREE_SLURM, HOUR), job, List.of(), 1, tick);

        assertThat(why.priority()).isEqualTo(6379);
        assertThat(why.rows())
                .extracting(Row::name, row -> Math.round(row.contribution()))
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("age", 193L),
                        org.assertj.core.groups.Tuple.tuple("fairshare", 6000L),
                        org.assertj.core.groups.Tuple.tuple("jobsize", 164L),
                        org.assertj.core.groups.Tuple.tuple("partition", 5L),
                        org.assertj.core.groups.Tuple.tuple("tres", 117L),
                        org.assertj.core.groups.Tuple.tuple("nice", -100L),
                        org.assertj.core.groups.Tuple.tuple("rounding", -1L));
        assertThat(why.rows().get(4).parts()).extracting(Row::contribution).containsExactly(78.125, 39.0625);
        assertThat(sum(why)).isEqualTo(6379);
        assertThat(why.summary())
                .isEqualTo("Job 5 of anna (account physics) is 1st of 1 job that may start, with priority 6379.");
        assertThat(why.sentences()).contains("Fairshare 0.6 of 1 gives 6000 of 10000 points: it costs 4000.");
    }

    /** Job 14 of the same file has nice 999999999: priority 1. */
    @Test
    void theLeastPriorityIsARow() {
        long tick = 1_795_226_691_000L;
        RankedJob job = slurmJob("14", tick, 1_795_226_584_000L, 999_999_999, 1);

        WhyJob why = ask(ForecastPolicies.slurm(Algorithm.FAIR_TREE_SLURM, HOUR), job, List.of(), 1, tick);

        assertThat(sum(why)).isEqualTo(1).isEqualTo(why.priority());
        assertThat(why.rows()).extracting(Row::name).contains("minimum").doesNotContain("rounding");
        assertThat(why.sentences()).contains("1 is the lowest priority of a job that is not held.");
    }

    /** Platform LSF 7.3, Configure APS across multiple queues, example 2: 1 * (1 * 50 + 10 * 30) + 100 * 0.5. */
    @Test
    void lsfsAbsolutePriorityAddsUp() {
        RankedJob job = aps("1", 0.5);
        RankedJob before = aps("2", 0.75);

        WhyJob why = ask(ForecastPolicies.lsf(Map.of()), job, List.of(before), Double.POSITIVE_INFINITY, T0);

        assertThat(sum(why)).isEqualTo(400).isEqualTo(why.priority());
        assertThat(why.rows()).extracting(Row::contribution).containsExactly(50.0, 350.0);
        assertThat(why.ahead()).containsExactly(new Ahead(before, 425, 25, "fairshare: 75 against 50"));
        assertThat(why.sentences()).contains("Job 2 of anna is just before it, 25 ahead (fairshare: 75 against 50).");
    }

    /** Moab 5.1.2, Job Attribute Component, example 5-1: 100 * -200, which the bound of 1 raises. */
    @Test
    void moabsBoundIsARow() {
        JobPriorityRecord record = new JobPriorityRecord(
                List.of(Component.of(
                        "attr",
                        100,
                        List.of(
                                Factor.of("attrattr", 1, new Form.Constant(-200)),
                                Factor.of("attrgres", 5, new Form.Constant(0))))),
                0,
                0,
                null,
                Rounding.MOAB,
                1,
                1e9,
                false,
                JobPriorityRecord.FOREVER);

        WhyJob why = ask(ForecastPolicies.moab(Map.of()), job("1", record, Double.NaN), List.of(), Double.NaN, T0);

        assertThat(why.rows()).extracting(Row::contribution).containsExactly(-20_000.0, 20_001.0);
        assertThat(sum(why)).isEqualTo(1).isEqualTo(why.priority());
    }

    @Test
    void saysWhyAJobMustNotStart() {
        List<JobFact> facts = new ArrayList<>(List.of(JobFact.of(JobEventType.SUBMITTED, T0, JobFact.NO_RUN)));
        facts.add(JobFact.of(JobEventType.INELIGIBLE, T0 + 1000, JobFact.NO_RUN)
                .withAttributes(JobAttributes.of(Map.of(Attribute.REASON, "DEPENDENCY"), Tres.NONE)));

        assertThat(Eligibility.of(view(Map.of()), facts, false, T0 + HOUR))
                .isEqualTo(new Eligibility(
                        Eligibility.State.INELIGIBLE,
                        "It must not start: it waits for another job (dependency), since 2023-11-14T22:13:21Z.",
                        T0 + 1000,
                        -1));
        facts.add(JobFact.of(JobEventType.ELIGIBLE, T0 + 2000, JobFact.NO_RUN));
        assertThat(Eligibility.of(view(Map.of()), facts, false, T0 + HOUR).state())
                .isEqualTo(Eligibility.State.READY);
        assertThat(Eligibility.of(
                                view(Map.of(Attribute.BEGIN_TIME, String.valueOf(T0 + 2 * HOUR))),
                                facts,
                                false,
                                T0 + HOUR)
                        .until())
                .isEqualTo(T0 + 2 * HOUR);
        facts.add(JobFact.of(JobEventType.HELD, T0 + 3000, JobFact.NO_RUN));
        assertThat(Eligibility.of(view(Map.of()), facts, true, T0 + HOUR).sentence())
                .isEqualTo("It has been held since 2023-11-14T22:13:23Z and does not start until it is released.");
    }

    @Test
    void slurmComparesUsageWithShares() {
        WhyAssociation why = anna(ForecastPolicies.slurm(Algorithm.CLASSIC, HOUR));

        // 3 of 8 processors. Within physics, which used half and has half: 3 of 4.
        assertThat(why.sentences())
                .contains(
                        "/physics/anna is 4th of 4 users, with factor " + factor(why) + ".",
                        "/physics/anna made 37.5 % of all usage, against a share of 25 %.",
                        "Its own usage costs it most: 1.5 times its share of its level.");
        assertThat(why.rows().get(0).name()).isEqualTo("fairshare");
        // UE = 3/8 + (1/2 - 3/8) / 2
        assertThat(why.rows().get(0).value()).isCloseTo(StrictMath.pow(2, -(0.4375 / 0.25)), within(1e-12));
    }

    @Test
    void namesTheAccountThatCostsMost() {
        World world = world(ForecastPolicies.slurm(Algorithm.FAIR_TREE_DOCUMENTED, HOUR))
                .start("9", World.user("physics", "ben"), T0 - HOUR, 16, 100 * HOUR);

        // physics: 20 of 24 processors, with half of the shares; anna: 3 of 20, with half of those of physics.
        assertThat(why(world, ForecastPolicies.slurm(Algorithm.FAIR_TREE_DOCUMENTED, HOUR))
                        .sentences())
                .contains(
                        "/physics/anna made 12.5 % of all usage, against a share of 25 %.",
                        "Account /physics costs it most: it made 83.3 % of all usage, against a share of 50 %.");
    }

    @Test
    void lsfComparesSiblings() {
        WhyAssociation why = anna(ForecastPolicies.lsf(Map.of("RUN_TIME_FACTOR", "0", "CPU_TIME_FACTOR", "0")));

        // Slots only: (1 + 3) * 3 for anna, (1 + 1) * 3 for ben, who is first; both groups have 4 slots.
        assertThat(why.sentences())
                .contains(
                        "/physics/anna has dynamic priority 0.08333 with 1 of 2 shares, and is 2nd of 2 on its level.",
                        "Its own use costs it most: its dynamic priority is 50 % of the highest on its level.");
        assertThat(why.recovery())
                .anyMatch(sentence -> sentence.startsWith("Each slot it frees lowers the denominator by 3"));
    }

    @Test
    void moabComparesUsageWithTargets() {
        WhyAssociation why = anna(ForecastPolicies.moab(Map.of(
                "FSPOLICY", "DEDICATEDPS",
                "FSINTERVAL", "1:00:00",
                "FSDEPTH", "4",
                "FSWEIGHT", "1",
                "FSUSERWEIGHT", "1",
                "USERCFG[anna]", "FSTARGET=25")));

        assertThat(why.sentences())
                .contains(
                        "User anna used 37.5 % of what was delivered, against a target of 25 %: 12.5 percentage points above it.",
                        "Account physics used 50 % of what was delivered and has no target.");
        assertThat(why.changes()).anyMatch(sentence -> sentence.contains("its target of 25 % is "));
    }

    private static WhyAssociation anna(PolicyFamily family) {
        return why(world(family), family);
    }

    private static WhyAssociation why(World world, PolicyFamily family) {
        return WhyAssociation.of(
                family, world.fairshare(T0), world.tree().find(ANNA), node -> true, world, Long.MAX_VALUE, T0);
    }

    /** One hour ago anna started 3 processors, ben 1, cleo 3 and dora 1. */
    private static World world(PolicyFamily family) {
        World world = new World(family).account("physics", null, 1).account("biology", null, 1);
        world.user("physics", "anna", 1)
                .user("physics", "ben", 1)
                .user("biology", "cleo", 1)
                .user("biology", "dora", 1);
        world.start("1", ANNA, T0 - HOUR, 3, 100 * HOUR)
                .start("2", World.user("physics", "ben"), T0 - HOUR, 1, 100 * HOUR);
        return world.start("3", World.user("biology", "cleo"), T0 - HOUR, 2, 100 * HOUR)
                .start("4", World.user("biology", "dora"), T0 - HOUR, 2, 100 * HOUR);
    }

    private static String factor(WhyAssociation why) {
        return io.fairway.policies.explain.Wording.rounded(why.rows().get(0).value());
    }

    private static WhyJob ask(PolicyFamily family, RankedJob job, List<RankedJob> before, double most, long at) {
        return WhyJob.of(new WhyJob.Question(
                job, before.size() + 1, before.size() + 1, before, READY, family, null, most, List.of(), null, at));
    }

    private static double sum(WhyJob why) {
        double sum = 0;
        for (Row row : why.rows()) {
            sum += row.contribution();
        }
        return sum;
    }

    private static RankedJob job(String id, JobPriorityRecord record, double fairshare) {
        return new RankedJob("alps", id, "anna", "physics", "", T0, record, fairshare);
    }

    private static RankedJob aps(String id, double fairshare) {
        JobPriorityRecord record = ApsRecord.of(
                ApsRequest.of(0, 0, 0, 30),
                ApsState.submitted(T0, 50),
                ANNA,
                fairshare,
                ApsParameters.parse("WEIGHT [[JPRIORITY, 1] [QPRIORITY, 10] [FS, 100]]"),
                JobPriorityRules.NONE,
                false,
                T0);
        return job(id, record, fairshare);
    }

    /** A job of 5 processors and 5000 MB on 64 and 256000, weights of the file. */
    private static RankedJob slurmJob(String id, long tick, long accrues, long nice, double fairshare) {
        JobPriorityRecord record = new JobPriorityRecord(
                List.of(
                        Component.of("age", 1000, Form.Ramp.ofSeconds(accrues, 600)),
                        Component.of("jobsize", 1000, new Form.Constant(0.1640625)),
                        Component.of("partition", 1000, new Form.Constant(0.005)),
                        Component.of(
                                "tres",
                                1,
                                List.of(
                                        Factor.of("cpu", 1000, new Form.Constant(5 / 64.0)),
                                        Factor.of("mem", 2000, new Form.Constant(5000 / 256_000.0)))),
                        Component.of("nice", -1, new Form.Constant((double) nice))),
                10_000,
                1,
                ANNA,
                Rounding.SLURM_U32,
                1,
                Rounding.U32_MAX,
                false,
                tick + 1);
        return job(id, record, fairshare);
    }

    private static JobView view(Map<Attribute, String> attributes) {
        return new JobView(
                JobView.Status.PENDING, JobAttributes.of(attributes, Tres.NONE), T0, JobFact.NO_RUN, JobFact.NO_RUN);
    }
}

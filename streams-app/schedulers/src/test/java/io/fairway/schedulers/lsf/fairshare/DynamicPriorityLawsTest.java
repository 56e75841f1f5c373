package io.fairway.schedulers.lsf.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.lsf.queue.Election;
import io.fairway.schedulers.lsf.shares.LsfShareTree;
import io.fairway.schedulers.lsf.shares.ShareAssignment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Usage over time and repeated elections, and the cases in which more use raises a priority. {@link ShareTreeLawsTest}
 * has the rest.
 */
class DynamicPriorityLawsTest {
    private static final Offset<Double> EXACT = Offset.offset(1e-12);

    private static double priority(long shares, Consumption use, DynamicPriorityParameters parameters) {
        return DynamicPriority.evaluate(shares, use, 0, parameters).priority();
    }

    /** A job that has run for longer weighs more: its gain is never less than the loss of its committed time. */
    @Test
    void aLongerRunNeverRaisesThePriority() {
        Seeds.each(2000, random -> {
            double factor = random.nextDouble(0.1, 1);
            DynamicPriorityParameters p = DynamicUse.cluster(
                    "RUN_TIME_FACTOR", "" + factor, "COMMITTED_RUN_TIME_FACTOR", "" + random.nextDouble(factor));
            double hours = random.nextDouble(10);
            double committed = random.nextDouble(12);
            JobRun early = JobRun.running(hours).withCommitted(committed);
            JobRun late = JobRun.running(hours + random.nextDouble(5)).withCommitted(committed);

            assertThat(priority(10, use(p, late), p)).isLessThanOrEqualTo(priority(10, use(p, early), p) + 1e-12);
        });
    }

    /**
     * The exception: while the job runs, the remaining time shrinks faster than run time grows. 10/(0.2 + 4 + 3),
     * 10/(0.8 + 1 + 3).
     */
    @Test
    void withAGreaterCommittedFactorThePriorityRisesWhileAJobRuns() {
        DynamicPriorityParameters p = DynamicUse.cluster("RUN_TIME_FACTOR", "0.2", "COMMITTED_RUN_TIME_FACTOR", "1");

        assertThat(priority(10, use(p, JobRun.running(1).withCommitted(5.0)), p))
                .isCloseTo(10 / 7.2, EXACT);
        assertThat(priority(10, use(p, JobRun.running(4).withCommitted(5.0)), p))
                .isCloseTo(10 / 4.8, EXACT);
    }

    /**
     * The same with equal factors if run time decays: it grows to 5 h / ln 10 at most, while the committed time still
     * loses whole hours. 10/(0.5 * (1.9543 + 15) + 3) after 5 of 20 h, 10/(0.5 * (2.1498 + 5) + 3) after 15.
     */
    @Test
    void withRunTimeDecayItRisesEvenWithAnEqualCommittedFactor() {
        DynamicPriorityParameters p =
                DynamicUse.cluster("RUN_TIME_FACTOR", "0.5", "COMMITTED_RUN_TIME_FACTOR", "0.5", "RUN_TIME_DECAY", "Y");
        double five = 5 / StrictMath.log(10) * 0.9;
        double fifteen = 5 / StrictMath.log(10) * 0.999;

        assertThat(priority(10, use(p, JobRun.running(5).withCommitted(20.0)), p))
                .isCloseTo(10 / (0.5 * (five + 15) + 3), EXACT);
        assertThat(priority(10, use(p, JobRun.running(15).withCommitted(20.0)), p))
                .isCloseTo(10 / (0.5 * (fifteen + 5) + 3), EXACT)
                .isGreaterThan(10 / (0.5 * (five + 15) + 3));
    }

    /**
     * A plug-in may reverse it: the shipped one weighs memory per slot, which falls with further slots without memory.
     * One slot of 64 units: 10/(6 + 2 * 64/1/1); four of the same 64: 10/(15 + 5 * 64/4/1).
     */
    @Test
    void slotsWithoutMemoryRaiseThePriorityUnderTheMemoryAdjustment() {
        double one = 2 * 64.0;
        double four = 5 * 16.0;
        MemoryAdjustment plugin = new MemoryAdjustment(1);
        DynamicPriorityParameters p = DynamicUse.cluster("FAIRSHARE_ADJUSTMENT_FACTOR", "1");
        Consumption oneSlot =
                new ConsumptionSum(p, p.decay()).slots(1, 0, 0).memory(64, 1).build();
        Consumption fourSlots =
                new ConsumptionSum(p, p.decay()).slots(4, 0, 0).memory(64, 4).build();

        assertThat(plugin.adjust(new AdjustmentInput(oneSlot, 0, 1, p))).isEqualTo(one);
        assertThat(plugin.adjust(new AdjustmentInput(fourSlots, 0, 1, p))).isEqualTo(four);
        assertThat(DynamicPriority.evaluate(10, oneSlot, one, p).priority()).isCloseTo(10 / 134.0, EXACT);
        assertThat(DynamicPriority.evaluate(10, fourSlots, four, p).priority()).isCloseTo(10 / 95.0, EXACT);
    }

    private static Consumption use(DynamicPriorityParameters parameters, JobRun run) {
        return new ConsumptionSum(parameters, parameters.decay()).run(run).build();
    }

    /** Election by shares / (1 + slots) is D'Hondt's method, which never gives less than the whole part of a quota. */
    @Test
    void repeatedElectionGivesEverySiblingItsQuota() {
        Seeds.each(30, random -> {
            int users = random.nextInt(2, 6);
            List<ShareAssignment> assignments = new ArrayList<>();
            List<String> names = new ArrayList<>();
            long all = 0;
            for (int u = 0; u < users; u++) {
                long shares = random.nextInt(1, 30);
                all += shares;
                names.add("u" + u);
                assignments.add(new ShareAssignment("u" + u, false, shares));
            }
            LsfShareTree tree = LsfShareTree.build("q", assignments, List.of(), names);
            List<Consumption> own = new ArrayList<>();
            List<Election.WaitingJob> waiting = new ArrayList<>();
            own.add(Consumption.NONE);
            for (int u = 1; u <= users; u++) {
                own.add(Consumption.NONE);
                waiting.add(new Election.WaitingJob("job" + u, List.of(u), u));
            }
            int slots = random.nextInt(10, 120);
            for (int slot = 0; slot < slots; slot++) {
                DynamicPriorities priorities = DynamicPriorities.evaluate(
                        tree, own, DynamicPriorityParameters.DEFAULTS, DynamicPriorities.Adjustment.NONE);
                int account = Objects.requireNonNull(Election.next(tree, priorities, waiting))
                        .account();
                own.set(account, own.get(account).plus(Consumption.ofSlots(1)));
            }
            for (int u = 1; u <= users; u++) {
                assertThat(own.get(u).jobSlots()).isGreaterThanOrEqualTo(slots * tree.shares(u) / all);
            }
        });
    }

    /**
     * The beginning of the page: the priority falls gradually once a job has started, and rises at once when it has
     * finished.
     */
    @Test
    void thePriorityFallsWhileAJobRunsAndRisesWhenItEnds() {
        DynamicPriorityParameters p = DynamicPriorityParameters.DEFAULTS;
        double last = priority(10, Consumption.NONE, p);
        for (double hours = 0; hours < 5; hours += 0.5) {
            Consumption use = new ConsumptionSum(p, p.decay())
                    .run(JobRun.running(hours))
                    .cpuTime(hours, 0)
                    .slots(1, 0, 0)
                    .build();
            assertThat(priority(10, use, p)).isLessThan(last);
            last = priority(10, use, p);
        }
        Consumption ended = new ConsumptionSum(p, p.decay())
                .run(JobRun.finished(4.5, 0))
                .cpuTime(4.5, 0)
                .build();
        assertThat(priority(10, ended, p)).isGreaterThan(last);
    }
}

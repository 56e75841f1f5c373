package io.fairway.core.policy.lsf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What holds of every consumption, tree and setting; on seeded random ones. */
class DynamicPriorityLawsTest {
    private static final int ROUNDS = 2000;

    private static DynamicPriorityParameters parameters(SplittableRandom random) {
        Map<String, String> settings = new LinkedHashMap<>();
        double run = random.nextInt(4);
        settings.put("CPU_TIME_FACTOR", "" + random.nextInt(3));
        settings.put("RUN_TIME_FACTOR", "" + run);
        settings.put("RUN_JOB_FACTOR", "" + random.nextInt(4));
        settings.put("COMMITTED_RUN_TIME_FACTOR", "" + Math.min(1, run));
        settings.put("GPU_RUN_TIME_FACTOR", "" + random.nextInt(3));
        settings.put("ENABLE_HIST_RUN_TIME", random.nextBoolean() ? "Y" : "N");
        settings.put("RUN_TIME_DECAY", random.nextBoolean() ? "Y" : "N");
        settings.put("HIST_HOURS", "" + random.nextInt(8));
        if (random.nextBoolean()) {
            settings.put("FWD_JOB_FACTOR", "" + random.nextInt(3));
        }
        return DynamicPriorityParameters.of(LsfSettings.ofCluster(settings), LsfSettings.NONE);
    }

    private static JobRun run(SplittableRandom random) {
        double hours = random.nextDouble(10);
        JobRun run = random.nextBoolean() ? JobRun.running(hours) : JobRun.finished(hours, random.nextDouble(20));
        run = run.withGpus(random.nextInt(3));
        return random.nextBoolean() ? run.withCommitted(random.nextDouble(12)) : run;
    }

    private static double priority(long shares, Consumption use, DynamicPriorityParameters parameters) {
        return DynamicPriority.evaluate(shares, use, 0, parameters).priority();
    }

    @Test
    void thePriorityStaysAboveZeroAndWithinAHundredTimesTheShares() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < ROUNDS; i++) {
            DynamicPriorityParameters p = parameters(random);
            ConsumptionBuilder builder = new ConsumptionBuilder(p);
            for (int job = random.nextInt(4); job > 0; job--) {
                builder.run(run(random)).slots(random.nextInt(3), random.nextInt(2), random.nextInt(2));
            }
            long shares = random.nextInt(1, 1000);

            assertThat(priority(shares, builder.build(), p)).isPositive().isLessThanOrEqualTo(100.0 * shares);
        }
    }

    @Test
    void moreUseNeverRaisesAndMoreSharesNeverLowerThePriority() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < ROUNDS; i++) {
            DynamicPriorityParameters p = parameters(random);
            ConsumptionBuilder builder = new ConsumptionBuilder(p).run(run(random));
            long shares = random.nextInt(1, 100);
            double before = priority(shares, builder.build(), p);

            assertThat(priority(shares + random.nextInt(50), builder.build(), p))
                    .isGreaterThanOrEqualTo(before);
            switch (random.nextInt(4)) {
                case 0 -> builder.run(run(random));
                case 1 -> builder.cpuTime(random.nextDouble(9), random.nextDouble(9));
                case 2 -> builder.slots(1, 1, 1);
                default -> builder.forwarded(2, 0, null);
            }
            assertThat(priority(shares, builder.build(), p)).isLessThanOrEqualTo(before);
        }
    }

    /** Committed factor above run time factor: as the job runs on, what is left shrinks faster than run time grows. */
    @Test
    void withAGreaterCommittedFactorThePriorityRisesWhileAJobRuns() {
        DynamicPriorityParameters p = DynamicPriorityParameters.of(
                LsfSettings.ofCluster(Map.of("RUN_TIME_FACTOR", "0.2", "COMMITTED_RUN_TIME_FACTOR", "1")),
                LsfSettings.NONE);
        Consumption early = new ConsumptionBuilder(p)
                .run(JobRun.running(1).withCommitted(5))
                .build();
        Consumption late = new ConsumptionBuilder(p)
                .run(JobRun.running(4).withCommitted(5))
                .build();

        assertThat(priority(10, late, p)).isGreaterThan(priority(10, early, p));
    }

    /** s1/(c + u1*w) against s2/(c + u2*w): one crossing, and another where the floor sets in. */
    @Test
    void idleDecayChangesTheOrderOfIdleSiblingsAtMostTwice() {
        SplittableRandom random = new SplittableRandom(3);
        int once = 0;
        int twice = 0;
        for (int i = 0; i < 500; i++) {
            DynamicPriorityParameters p = DynamicPriorityParameters.of(
                    LsfSettings.ofCluster(Map.of("RUN_JOB_FACTOR", random.nextInt(3) == 0 ? "0" : "3")),
                    LsfSettings.NONE);
            double[] used = {random.nextDouble(20), random.nextDouble(20)};
            long[] shares = {random.nextInt(1, 20), random.nextInt(1, 20)};
            int changes = 0;
            int sign = 0;
            for (double age = 0; age < 40; age += 0.2) {
                double difference = 0;
                for (int user = 0; user < 2; user++) {
                    Consumption use =
                            new ConsumptionBuilder(p).cpuTime(used[user], age).build();
                    difference += (user == 0 ? 1 : -1) * priority(shares[user], use, p);
                }
                int now = Math.abs(difference) < 1e-9 ? 0 : (int) Math.signum(difference);
                if (now != 0 && sign != 0 && now != sign) {
                    changes++;
                }
                sign = now == 0 ? sign : now;
            }
            assertThat(changes).isLessThanOrEqualTo(2);
            once += changes == 1 ? 1 : 0;
            twice += changes == 2 ? 1 : 0;
        }
        assertThat(once + twice).isGreaterThan(10);
    }

    @Test
    void jobsInAnyOrderGiveTheSameUseAndAGroupUsesWhatItsMembersUse() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 200; i++) {
            DynamicPriorityParameters p = parameters(random);
            List<JobRun> jobs = new ArrayList<>();
            for (int job = 0; job < 6; job++) {
                jobs.add(run(random));
            }
            ConsumptionBuilder forward = new ConsumptionBuilder(p);
            jobs.forEach(forward::run);
            ConsumptionBuilder backward = new ConsumptionBuilder(p);
            jobs.reversed().forEach(backward::run);
            Consumption apart = Consumption.NONE;
            for (JobRun job : jobs) {
                apart = apart.plus(new ConsumptionBuilder(p).run(job).build());
            }

            double expected = priority(10, forward.build(), p);
            assertThat(priority(10, backward.build(), p)).isCloseTo(expected, Offset.offset(1e-12 * expected));
            assertThat(priority(10, apart, p)).isCloseTo(expected, Offset.offset(1e-12 * expected));
        }
    }

    /** Electing by shares / (1 + slots) is D'Hondt's method, which never gives less than the whole part of a quota. */
    @Test
    void repeatedElectionGivesEverySiblingItsQuota() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 30; round++) {
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
                DynamicPriorities priorities =
                        DynamicPriorities.evaluate(tree, own, DynamicPriorityParameters.DEFAULTS);
                int account = Objects.requireNonNull(Election.next(tree, priorities, waiting))
                        .account();
                own.set(account, own.get(account).plus(Consumption.ofSlots(1)));
            }
            for (int u = 1; u <= users; u++) {
                assertThat(own.get(u).jobSlots()).isGreaterThanOrEqualTo(slots * tree.shares(u) / all);
            }
        }
    }

    /** As the page begins: it falls gradually once a job has started, and rises at once when the job has finished. */
    @Test
    void thePriorityFallsWhileAJobRunsAndRisesWhenItEnds() {
        DynamicPriorityParameters p = DynamicPriorityParameters.DEFAULTS;
        double last = priority(10, Consumption.NONE, p);
        for (double hours = 0; hours < 5; hours += 0.5) {
            Consumption use = new ConsumptionBuilder(p)
                    .run(JobRun.running(hours))
                    .cpuTime(hours, 0)
                    .slots(1, 0, 0)
                    .build();
            assertThat(priority(10, use, p)).isLessThan(last);
            last = priority(10, use, p);
        }
        Consumption ended = new ConsumptionBuilder(p)
                .run(JobRun.finished(4.5, 0))
                .cpuTime(4.5, 0)
                .build();
        assertThat(priority(10, ended, p)).isGreaterThan(last);
    }
}

package io.fairway.schedulers.lsf.fairshare;

import static io.fairway.schedulers.lsf.fairshare.DynamicUse.cluster;
import static io.fairway.schedulers.lsf.fairshare.DynamicUse.priority;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.schedulers.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Two idle siblings with shares s, decaying use u and a part c of the denominator that does not decay:
 * {@code s1 * max(0.01, c2 + u2 w)} against {@code s2 * max(0.01, c1 + u1 w)}, with w falling from 1 to 0. Both sides
 * are linear in w except at the floor. The order changes at most once above both floors, and once more when one side
 * reaches its floor. It changes only once if both have the same c, such as two users without slots and without a report
 * from another cluster.
 */
class LsfIdleDecayTest {
    /** CPU time, run time and GPU history of a user whose jobs have all finished; ages in hours before the start. */
    private record Idle(long shares, List<double[]> cpuTimes, List<JobRun> runs, double remoteLoad) {
        static Idle of(SplittableRandom random, double remoteLoad) {
            List<double[]> cpuTimes = new ArrayList<>();
            List<JobRun> runs = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                cpuTimes.add(new double[] {random.nextDouble(9), random.nextDouble(9)});
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                runs.add(JobRun.finished(random.nextDouble(9), random.nextDouble(9))
                        .withGpus(random.nextInt(3)));
            }
            return new Idle(random.nextInt(1, 20), cpuTimes, runs, remoteLoad);
        }

        static Idle ofCpuTime(long shares, double hours, double remoteLoad) {
            return new Idle(shares, List.of(new double[] {hours, 0}), List.of(), remoteLoad);
        }

        double priorityAfter(double hours, DynamicPriorityParameters p, HistoryDecay decay) {
            ConsumptionSum builder = new ConsumptionSum(p, decay).remoteLoad(remoteLoad);
            cpuTimes.forEach(cpu -> builder.cpuTime(cpu[0], cpu[1] + hours));
            for (JobRun run : runs) {
                JobRun.Span span = run.spans().get(0);
                builder.run(JobRun.finished(span.from() - span.to(), span.to() + hours)
                        .withGpus(run.gpus()));
            }
            return priority(shares, builder.build(), p);
        }
    }

    /** Counts the changes of the order of two, in steps from now until nothing is left of their use. */
    private static int changes(Idle one, Idle other, DynamicPriorityParameters p, HistoryDecay decay, double step) {
        int changes = 0;
        int last = 0;
        for (double hours = 0; hours < 12 * decay.histHours(); hours += step) {
            double first = one.priorityAfter(hours, p, decay);
            double second = other.priorityAfter(hours, p, decay);
            int sign = Math.abs(first - second) < 1e-9 * first ? 0 : (int) Math.signum(first - second);
            changes += last != 0 && sign != 0 && sign != last ? 1 : 0;
            last = sign == 0 ? last : sign;
        }
        return changes;
    }

    private static DynamicPriorityParameters parameters(String runJobFactor, boolean runTimeDecay) {
        return cluster(
                "RUN_JOB_FACTOR",
                runJobFactor,
                "GPU_RUN_TIME_FACTOR",
                "0.5",
                "ENABLE_HIST_RUN_TIME",
                "Y",
                "RUN_TIME_DECAY",
                runTimeDecay ? "Y" : "N");
    }

    @Test
    void changesTheOrderOfIdleSiblingsAtMostTwice() {
        int[] seen = new int[3];
        Seeds.each(150, random -> {
            String factor = List.of("3", "0", "0.003", "0.008").get(random.nextInt(4));
            DynamicPriorityParameters p = parameters(factor, random.nextBoolean());
            Idle one = Idle.of(random, random.nextDouble(0.02));
            Idle other = Idle.of(random, random.nextDouble(0.02));

            int changes = changes(one, other, p, p.decay(), 0.25);

            assertThat(changes).isLessThanOrEqualTo(2);
            seen[changes]++;
        });
        assertThat(seen[1]).isGreaterThan(20);
    }

    @Test
    void changesTheOrderAtMostOnceWithEqualConstantParts() {
        Seeds.each(150, random -> {
            String factor = List.of("3", "0", "0.003", "0.008").get(random.nextInt(4));
            DynamicPriorityParameters p = parameters(factor, random.nextBoolean());

            assertThat(changes(Idle.of(random, 0), Idle.of(random, 0), p, p.decay(), 0.25))
                    .isLessThanOrEqualTo(1);
        });
    }

    /**
     * 11 and 10 shares and an hour each. For the first, another cluster reports 0.0095: 11/1.0095 is more than 10/1;
     * after 10 h 11/0.0195 is less than 10/0.01; after full decay 11/0.01 is more than 10/0.01.
     */
    @Test
    void changesTheOrderTwiceIfOneReachesTheFloorFirst() {
        DynamicPriorityParameters p = cluster("CPU_TIME_FACTOR", "1", "RUN_JOB_FACTOR", "0");
        Idle reported = Idle.ofCpuTime(11, 1, 0.0095);
        Idle other = Idle.ofCpuTime(10, 1, 0);

        assertThat(reported.priorityAfter(0, p, p.decay())).isGreaterThan(other.priorityAfter(0, p, p.decay()));
        assertThat(reported.priorityAfter(10, p, p.decay())).isLessThan(other.priorityAfter(10, p, p.decay()));
        assertThat(reported.priorityAfter(60, p, p.decay())).isGreaterThan(other.priorityAfter(60, p, p.decay()));
        assertThat(changes(reported, other, p, p.decay(), 0.05)).isEqualTo(2);
    }

    /** Run time that grows beside use that decays: A + B w + C t is zero at most twice. */
    @Test
    void changesTheOrderAtMostTwiceWhileJobsRun() {
        DynamicPriorityParameters p = cluster("RUN_TIME_FACTOR", "0.05");
        int[] seen = new int[3];
        Seeds.each(300, random -> {
            long[] shares = {random.nextInt(1, 20), random.nextInt(1, 20)};
            double[] cpuTime = {random.nextDouble(50), random.nextDouble(50)};
            int[] slots = {random.nextInt(4), random.nextInt(4)};
            int changes = 0;
            int last = 0;
            for (double hours = 0; hours < 100; hours += 0.5) {
                double[] priority = new double[2];
                for (int i = 0; i < 2; i++) {
                    ConsumptionSum builder = new ConsumptionSum(p, p.decay()).cpuTime(cpuTime[i], hours);
                    for (int job = 0; job < slots[i]; job++) {
                        builder.run(JobRun.running(hours)).slots(1, 0, 0);
                    }
                    priority[i] = priority(shares[i], builder.build(), p);
                }
                int sign = (int) Math.signum(priority[0] - priority[1]);
                changes += last != 0 && sign != 0 && sign != last ? 1 : 0;
                last = sign == 0 ? last : sign;
            }
            assertThat(changes).isLessThanOrEqualTo(2);
            seen[changes]++;
        });
        assertThat(seen[2]).isPositive();
    }

    /** Steps hit all use at once: where no order changes without steps, none changes with them. */
    @Test
    void stepsChangeNoOrder() {
        DynamicPriorityParameters p = cluster("RUN_JOB_FACTOR", "0");
        Idle now = Idle.ofCpuTime(1, 1, 0);
        Idle before = new Idle(1, List.of(new double[] {StrictMath.pow(10, 1 / 40.0), 0.125}), List.of(), 0);

        boolean ahead = false;
        for (long minute = 1; minute < 600; minute++) {
            HistoryDecay stepped = HistoryDecay.stepped(5, 900, 0, minute * 60_000);
            double hours = minute / 60.0;
            boolean first = now.priorityAfter(hours, p, stepped) > before.priorityAfter(hours, p, stepped);
            assertThat(minute == 1 || first == ahead)
                    .as("after %d minutes", minute)
                    .isTrue();
            ahead = first;
        }
    }
}

package io.fairway.trial.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.policies.avro.AlgorithmName;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Shares are delivered: users who always want more run their jobs through topology and dispatcher, in virtual time. The
 * schedulers' own closed loops test the formulas; this tests all that is between a job event and a dispatch.
 */
class DeliveredSharesTest {
    /** In points of what all got. The demo's verdict allows 5; the closed loops of the formulas alone keep within 1. */
    private static final double BOUND = 2;

    private static final long SEED = 1;

    private static final Duration HALF_LIFE = Duration.ofSeconds(10);
    private static final Duration WARM_UP = Duration.ofSeconds(15);
    private static final Duration JUDGED = Duration.ofSeconds(45);

    @ParameterizedTest
    @EnumSource
    void everyAccountAndEveryUserGetsItsShare(DemoPolicy policy) {
        Workload workload = Workload.standard();
        try (VirtualDemo demo = run(workload, policy, AlgorithmName.FAIR_TREE)) {
            Map<String, Double> accounts = demo.accounts();
            Map<SimulatedJob.Owner, Double> users = demo.users();
            System.out.printf(
                    "delivered under %s: %s, %d jobs, %.1f %% busy%n",
                    policy, new TreeMap<>(accounts), demo.started(), demo.busy());

            for (Workload.Account account : workload.accounts()) {
                assertThat(of(accounts, account.name()))
                        .as("%s of %s", account.name(), accounts)
                        .isCloseTo(100 * workload.share(account), within(BOUND));
                for (Workload.User user : account.users()) {
                    assertThat(of(users, new SimulatedJob.Owner(account.name(), user.name())))
                            .as("%s of %s", user.name(), users)
                            .isCloseTo(100 * workload.share(account, user), within(BOUND));
                }
            }
            assertThat(demo.busy()).as("percent of the processors").isGreaterThan(90);
            assertThat(demo.deadLetters()).isEmpty();
        }
    }

    /**
     * The loop tells a policy that is fair from one that is not: first come, first served, each account is far from its share,
     * on the side on which its part of all waiting jobs is.
     */
    @Test
    void firstComeFirstServedDeliversToThoseWhoAskMost() {
        Workload workload = Workload.standard();
        try (VirtualDemo demo = run(workload, DemoPolicy.SLURM, AlgorithmName.FIFO)) {
            Map<String, Double> accounts = demo.accounts();

            for (Workload.Account account : workload.accounts()) {
                double asked = account.users().stream()
                        .mapToInt(Workload.User::backlog)
                        .sum();
                double share = workload.share(account);
                double more = Math.signum(asked / workload.backlog() - share);
                assertThat(more * (of(accounts, account.name()) - 100 * share))
                        .as("%s of %s", account.name(), accounts)
                        .isGreaterThan(Verdict.LIMIT);
            }
        }
    }

    private static VirtualDemo run(Workload workload, DemoPolicy policy, AlgorithmName algorithm) {
        VirtualDemo demo = new VirtualDemo(workload, policy, algorithm, HALF_LIFE, SEED);
        demo.run(WARM_UP);
        demo.judgeFromHere();
        demo.run(JUDGED);
        return demo;
    }

    private static <K> double of(Map<K, Double> parts, K who) {
        return Objects.requireNonNull(parts.get(who), () -> who + " got nothing");
    }
}

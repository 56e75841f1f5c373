package io.fairway.scenario.lsf;

import io.fairway.core.policy.Term;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.slurm.SlurmScenario;
import io.fairway.schedulers.lsf.cluster.LsfCluster;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.fairshare.Consumption;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.queue.Election;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The order in which LSF considers waiting jobs: section {@code order}. Queues come by PRIORITY; a fairshare queue (or
 * cross-queue set) counts as one. It holds one election after the other: the slots of the jobs elected before count as in use,
 * and their committed run time as committed. Jobs of queues with APS_PRIORITY are in {@code priorities} instead.
 */
final class LsfOrder {
    /** Queues that count as one. */
    private record Block(long priority, int place) implements Comparable<Block> {
        @Override
        public int compareTo(Block other) {
            return Comparator.comparingLong((Block each) -> -each.priority)
                    .thenComparingInt(Block::place)
                    .compare(this, other);
        }
    }

    private record Placed(LsfJob job, QueueOrder order, boolean fair) {}

    private final LsfPolicy policy;
    private final @Nullable LsfShares shares;
    private final List<Consumption> use;
    private final Report report;
    private long number;

    private LsfOrder(LsfPolicy policy, @Nullable LsfShares shares, List<Consumption> use, Report report) {
        this.policy = policy;
        this.shares = shares;
        this.use = new ArrayList<>(use);
        this.report = report;
    }

    static void evaluate(
            List<LsfJob> jobs,
            LsfQueues queues,
            LsfPolicy policy,
            @Nullable LsfShares shares,
            List<Consumption> use,
            Report report) {
        LsfCluster cluster = queues.cluster().queues().isEmpty()
                ? LsfCluster.of(LsfQueue.of("", 1).withFairshare(true))
                : queues.cluster();
        Map<Block, List<Placed>> blocks = new TreeMap<>();
        for (LsfJob job : jobs) {
            if (!queues.groups().containsKey(job.queue())) {
                QueueOrder order =
                        QueueOrder.of(job.name(), job.queue(), cluster, job.top(), 0, job.priority(), job.submitted());
                blocks.computeIfAbsent(new Block(order.priority(), order.place()), b -> new ArrayList<>())
                        .add(new Placed(job, order, isFair(job.queue(), cluster)));
            }
        }
        LsfOrder orders = new LsfOrder(policy, shares, use, report);
        blocks.values().forEach(orders::block);
    }

    private static boolean isFair(String name, LsfCluster cluster) {
        return cluster.queues().stream()
                .anyMatch(queue -> queue.fairshare()
                        && (queue.name().equals(name) || queue.fairshareQueues().contains(name)));
    }

    private void block(List<Placed> block) {
        block.sort(Comparator.comparing(Placed::order));
        List<LsfJob> waiting = new ArrayList<>();
        for (Placed each : block) {
            LsfShares accounts = shares;
            if (accounts == null || !each.fair || each.job.top()) {
                row(
                        each.job,
                        accounts != null && each.job.accounts().size() == 1
                                ? accounts.path(each.job.accounts().get(0))
                                : null);
                start(each.job, each.job.accounts());
            } else {
                waiting.add(each.job);
            }
        }
        if (shares != null) {
            elect(shares, waiting);
        }
    }

    private void elect(LsfShares accounts, List<LsfJob> waiting) {
        List<Election.WaitingJob> candidates = new ArrayList<>();
        for (LsfJob job : waiting) {
            candidates.add(new Election.WaitingJob(job.name(), job.accounts(), candidates.size()));
        }
        while (!candidates.isEmpty()) {
            DynamicPriorities priorities =
                    DynamicPriorities.evaluate(accounts.tree(), use, policy.parameters(), policy.adjustment());
            Election election = Election.next(accounts.tree(), priorities, candidates);
            if (election == null) {
                throw new IllegalStateException("no election among " + candidates);
            }
            LsfJob job = waiting.get((int) election.job().position());
            Report.Row row = row(job, accounts.path(election.account()))
                    .number("priority", priorities.priority(election.account()));
            for (Term term : election.explain()) {
                row.explain(term.name(), term.value(), SlurmScenario.rule(term));
            }
            start(job, List.of(election.account()));
            candidates.remove(election.job());
        }
    }

    private Report.Row row(LsfJob job, @Nullable String account) {
        return report.row("order", job.name())
                .put("place", ++number)
                .put("queue", job.queue())
                .put("account", account);
    }

    private void start(LsfJob job, List<Integer> accounts) {
        if (accounts.size() == 1) {
            int account = accounts.get(0);
            use.set(
                    account,
                    use.get(account)
                            .plus(Consumption.ofSlots(job.slots()))
                            .plus(new Consumption(0, 0, 0, job.committed(), 0, 0, 0, 0, 0, 0, 0, 0, 0)));
        }
    }
}

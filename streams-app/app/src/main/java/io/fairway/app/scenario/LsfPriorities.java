package io.fairway.app.scenario;

import io.fairway.core.policy.Term;
import io.fairway.core.policy.lsf.AbsolutePriority;
import io.fairway.core.policy.lsf.ApsOrder;
import io.fairway.core.policy.lsf.ApsParameters;
import io.fairway.core.policy.lsf.ApsRequest;
import io.fairway.core.policy.lsf.DynamicPriorities;
import io.fairway.core.policy.lsf.LsfQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Absolute priorities: section {@code priorities}, the first to be considered first; jobs in queues without APS_PRIORITY come
 * last, without a value. A resize request is a row of its own.
 */
final class LsfPriorities {
    private LsfPriorities() {}

    private record Row(ApsOrder order, String queue) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            return order.compareTo(other.order);
        }
    }

    static void evaluate(
            List<LsfJob> jobs,
            LsfQueues queues,
            LsfPolicy policy,
            @Nullable LsfShares shares,
            @Nullable DynamicPriorities priorities,
            long at,
            Report report) {
        if (queues.groups().isEmpty()) {
            return;
        }
        List<Row> rows = new ArrayList<>();
        for (LsfJob job : jobs) {
            double fairshare = fairshare(job, queues, shares, priorities);
            rows.add(row(job, job.name(), job.request(), fairshare, queues, policy, at));
            ApsRequest resized = job.resized();
            if (resized != null) {
                rows.add(row(job, job.name() + " resize", resized, fairshare, queues, policy, at));
            }
        }
        Collections.sort(rows);
        long place = 1;
        for (Row each : rows) {
            AbsolutePriority priority = each.order.priority();
            Report.Row row = report.row("priorities", each.order.job())
                    .put("place", place++)
                    .put("queue", each.queue)
                    .number("APS", priority.value())
                    .put("kind", priority.kind().name().toLowerCase(java.util.Locale.ROOT));
            for (Term term : priority.terms()) {
                if (!term.name().equals("aps")) {
                    row.number(term.name(), term.value());
                }
                row.explain(term.name(), term.value(), SlurmScenario.rule(term));
            }
        }
    }

    private static Row row(
            LsfJob job,
            String name,
            ApsRequest request,
            double fairshare,
            LsfQueues queues,
            LsfPolicy policy,
            long at) {
        LsfQueue master = queues.groups().get(job.queue());
        ApsParameters parameters = master == null ? null : master.aps();
        AbsolutePriority priority = parameters == null
                ? AbsolutePriority.none()
                : AbsolutePriority.evaluate(request, job.state(), fairshare, parameters, policy.jobPriority(), at);
        return new Row(ApsOrder.of(name, priority, job.state()), job.queue());
    }

    /** The dynamic priority of the job's user, if the queue that has the formula has FAIRSHARE. */
    private static double fairshare(
            LsfJob job, LsfQueues queues, @Nullable LsfShares shares, @Nullable DynamicPriorities priorities) {
        LsfQueue master = queues.groups().get(job.queue());
        if (master == null || !master.fairshare()) {
            return 0;
        }
        Double given = job.fairshare();
        if (given != null || shares == null || priorities == null) {
            return given == null ? 0 : given;
        }
        return job.accounts().stream().mapToDouble(priorities::priority).max().orElse(0);
    }
}

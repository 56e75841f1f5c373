package io.fairway.scenario.lsf;

import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.policies.explain.JobOutlook;
import io.fairway.policies.explain.Sum;
import io.fairway.scenario.report.Report;
import io.fairway.scenario.slurm.SlurmScenario;
import io.fairway.schedulers.lsf.aps.AbsolutePriority;
import io.fairway.schedulers.lsf.aps.ApsOrder;
import io.fairway.schedulers.lsf.aps.ApsParameters;
import io.fairway.schedulers.lsf.aps.ApsRecord;
import io.fairway.schedulers.lsf.aps.ApsRequest;
import io.fairway.schedulers.lsf.aps.ApsState;
import io.fairway.schedulers.lsf.cluster.LsfQueue;
import io.fairway.schedulers.lsf.fairshare.DynamicPriorities;
import io.fairway.schedulers.lsf.queue.ChunkJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Absolute priorities: section {@code priorities}, in the order of dispatch. Jobs in queues without APS_PRIORITY come last,
 * without a value. A resize request is a row of its own.
 */
final class LsfPriorities {
    private static final String FORMULA =
            "APS = sum over the factors of weight * (sum of weight * value), each within its limit, at most 1000000";
    private static final NodeId ANYBODY = new NodeId("scenario", "", "anybody");

    private LsfPriorities() {}

    private record Row(
            ApsOrder order,
            LsfJob job,
            boolean isResize,
            @Nullable JobPriorityRecord record,
            double fairshare) implements Comparable<Row> {
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
            rows.add(row(job, job.name(), job.request(), job.state(), fairshare, queues, policy, at));
            ApsRequest resized = job.resized();
            if (resized != null) {
                rows.add(row(job, job.name() + " resize", resized, job.asking(), fairshare, queues, policy, at));
            }
        }
        Collections.sort(rows);
        chunks(rows, queues, report);
        long place = 1;
        JobOutlook before = null;
        for (Row each : rows) {
            AbsolutePriority priority = each.order.priority();
            Report.Row row = report.row("priorities", each.order.job())
                    .put("place", place++)
                    .put("queue", each.job.queue())
                    .number("APS", priority.value())
                    .put("kind", priority.kind().name().toLowerCase(java.util.Locale.ROOT));
            for (Term term : priority.terms()) {
                if (!term.name().equals("aps")) {
                    row.number(term.name(), term.value());
                }
                row.explain(term.name(), term.value(), SlurmScenario.rule(term));
            }
            if (each.record != null) {
                JobOutlook own =
                        new JobOutlook(each.order.job(), each.record, each.fairshare, Double.POSITIVE_INFINITY);
                row.outlook(own.of(FORMULA, sum(priority), before, at));
                before = own;
            }
        }
    }

    /** Section {@code chunks}: the pending jobs of queues with CHUNK_JOB_SIZE, as they go together if all start now. */
    private static void chunks(List<Row> rows, LsfQueues queues, Report report) {
        List<ChunkJob> pending = rows.stream()
                .filter(row ->
                        !row.isResize && row.job.state().pendingSince() != null && size(row.job.chunk(), queues) > 1)
                .map(row -> row.job.chunk())
                .toList();
        for (List<ChunkJob> chunk : ChunkJob.all(pending, first -> Math.toIntExact(size(first, queues)))) {
            report.row("chunks", chunk.get(0).id())
                    .put("queue", chunk.get(0).queue())
                    .put("jobs", chunk.stream().map(ChunkJob::id).collect(Collectors.joining(" ")));
        }
    }

    private static long size(ChunkJob job, LsfQueues queues) {
        LsfSlots slots = queues.slots().get(job.queue());
        return slots == null || !queues.groups().containsKey(job.queue())
                ? 0
                : ChunkJob.size(queues.chunkSizes().get(job.application()), slots.chunkSize());
    }

    private static Row row(
            LsfJob job,
            String name,
            ApsRequest request,
            ApsState state,
            double fairshare,
            LsfQueues queues,
            LsfPolicy policy,
            long at) {
        LsfQueue master = queues.groups().get(job.queue());
        ApsParameters parameters = master == null ? null : master.aps();
        AbsolutePriority priority = parameters == null
                ? AbsolutePriority.none()
                : AbsolutePriority.evaluate(request, state, fairshare, parameters, policy.jobPriority(), at);
        // The record takes FS from an association; the scenario has only its value.
        JobPriorityRecord record = parameters == null
                ? null
                : ApsRecord.of(request, state, ANYBODY, fairshare, parameters, policy.jobPriority(), false, at);
        boolean isResize = !name.equals(job.name());
        return new Row(ApsOrder.of(name, priority, state), job, isResize, record, fairshare);
    }

    /** The factors, each followed by its parts among the terms. */
    private static Sum sum(AbsolutePriority priority) {
        Term aps = priority.terms().get(0);
        Set<String> factors = aps.inputs().stream().map(Term.Input::name).collect(Collectors.toSet());
        List<Sum.Part> parts = new ArrayList<>();
        for (int i = 1; i < priority.terms().size(); i++) {
            Term factor = priority.terms().get(i);
            List<Sum.Part> below = new ArrayList<>();
            while (i + 1 < priority.terms().size()
                    && !factors.contains(priority.terms().get(i + 1).name())) {
                below.add(part(priority.terms().get(++i), List.of()));
            }
            parts.add(part(factor, below));
        }
        return new Sum("APS", parts.stream().mapToDouble(Sum.Part::contribution).sum(), parts);
    }

    private static Sum.Part part(Term term, List<Sum.Part> below) {
        double value = term.value();
        double weight = 1;
        for (Term.Input input : term.inputs()) {
            value = input.name().equals("value") ? input.value() : value;
            weight = input.name().equals("weight") ? input.value() : weight;
        }
        return new Sum.Part(term.name(), weight, value, term.value(), below);
    }

    /** The dynamic priority of the job's user, if the queue with the formula has FAIRSHARE. */
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

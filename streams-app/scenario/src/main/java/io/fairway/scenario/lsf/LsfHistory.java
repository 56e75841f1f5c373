package io.fairway.scenario.lsf;

import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import io.fairway.scenario.section.HistorySection;
import io.fairway.schedulers.lsf.fairshare.ConsumptionSum;
import io.fairway.schedulers.lsf.fairshare.JobRun;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A job that started before the scenario's instant, as LSF counts it:
 *
 * <pre>{@code
 * history:
 *   - {account: physics, user: anna, cpus: 4, start: 2026-11-21T10:00:00Z, end: 2026-11-21T11:00:00Z, cpu-hours: 3.5}
 *   - {account: physics, user: ben, slots: 8, start: 2026-11-21T11:30:00Z, committed-hours: 2, gpus: 1, memory: 8000}
 * }</pre>
 *
 * <ol>
 *   <li>Slots are {@code slots}, or the CPUs without it. A started job holds them, even while it is suspended.
 *   <li>CPU time is {@code cpu-hours}, reported at the end of the job, or at the scenario's instant while it runs.
 *   <li>{@code suspended: [{from: ..., until: ...}]} does not count as run time; without {@code until} it lasts.
 *   <li>Jobs outside the policy's scope count only for the memory adjustment, which covers the whole cluster.
 * </ol>
 */
final class LsfHistory {
    private static final double HOUR = 3_600_000;

    private LsfHistory() {}

    static void read(YamlMap job, LsfShares shares, LsfScopeSection scope, long at, List<ConsumptionSum> builders) {
        ConsumptionSum builder = builders.get(shares.account(job));
        long start = job.get("start").instant();
        long end = job.instant("end", at);
        if (start > at || end > at || end < start) {
            throw job.wrong("must have start <= end <= at");
        }
        boolean finished = job.has("end");
        Map<String, BigDecimal> tres = HistorySection.tres(job).counts();
        long cpus = tres.getOrDefault("cpu", BigDecimal.ONE).longValue();
        long slots = job.whole("slots", cpus);
        List<YamlMap> pauses =
                job.list("suspended").stream().map(YamlValue::map).toList();
        boolean suspended = false;
        List<JobRun.Span> spans = new ArrayList<>();
        long from = start;
        for (YamlMap pause : pauses) {
            long began = pause.get("from").instant();
            long until = pause.instant("until", end);
            if (suspended || began < from || until < began || until > end) {
                throw pause.wrong("must lie within the job's run, in order and without overlap");
            }
            suspended = !pause.has("until");
            spans.add(new JobRun.Span((at - from) / HOUR, (at - began) / HOUR));
            from = until;
            pause.done();
        }
        if (!suspended) {
            spans.add(new JobRun.Span((at - from) / HOUR, (at - end) / HOUR));
        }
        Double committed = job.has("committed-hours") ? (Double) job.number("committed-hours", 0) : null;
        JobRun run = job.checked(() -> new JobRun(spans, finished, committed, job.whole("gpus", 0), Math.max(1, cpus)));
        double cpuHours = job.number("cpu-hours", 0);
        double memory = job.number("memory", 0);
        if (job.has("memory") && !finished) {
            builder.memory(memory, slots);
        }
        if (scope.covers(job)) {
            builder.run(run).cpuTime(cpuHours, (at - end) / HOUR);
            if (!finished) {
                builder.slots(suspended ? 0 : slots, suspended ? slots : 0, 0);
            }
        }
        job.done();
    }
}

package io.fairway.scenario.section;

import io.fairway.core.ledger.ChargingRules;
import io.fairway.core.ledger.JobLedger;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.ledger.RateFunction;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobEventType;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.policies.yaml.YamlMap;
import io.fairway.policies.yaml.YamlValue;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The jobs before a scenario's instant, as usage:
 *
 * <pre>{@code
 * history:
 *   - {account: physics, user: anna, cpus: 4, start: 2026-11-21T10:00:00Z, end: 2026-11-21T11:00:00Z}
 *   - {account: physics, user: ben, tres: {cpu: 8, mem: 16000}, start: 2026-11-21T11:30:00Z}   # still running
 *   - {account: physics, user: anna, partition: gpu, qos: high, cpus: 4, start: 2026-11-21T11:30:00Z}
 * }</pre>
 */
public record HistorySection(Map<NodeId, Line> lines) {
    /**
     * Reads the history and charges it.
     *
     * @param since usage before this instant does not count (a reset)
     */
    public static HistorySection read(
            YamlMap scenario, TreeSection tree, DecayLaw law, RateFunction rate, long since, long at) {
        ChargingRules rules = new ChargingRules(rate, true, true, true, 0);
        Measure measure =
                new Measure("usage", law, Measure.Kind.BILLING_TRES, new TreeMap<>(Map.of(Long.MIN_VALUE, rules)));
        Map<NodeId, Line> lines = new HashMap<>();
        int number = 0;
        for (YamlValue element : scenario.list("history")) {
            YamlMap job = element.map();
            NodeId association = tree.association(job, job.text("partition", ""));
            JobKey key = new JobKey("scenario", TreeSection.NAME, "history-" + number++);
            JobState state = JobState.EMPTY;
            for (JobFact fact : facts(job, association, at)) {
                JobLedger.Step step = JobLedger.step(key, state, fact, List.of(measure), at);
                step.charges()
                        .forEach(charge -> lines.computeIfAbsent(association, n -> started(law, since))
                                .add(law, charge.use()));
                state = step.state();
            }
            job.done();
        }
        return new HistorySection(lines);
    }

    private static Line started(DecayLaw law, long since) {
        Line line = new Line();
        if (since > 0) {
            line.reset(law, since);
        }
        return line;
    }

    private static List<JobFact> facts(YamlMap job, NodeId association, long at) {
        EnumMap<Attribute, String> who = new EnumMap<>(Attribute.class);
        who.put(Attribute.ACCOUNT, association.account());
        who.put(Attribute.USER, association.user());
        who.put(Attribute.PARTITION, job.text("partition", ""));
        who.put(Attribute.QOS, job.text("qos", ""));
        long start = job.get("start").instant();
        long end = job.instant("end", at);
        if (start > at || end > at || end < start) {
            throw job.wrong("must have start <= end <= at");
        }
        JobFact started = JobFact.of(JobEventType.STARTED, start, start)
                .withAttributes(JobAttributes.of(who, Tres.NONE))
                .withAllocated(tres(job));
        return job.has("end") ? List.of(started, JobFact.of(JobEventType.FINISHED, end, start)) : List.of(started);
    }

    /** The TRES of a map: {@code tres}, or {@code cpus} alone. */
    public static Tres tres(YamlMap job) {
        Map<String, BigDecimal> counts = new HashMap<>();
        job.entries("tres").forEach((name, count) -> counts.put(name, count.decimal()));
        if (job.has("cpus") && counts.putIfAbsent("cpu", job.get("cpus").decimal()) != null) {
            throw job.get("cpus").wrong("is also in tres; give one of them");
        }
        return Tres.of(counts);
    }
}

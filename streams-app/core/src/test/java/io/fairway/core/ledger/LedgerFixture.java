package io.fairway.core.ledger;

import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.usage.DecayLaws;
import io.fairway.core.usage.Line;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringJoiner;
import java.util.TreeMap;

/** The parts of an application that drive the ledger: jobs, lines, and a clock that only goes forward. */
final class LedgerFixture {
    private final List<Measure> measures;
    private final Map<JobKey, JobState> jobs = new HashMap<>();
    private final Map<LineKey, Line> lines = new TreeMap<>(Comparator.comparing(LineKey::measure)
            .thenComparing(key -> key.association().toString()));
    private long clock;
    private long reset;

    record LineKey(String measure, NodeId association) {}

    LedgerFixture(Measure... measures) {
        this.measures = List.of(measures);
    }

    LedgerFixture(List<Measure> measures) {
        this.measures = measures;
    }

    JobState job(JobKey job) {
        return jobs.getOrDefault(job, JobState.EMPTY);
    }

    long clock() {
        return clock;
    }

    /** Applies a fact; advances the clock to it. */
    List<Charge> tell(JobKey job, JobFact fact) {
        clock = Math.max(clock, fact.time());
        return settle(job, JobLedger.step(job, job(job), fact, measures, clock));
    }

    /** Advances the clock, and every job that has something due. */
    void advance(long to) {
        clock = Math.max(clock, to);
        for (JobKey job : List.copyOf(jobs.keySet())) {
            OptionalLong due = JobLedger.deadline(job(job), measures);
            if (due.isPresent() && due.getAsLong() <= clock) {
                settle(job, JobLedger.advance(job, job(job), measures, clock));
            }
        }
    }

    /** Advances the clock from deadline to deadline. */
    void advanceStepByStep(long to) {
        while (true) {
            OptionalLong due = jobs.values().stream()
                    .map(state -> JobLedger.deadline(state, measures))
                    .filter(OptionalLong::isPresent)
                    .mapToLong(OptionalLong::getAsLong)
                    .min();
            if (due.isEmpty() || due.getAsLong() > to) {
                break;
            }
            advance(due.getAsLong());
        }
        advance(to);
    }

    private List<Charge> settle(JobKey job, JobLedger.Step step) {
        jobs.put(job, step.state());
        for (Charge charge : step.charges()) {
            line(charge.measure(), charge.association()).add(laws(charge.measure()), charge.use());
        }
        return step.charges();
    }

    void adjust(String measure, NodeId association, BigDecimal amount, long at) {
        line(measure, association).add(laws(measure), amount, at);
    }

    /** Resets every line, including lines that do not exist yet. */
    void reset(long instant) {
        advance(instant);
        reset = instant;
        lines.forEach((key, line) -> line.reset(laws(key.measure()), instant));
    }

    void prune() {
        lines.forEach((key, line) -> line.prune(laws(key.measure()), clock));
    }

    Line line(String measure, NodeId association) {
        return lines.computeIfAbsent(new LineKey(measure, association), key -> {
            Line line = new Line();
            line.reset(laws(measure), reset);
            return line;
        });
    }

    double usage(String measure, NodeId association, long now) {
        return line(measure, association).usage(laws(measure), now);
    }

    DecayLaws laws(String measure) {
        return measures.stream()
                .filter(m -> m.name().equals(measure))
                .findFirst()
                .orElseThrow()
                .laws();
    }

    /** The bits of all lines with content, pruned. */
    String bits() {
        prune();
        StringJoiner all = new StringJoiner("\n");
        lines.forEach((key, line) -> {
            if (!line.isEmpty()) {
                all.add(key + " " + bits(line));
            }
        });
        return all.toString();
    }

    static String bits(Line line) {
        StringJoiner sums = new StringJoiner(", ", "R=" + line.rate() + " since " + line.since() + " {", "}");
        line.forEachSum((epoch, sum) -> sums.add(epoch + "=" + sum));
        return sums.toString();
    }
}

package io.fairway.core.model;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which facts can be true at all. A verdict depends on nothing but the fact itself, so that the same facts are refused
 * whatever the order in which they come.
 */
public final class FactRules {
    private static final BigDecimal MAX_COUNT = BigDecimal.valueOf(1_000_000_000_000L);

    private FactRules() {}

    /** Why a fact is refused: names the value and the rule; null when nothing is wrong with it. */
    public static @Nullable String problem(JobKey job, JobFact fact) {
        if (job.cluster().isEmpty() || job.job().isEmpty()) {
            return "cluster '" + job.cluster() + "' and job '" + job.job() + "': neither may be empty";
        }
        if (fact.time() < 0) {
            return "time " + fact.time() + ": must not be before 1970";
        }
        if (fact.run() != JobFact.NO_RUN) {
            if (fact.run() < 0) {
                return "run " + fact.run() + ": a start time must not be before 1970";
            }
            if (fact.type() == JobEventType.STARTED && fact.run() != fact.time()) {
                return "run " + fact.run() + ": must be the time " + fact.time() + " of the start itself";
            }
            if (fact.type().belongsToRun() && fact.time() < fact.run()) {
                return "time " + fact.time() + " of " + fact.type() + ": impossible before the run's start "
                        + fact.run();
            }
        }
        if (fact.cpuSeconds() < 0 || Double.isInfinite(fact.cpuSeconds())) {
            return "CPU time " + fact.cpuSeconds() + " s: must be a finite number, not negative";
        }
        String allocated = problem("allocated", fact.allocated());
        return allocated != null ? allocated : problem(fact.attributes());
    }

    private static @Nullable String problem(JobAttributes attributes) {
        for (Map.Entry<Attribute, String> entry : attributes.values().entrySet()) {
            if (!entry.getKey().accepts(entry.getValue())) {
                return entry.getKey() + " '" + entry.getValue() + "': must be a number";
            }
        }
        if (attributes.number(Attribute.TIME_LIMIT, 0) < 0) {
            return "TIME_LIMIT " + attributes.text(Attribute.TIME_LIMIT) + ": must not be negative";
        }
        return problem("requested", attributes.requested());
    }

    private static @Nullable String problem(String what, Tres tres) {
        for (Map.Entry<String, BigDecimal> entry : tres.counts().entrySet()) {
            if (entry.getValue().signum() < 0 || entry.getValue().compareTo(MAX_COUNT) > 0) {
                return what + " " + entry.getKey() + "=" + entry.getValue().toPlainString() + ": must be 0 to "
                        + MAX_COUNT.toPlainString();
            }
        }
        return null;
    }
}

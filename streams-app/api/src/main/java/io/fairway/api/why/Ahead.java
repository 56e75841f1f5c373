package io.fairway.api.why;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.priority.PriorityTerm;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A job that goes before another job.
 *
 * @param lead how much higher its priority is, at least 0
 * @param because the term that makes most of the lead; without a lead, what decides
 */
public record Ahead(RankedJob job, double priority, double lead, String because) {
    static Ahead of(RankedJob other, RankedJob own, long at) {
        double lead = other.priority(at) - own.priority(at);
        return new Ahead(
                other, other.priority(at), lead, lead > 0 ? byTerm(other, own, at) : otherwise(other, own, at));
    }

    /** What it is because of, without the numbers. */
    String term() {
        return because.split(": ", 2)[0];
    }

    private static String byTerm(RankedJob other, RankedJob own, long at) {
        if (own.record().held()) {
            return "the job behind it is held";
        }
        Map<String, Double> theirs = contributions(other, at);
        Map<String, Double> ours = contributions(own, at);
        ours.keySet().forEach(name -> theirs.putIfAbsent(name, 0.0));
        String most = "";
        double largest = 0;
        for (Map.Entry<String, Double> term : theirs.entrySet()) {
            double difference = term.getValue() - ours.getOrDefault(term.getKey(), 0.0);
            if (difference > largest) {
                largest = difference;
                double mine = ours.getOrDefault(term.getKey(), 0.0);
                // The value of a term may be another user's fairshare.
                most = term.getKey() + (other.job().isEmpty() ? "" : ": " + against(term.getValue(), mine));
            }
        }
        return most.isEmpty() ? "bounds of the priority" : most;
    }

    /** {@code 75 against 50}; the difference if both look the same when rounded. */
    private static String against(double theirs, double ours) {
        String shown = rounded(theirs);
        return shown.equals(rounded(ours)) ? rounded(theirs - ours) + " more" : shown + " against " + rounded(ours);
    }

    private static String otherwise(RankedJob other, RankedJob own, long at) {
        double then = other.record().thenAt(at) - own.record().thenAt(at);
        if (then > 0) {
            return "equal priorities, and a higher " + name(other);
        }
        if (then == 0 && other.submitted() < own.submitted()) {
            return "equal priorities, and submitted earlier";
        }
        return then == 0 && other.submitted() == own.submitted()
                ? "equal priorities, and a lower job id"
                : "the order of queues";
    }

    private static String name(RankedJob job) {
        return job.record().then().isEmpty()
                ? "order among equals"
                : job.record().then().get(0).name();
    }

    private static Map<String, Double> contributions(RankedJob job, long at) {
        Map<String, Double> contributions = new LinkedHashMap<>();
        for (PriorityTerm term : job.record().terms(at, job.fairshare())) {
            contributions.merge(term.name(), term.weighted(), Double::sum);
        }
        return contributions;
    }
}

package io.fairway.api.why;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.priority.PriorityTerm;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A job that goes before another job.
 *
 * @param lead how much higher its priority is, at least 0
 * @param because the term that makes most of the lead; without a lead, what decides
 */
public record Ahead(RankedJob job, double priority, double lead, String because) {
    private static final String HELD = "the job behind it is held";

    static Ahead of(RankedJob other, RankedJob own, long at) {
        double lead = other.priority(at) - own.priority(at);
        return new Ahead(
                other, other.priority(at), lead, lead > 0 ? byTerm(other, own, at) : otherwise(other, own, at));
    }

    /**
     * The term that makes most of a lead, by its name; without a lead, what decides. A queue may have very many jobs, so the
     * own contributions are made once for all of them.
     *
     * @param ours the {@link #contributions} of the own job
     */
    static String term(RankedJob other, RankedJob own, Map<String, Double> ours, long at) {
        if (other.priority(at) <= own.priority(at)) {
            return otherwise(other, own, at);
        }
        return own.record().held() ? HELD : named(most(contributions(other, at), ours));
    }

    private static String byTerm(RankedJob other, RankedJob own, long at) {
        if (own.record().held()) {
            return HELD;
        }
        Map<String, Double> theirs = contributions(other, at);
        Map<String, Double> ours = contributions(own, at);
        String most = most(theirs, ours);
        // The value of a term may be another user's fairshare.
        return named(most)
                + (most.isEmpty() || other.job().isEmpty()
                        ? ""
                        : ": " + against(theirs.getOrDefault(most, 0.0), ours.getOrDefault(most, 0.0)));
    }

    private static String named(String term) {
        return term.isEmpty() ? "bounds of the priority" : term;
    }

    /** The name of the term of which a job has most more than another one; empty if it has more of none. */
    private static String most(Map<String, Double> theirs, Map<String, Double> ours) {
        Set<String> names = new LinkedHashSet<>(theirs.keySet());
        names.addAll(ours.keySet());
        String most = "";
        double largest = 0;
        for (String name : names) {
            double difference = theirs.getOrDefault(name, 0.0) - ours.getOrDefault(name, 0.0);
            if (difference > largest) {
                largest = difference;
                most = name;
            }
        }
        return most;
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

    /** What each term adds to a priority. */
    static Map<String, Double> contributions(RankedJob job, long at) {
        Map<String, Double> contributions = new LinkedHashMap<>();
        for (PriorityTerm term : job.record().terms(at, job.fairshare())) {
            contributions.merge(term.name(), term.weighted(), Double::sum);
        }
        return contributions;
    }
}

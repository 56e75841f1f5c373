package io.fairway.api.why;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The jobs of one user in one account that go before a job.
 *
 * @param user empty = of users that nobody may name
 * @param processorHours what the jobs may use at most, by their requests and time limits
 * @param withoutLimit how many of them have no time limit, and are not in the processor-hours
 * @param term the term that makes most of their leads together
 */
public record AheadBy(
        String user,
        String account,
        int jobs,
        double processors,
        double processorHours,
        int withoutLimit,
        String term) {
    private static final Comparator<AheadBy> LARGEST = Comparator.comparingDouble(AheadBy::processorHours)
            .thenComparingDouble(AheadBy::processors)
            .thenComparingInt(AheadBy::jobs)
            .reversed()
            .thenComparing(AheadBy::account)
            .thenComparing(AheadBy::user);

    /**
     * A job with what it asks for.
     *
     * @param hours its time limit; NaN = it has none
     */
    public record Request(RankedJob job, double processors, double hours) {}

    /**
     * Groups the jobs ahead of a job, those that may use most first.
     *
     * @param at the instant of their priorities, epoch milliseconds
     */
    public static List<AheadBy> of(RankedJob own, List<Request> ahead, long at) {
        Map<List<String>, List<Request>> groups = new LinkedHashMap<>();
        for (Request request : ahead) {
            groups.computeIfAbsent(List.of(request.job().user(), request.job().account()), group -> new ArrayList<>())
                    .add(request);
        }
        List<AheadBy> all = new ArrayList<>();
        Map<String, Double> ours = Ahead.contributions(own, at);
        groups.forEach((group, requests) -> all.add(of(group, own, ours, requests, at)));
        all.sort(LARGEST);
        return all;
    }

    private static AheadBy of(
            List<String> group, RankedJob own, Map<String, Double> ours, List<Request> requests, long at) {
        double processors = 0;
        double hours = 0;
        int withoutLimit = 0;
        Map<String, Double> leads = new HashMap<>();
        for (Request request : requests) {
            processors += request.processors();
            if (Double.isNaN(request.hours())) {
                withoutLimit++;
            } else {
                hours += request.processors() * request.hours();
            }
            leads.merge(
                    Ahead.term(request.job(), own, ours, at),
                    request.job().priority(at) - own.priority(at),
                    Double::sum);
        }
        String term = leads.entrySet().stream()
                .max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow()
                .getKey();
        return new AheadBy(group.get(0), group.get(1), requests.size(), processors, hours, withoutLimit, term);
    }
}

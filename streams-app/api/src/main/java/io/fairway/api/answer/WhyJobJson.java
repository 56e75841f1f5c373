package io.fairway.api.answer;

import io.fairway.api.why.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reasons why a job waits. */
public record WhyJobJson(
        String domain,
        PolicyNameJson policy,
        JobJson job,
        double priority,
        @Nullable Long place,
        int of,
        String summary,
        List<String> sentences,
        List<Row> rows,
        String formula,
        List<String> changes,
        List<String> recovery,
        List<Ahead> ahead,
        List<AheadBy> aheadBy,
        @Nullable FairshareJson fairshare,
        FreshnessJson freshness) {
    /** A job just before it. */
    public record Ahead(
            String cluster, String job, String user, String account, double priority, double lead, String because) {}

    /** All jobs before it, of one user in one account. */
    public record AheadBy(
            String user,
            String account,
            int jobs,
            double processors,
            double processorHours,
            int withoutLimit,
            String term) {}
}

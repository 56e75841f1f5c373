package io.fairway.api.answer;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fairway.api.answer.FairshareDetailJson.Explained;
import java.util.List;

/** The reasons why a user's jobs wait. */
public record WhyUserJson(
        String domain,
        PolicyNameJson policy,
        String user,
        String summary,
        List<Association> associations,
        List<JobJson> jobs,
        FreshnessJson freshness) {
    /** One of the user's associations, with the jobs that make up most of its usage. */
    public record Association(@JsonUnwrapped Explained explained, List<Cost> largest) {}

    /** What a job adds to the usage of an association. */
    public record Cost(String cluster, String job, String state, double value, double percent) {}
}

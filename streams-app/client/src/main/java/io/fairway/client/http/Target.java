package io.fairway.client.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the job that a command line names: {@code JOB}, or {@code CLUSTER/JOB}. */
public final class Target {
    private Target() {}

    /** The question about one job, by its cluster and its id. */
    @FunctionalInterface
    public interface Question {
        Query of(String domain, String cluster, String job);
    }

    /**
     * The answer about a job.
     *
     * @return {@code null} if no cluster of the domain has such a job
     * @throws ApiException if several clusters have one, or the server does not answer
     */
    public static @Nullable JsonNode job(Api api, ServerOptions server, String text, Question question) {
        JsonNode described = server.describedDomain(api);
        String domain = described.path("domain").asText();
        List<String> clusters = new ArrayList<>();
        described.path("clusters").forEach(cluster -> clusters.add(cluster.asText()));
        for (String cluster : clusters) {
            if (text.startsWith(cluster + "/")) {
                return orNull(api, question.of(domain, cluster, text.substring(cluster.length() + 1)));
            }
        }
        JsonNode found = null;
        String in = "";
        for (String cluster : clusters) {
            JsonNode answer = orNull(api, question.of(domain, cluster, text));
            if (answer != null && found != null) {
                throw new ApiException(
                        ApiException.NOT_FOUND,
                        "job " + text + ": two clusters have this job; name one: " + in + "/" + text + " or " + cluster
                                + "/" + text);
            }
            if (answer != null) {
                found = answer;
                in = cluster;
            }
        }
        return found;
    }

    /**
     * The answer about a job.
     *
     * @throws ApiException if no cluster of the domain has such a job, or several have one
     */
    public static JsonNode theJob(Api api, ServerOptions server, String text, Question question) {
        JsonNode answer = job(api, server, text, question);
        if (answer == null) {
            throw new ApiException(
                    ApiException.NOT_FOUND,
                    "job " + text + ": no cluster of the domain has this job; ended ones are forgotten after a time");
        }
        return answer;
    }

    private static @Nullable JsonNode orNull(Api api, Query query) {
        try {
            return api.get(query);
        } catch (ApiException e) {
            if (e.status() == ApiException.NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }
}

package io.fairway.client.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import io.fairway.client.table.Shown;
import io.fairway.client.table.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The letters of sprio's and squeue's formats, for a job in an answer. */
final class SprioFields {
    /** Letters of sprio. */
    static final String SPRIO = "irucYySAaBbFfJjPpQqTtN";
    /** Letters of squeue for which an answer has a value. */
    static final String SQUEUE = "iupQPaqjtTV";

    private static final double U32_MAX = 4_294_967_295.0;
    private static final int FACTOR_DECIMALS = 7;
    private static final int PRIORITY_DECIMALS = 14;

    private SprioFields() {}

    static String sprioTitle(char letter) {
        return switch (letter) {
            case 'i' -> "JOBID";
            case 'r', 'P', 'p' -> "PARTITION";
            case 'u' -> "USER";
            case 'c' -> "CLUSTER";
            case 'Y', 'y' -> "PRIORITY";
            case 'S' -> "SITE";
            case 'N' -> "NICE";
            case 'T', 't' -> "TRES";
            default -> component(letter).toUpperCase(Locale.ROOT);
        };
    }

    /** Name of the component among the terms. */
    private static String component(char letter) {
        return switch (Character.toUpperCase(letter)) {
            case 'A' -> "age";
            case 'B' -> "assoc";
            case 'F' -> "fairshare";
            case 'J' -> "jobsize";
            case 'P' -> "partition";
            case 'Q' -> "qos";
            case 'S' -> "site";
            case 'N' -> "nice";
            default -> "tres";
        };
    }

    /** Upper case: weighted and rounded. Lower case: normalised. */
    static String sprio(char letter, JsonNode job) {
        JsonNode terms = job.path("terms");
        return switch (letter) {
            case 'i' -> job.path("job").asText();
            case 'r' -> partition(job);
            case 'u' -> job.path("user").asText();
            case 'c' -> job.path("cluster").asText();
            case 'Y' -> Shown.fixed(job.path("priority"), 0);
            case 'y' -> fraction(unrounded(job));
            case 'T' -> tres(terms, "contribution", 0);
            case 't' -> tres(terms, "value", 2);
            case 'N' -> number(Terms.named(terms, "nice").path("value"), 0);
            default ->
                Character.isUpperCase(letter)
                        ? number(Terms.named(terms, component(letter)).path("contribution"), 0)
                        : number(Terms.named(terms, component(letter)).path("value"), FACTOR_DECIMALS);
        };
    }

    /** The weight, if the column has one. */
    static String weight(char letter, JsonNode terms) {
        return switch (letter) {
            case 'i' -> "Weights";
            case 'S' -> "1";
            case 'T', 't' -> tres(terms, "weight", 0);
            case 'r', 'u', 'c', 'Y', 'y', 'N' -> "";
            default -> number(Terms.named(terms, component(letter)).path("weight"), 0);
        };
    }

    static String squeueTitle(char letter) {
        return switch (letter) {
            case 'i' -> "JOBID";
            case 'u' -> "USER";
            case 'P' -> "PARTITION";
            case 'a' -> "ACCOUNT";
            case 'q' -> "QOS";
            case 'j' -> "NAME";
            case 't' -> "ST";
            case 'T' -> "STATE";
            case 'V' -> "SUBMIT_TIME";
            default -> "PRIORITY";
        };
    }

    static String squeue(char letter, JsonNode job) {
        boolean running = job.path("state").asText().equals("running");
        return switch (letter) {
            case 'i' -> job.path("job").asText();
            case 'u' -> job.path("user").asText();
            case 'p' -> fraction(job.path("priority"));
            case 'Q' -> Shown.fixed(job.path("priority"), 0);
            case 'P' -> partition(job);
            case 'a' -> job.path("account").asText();
            case 'q' -> job.path("qos").asText();
            case 'j' -> job.path("name").asText();
            case 't' -> running ? "R" : "PD";
            case 'T' -> running ? "RUNNING" : "PENDING";
            default -> Shown.instant(job.path("submitted"));
        };
    }

    /** The partition of this priority. */
    private static String partition(JsonNode job) {
        String request = job.path("request").asText();
        return request.isEmpty() ? job.path("queue").asText() : request;
    }

    /** The sum before its fraction is cut off; the priority itself if more than this was done to the sum. */
    private static JsonNode unrounded(JsonNode job) {
        double sum = 0;
        for (JsonNode term : job.path("terms")) {
            sum += term.path("contribution").asDouble();
        }
        JsonNode priority = job.path("priority");
        return Math.floor(sum) == priority.asDouble() ? DoubleNode.valueOf(sum) : priority;
    }

    private static String fraction(JsonNode priority) {
        return priority.isNumber() ? Shown.fixed(priority.doubleValue() / U32_MAX, PRIORITY_DECIMALS) : "";
    }

    private static String number(JsonNode node, int decimals) {
        return Shown.fixed(node.isNumber() ? node.doubleValue() : 0, decimals);
    }

    private static String tres(JsonNode terms, String member, int decimals) {
        List<String> texts = new ArrayList<>();
        Terms.named(terms, "tres")
                .path("parts")
                .forEach(part -> texts.add(part.path("name").asText() + "=" + number(part.path(member), decimals)));
        return String.join(",", texts);
    }
}

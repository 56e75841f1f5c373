package io.fairway.api;

import static io.fairway.api.ApiRig.encoded;
import static io.fairway.engine.PipelineDriver.DOMAIN;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.api.http.ApiDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What {@link VisibilityOracleTest} asks: each operation with parameters by chance, and those questions that chance does not find. */
final class VisibilityQuestions {
    private static final String D = "/v1/domains/" + DOMAIN;

    private VisibilityQuestions() {}

    /** Questions of every form that the description knows. A parameter that this test does not know is a failure. */
    static Set<String> of(ApiDescription.Operation operation, Random random, int rounds) {
        Set<String> questions = new TreeSet<>();
        if (operation.id().equals("stream")) {
            return questions; // VisibilityStreamTest
        }
        for (int round = 0; round < 4 * rounds; round++) {
            String path = operation.path();
            List<String> query = new ArrayList<>();
            for (ApiDescription.Parameter parameter : operation.parameters()) {
                String value = value(parameter.name(), operation, random);
                if (parameter.in().equals("path")) {
                    path = path.replace("{" + parameter.name() + "}", encoded(value));
                } else if (parameter.required() || (round > 0 && random.nextInt(3) > 0)) {
                    query.add(parameter.name() + "=" + encoded(value));
                }
            }
            // Nobody in this world has an association of a partition.
            query.removeIf(said -> said.startsWith("partition="));
            if (operation.id().equals("getForecast")) {
                query.removeIf(said -> said.startsWith("factor=") || said.startsWith("place="));
                query.add(random.nextBoolean() ? "place=1" : "factor=0.5");
            }
            questions.add(path + (query.isEmpty() ? "" : "?" + String.join("&", query)));
        }
        // The whole of each tree, which is what a list promises.
        Stream.of("listShares", "listFairshare", "comparePolicies", "getUsage", "getFairness")
                .filter(operation.id()::equals)
                .forEach(list -> VisibilityWorld.TREES.forEach(tree -> {
                    String whole = operation.path().replace("{domain}", DOMAIN) + "?limit=10000&tree=" + tree;
                    questions.add(whole + (list.equals("comparePolicies") ? "&policies=main,slow" : ""));
                    if (list.equals("getUsage")) {
                        questions.add(whole + "&by=association");
                        questions.add(whole + "&by=user");
                        questions.add(whole + "&by=association&period=2023-11");
                    }
                    if (list.equals("getFairness")) {
                        questions.add(whole + "&kind=all&from=1700002800000");
                    }
                    if (list.equals("listFairshare")) {
                        questions.add(whole + (tree.equals("normal") ? "&policy=lsf" : "&policy=moab"));
                    }
                }));
        if (operation.id().equals("listJobs")) {
            questions.add(D + "/jobs?limit=10000");
            questions.add(D + "/jobs?limit=10000&policy=lsf");
            questions.add(D + "/jobs?limit=10000&state=running");
            questions.add(D + "/jobs?limit=10000&state=ended&sort=cost&from=1700002800000");
        }
        return questions;
    }

    /** Corrections that make sense; of parameters by chance, none does. */
    static List<String> previews(VisibilityOracle operator) {
        String path = D + "/adjustments/preview?kind=";
        List<String> previews = new ArrayList<>();
        for (List<String> one : operator.associations()) {
            String node = "&tree=" + one.get(0) + "&account=" + encoded(one.get(1));
            previews.add(path + "charge&amount=3600" + node + "&user=" + one.get(2));
            previews.add(path + "reset" + node);
        }
        operator.world().jobs.values().stream()
                .filter(job -> job.state().equals("ended"))
                .forEach(job -> previews.add(path + "refund&job=" + job.id()));
        return previews;
    }

    private static String value(String name, ApiDescription.Operation operation, Random random) {
        List<String> values = switch (name) {
            case "domain", "cluster" -> List.of(DOMAIN);
            case "tree" -> List.of("alps", "alps", "jura", "normal", "tree9");
            case "account", "toAccount" ->
                List.of("acms", "aatl", "albc", "abio", "achm", "ast%r", "root", "alost", "aanew");
            case "user", "toUser" -> List.of("anna7", "bert7", "cleo7", "dora7", "emil7", "ghost7");
            case "job" -> List.of("j700x", "j705x", "j712x", "j715x", "j720x", "j725x", "j730x", "j735x", "j739x");
            case "jobs" -> List.of("alps/j700x,alps/j705x,alps/j712x,alps/j720x,alps/j730x,alps/none");
            case "policy" -> List.of("main", "lsf", "moab", "slow", "policy9");
            case "policies" -> List.of("main,slow", "lsf", "moab,main");
            case "limit" -> List.of("1", "3", "10000");
            case "cursor" -> List.of("aTE", "aTM", "aTEwMDA", "x");
            case "depth" -> List.of("0", "1", "3");
            case "measure" -> List.of("billing", "slow", "moab", "measure9");
            case "amount" -> List.of("3600", "0");
            case "at", "effectiveAt" -> List.of("1700017200000", "1700010000000");
            case "from", "to", "usedFrom", "usedTo", "since" -> List.of("1700002800000", "1700010000000");
            case "period" -> List.of("2023-11", "today", "last-month");
            case "zone" -> List.of("Europe/Berlin");
            case "factor", "place" -> List.of("1");
            case "queue" -> List.of("normal", "long", "queue9");
            case "partition" -> List.of("day");
            case "qos" -> List.of("normal", "qos9");
            case "nodes", "cpus", "timeLimitSeconds", "nice" -> List.of("1", "7", "3600");
            default -> {
                for (ApiDescription.Parameter parameter : operation.parameters()) {
                    JsonNode words = parameter.schema().path("enum");
                    if (parameter.name().equals(name) && !words.isMissingNode()) {
                        yield StreamSupport.stream(words.spliterator(), false)
                                .map(JsonNode::asText)
                                .toList();
                    }
                }
                throw new AssertionError("the oracle does not know the parameter " + name + " of " + operation.id());
            }
        };
        return values.get(random.nextInt(values.size()));
    }
}

package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Walks an answer, and lists every node, job and user in it that the oracle forbids. */
final class VisibilityReader {
    private final VisibilityOracle oracle;
    private final Map<String, String> asked;
    private final boolean answered;
    private final List<String> forbidden = new ArrayList<>();

    /** @param answered whether it is an answer; a refusal may repeat the names of its question */
    VisibilityReader(VisibilityOracle oracle, Map<String, String> asked, boolean answered) {
        this.oracle = oracle;
        this.asked = asked;
        this.answered = answered;
    }

    List<String> read(JsonNode answer) {
        walk(answer, asked.getOrDefault("tree", ""), false);
        return forbidden;
    }

    private void walk(JsonNode node, String above, boolean ofJob) {
        String tree = node.path("tree").asText(above);
        boolean job = ofJob;
        if (node.isObject()) {
            String id = node.path("job").isTextual() ? node.path("job").asText() : "";
            if (!id.isEmpty()) {
                job = true;
                if (!oracle.seesJob(id) && answered) {
                    forbidden.add("job " + id);
                }
            }
            // What a job names is the job's: its account need not be in a tree.
            if (!job && answered) {
                association(node, tree);
            }
        }
        if (node.isTextual()) {
            text(node.asText());
        }
        node.fieldNames().forEachRemaining(this::text);
        for (JsonNode inner : node) {
            walk(inner, tree, job);
        }
    }

    private void association(JsonNode node, String tree) {
        boolean hasAccount = node.path("account").isTextual();
        boolean hasUser = node.path("user").isTextual();
        String account = node.path("account").asText();
        String user = node.path("user").asText();
        if (hasAccount && !account.isEmpty() && !anyTree(tree, in -> oracle.sees(in, account, user))) {
            forbidden.add("node " + tree + "/" + account + "/" + user);
        } else if (!hasAccount && hasUser && !oracle.seesUser("", user)) {
            forbidden.add("user " + user);
        }
    }

    /** An answer without a tree is about the domain's only one, or about several. */
    private static boolean anyTree(String tree, java.util.function.Predicate<String> sees) {
        return tree.isEmpty() ? VisibilityWorld.TREES.stream().anyMatch(sees) : sees.test(tree);
    }

    /** No text has a name of what the caller sees in no tree at all. */
    private void text(String text) {
        for (String account : oracle.world().accounts.values().stream()
                .flatMap(tree -> tree.keySet().stream())
                .distinct()
                .toList()) {
            if (text.contains(account)
                    && !isAsked(account)
                    && VisibilityWorld.TREES.stream().noneMatch(in -> oracle.sees(in, account, ""))
                    && oracle.world().jobs.values().stream()
                            .noneMatch(job -> account.equals(job.account()) && oracle.seesJob(job.id()))) {
                forbidden.add("the name " + account + " in " + text);
            }
        }
        for (String user : VisibilityWorld.USERS) {
            if (text.contains(user) && !isAsked(user) && !oracle.seesUser("", user)) {
                forbidden.add("the name " + user + " in " + text);
            }
        }
        for (String job : oracle.world().jobs.keySet()) {
            if (text.contains(job) && !isAsked(job) && !oracle.seesJob(job)) {
                forbidden.add("the name " + job + " in " + text);
            }
        }
        if (text.contains("alost")
                && !isAsked("alost")
                && !oracle.seesUser("", "anna7")
                && !oracle.all()
                && oracle.world().jobs.values().stream()
                        .noneMatch(job -> "alost".equals(job.account()) && oracle.seesJob(job.id()))) {
            forbidden.add("a problem of a record: " + text + " of " + DOMAIN);
        }
    }

    private boolean isAsked(String name) {
        return asked.values().stream().anyMatch(value -> value.contains(name)) && !answered;
    }
}

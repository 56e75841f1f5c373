package io.fairway.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What each operation promises a caller: of the operator's answer, everything that the oracle says is the caller's. An
 * operation that this class does not know is a failure.
 */
final class VisibilityPromise {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final VisibilityOracle oracle;
    private final Map<String, String> asked;
    private final HttpResponse<String> answer;
    private final HttpResponse<String> whole;
    private final List<String> broken = new ArrayList<>();

    private VisibilityPromise(
            VisibilityOracle oracle,
            Map<String, String> asked,
            HttpResponse<String> answer,
            HttpResponse<String> whole) {
        this.oracle = oracle;
        this.asked = asked;
        this.answer = answer;
        this.whole = whole;
    }

    /**
     * The promises that an answer breaks.
     *
     * @param whole the operator's answer to the same question
     */
    static List<String> broken(
            String operation,
            VisibilityOracle oracle,
            Map<String, String> asked,
            HttpResponse<String> answer,
            HttpResponse<String> whole)
            throws Exception {
        VisibilityPromise promise = new VisibilityPromise(oracle, asked, answer, whole);
        promise.check(operation);
        return promise.broken;
    }

    private void check(String operation) throws Exception {
        switch (operation) {
            case "getHealth", "getReadiness", "getDescription", "getStatus" -> status(true, 0);
            case "getMetrics", "previewAdjustment", "getState" -> status(oracle.all(), 403);
            case "listDomains" -> {
                if (status(true, 0)) {
                    json(answer).get("items").forEach(this::counts);
                }
            }
            case "getDomain" -> {
                if (status(true, 0)) {
                    counts(json(answer));
                }
            }
            case "getSight" -> {
                if (status(true, 0)) {
                    visibility(json(answer));
                }
            }
            case "listTrees" -> {
                if (status(true, 0)) {
                    json(answer).get("items").forEach(this::tree);
                }
            }
            case "listShares", "listFairshare", "getFairness" -> {
                // Of an earlier instant the caller sees what is still where it was; that is compared by its names
                // alone.
                if (status(seesFilters(), 403) && !asked.containsKey("at")) {
                    rows("items", row -> seesNode(row), true);
                }
            }
            case "comparePolicies" -> {
                if (status(seesFilters(), 403)) {
                    rows("items", row -> seesNode(row), false);
                }
            }
            case "getUsage" -> {
                if (status(seesFilters(), 403)) {
                    usage();
                }
            }
            case "getUsageByCluster" -> byCluster();
            case "getAccountFairshare", "getFairshare" -> {
                if (status(seesExactly(), 403)) {
                    same("fairshare");
                    same("rows");
                }
            }
            case "getForecast" -> {
                if (status(seesExactly(), 403) && !answer.body().equals(whole.body())) {
                    broken.add("has another forecast than the operator: " + answer.body());
                }
            }
            case "listJobs" -> {
                if (status(!asked.containsKey("user") || oracle.seesUser("", asked.get("user")), 403)) {
                    rows("items", this::seesJobOfAccount, true);
                }
            }
            case "getJob" -> {
                if (status(oracle.seesJob(said("job")), 404)) {
                    same("job");
                    priorities();
                }
            }
            case "listJobEvents" -> {
                if (status(oracle.seesJob(said("job")), 404)) {
                    same("items");
                }
            }
            case "whyJob" -> {
                if (status(oracle.seesJob(said("job")), 404)) {
                    List.of("job", "priority", "place", "of").forEach(this::same);
                }
            }
            case "whatIfJob" -> {
                // An account or a queue may be one of which the caller does not see whether the job's user has it.
                boolean unseen =
                        answer.statusCode() == 409 && (asked.containsKey("account") || asked.containsKey("queue"));
                if (!(unseen && oracle.seesJob(said("job"))) && status(oracle.seesJob(said("job")), 404)) {
                    List.of("changes", "now", "then", "passes", "passedBy", "summary")
                            .forEach(this::same);
                }
            }
            case "whyUser" -> whyUser();
            case "whyUserSince" -> since();
            case "listQueues" -> {
                if (status(true, 0)) {
                    json(answer).get("queues").forEach(this::queue);
                }
            }
            case "listPolicies" -> {
                if (status(true, 0)) {
                    json(answer).get("items").forEach(this::policy);
                }
            }
            default -> throw new AssertionError("the oracle does not know the operation " + operation);
        }
    }

    /** Whether there is an answer to check. What the caller sees has the operator's status, and else is refused. */
    private boolean status(boolean sees, int refusal) {
        int expected = sees ? whole.statusCode() : refusal;
        // A question may be wrong in itself, or name a tree or a policy that is not there, for everybody.
        boolean wrong = !sees && whole.statusCode() >= 400 && answer.statusCode() == whole.statusCode();
        if (answer.statusCode() != expected && !wrong) {
            broken.add("answers " + answer.statusCode() + " instead of " + expected + ": " + answer.body());
        }
        return answer.statusCode() == 200 && whole.statusCode() == 200;
    }

    private String said(String name) {
        return asked.getOrDefault(name, "");
    }

    private String treeOfAnswer() {
        if (asked.containsKey("tree")) {
            return asked.get("tree");
        }
        boolean lsf =
                asked.getOrDefault("policy", asked.getOrDefault("policies", "")).startsWith("lsf");
        return lsf
                ? "normal"
                : whole.statusCode() == 200 ? json(whole).path("tree").asText() : "";
    }

    private boolean seesFilters() {
        String tree = treeOfAnswer();
        return (!asked.containsKey("account") || oracle.sees(tree, asked.get("account"), ""))
                && (!asked.containsKey("user") || oracle.seesUser(tree, asked.get("user")));
    }

    private boolean seesExactly() {
        return oracle.sees(treeOfAnswer(), said("account"), said("user"));
    }

    /** Of an earlier instant: a user sees the own associations in accounts that are the user's still. */
    private boolean seesAssociation(JsonNode row) {
        String tree = row.path("tree").asText();
        String account = row.path("account").asText();
        return oracle.sees(tree, account, said("user")) && oracle.sees(tree, account, "");
    }

    private boolean seesNode(JsonNode row) {
        return oracle.sees(
                treeOfAnswer(), row.path("account").asText(), row.path("user").asText(""));
    }

    /** A job below an account is found by it where the caller sees the account, and else by the name that it names. */
    private boolean seesJobOfAccount(JsonNode row) {
        VisibilityWorld.Job job =
                Objects.requireNonNull(oracle.world().jobs.get(row.get("job").asText()));
        String account = asked.get("account");
        String tree = asked.getOrDefault("policy", "").equals("lsf") ? "normal" : VisibilityOracle.tree(job);
        return oracle.seesJob(job.id())
                && (account == null || account.equals(job.account()) || oracle.sees(tree, account, ""));
    }

    private void rows(String list, Predicate<JsonNode> sees, boolean equal) {
        if (asked.containsKey("cursor") || !asked.getOrDefault("limit", "10000").equals("10000")) {
            return; // pages of different lists; the whole list is asked for, too
        }
        // What another tree is charged for a job may be another's to see.
        Set<String> withoutCost = new TreeSet<>();
        List<String> got = new ArrayList<>();
        json(answer).get(list).forEach(row -> {
            got.add(text(row, equal, false));
            if (!row.path("cost").isNumber()) {
                withoutCost.add(row.path("job").asText());
            }
        });
        List<String> promised = new ArrayList<>();
        json(whole).get(list).forEach(row -> {
            if (sees.test(row)) {
                promised.add(
                        text(row, equal, withoutCost.contains(row.path("job").asText())));
            }
        });
        if (asked.containsKey("at") && list.equals("items") && promised.containsAll(got)) {
            return; // Of an earlier instant, the caller sees what is still where it was, and nothing else.
        }
        if (!got.equals(promised) && (equal || !Set.copyOf(got).equals(Set.copyOf(promised)))) {
            broken.add("has " + list + " " + got + " instead of " + promised);
        }
        JsonNode total = json(answer).path("total");
        boolean counts = !json(answer).has("measure"); // the total of usage is no number of rows
        if (counts && total.isInt() && total.asInt() != promised.size()) {
            broken.add("counts " + total + " instead of " + promised.size());
        }
    }

    private static String text(JsonNode row, boolean equal, boolean withoutCost) {
        ObjectNode copy = row.deepCopy();
        copy.remove("percent");
        if (withoutCost || !row.path("cost").isNumber()) {
            copy.remove("cost");
        }
        return equal
                ? copy.toString()
                : row.path("account").asText() + "/" + row.path("user").asText();
    }

    /** The same priorities; how their factors came about as well, or nothing of it. */
    private void priorities() {
        JsonNode own = json(answer).get("priorities");
        JsonNode all = json(whole).get("priorities");
        for (int i = 0; i < Math.min(own.size(), all.size()); i++) {
            if (own.get(i).get("factors").isEmpty()) {
                ((ObjectNode) own.get(i)).set("factors", all.get(i).get("factors"));
            }
        }
        if (!own.equals(all)) {
            broken.add("has other priorities than the operator: " + own);
        }
    }

    private void same(String member) {
        JsonNode own = json(answer).get(member);
        if (!own.equals(json(whole).get(member))) {
            broken.add("has another " + member + " than the operator: " + own);
        }
    }

    private void usage() {
        String by = asked.getOrDefault("by", "account");
        if ((by.equals("association") || by.equals("account")) && !asked.containsKey("user")) {
            rows("items", this::seesNode, true);
        }
        boolean stranger = oracle.name().equals("nobody");
        if (stranger && json(answer).get("total").asDouble() != 0) {
            broken.add("tells a stranger usage: " + answer.body());
        }
        boolean root = oracle.sees(treeOfAnswer(), "root", "");
        for (JsonNode row : json(answer).get("items")) {
            if (!root && row.path("percent").isNumber()) {
                broken.add("tells the usage of the whole tree: " + row);
            }
        }
    }

    private void byCluster() {
        if (status(true, 0)) {
            Set<String> promised = new TreeSet<>();
            for (JsonNode row : json(whole).get("items")) {
                String tree = row.get("tree").asText();
                if ((!asked.containsKey("account") || oracle.sees(tree, asked.get("account"), ""))
                        && (!asked.containsKey("user") || oracle.seesUser(tree, asked.get("user")))) {
                    boolean sum = asked.containsKey("account") && !asked.containsKey("user");
                    promised.add(tree + (sum ? row.get("value") : ""));
                }
            }
            Set<String> got = new TreeSet<>();
            for (JsonNode row : json(answer).get("items")) {
                boolean sum = asked.containsKey("account") && !asked.containsKey("user");
                got.add(row.get("tree").asText() + (sum ? row.get("value") : ""));
            }
            if (!got.equals(promised)) {
                broken.add("has rows " + got + " instead of " + promised);
            }
        }
    }

    private void since() {
        if (!oracle.seesUser("", said("user"))) {
            status(false, 403);
        } else if (whole.statusCode() != 200) {
            status(true, 0);
        } else if (answer.statusCode() == 200) {
            rows("associations", this::seesAssociation, true);
        } else {
            boolean none = true;
            for (JsonNode row : json(whole).get("associations")) {
                none &= !seesAssociation(row);
            }
            if (!none || answer.statusCode() != 404) {
                broken.add("answers " + answer.statusCode() + " " + answer.body());
            }
        }
    }

    private void whyUser() {
        String user = said("user");
        if (!oracle.seesUser("", user)) {
            status(false, 403);
        } else if (whole.statusCode() == 200) {
            List<String> promised = new ArrayList<>();
            json(whole).get("associations").forEach(one -> {
                JsonNode node = one.get("fairshare");
                if (oracle.sees(node.get("tree").asText(), node.get("account").asText(), user)) {
                    promised.add(node.toString());
                }
            });
            json(whole).get("jobs").forEach(job -> {
                if (oracle.seesJob(job.get("job").asText())) {
                    promised.add(job.toString());
                }
            });
            List<String> got = new ArrayList<>();
            if (answer.statusCode() == 200) {
                json(answer)
                        .get("associations")
                        .forEach(one -> got.add(one.get("fairshare").toString()));
                json(answer).get("jobs").forEach(job -> got.add(job.toString()));
            }
            if (!got.equals(promised) || (promised.isEmpty() && answer.statusCode() != 404)) {
                broken.add("tells " + answer.statusCode() + " " + got + " instead of " + promised);
            }
        }
    }

    private void counts(JsonNode domain) {
        JsonNode counts = domain.get("counts");
        if (counts.get("pendingJobs").asLong() != jobs("pending", null)
                || counts.get("runningJobs").asLong() != jobs("running", null)) {
            broken.add("counts other jobs than the caller's: " + counts);
        }
    }

    private long jobs(String state, @org.jspecify.annotations.Nullable String queue) {
        return oracle.world().jobs.values().stream()
                .filter(job -> job.state().equals(state) && oracle.seesJob(job.id()))
                .filter(job -> queue == null || job.queue().equals(queue))
                .count();
    }

    private void queue(JsonNode queue) {
        String name = queue.get("queue").asText();
        if (queue.get("pending").asLong() != jobs("pending", name)
                || queue.get("running").asLong() != jobs("running", name)) {
            broken.add("counts other jobs than the caller's: " + queue);
        }
    }

    private void tree(JsonNode item) {
        String tree = item.get("tree").asText();
        long accounts = oracle.world().living(tree).stream()
                        .filter(account -> oracle.sees(tree, account, ""))
                        .count()
                + (oracle.sees(tree, "root", "") ? 1 : 0);
        long users = oracle.associations().stream()
                .filter(of -> of.get(0).equals(tree) && oracle.sees(tree, of.get(1), of.get(2)))
                .distinct()
                .count();
        if (item.get("accounts").asLong() != accounts
                || item.get("users").asLong() != users
                || item.get("problems").isEmpty() == oracle.all()) {
            broken.add("tells of another tree than the caller's " + accounts + " accounts and " + users + " users: "
                    + item);
        }
    }

    private void visibility(JsonNode visibility) {
        Set<String> jobs = new TreeSet<>();
        visibility.get("jobs").forEach(job -> jobs.add(job.get("job").asText()));
        Set<String> promised = new TreeSet<>();
        for (String job : asked.getOrDefault("jobs", "").replace("alps/", "").split(",")) {
            if (oracle.seesJob(job)) {
                promised.add(job);
            }
        }
        boolean same = jobs.equals(promised);
        for (JsonNode tree : visibility.get("trees")) {
            String name = tree.get("tree").asText();
            Set<String> coordinated = texts(tree.get("coordinated"));
            for (String account : oracle.world().of(name).keySet()) {
                same &= coordinated.contains(account) == oracle.coordinates(name, account);
            }
            same &= texts(tree.get("sums")).equals(oracle.sums(name));
        }
        if (!same || visibility.get("all").asBoolean() != oracle.all()) {
            broken.add("tells another visibility than the oracle: " + visibility);
        }
    }

    private void policy(JsonNode item) {
        JsonNode parameters = item.get("parameters").get("moab");
        if (!item.get("policy").get("name").asText().equals("moab")) {
            return;
        }
        Set<String> got = new TreeSet<>();
        parameters.get("parameters").fieldNames().forEachRemaining(got::add);
        Set<String> promised = new TreeSet<>(Set.of("FSPOLICY", "FSWEIGHT"));
        for (String user : VisibilityWorld.USERS) {
            if (oracle.all() || user.equals(oracle.name())) {
                promised.add("USERCFG[" + user + "]");
            }
        }
        for (String account : VisibilityWorld.ACCOUNTS) {
            if (texts(item.get("trees")).stream().anyMatch(tree -> oracle.sees(tree, account, ""))) {
                promised.add("ACCOUNTCFG[" + account + "]");
            }
        }
        if (!got.equals(promised)) {
            broken.add("tells the targets " + got + " instead of " + promised);
        }
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new TreeSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static JsonNode json(HttpResponse<String> of) {
        try {
            return MAPPER.readTree(of.body());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}

package io.fairway.api;

import static io.fairway.api.ApiRig.encoded;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiDescription;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every operation of the API, asked by callers of every kind, over random trees, at two instances: the answer has
 * nothing that the oracle forbids, everything that it promises, and says the same of a hidden thing as of one that does
 * not exist.
 */
@Order(1)
class VisibilityOracleTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Names of no thing, as long as the names of things, so that even lengths of answers may be compared. */
    private static final Map<String, String> UNKNOWN = Map.of("user", "yyyy9", "account", "zzzz", "job", "x999x");

    /** Of the two seeds that every build asks. */
    private static final VisibilityTable TABLE = new VisibilityTable();

    @TempDir
    private Path directory;

    private final List<String> differences = new ArrayList<>();
    private long questions;

    static List<VisibilityOracle> callers(VisibilityWorld world) {
        List<VisibilityOracle> callers = new ArrayList<>();
        callers.add(new VisibilityOracle(world, "olga7", true, List.of()));
        for (String user : List.of("anna7", "bert7", "nobody")) {
            callers.add(new VisibilityOracle(world, user, false, List.of()));
        }
        for (String accounts : List.of(
                "alps/acms", "jura/acms", "normal/aatl", "*/abio", "alps/root", "jura/ast%r alps/albc", "alps/gone")) {
            callers.add(new VisibilityOracle(world, "hans7", false, List.of(accounts.split(" "))));
        }
        callers.add(new VisibilityOracle(world, "cleo7", false, List.of("jura/aatl")));
        return callers;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void nobodySeesMoreOrLessThanTheOracleSays(long seed) throws Exception {
        ask(seed, 3, TABLE);
        if (seed == 2) {
            System.out.println(TABLE.text());
            TABLE.holds();
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("moreSeeds")
    void norWithFourTimesAsMany(long seed) throws Exception {
        ask(seed, 12, new VisibilityTable());
    }

    /** From 3 on; more with {@code -Dvisibility.seeds=8}. */
    static LongStream moreSeeds() {
        return LongStream.range(3, 3 + Integer.getInteger("visibility.seeds", 2));
    }

    private void ask(long seed, int rounds, VisibilityTable table) throws Exception {
        VisibilityWorld world = new VisibilityWorld(seed);
        List<VisibilityOracle> callers = callers(world);
        Random random = new Random(seed);
        try (VisibilityRig rig = new VisibilityRig(world, callers, directory)) {
            VisibilityOracle operator = callers.get(0);
            for (ApiDescription.Operation operation :
                    ApiDescription.load().operations().values()) {
                Set<String> asked = VisibilityQuestions.of(operation, random, rounds);
                if (operation.id().equals("previewAdjustment")) {
                    asked.addAll(VisibilityQuestions.previews(operator));
                }
                for (String question : asked) {
                    HttpResponse<String> whole = rig.ask(0, operator, "GET", question);
                    equal("open " + question, rig.ask(2, null, "GET", question), whole);
                    String row = VisibilityTable.question("GET", operation);
                    table.add(row, VisibilityTable.Kind.NO_TOKEN, nobody(rig, question), whole);
                    for (VisibilityOracle caller : callers) {
                        table.add(
                                row,
                                VisibilityTable.Kind.of(caller),
                                check(rig, operation, question, caller, whole),
                                whole);
                    }
                }
            }
            stream(rig, table);
            change(rig, callers, table);
        }
        System.out.println("visibility oracle, seed " + seed + ": " + questions + " questions, " + callers.size()
                + " callers, " + differences.size() + " differences");
        assertThat(differences.stream().limit(20)).isEmpty();
    }

    /** Who has no token is told so, whatever it asks of whatever there is. */
    private HttpResponse<String> nobody(VisibilityRig rig, String question) throws Exception {
        HttpResponse<String> answer = rig.ask(0, null, "GET", question);
        questions++;
        boolean open = question.matches("/(health|ready|openapi.yaml).*");
        if (open == (answer.statusCode() == 401)) {
            differences.add("without a token " + question + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer;
    }

    /** VisibilityStreamTest compares what each caller hears. */
    private void stream(VisibilityRig rig, VisibilityTable table) throws Exception {
        ApiDescription.Operation stream =
                Objects.requireNonNull(ApiDescription.load().operations().get("stream"));
        nobody(rig, stream.path() + "?domain=" + DOMAIN);
        table.add(
                VisibilityTable.question("GET", stream),
                Map.of(
                        VisibilityTable.Kind.NO_TOKEN, "-",
                        VisibilityTable.Kind.USER, "own",
                        VisibilityTable.Kind.COORDINATOR, "own",
                        VisibilityTable.Kind.OPERATOR, "yes"));
    }

    /** A correction of what is there and of what is not: whoever may not make it learns nothing from the refusal. */
    private void change(VisibilityRig rig, List<VisibilityOracle> callers, VisibilityTable table) throws Exception {
        for (ApiDescription.Operation change : ApiDescription.load().changes().values()) {
            String path = change.path().replace("{domain}", DOMAIN);
            String row = VisibilityTable.question("POST", change);
            List<String> real = callers.get(0).associations().get(0);
            String body = correction(real.get(0), real.get(1), real.get(2));
            HttpResponse<String> whole = rig.post(callers.get(0), path, body);
            assertThat(whole.statusCode()).as(whole.body()).isEqualTo(201);
            table.add(row, VisibilityTable.Kind.NO_TOKEN, rig.post(null, path, body), whole);
            for (VisibilityOracle caller : callers) {
                HttpResponse<String> answer = rig.post(caller, path, body);
                table.add(row, VisibilityTable.Kind.of(caller), answer, whole);
                HttpResponse<String> ofNothing = rig.post(caller, path, correction("tree9", "zzzz", "yyyy9"));
                questions += 2;
                boolean same = answer.statusCode() == ofNothing.statusCode()
                        && answer.body().equals(ofNothing.body());
                if (caller.all() ? answer.statusCode() != 200 : answer.statusCode() != 403 || !same) {
                    differences.add(caller.name() + caller.accounts() + " corrects: " + answer.statusCode() + " "
                            + answer.body() + " but of nothing " + ofNothing.body());
                }
            }
        }
    }

    private static String correction(String tree, String account, String user) {
        return MAPPER.createObjectNode()
                .put("id", "c1")
                .put("tree", tree)
                .put("account", account)
                .put("user", user)
                .put("kind", "charge")
                .put("amount", 1)
                .put("reason", "a test")
                .toString();
    }

    private HttpResponse<String> check(
            VisibilityRig rig,
            ApiDescription.Operation operation,
            String question,
            VisibilityOracle caller,
            HttpResponse<String> whole)
            throws Exception {
        HttpResponse<String> answer = rig.ask(0, caller, "GET", question);
        equal(caller + " at the other instance " + question, rig.ask(1, caller, "GET", question), answer);
        questions++;
        String where = caller.name() + caller.accounts() + " " + question;
        Map<String, String> asked = asked(question, operation);
        List<String> more =
                answer.headers().firstValue("Content-Type").orElse("").contains("json")
                        ? new VisibilityReader(caller, asked, answer.statusCode() == 200)
                                .read(MAPPER.readTree(answer.body()))
                        : List.of();
        more.forEach(name -> differences.add(where + " shows " + name));
        checkLines(rig, operation, question, caller, answer);
        String twin = twin(question, asked, caller);
        if (!twin.equals(question)) {
            HttpResponse<String> ofNothing = rig.ask(0, caller, "GET", twin);
            String same = ofNothing.body();
            for (Map.Entry<String, String> name : asked.entrySet()) {
                same = same.replace(UNKNOWN.getOrDefault(name.getKey(), "\0"), name.getValue());
            }
            if (ofNothing.statusCode() != answer.statusCode()
                    || !same.equals(answer.body())
                    || !headers(ofNothing).equals(headers(answer))) {
                differences.add(where + " tells that it exists: " + answer.statusCode() + " " + answer.body()
                        + " but of nothing " + ofNothing.statusCode() + " " + same);
            }
        }
        VisibilityPromise.broken(operation.id(), caller, asked, answer, whole)
                .forEach(broken -> differences.add(where + " " + broken));
        return answer;
    }

    /** What comes as lines is what comes as items: of a question with a limit, which JSON has by itself. */
    private void checkLines(
            VisibilityRig rig,
            ApiDescription.Operation operation,
            String question,
            VisibilityOracle caller,
            HttpResponse<String> answer)
            throws Exception {
        if (!List.of("getUsage", "getFairness", "listJobs").contains(operation.id())
                || !question.contains("limit=")
                || question.contains("cursor=")) {
            return;
        }
        // At either instance: the one that has the domain, and the one that asks it.
        int instance = (int) (questions % 2);
        HttpResponse<String> lines = rig.ask(instance, caller, "GET", question, "Accept", "application/x-ndjson");
        if (lines.statusCode() == 406) {
            return; // no period
        }
        questions++;
        StringBuilder items = new StringBuilder();
        if (answer.statusCode() == 200) {
            MAPPER.readTree(answer.body())
                    .path("items")
                    .forEach(item -> items.append(item).append('\n'));
        } else {
            items.append(answer.body());
        }
        if (lines.statusCode() != answer.statusCode() || !lines.body().contentEquals(items)) {
            differences.add(caller.name() + caller.accounts() + " " + question + " as lines: " + lines.statusCode()
                    + " " + lines.body() + " but " + answer.statusCode() + " " + items);
        }
    }

    /** Headers that could tell something; the date, and the digest of a body that echoes the question, do not. */
    private static Map<String, List<String>> headers(HttpResponse<String> answer) {
        Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
        headers.keySet().removeAll(Set.of("date", "etag", "content-length"));
        return headers;
    }

    private void equal(String where, HttpResponse<String> one, HttpResponse<String> other) {
        questions++;
        boolean own = where.matches(".*/(health|ready|metrics|v1/status|v1/stream).*");
        if ((one.statusCode() != other.statusCode() && !where.startsWith("open"))
                || (!own && one.statusCode() == 200 && !settled(one).equals(settled(other)))) {
            differences.add(
                    where + ": " + one.statusCode() + one.body() + " against " + other.statusCode() + other.body());
        }
    }

    /** Who has no name is an operator with another name. */
    private static String settled(HttpResponse<String> answer) {
        return answer.body().replace("\"anybody\"", "\"olga7\"").replaceAll("\"unreachable\":\\[[^]]*]", "");
    }

    /** The question with names of nothing in the place of what the caller does not see. */
    private static String twin(String question, Map<String, String> asked, VisibilityOracle caller) {
        String tree = asked.getOrDefault("tree", "");
        List<String> trees = tree.isEmpty() ? VisibilityWorld.TREES : List.of(tree);
        String account = asked.getOrDefault("account", "");
        String user = asked.getOrDefault("user", "");
        String job = asked.getOrDefault("job", "");
        String twin = question;
        // A job names its account to whoever sees the job.
        boolean named = question.matches(".*/jobs\\?.*")
                && caller.world().jobs.values().stream()
                        .anyMatch(of -> account.equals(of.account()) && caller.seesJob(of.id()));
        if (!account.isEmpty() && !named && trees.stream().noneMatch(in -> caller.sees(in, account, ""))) {
            twin = replaced(twin, "account", account);
        }
        if (!user.isEmpty() && !caller.seesUser(tree, user)) {
            twin = replaced(twin, "user", user);
        }
        if (!job.isEmpty() && !caller.seesJob(job)) {
            twin = replaced(twin, "job", job);
        }
        return twin;
    }

    private static String replaced(String question, String name, String value) {
        return question.replaceAll(
                "(?<=[/=])" + java.util.regex.Pattern.quote(encoded(value)) + "(?=[/?&]|$)", UNKNOWN.get(name));
    }

    private static Map<String, String> asked(String question, ApiDescription.Operation operation) {
        Map<String, String> asked = new LinkedHashMap<>();
        String[] parts = question.split("\\?", 2);
        String[] is = parts[0].split("/");
        String[] should = operation.path().split("/");
        for (int i = 0; i < is.length; i++) {
            if (should[i].startsWith("{")) {
                asked.put(should[i].substring(1, should[i].length() - 1), decoded(is[i]));
            }
        }
        for (String parameter : parts.length == 1 ? new String[0] : parts[1].split("&")) {
            asked.put(parameter.split("=", 2)[0], decoded(parameter.split("=", 2)[1]));
        }
        return asked;
    }

    private static String decoded(String text) {
        return java.net.URLDecoder.decode(text, java.nio.charset.StandardCharsets.UTF_8);
    }
}

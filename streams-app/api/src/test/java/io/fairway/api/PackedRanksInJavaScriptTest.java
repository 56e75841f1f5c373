package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.PolicyState;
import io.fairway.avro.RankForm;
import io.fairway.avro.RankRecord;
import io.fairway.avro.ShareNode;
import io.fairway.engine.PipelineDriver;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The reader of docs/ranks.md, run by Node.js over a tree of 10,000 users with many ties. */
class PackedRanksInJavaScriptTest {
    private static final int ACCOUNTS = 90;
    private static final int USERS = 100;
    /** More than two parts. */
    private static final int CROWD = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void computesEveryRankThatTheApiGives() throws Exception {
        assumeThat(isThere("node")).as("Node.js is installed").isTrue();
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, ApiRig.HOUR)
                .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                .setRanks(RankForm.PACKED));
        pipeline.policy(PipelineDriver.policyOf("shadow", 0, ApiRig.HOUR)
                .setState(PolicyState.SHADOW)
                .setAlgorithm(Algorithm.FAIR_TREE_DOCUMENTED)
                .setRanks(RankForm.BOTH));
        fill(pipeline);

        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, T0 + 2 * ApiRig.HOUR)) {
            Map<String, Map<String, RankRecord>> records = new TreeMap<>();
            for (PipelineDriver.Sent<RankRecord> sent : pipeline.read(Topic.RANKS, RankRecord.class)) {
                records.computeIfAbsent(Keys.split(sent.key()).get(1), policy -> new TreeMap<>())
                        .put(sent.key(), Objects.requireNonNull(sent.value()));
            }
            for (String policy : Set.of("main", "shadow")) {
                Map<String, Long> read = ranks(run(json(Objects.requireNonNull(records.get(policy)))));

                assertThat(read).hasSize(ACCOUNTS * USERS + CROWD);
                assertThat(new HashSet<>(read.values()).size()).as("ties").isBetween(50, 8_000);
                assertThat(read).isEqualTo(ofApi(rig, policy));
            }
        }
    }

    /** Accounts in tens below ten divisions, a crowd below root. Shares and usage of few sizes. */
    private static void fill(PipelineDriver pipeline) {
        SplittableRandom random = new SplittableRandom(16);
        for (int division = 0; division < 10; division++) {
            share(pipeline, "d" + division, "", "root", 1 + division % 2);
        }
        for (int account = 0; account < ACCOUNTS; account++) {
            share(pipeline, "a" + account, "", "d" + account % 10, random.nextInt(1, 4));
            for (int user = 0; user < USERS; user++) {
                share(pipeline, "a" + account, "u" + user, "", random.nextInt(1, 3));
            }
        }
        share(pipeline, "crowd", "", "root", 2);
        for (int user = 0; user < CROWD; user++) {
            share(pipeline, "crowd", "c" + user, "", 1);
        }
        for (int job = 0; job < 3_000; job++) {
            String account = job % 10 == 0 ? "crowd" : "a" + random.nextInt(ACCOUNTS * 2 / 3);
            String user = job % 10 == 0 ? "c" + random.nextInt(CROWD) : "u" + random.nextInt(USERS);
            pipeline.start("j" + job, account, user, T0, random.nextInt(1, 4));
            if (job % 20 != 0) {
                pipeline.finish("j" + job, T0 + ApiRig.HOUR, T0);
            }
        }
    }

    private static void share(PipelineDriver pipeline, String account, String user, String parent, long shares) {
        pipeline.send(
                Topic.SHARES,
                Keys.node(DOMAIN, DOMAIN, account, user),
                ShareNode.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount(account)
                        .setUser(user)
                        .setParent(parent.isEmpty() ? null : parent)
                        .setShares(shares)
                        .build());
    }

    private static String json(Map<String, RankRecord> records) throws IOException {
        ArrayNode all = JSON.createArrayNode();
        for (RankRecord record : records.values()) {
            ObjectNode one = all.addObject();
            one.put("account", record.getAccount())
                    .put("part", record.getPart())
                    .put("ahead", record.getAhead())
                    .put("ranked", record.getRanked());
            one.set("users", JSON.valueToTree(record.getUsers()));
            one.set("partitions", JSON.valueToTree(record.getPartitions()));
            one.set("steps", JSON.valueToTree(record.getSteps()));
        }
        return JSON.writeValueAsString(all);
    }

    private static Map<String, Long> ranks(JsonNode users) {
        Map<String, Long> ranks = new TreeMap<>();
        users.forEach(user -> ranks.put(
                user.get("account").asText() + "/" + user.get("user").asText(),
                user.get("rank").asLong()));
        return ranks;
    }

    private static Map<String, Long> ofApi(ApiRig rig, String policy) throws Exception {
        Map<String, Long> ranks = new TreeMap<>();
        String cursor = "";
        do {
            JsonNode page = JSON.readTree(rig.get("/v1/domains/alps/fairshare?limit=1000&policy=" + policy + cursor)
                    .body());
            page.get("items").forEach(item -> {
                if (!item.get("user").asText().isEmpty()) {
                    ranks.put(
                            item.get("account").asText() + "/"
                                    + item.get("user").asText(),
                            item.get("rank").asLong());
                }
            });
            cursor = page.has("next") ? "&cursor=" + page.get("next").asText() : "";
        } while (!cursor.isEmpty());
        return ranks;
    }

    /** What the program of the page prints for these records. */
    private static JsonNode run(String records) throws Exception {
        String page = Files.readString(Path.of("../../docs/ranks.md"));
        int begin = page.indexOf("```js\n") + 6;
        String reader = page.substring(begin, page.indexOf("```", begin));
        Path program = Files.createTempFile("ranks", ".js");
        try {
            Files.writeString(
                    program,
                    reader + "\nconst records = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n"
                            + "require('fs').writeSync(1, JSON.stringify(ranks(records).map("
                            + "({account, user, rank}) => ({account, user, rank}))));\n");
            Path answer = Files.createTempFile("ranks", ".json");
            Path question = Files.createTempFile("records", ".json");
            Files.writeString(question, records);
            Process node = new ProcessBuilder("node", program.toString())
                    .redirectInput(question.toFile())
                    .redirectOutput(answer.toFile())
                    .start();
            String problem = new String(node.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(node.waitFor()).as(problem).isZero();
            JsonNode read = JSON.readTree(Files.readString(answer));
            Files.delete(answer);
            Files.delete(question);
            return read;
        } finally {
            Files.delete(program);
        }
    }

    private static boolean isThere(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}

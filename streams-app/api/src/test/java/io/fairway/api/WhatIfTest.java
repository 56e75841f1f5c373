package io.fairway.api;

import static io.fairway.engine.FourPolicies.HOUR;
import static io.fairway.engine.FourPolicies.NOW;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Algorithm;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PartitionInfo;
import io.fairway.avro.QosInfo;
import io.fairway.avro.SlurmPriority;
import io.fairway.engine.FourPolicies;
import io.fairway.engine.PipelineDriver;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a question foretells is what happens: the stream is told of the same change, and has the same places and priorities. */
class WhatIfTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Job 6 is very nice; without that, it is with job 3. Fewer processors count under absolute priorities. */
    @ParameterizedTest
    @CsvSource({
        "slurm, 6, nice=0&nodes=2",
        "slurm, 4, timeLimitSeconds=60",
        "lsf, 6, cpus=1",
        "aps, 5, cpus=1",
        "moab, 6, nice=0&cpus=2&timeLimitSeconds=3600",
    })
    void isWhatHappensUnderEachPolicy(String policy, String job, String change) throws Exception {
        check(FourPolicies.pipeline(), policy, job, change);
    }

    /** Sites of 12 jobs with every weight of Slurm 22.05, each job with a random change. */
    @Test
    void isWhatHappensOnRandomSites() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        int moved = 0;
        for (int site = 0; site < 8; site++) {
            String change = switch (random.nextInt(5)) {
                case 0 -> "nodes=" + (1 + random.nextInt(8)) + "&cpus=" + (1 + random.nextInt(32));
                case 1 -> "qos=" + (random.nextBoolean() ? "high" : "low");
                case 2 -> "partition=" + (random.nextBoolean() ? "wide" : "small");
                case 3 -> "account=" + (random.nextBoolean() ? "bio" : "physics");
                default -> "nice=" + (random.nextInt(2_000) - 1_000);
            };
            moved += check(site(random), "main", Integer.toString(random.nextInt(12)), change) ? 1 : 0;
        }
        assertThat(moved).as("sites in which the job moves").isGreaterThan(2);
    }

    /** The stream goes on between the reading of the domain and the question: what came is no effect of the change. */
    @Test
    void whatTheStreamDoesMeanwhileIsNoEffectOfTheChange() throws Exception {
        PipelineDriver pipeline = site(new SplittableRandom(7));
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW)) {
            assertThat(places(rig, "main")).hasSize(12);
            for (int job = 100; job < 105; job++) {
                pipeline.job(pipeline.event(Integer.toString(job), JobEventType.SUBMITTED, T0)
                        .setAccount("physics")
                        .setUser("anna")
                        .setAttributes(JobAttributes.newBuilder()
                                .setNodes(16)
                                .setRequestedTres(Map.of("cpu", 128.0))
                                .setQos("high")
                                .setPartitions(List.of("small"))
                                .build()));
            }
            pipeline.tick(NOW);

            JsonNode answer = rig.json("/v1/domains/alps/jobs/alps/3/whatif?policy=main&nice=1");

            assertThat(answer.path("then").path("of"))
                    .isEqualTo(answer.path("now").path("of"));
            assertThat(answer.path("then").path("place").asLong()
                            - answer.path("now").path("place").asLong())
                    .isEqualTo(answer.path("passedBy").asLong()
                            - answer.path("passes").asLong());
        }
    }

    private static PipelineDriver site(SplittableRandom random) {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(PipelineDriver.policyOf("main", 0, HOUR)
                .setAlgorithm(Algorithm.CLASSIC)
                .setNodes(16)
                .setProcessors(128)
                .setQos(Map.of(
                        "high", QosInfo.newBuilder().setPriority(10).build(),
                        "low", QosInfo.newBuilder().setPriority(1).build()))
                .setPartitions(Map.of(
                        "wide", PartitionInfo.newBuilder().setPriorityFactor(4).build(),
                        "small", PartitionInfo.newBuilder().setPriorityFactor(9).build()))
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(1_000L)
                        .setWeightAge(1_000L)
                        .setWeightJobSize(1_000L)
                        .setWeightQos(500L)
                        .setWeightPartition(500L)
                        .setMaxAgeSeconds(86_400)
                        .build()));
        for (String account : List.of("physics", "bio")) {
            for (String user : List.of("anna", "ben")) {
                pipeline.share(account, user, 1 + random.nextInt(5));
                String run = account + user;
                pipeline.start(run, account, user, T0, 1 + random.nextInt(8));
                pipeline.finish(run, T0 + HOUR / 2, T0);
            }
        }
        for (int job = 0; job < 12; job++) {
            pipeline.job(pipeline.event(Integer.toString(job), JobEventType.SUBMITTED, T0 + random.nextInt(3_600_000))
                    .setAccount(random.nextBoolean() ? "physics" : "bio")
                    .setUser(random.nextBoolean() ? "anna" : "ben")
                    .setAttributes(JobAttributes.newBuilder()
                            .setNodes(1 + random.nextInt(8))
                            .setRequestedTres(Map.of("cpu", 1.0 + random.nextInt(32)))
                            .setQos(random.nextBoolean() ? "high" : "low")
                            .setPartitions(List.of(random.nextBoolean() ? "wide" : "small"))
                            .build()));
        }
        return pipeline;
    }

    /** Asks, makes the change, and compares. Returns whether the job moved. */
    private static boolean check(PipelineDriver pipeline, String policy, String job, String change) throws Exception {
        JsonNode foretold;
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW)) {
            foretold = rig.json("/v1/domains/alps/jobs/alps/" + job + "/whatif?policy=" + policy + "&" + change);
            assertThat(places(rig, policy).get(job)).as("nothing is changed").isEqualTo(place(foretold.get("now")));
            pipeline.job(modified(pipeline, job, change));
            pipeline.tick(NOW);
            rig.active = false; // another copy is read anew
            assertThat(place(foretold.get("then")))
                    .as(policy + " " + job + " " + change)
                    .isEqualTo(places(rig, policy).get(job));
        }
        return !foretold.get("now").get("place").equals(foretold.get("then").get("place"));
    }

    private static io.fairway.avro.JobEvent.Builder modified(PipelineDriver pipeline, String job, String change) {
        Map<String, String> said = new HashMap<>();
        for (String each : change.split("&")) {
            said.put(each.replaceFirst("=.*", ""), each.replaceFirst(".*=", ""));
        }
        JobAttributes.Builder attributes = JobAttributes.newBuilder();
        var event = pipeline.event(job, JobEventType.MODIFIED, NOW);
        said.forEach((name, value) -> {
            switch (name) {
                case "account" -> event.setAccount(value);
                case "nodes" -> attributes.setNodes(Integer.parseInt(value));
                case "cpus" -> attributes.setRequestedTres(Map.of("cpu", Double.parseDouble(value)));
                case "qos" -> attributes.setQos(value);
                case "nice" -> attributes.setNice(Long.parseLong(value));
                case "partition" -> attributes.setPartitions(List.of(value));
                case "timeLimitSeconds" -> attributes.setTimeLimitSeconds(Long.parseLong(value));
                default -> throw new IllegalArgumentException(name);
            }
        });
        return event.setAttributes(attributes.build());
    }

    private static Map<String, List<JsonNode>> places(ApiRig rig, String policy) throws Exception {
        Map<String, List<JsonNode>> places = new HashMap<>();
        rig.json("/v1/domains/alps/jobs?policy=" + policy)
                .get("items")
                .forEach(item -> places.put(item.get("job").asText(), place(item)));
        return places;
    }

    private static List<JsonNode> place(JsonNode of) {
        return List.of(of.get("priority"), of.get("place"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | nodes=1&account=bio | 409 | the job's user has no association in account bio
            3 | policy=slurm | 400 | nothing would change: give at least one of account, partition
            2 | nodes=1 | 409 | does not wait
            3 | nodes=0 | 400 | nodes
            99 | nodes=1 | 404 | not known
            """)
    void refusesWhatCannotBe(String job, String question, int status, String message) throws Exception {
        try (ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), FourPolicies.pipeline(), NOW)) {
            HttpResponse<String> answer = rig.get("/v1/domains/alps/jobs/alps/" + job + "/whatif?" + question);

            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.body()).contains(message);
        }
    }

    /** Job 6 of Anna passes job 4 of Ben if it is not nice. Anna reads how many, and not whose. */
    @Test
    void namesOthersOnlyToWhoMaySeeThem(@TempDir Path directory) throws Exception {
        String anna = Tokens.random(new SecureRandom());
        String ben = Tokens.random(new SecureRandom());
        String operator = Tokens.random(new SecureRandom());
        Path tokens = Files.write(
                directory.resolve("tokens"),
                List.of(
                        "name=anna role=user sha256=" + Tokens.hash(anna),
                        "name=ben role=user sha256=" + Tokens.hash(ben),
                        "name=olga role=operator sha256=" + Tokens.hash(operator)));
        AccessConfig access = AccessConfigs.of(Map.of("http.auth", "token", "http.auth.token.file", tokens.toString()));
        ApiSettings settings =
                ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> NOW), "test");
        try (ApiRig rig = new ApiRig(settings, FourPolicies.pipeline(), NOW)) {
            String question = "/v1/domains/alps/jobs/alps/6/whatif?policy=slurm&nice=-90000";
            JsonNode whole = MAPPER.readTree(
                    rig.get(question, "Authorization", "Bearer " + operator).body());
            JsonNode own = MAPPER.readTree(
                    rig.get(question, "Authorization", "Bearer " + anna).body());

            assertThat(whole.get("passed").findValuesAsText("user")).containsOnly("anna", "ben");
            assertThat(own.get("passed").findValuesAsText("user")).containsOnly("anna");
            assertThat(own.get("passes")).isEqualTo(whole.get("passes"));
            assertThat(rig.get(question, "Authorization", "Bearer " + ben).statusCode())
                    .isEqualTo(404);
            assertThat(rig.get(question).statusCode()).isEqualTo(401);
        }
    }
}

package io.fairway.api;

import static io.fairway.engine.FourPolicies.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.access.AccessConfig;
import io.fairway.access.AccessConfigs;
import io.fairway.access.Address;
import io.fairway.access.Authenticators;
import io.fairway.access.Tokens;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.JobEventType;
import io.fairway.engine.FourPolicies;
import io.fairway.engine.PipelineDriver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jobs before a job, for readers that may know their owners and for readers that may not. */
class ApiWhyAccessTest {
    private final String anna = Tokens.random(new SecureRandom());
    private final String zoe = Tokens.random(new SecureRandom());
    private final String operator = Tokens.random(new SecureRandom());

    /** Carla's job 5 is before Anna's 3. Under Moab, Anna and Ben stand alike, and Ben's job 4 is before it too. */
    @ParameterizedTest
    @ValueSource(strings = {"slurm", "lsf", "aps", "moab"})
    void hidesTheNameOfAJobThatTheReaderMayNotSee(String policy, @TempDir Path directory) throws Exception {
        try (ApiRig rig = new ApiRig(settings(directory), FourPolicies.pipeline(), NOW)) {
            String question = "/v1/domains/alps/jobs/alps/3/why?policy=" + policy;
            String answer = rig.get(question, "Authorization", "Bearer " + anna).body();
            String whole =
                    rig.get(question, "Authorization", "Bearer " + operator).body();

            JsonNode why = new ObjectMapper().readTree(answer);
            assertThat(why.get("ahead")).isNotEmpty();
            int before = why.get("place").asInt() - 1;
            assertThat(why.get("aheadBy"))
                    .as("jobs of others are counted together")
                    .hasSize(1);
            assertThat(why.get("aheadBy").get(0).get("user").asText()).isEmpty();
            assertThat(why.get("aheadBy").get(0).get("jobs").asInt()).isEqualTo(before);
            JsonNode byName = new ObjectMapper().readTree(whole).get("aheadBy");
            assertThat(byName)
                    .allSatisfy(group -> assertThat(group.get("user").asText()).isNotEmpty());
            assertThat(StreamSupport.stream(byName.spliterator(), false)
                            .mapToInt(group -> group.get("jobs").asInt())
                            .sum())
                    .isEqualTo(before);
            assertThat(answer)
                    .contains("Another user's job is just before it", "Another user's job goes before it")
                    .doesNotContain("carla", "ben", "ob 5", "ob 4");
            assertThat(whole).contains("Job 5 of carla is just before it", "Job 5 goes before it");
        }
    }

    /** Zoe has no association: she sees her job and not the sum of the tree, which Moab's fairshare reads. */
    @Test
    void factorsTellNoUsageToWhoDoesNotSeeTheTree(@TempDir Path directory) throws Exception {
        PipelineDriver pipeline = FourPolicies.pipeline();
        pipeline.job(pipeline.event("9", JobEventType.SUBMITTED, NOW - FourPolicies.HOUR)
                .setAccount("physics")
                .setUser("zoe"));
        pipeline.tick(NOW);
        try (ApiRig rig = new ApiRig(settings(directory), pipeline, NOW)) {
            JsonNode own = moab(rig, zoe);
            JsonNode whole = moab(rig, operator);

            assertThat(whole.get("factors").toString()).contains("decayedTotal");
            assertThat(own.get("factors")).isEmpty();
            assertThat(own.get("priority")).isEqualTo(whole.get("priority"));
        }
    }

    private static JsonNode moab(ApiRig rig, String token) throws Exception {
        String body = rig.get("/v1/domains/alps/jobs/alps/9", "Authorization", "Bearer " + token)
                .body();
        return StreamSupport.stream(
                        new ObjectMapper().readTree(body).get("priorities").spliterator(), false)
                .filter(priority -> priority.at("/policy/name").asText().equals("moab"))
                .findFirst()
                .orElseThrow();
    }

    private ApiSettings settings(Path directory) throws Exception {
        Path tokens = Files.write(
                directory.resolve("tokens"),
                List.of(
                        "name=anna role=user sha256=" + Tokens.hash(anna),
                        "name=zoe role=user sha256=" + Tokens.hash(zoe),
                        "name=olga role=operator sha256=" + Tokens.hash(operator)));
        AccessConfig access = AccessConfigs.of(Map.of("http.auth", "token", "http.auth.token.file", tokens.toString()));
        return ApiSettings.of(new Address("127.0.0.1", 0), access, Authenticators.of(access, () -> NOW), "test");
    }
}

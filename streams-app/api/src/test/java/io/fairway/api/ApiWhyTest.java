package io.fairway.api;

import static io.fairway.engine.FourPolicies.NOW;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.api.http.ApiSettings;
import io.fairway.avro.FairshareRecord;
import io.fairway.avro.FairshareTerm;
import io.fairway.avro.JobEventType;
import io.fairway.avro.PriorityRecord;
import io.fairway.engine.FourPolicies;
import io.fairway.engine.PipelineDriver;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.engine.PublishedPriority;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Asks over HTTP why a job waits, under policies of three schedulers: numbers that add up, and sentences for its user.
 */
class ApiWhyTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Values that are no numbers, exponents, and names of programs instead of people's. */
    private static final Pattern NOT_FOR_PEOPLE =
            Pattern.compile("NaN|Infinity|\\binf\\b|null|\\d[eE][-+]?\\d|\\b[a-z]+[A-Z]\\w*");

    private final PipelineDriver pipeline = FourPolicies.pipeline();
    private final ApiRig rig = new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW);

    @AfterEach
    void close() {
        rig.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "lsf", "aps", "moab"})
    void rowsAddUpToThePriorityThatIsPublished(String policy) throws Exception {
        Map<String, PriorityRecord> priorities = last(Topic.PRIORITIES, PriorityRecord.class);
        Map<String, FairshareRecord> fairshares = last(Topic.FAIRSHARE, FairshareRecord.class);
        for (String job : List.of("3", "4", "5", "6", "7")) {
            PriorityRecord record = Objects.requireNonNull(priorities.get("alps|" + policy + "|alps|" + job + "|"));
            double published = PublishedPriority.of(record, fairshare(record, policy, fairshares), NOW);
            JsonNode why = why(job, policy);

            double sum = 0;
            for (JsonNode row : why.get("rows")) {
                double contribution = row.get("contribution").doubleValue();
                sum += contribution;
                String kind = row.get("kind").asText();
                if (kind.equals("component") || kind.equals("fairshare")) {
                    assertThat(row.get("weight").doubleValue()
                                    * row.get("value").doubleValue())
                            .isEqualTo(contribution);
                }
                double parts = 0;
                for (JsonNode part : row.path("parts")) {
                    parts += part.get("contribution").doubleValue();
                }
                if (row.has("parts")) {
                    assertThat(parts).isCloseTo(contribution, within(1e-9 * Math.max(1, Math.abs(contribution))));
                }
            }
            assertThat(sum).as(policy + " " + job).isEqualTo(why.get("priority").doubleValue());
            assertThat(sum).as(policy + " " + job).isCloseTo(published, within(1e-9 * Math.abs(published)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "lsf", "aps", "moab"})
    void itsUserIsTold(String policy) throws Exception {
        for (String job : List.of("3", "4", "5", "6", "7")) {
            JsonNode why = why(job, policy);
            String owner = job.equals("5")
                    ? "carla (account bio)"
                    : (job.equals("4") || job.equals("7") ? "ben" : "anna") + " (account physics)";
            List<String> said = new ArrayList<>(List.of(why.get("summary").asText()));
            for (String part : List.of("sentences", "changes", "recovery")) {
                why.get(part).forEach(sentence -> said.add(sentence.asText()));
            }
            assertThat(said)
                    .allSatisfy(sentence -> assertThat(sentence)
                            .doesNotContainPattern(NOT_FOR_PEOPLE)
                            .endsWith("."));
            assertThat(why.get("summary").asText()).startsWith("Job " + job + " of " + owner);
            assertThat(why.get("changes")).isNotEmpty();
            if (job.equals("7")) {
                assertThat(said)
                        .anyMatch(sentence -> sentence.startsWith("It has been held since 2023-11-15T00:01:00Z"));
                continue;
            }
            String largest = "";
            double most = 0;
            int terms = 0;
            for (JsonNode row : why.get("rows")) {
                double size = Math.abs(row.get("contribution").doubleValue());
                boolean term = List.of("component", "fairshare")
                        .contains(row.get("kind").asText());
                terms += term && size > 0 ? 1 : 0;
                if (term && size > most) {
                    most = size;
                    largest = row.get("name").asText();
                }
            }
            if (terms > 1) {
                String name = largest;
                assertThat(said)
                        .anyMatch(sentence -> sentence.startsWith("The largest term of its priority is " + name));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "lsf", "aps", "moab"})
    void saysThatAJobRunsOrHasEnded(String policy) throws Exception {
        assertThat(refused("2", policy)).contains("job 2", "runs since 2023-11-14T23:30:00");
        assertThat(refused("1", policy)).contains("job 1", "ended at 2023-11-15T00:00:00");
    }

    /**
     * By hand: physics and bio have 1 and 4 of 5 shares, Anna and Ben 3 and 1 of 4. A user who used nothing has the
     * smallest denominator. Carla is first, then Anna, whose dynamic priority among the users of physics is 1.223
     * against 0.213.
     */
    @Test
    void underLsfThePriorityIsThePlaceInTheWalk() throws Exception {
        JsonNode why = why("3", "lsf");

        assertThat(why.get("priority").doubleValue()).isEqualTo(2);
        assertThat(texts(why, "sentences"))
                .contains(
                        "Its queue goes down the share tree and takes the group or user with the highest dynamic priority"
                                + " on every level. In this order, anna (account physics) is 2nd of 3 users, 2nd from the end.");
        assertThat(texts(why, "changes"))
                .contains(
                        "Job 5 goes before it: its priority is 1 higher.",
                        "To make up for it, its user would have to move forward by 1 place (now place 2 of 3).");
    }

    /** The component is 100 * -51.9 + 1000 * -50, but Ben is above his ceiling; he has waited for 67 minutes. */
    @Test
    void aViolatedCeilingIsARow() throws Exception {
        JsonNode why = why("4", "moab");

        assertThat(why.get("priority").doubleValue()).isEqualTo(67);
        assertThat(why.get("rows").get(0).get("parts"))
                .extracting(part -> part.get("name").asText())
                .containsExactly("fsuser", "fsaccount", "violation");
        assertThat(texts(why, "sentences"))
                .anyMatch(sentence -> sentence.startsWith(
                        "Fairshare gives 0 points because a target that is a ceiling or a floor is violated."));
    }

    /** Anna's job names no account: her target counts, 100 * 1.943, and 67 minutes in the queue. */
    @Test
    void underMoabCredentialsExplainAJobThatNoTreeKnows() throws Exception {
        pipeline.job(pipeline.event("8", JobEventType.SUBMITTED, NOW - 67 * FourPolicies.MINUTE)
                .setUser("anna"));
        pipeline.job(pipeline.event("9", JobEventType.SUBMITTED, NOW - 67 * FourPolicies.MINUTE));

        JsonNode why = why("8", "moab");
        assertThat(why.get("priority").doubleValue()).isEqualTo(261);
        assertThat(names(why)).containsExactly("fs", "serv", "rounding");
        assertThat(why.get("summary").asText()).startsWith("Job 8 of anna is ");

        JsonNode ofNobody = why("9", "moab");
        assertThat(ofNobody.get("priority").doubleValue()).isEqualTo(67);
        assertThat(ofNobody.get("summary").asText()).startsWith("Job 9 of nobody is ");
    }

    /** Bounds and truncation, wherever the numbers of the example need them. */
    @Test
    void boundsAndTruncationAreRows() throws Exception {
        assertThat(names(why("3", "slurm"))).containsExactly("age", "fairshare", "rounding");
        assertThat(names(why("6", "slurm"))).containsExactly("age", "fairshare", "nice", "minimum");
        assertThat(names(why("3", "moab"))).containsExactly("fairshare", "serv", "minimum");
        assertThat(names(why("7", "aps"))).containsExactly("fairshare", "RSRC", "WORK", "held");
    }

    private static List<String> texts(JsonNode why, String member) {
        List<String> texts = new ArrayList<>();
        why.get(member).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static List<String> names(JsonNode why) {
        List<String> names = new ArrayList<>();
        why.get("rows").forEach(row -> names.add(row.get("name").asText()));
        return names;
    }

    private static double fairshare(PriorityRecord record, String policy, Map<String, FairshareRecord> fairshares) {
        if (record.getFairshareWeight() == 0) {
            return 0;
        }
        FairshareRecord fairshare = Objects.requireNonNull(fairshares.get(
                String.join("|", DOMAIN, policy, record.getTree(), record.getAccount(), record.getUser())));
        return record.getFairshareTerm() == FairshareTerm.RANK
                ? Objects.requireNonNull(fairshare.getRank())
                : Objects.requireNonNull(fairshare.getFactor());
    }

    private <T extends org.apache.avro.specific.SpecificRecord> Map<String, T> last(Topic topic, Class<T> type) {
        Map<String, T> last = new HashMap<>();
        for (Sent<T> sent : pipeline.read(topic, type)) {
            if (sent.value() != null) {
                last.put(sent.key(), sent.value());
            }
        }
        return last;
    }

    private JsonNode why(String job, String policy) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(job, policy);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return MAPPER.readTree(answer.body());
    }

    private String refused(String job, String policy) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(job, policy);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        return MAPPER.readTree(answer.body()).get("detail").asText();
    }

    private HttpResponse<String> ask(String job, String policy) throws IOException, InterruptedException {
        return rig.get("/v1/domains/alps/jobs/alps/" + job + "/why?policy=" + policy);
    }
}

package io.fairway.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.schemas.NamedClusters;
import io.fairway.schemas.Topic;
import io.fairway.schemas.Topics;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamedClustersTest {
    private static final long CHANGE = Instant.parse("2026-12-01T00:00:00Z").toEpochMilli();

    private final Topics topics =
            Topics.of("fairway.", NamedClusters.parse(" eiger = 2026-12-01T00:00:00Z , alps,B_1"));

    @Test
    void eachHasTopicsOfItsOwnBesideTheCommonOnes() {
        assertThat(topics.clusters().names()).containsExactly("B_1", "alps", "eiger");
        assertThat(topics.names(Topic.JOB_EVENTS))
                .containsExactly(
                        "fairway.job-events",
                        "fairway.job-events.B_1",
                        "fairway.job-events.alps",
                        "fairway.job-events.eiger");
        assertThat(topics.names(Topic.SHARES)).containsExactly("fairway.shares");
        assertThat(topics.name(Topic.SAMPLES)).isEqualTo("fairway.samples");
        assertThat(topics.name(Topic.SAMPLES, "alps")).isEqualTo("fairway.samples.alps");
        assertThat(topics.name(Topic.SAMPLES, "ALPS")).isEqualTo("fairway.samples");
        assertThat(topics.name(Topic.DISPATCHES, "alps")).isEqualTo("fairway.dispatches");
        assertThat(topics.of("fairway.samples.eiger")).isEqualTo(Topic.SAMPLES);
        assertThat(topics.of("fairway.samples.jura")).isNull();
        // Nine inputs, of which two have three more names each.
        assertThat(topics.inputNames()).hasSize(15).contains("fairway.samples.alps", "fairway.clock");
        assertThat(NamedClusters.parse(topics.clusters().toString()).toString())
                .isEqualTo("B_1,alps,eiger=2026-12-01T00:00:00Z");
    }

    @Test
    void theApplicationUsesAndTheAdministratorMakesAllOfThem() {
        assertThat(UsedTopic.of(topics))
                .filteredOn(used -> used.topic() == Topic.SAMPLES)
                .extracting(UsedTopic::name)
                .containsExactly(
                        "fairway.samples", "fairway.samples.B_1", "fairway.samples.alps", "fairway.samples.eiger");
        assertThat(UsedTopic.of(topics))
                .filteredOn(used -> used.name().equals("fairway.samples.alps"))
                .containsExactly(new UsedTopic(
                        "fairway.samples.alps", UsedTopic.Use.EVENTS, Topic.SAMPLES, Topic.SAMPLES.retention()));
    }

    @Test
    void aTopicOfAClusterTakesItsEventsAlone() {
        assertThat(topics.problem("fairway.job-events.alps", "alps", CHANGE)).isNull();
        for (String other : List.of("eiger", "jura", "Alps", "")) {
            assertThat(topics.problem("fairway.job-events.alps", other, CHANGE))
                    .isEqualTo("cluster \"" + other
                            + "\": fairway.job-events.alps is the topic of cluster \"alps\" and takes its events only");
        }
    }

    @Test
    void aCommonTopicTakesTheEventsOfAllOtherClusters() {
        assertThat(topics.problem("fairway.samples", "jura", CHANGE)).isNull();
        assertThat(topics.problem("fairway.samples", "alps", 0))
                .isEqualTo("cluster \"alps\": has a topic of its own, fairway.samples.alps, so fairway.samples does not"
                        + " take its events");
    }

    @Test
    void eventsOfBeforeTheChangeStayWhereTheyAre() {
        assertThat(topics.problem("fairway.samples", "eiger", CHANGE - 1)).isNull();
        assertThat(topics.problem("fairway.samples", "eiger", CHANGE))
                .isEqualTo("cluster \"eiger\": has a topic of its own, fairway.samples.eiger, so fairway.samples does"
                        + " not take its events that were appended since 2026-12-01T00:00:00Z");
        assertThat(topics.problem("fairway.samples.eiger", "eiger", CHANGE - 1)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void anEmptyListChangesNothing(String list) {
        Topics plain = Topics.of("fairway.", NamedClusters.parse(list));
        assertThat(plain.inputNames())
                .isEqualTo(plain.inputs().stream().map(plain::name).toList());
        assertThat(plain.name(Topic.JOB_EVENTS, "alps")).isEqualTo("fairway.job-events");
        assertThat(plain.problem("fairway.job-events", "alps", 0)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "alps,; cluster \"\" must have only ASCII",
                "zürich; cluster \"zürich\" must have only ASCII letters, digits, '.', '_' and '-'",
                "al ps; cluster \"al ps\" must have only ASCII",
                "a/b; cluster \"a/b\" must have only ASCII",
                "alps,eiger,alps; cluster \"alps\" must stand there once (in \"alps,eiger,alps\")",
                "a.b,a_b; cluster \"a_b\" must differ from \"a.b\" by more than '.' and '_'",
                "alps=; cluster \"alps\" has the instant \"\", which must be like 2026-12-01T00:00:00Z",
                "alps=monday; cluster \"alps\" has the instant \"monday\"",
                "alps=2026-12-01T00:00:00Z=1; cluster \"alps\" has the instant \"2026-12-01T00:00:00Z=1\""
            })
    void refusesWhatCannotBeATopic(String list, String message) {
        assertThatThrownBy(() -> NamedClusters.parse(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void refusesANameThatIsTooLongWithItsPrefix() {
        int room = 249 - "fairway.job-events.".length();
        assertThat(Topics.of("fairway.", NamedClusters.parse("x".repeat(room)))).isNotNull();
        assertThatThrownBy(() -> Topics.of("fairway.", NamedClusters.parse("x".repeat(room + 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("250 characters");
    }
}

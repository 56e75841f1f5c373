package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.PriorityRecord;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chunk jobs of IBM's page "Job priority behavior": what records say of them. The dispatcher's part is ChunkStartsTest. */
class LsfChunksOnTheStreamTest {
    private static final double NOW = 360_000;
    private static final String ALIKE =
            "queue: q, application: app, userPriority: 50, resourceRequirement: \"rusage[mem=1]\", requestedHosts: [h1, h2]";

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void queues(String queues) {
        rig.policy(
                "algorithm: LSF_DYNAMIC\nlsf:\n  cluster: {MAX_USER_PRIORITY: \"100\", JOB_PRIORITY_OVER_TIME: \"3/20\"}\n"
                        + "  queues: " + queues + "\n");
        rig.user(DOMAIN, "physics", "anna", 1);
        rig.user(DOMAIN, "physics", "ben", 1);
    }

    private PriorityRecord record(String job) {
        return rig.published(job).record();
    }

    private boolean fit(String one, String other) {
        return !Collections.disjoint(record(one).getChunkKeys(), record(other).getChunkKeys());
    }

    /**
     * The five properties that are the same in a chunk: one job differs in each. Queue and application profile are one of
     * the five: the same of either is enough. A longer wait raises the job priority by escalation, and changes nothing.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "anna | queue: q | true",
                "anna | queue: r | true",
                "anna | application: other | true",
                "anna | 'queue: r, application: other' | false",
                "ben  | queue: q | false",
                "anna | userPriority: 51 | false",
                "anna | 'resourceRequirement: \"rusage[mem=2]\"' | false",
                "anna | 'requestedTres: {cpu: 2}' | false",
                "anna | tasks: 2 | false",
                "anna | requestedHosts: [h1] | false",
                "anna | features: [gpu] | false",
            })
    @Rule(document = Document.LSF_APS, rows = "24")
    void membersOfAChunkAreAlikeInFiveProperties(String user, String other, boolean fits) {
        queues("[{name: q, chunkJobSize: 4}, {name: r, chunkJobSize: 4}]");
        rig.submit("1", NOW - 7200, "physics", "anna", ALIKE);
        rig.submit("2", NOW, "physics", user, ALIKE);
        rig.job("2", "MODIFIED", NOW, "attributes: {" + other + "}");
        rig.tick(NOW);

        assertThat(rig.refusals()).isEmpty();
        assertThat(fit("1", "2")).isEqualTo(fits);
        assertThat(record("1").getChunkSize()).isEqualTo(4);
    }

    /**
     * 50 + 10 * 30 and the administrator's value: 440, 430, 420, 410. The first takes the next two with a key of its own along,
     * which are the third and the fourth; the second requests more memory and goes alone.
     */
    @Test
    @Rule(document = Document.LSF_APS, rows = "22-24")
    void theFirstOfAChunkGoesByItsPriorityAndTheOthersByTheirs() {
        queues("[{name: q, priority: 30, apsPriority: \"WEIGHT[[JPRIORITY,1] [QPRIORITY,10]]\", chunkJobSize: 3}]");
        List<String> ordered = List.of("first", "large", "third", "fourth");
        for (String job : ordered) {
            rig.submit(job, NOW, "physics", "anna", ALIKE + ", adminValue: " + (90 - 10 * ordered.indexOf(job)));
        }
        rig.job("large", "MODIFIED", NOW, "attributes: {requestedTres: {mem: 4000}}");
        rig.tick(NOW);

        assertThat(rig.refusals()).isEmpty();
        assertThat(ordered.stream().map(job -> rig.priority(job, NOW))).containsExactly(440.0, 430.0, 420.0, 410.0);
        assertThat(rig.order(NOW)).isEqualTo(ordered);
        assertThat(rig.order(NOW).stream().filter(job -> fit("first", job)))
                .containsExactly("first", "third", "fourth");
        assertThat(record("first").getChunkSize()).isEqualTo(3);
    }

    /** Without CHUNK_JOB_SIZE, or with 1, a job goes alone. */
    @Test
    void aQueueWithoutChunkJobSizeHasNone() {
        queues("[{name: q}, {name: r, chunkJobSize: 1}]");
        rig.submit("1", NOW, "physics", "anna", ALIKE);
        rig.submit("2", NOW, "physics", "anna", ALIKE + ", name: x");
        rig.job("2", "MODIFIED", NOW, "attributes: {queue: r}");
        rig.tick(NOW);

        assertThat(record("1").getChunkSize()).isZero();
        assertThat(record("1").getChunkKeys()).isEmpty();
        assertThat(record("2").getChunkSize()).isZero();
    }

    /** "Application-level job chunk definition overrides chunk job dispatch configured in the queue", and 1 disables it. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "24")
    void anApplicationProfileHasItsOwnChunkJobSize() {
        rig.policy("""
                algorithm: LSF_DYNAMIC
                lsf:
                  cluster: {MAX_USER_PRIORITY: "100"}
                  applicationChunkSizes: {long: 7, single: 1}
                  queues: [{name: q, chunkJobSize: 4}, {name: r}]
                """);
        rig.user(DOMAIN, "physics", "anna", 1);
        rig.submit("1", NOW, "physics", "anna", "queue: q, application: long");
        rig.submit("2", NOW, "physics", "anna", "queue: r, application: long");
        rig.submit("3", NOW, "physics", "anna", "queue: q, application: single");
        rig.submit("4", NOW, "physics", "anna", "queue: q, application: other");
        rig.tick(NOW);

        assertThat(rig.refusals()).isEmpty();
        assertThat(record("1").getChunkSize()).isEqualTo(7);
        assertThat(record("2").getChunkSize()).isEqualTo(7);
        assertThat(record("3").getChunkSize()).isZero();
        assertThat(record("3").getChunkKeys()).isEmpty();
        assertThat(record("4").getChunkSize()).isEqualTo(4);
        assertThat(fit("1", "2")).isTrue();
    }

    @Test
    void aChunkOfNoJobOfAnApplicationIsRefused() {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf: {applicationChunkSizes: {a: 0}}\n");
        rig.tick(NOW);

        assertThat(rig.refusals()).singleElement().asString().contains("application a: CHUNK_JOB_SIZE 0");
    }

    /** A member says which chunk it waits in, until its run ends: a requeued job is in none. */
    @Test
    @Rule(document = Document.LSF_APS, rows = "22, 23")
    void aRecordTellsTheChunkThatAJobWaitsIn() {
        queues("[{name: q, chunkJobSize: 4}]");
        rig.submit("2", NOW, "physics", "anna", ALIKE);
        rig.tick(NOW);
        assertThat(record("2").getChunk()).isEmpty();

        rig.job("2", "MODIFIED", NOW + 1, "attributes: {chunk: \"1\"}");
        rig.tick(NOW + 1);
        assertThat(record("2").getChunk()).isEqualTo("1");
        assertThat(record("2").getEligible()).isTrue();

        rig.start("2", NOW + 2, "physics", "anna", "cpu: 1", "chunk: \"1\"");
        rig.job("2", "REQUEUED", NOW + 3, "run: \"" + StreamRig.at(NOW + 2) + "\"");
        rig.tick(NOW + 3);
        assertThat(record("2").getChunk()).isEmpty();
    }

    @Test
    void aChunkOfNoJobIsRefused() {
        queues("[{name: q, chunkJobSize: 0}]");

        assertThat(rig.refusals()).singleElement().asString().contains("queue q: CHUNK_JOB_SIZE 0 must be at least 1");
    }
}

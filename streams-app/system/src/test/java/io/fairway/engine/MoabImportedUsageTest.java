package io.fairway.engine;

import static io.fairway.avro.RemoteCredential.ACCOUNT;
import static io.fairway.avro.RemoteCredential.GROUP;
import static io.fairway.avro.RemoteCredential.TOTAL;
import static io.fairway.avro.RemoteCredential.USER;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.Algorithm;
import io.fairway.avro.MoabPolicy;
import io.fairway.avro.PriorityRecord;
import io.fairway.avro.RemoteCredential;
import io.fairway.avro.RemoteUsage;
import io.fairway.engine.PipelineDriver.Sent;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * FSGUSER, FSGGROUP and FSGACCOUNT: usage that an identity manager counted on other clusters. Windows of an hour, three of
 * them, each with half the weight of the one before. The numbers are worked out beside each case.
 */
class MoabImportedUsageTest {
    private static final double HOUR = 3600;
    /** The beginning of a window: {@link PipelineDriver#T0} is a whole hour. */
    private static final double NOW = 100 * HOUR;

    private static final String PARAMETERS = """
            QUEUETIMEWEIGHT: "0"
            ENABLENEGJOBPRIORITY: "TRUE"
            REJECTNEGPRIOJOBS: "FALSE"
            FSINTERVAL: "1:00:00"
            FSDEPTH: "3"
            FSDECAY: "0.5"
            FSGUSERWEIGHT: "10"
            FSGGROUPWEIGHT: "100"
            FSGACCOUNTWEIGHT: "1000"
            USERCFG[anna]: FSTARGET=50.0
            GROUPCFG[staff]: FSTARGET=20.0
            ACCOUNTCFG[physics]: FSTARGET=30.0
            """;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void site() {
        rig.policy("algorithm: MOAB_TARGETS\nmoab:\n  parameters:\n" + PARAMETERS.indent(6));
        rig.submit("1", NOW, "physics", "anna", "group: staff");
    }

    /** Decayed, the total is 100 + 200 / 2 + 400 / 4 = 300, anna's 120, staff's 30 and that of physics 150. */
    private void imported() {
        rig.imported("idm", TOTAL, "", NOW, 100.0, 200.0, 400.0);
        rig.imported("idm", USER, "anna", NOW, 60.0, 60.0, 120.0);
        rig.imported("idm", GROUP, "staff", NOW, 0.0, 0.0, 120.0);
        rig.imported("idm", ACCOUNT, "physics", NOW, 150.0);
    }

    private void hasPriority(double expected, double seconds) {
        rig.tick(seconds);
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.priority("1", seconds)).isEqualTo(expected);
    }

    /** 40, 10 and 50 % against targets of 50, 20 and 30: 10 * 10 + 100 * 10 - 1000 * 20. */
    @Test
    @Rule(document = Document.MOAB, rows = "14-16")
    void importedUsageCountsAgainstTheTargets() {
        site();
        hasPriority(0, NOW);
        imported();

        hasPriority(-18_900, NOW + 60);
        assertThat(rig.term("1", "fsguser", NOW + 60)).isEqualTo(100);
        assertThat(rig.term("1", "fsggroup", NOW + 60)).isEqualTo(1000);
        assertThat(rig.term("1", "fsgaccount", NOW + 60)).isEqualTo(-20_000);
    }

    /**
     * An hour later each window is the next one, and the oldest is out: the total is 100 / 2 + 200 / 4 = 100, anna's 45,
     * that of staff 0 and of physics 75. So 10 * 5 + 100 * 20 - 1000 * 45. After three hours nothing is left.
     */
    @Test
    @Rule(document = Document.MOAB, rows = "14-16")
    void itAgesWindowByWindow() {
        site();
        imported();

        hasPriority(-18_900, NOW + HOUR - 1);
        hasPriority(-42_950, NOW + HOUR);
        hasPriority(0, NOW + 3 * HOUR);
    }

    /** Another source says 300 of 300 for anna: 420 of 600, 70 %. Staff has 5 %, physics 25 %. */
    @Test
    void sourcesAddUpAndOneWithoutTotalDoesNotCount() {
        site();
        imported();
        rig.imported("other", USER, "anna", NOW, 300.0);
        hasPriority(-18_900, NOW + 60);
        rig.imported("other", TOTAL, "", NOW, 300.0);

        hasPriority(-10 * 20 + 100 * 15 + 1000 * 5, NOW + 120);

        rig.imported("other", TOTAL, "", NOW);
        hasPriority(-18_900, NOW + 180);
    }

    @Test
    void aLaterRecordReplacesAndATombstoneRemoves() {
        site();
        imported();
        rig.imported("idm", ACCOUNT, "physics", NOW, 90.0);
        hasPriority(1100, NOW + 60);
        rig.imported("idm", ACCOUNT, "physics", NOW);

        hasPriority(31_100, NOW + 120);
    }

    /** Its own usage and the imported one are apart: anna used nothing here. */
    @Test
    void aRestartForgetsNothing() {
        site();
        imported();
        rig.tick(NOW + 30);
        rig.restart();
        rig.submit("2", NOW + 40, "physics", "anna", "group: staff");
        rig.tick(NOW + 60);

        assertThat(rig.priority("2", NOW + 60)).isEqualTo(-18_900);
        hasPriority(-42_950, NOW + HOUR);
    }

    /** The order of the records does not matter, and neither does a policy that comes last. */
    @Test
    void anyOrderHasTheSameNumbers() {
        rig.imported("idm", ACCOUNT, "physics", NOW, 150.0);
        rig.imported("idm", GROUP, "staff", NOW, 0.0, 0.0, 120.0);
        rig.imported("idm", USER, "anna", NOW, 60.0, 60.0, 120.0);
        rig.imported("idm", TOTAL, "", NOW, 100.0, 200.0, 400.0);
        site();

        hasPriority(-18_900, NOW + 60);
    }

    @Test
    void impossibleRecordsAreDeadLetters() {
        rig.imported("idm", RemoteCredential.UNKNOWN, "anna", NOW, 1.0);
        rig.imported("idm", USER, "", NOW, 1.0);
        rig.imported("idm", TOTAL, "anna", NOW, 1.0);
        rig.imported("", USER, "anna", NOW, 1.0);
        rig.imported("idm", USER, "anna", NOW, 1.0, -2.0);
        rig.imported("idm", USER, "anna", NOW, Double.NaN);
        rig.imported("idm", TOTAL, "", -1e12, 1.0);
        rig.imported("idm", RemoteCredential.UNKNOWN, "anna", NOW);
        rig.tick(NOW);

        assertThat(rig.refusals())
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("credential UNKNOWN of source idm"),
                        reason -> assertThat(reason).contains("name '' of USER of source idm"),
                        reason -> assertThat(reason).contains("name 'anna' of TOTAL of source idm"),
                        reason -> assertThat(reason).contains("source '' of remote usage"),
                        reason -> assertThat(reason)
                                .contains("window 1, -2.0 processor-seconds of USERCFG[anna] of source idm"),
                        reason -> assertThat(reason).contains("window 0, NaN"),
                        reason -> assertThat(reason).contains("asOf", "1970"),
                        reason -> assertThat(reason).contains("credential UNKNOWN of source idm"));
    }

    /** The same in a scenario file, at the instant of the import and an hour later. */
    @Test
    @Rule(document = Document.MOAB, rows = "14-16")
    void evaluateHasTheSameNumbers(@TempDir Path directory) throws IOException {
        for (var expected : Map.of(NOW, -18_900.0, NOW + HOUR, -42_950.0).entrySet()) {
            Path file = Files.writeString(directory.resolve("scenario.yaml"), """
                    at: %s
                    policy:
                      algorithm: moab-targets
                      moab:
                        parameters:
                    %s
                    remoteUsage:
                      - as-of: %s
                        total: [100, 200, 400]
                        user: {anna: [60, 60, 120]}
                        group: {staff: [0, 0, 120]}
                        account: {physics: [150]}
                    jobs:
                      "1": {user: anna, account: physics, submitted: %s, attributes: {group: staff}}
                    """.formatted(
                    StreamRig.at(expected.getKey()), PARAMETERS.indent(6), StreamRig.at(NOW), StreamRig.at(NOW)));
            Report report =
                    Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));

            Report.Section rows = Objects.requireNonNull(report.sections().get("priorities"));
            assertThat(Objects.requireNonNull(rows.rows().get("1")).values())
                    .containsEntry("priority", expected.getValue());
        }
    }

    /** Live: nothing happens to the job, and its record is sent anew. */
    @Test
    void aWaitingJobIsPricedAnewWhenUsageIsImported() {
        try (PipelineDriver pipeline = PipelineDriver.live()) {
            pipeline.policy(PipelineDriver.policyOf("p", 0, 0)
                    .setAlgorithm(Algorithm.MOAB_TARGETS)
                    .setMoab(MoabPolicy.newBuilder()
                            .setParameters(Map.of(
                                    "QUEUETIMEWEIGHT", "0", "FSGUSERWEIGHT", "10", "USERCFG[anna]", "FSTARGET=50.0"))
                            .build()));
            pipeline.submit("1", "physics", "anna", T0);
            pipeline.advance(1000);
            pipeline.read(Topic.PRIORITIES, PriorityRecord.class);

            send(pipeline, TOTAL, "", 100);
            send(pipeline, USER, "anna", 40);
            pipeline.advance(1000);

            assertThat(pipeline.deadLetterReasons()).isEmpty();
            List<Sent<PriorityRecord>> sent = pipeline.read(Topic.PRIORITIES, PriorityRecord.class);
            assertThat(sent).isNotEmpty();
            assertThat(new PublishedPriority(
                                    Objects.requireNonNull(
                                            sent.get(sent.size() - 1).value()),
                                    0)
                            .at(T0 + 2000))
                    .isEqualTo(100);
        }
    }

    private static void send(PipelineDriver pipeline, RemoteCredential credential, String name, double amount) {
        pipeline.send(
                Topic.REMOTE_USAGE,
                Keys.remoteUsage(DOMAIN, "idm", credential.name(), name),
                new RemoteUsage(DOMAIN, "idm", credential, name, Instant.ofEpochMilli(T0), List.of(amount), null));
    }
}

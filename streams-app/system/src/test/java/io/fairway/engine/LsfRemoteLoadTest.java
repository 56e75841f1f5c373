package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.RemoteCredential;
import io.fairway.scenario.Scenario;
import io.fairway.scenario.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Global fairshare: the load of share accounts on other clusters, by IBM's pages "Global fair share dynamic user priority",
 * "Remote fair share load" and "Global fair share load synchronization rules". Nobody runs anything here, so a denominator
 * is (1 + 0) * RUN_JOB_FACTOR = 3 and the load. The numbers are worked out beside each case.
 */
class LsfRemoteLoadTest {
    private static final double NOW = 360_000;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    /** physics (2 shares) with anna (1) and ben (1), and the group chem (1) with its subgroup lab (1) and zoe (1) in it. */
    private void site() {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf: {queues: [{name: normal, fairshare: true}]}\n");
        rig.account("normal", "physics", "", 2);
        rig.user("normal", "physics", "anna", 1);
        rig.user("normal", "physics", "ben", 1);
        rig.account("normal", "chem", "", 1);
        rig.account("normal", "lab", "chem", 1);
        rig.user("normal", "lab", "zoe", 1);
        rig.tick(NOW);
    }

    private void has(double expected, String account, String user) {
        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.factor("normal", account, user))
                .as(account + "/" + user)
                .isCloseTo(expected, Offset.offset(1e-9));
    }

    /** 1 / (3 + 4.5), and 2 / (3 + 4.5) for the group; ben has 1 / 3 as before. */
    @Test
    void aLoadLowersTheAccountAndItsGroup() {
        site();
        rig.remoteLoad("normal@west", "/physics/anna", NOW, "tree: normal, load: 4.5");
        rig.tick(NOW + 60);

        has(1 / 7.5, "physics", "anna");
        has(2 / 7.5, "physics", "");
        has(1 / 3.0, "physics", "ben");
        assertThat(rig.fairshare("normal", "physics", "anna").getInputs()).anySatisfy(input -> {
            assertThat(input.getName()).isEqualTo("remoteFairshareLoad");
            assertThat(input.getValue()).isEqualTo(4.5);
        });
    }

    /**
     * 1 h of CPU time, 2 h of run time, 10 h that ended and 4 slots, with the factors 0.7, 0.7 and 3: 0.7 + 1.4 + 12 = 14.1,
     * as ENABLE_HIST_RUN_TIME is off. With it, 7 more.
     */
    @Test
    void whatWasNotWeighedIsWeighedHere() {
        String use = "tree: normal, cpuTimeHours: 1, runTimeHours: 2, historicalRunTimeHours: 10, jobSlots: 4";
        site();
        rig.remoteLoad("normal@west", "/physics/anna", NOW, use);
        rig.tick(NOW + 60);
        has(1 / 17.1, "physics", "anna");

        rig.policy("effectiveFrom: \"" + StreamRig.at(NOW + 120)
                + "\"\nalgorithm: LSF_DYNAMIC\nlsf: {cluster: {ENABLE_HIST_RUN_TIME: \"Y\"},"
                + " queues: [{name: normal, fairshare: true}]}\n");
        rig.tick(NOW + 180);
        has(1 / 24.1, "physics", "anna");
    }

    /** carl is unknown here: his load is that of physics. Of an unknown group, or in another tree, nothing counts. */
    @Test
    void anUnknownPathCountsAsFarAsItIsKnown() {
        site();
        rig.remoteLoad("normal@west", "/physics/carl", NOW, "tree: normal, load: 1");
        rig.remoteLoad("normal@west", "/bio/carl", NOW, "tree: normal, load: 100");
        rig.remoteLoad("night@west", "/physics/anna", NOW, "tree: night, load: 100");
        rig.remoteLoad("normal@west", "/lab/zoe", NOW, "tree: normal, load: 100");
        rig.remoteLoad("normal@west", "/chem/lab/zoe", NOW, "tree: normal, load: 2");
        rig.tick(NOW + 60);

        has(2 / 4.0, "physics", "");
        has(1 / 3.0, "physics", "anna");
        has(1 / 5.0, "lab", "zoe");
        has(1 / 5.0, "lab", "");
        has(1 / 5.0, "chem", "");
    }

    @Test
    void clustersAddUpALaterReportReplacesAndATombstoneRemoves() {
        site();
        rig.remoteLoad("normal@west", "/physics/anna", NOW, "tree: normal, load: 4.5");
        rig.remoteLoad("normal@east", "/physics/anna", NOW, "tree: normal, load: 1.5");
        rig.tick(NOW + 60);
        has(1 / 9.0, "physics", "anna");

        rig.remoteLoad("normal@west", "/physics/anna", NOW + 60, "tree: normal, load: 0.5");
        rig.tick(NOW + 120);
        has(1 / 5.0, "physics", "anna");

        rig.restart();
        rig.withoutRemoteLoad("normal@east", "/physics/anna");
        rig.tick(NOW + 180);
        has(1 / 3.5, "physics", "anna");
    }

    /** An account that waits is not looked at again but for the report: it does not decay in between. */
    @Test
    void aLoadStaysUntilTheNextReport() {
        rig.remoteLoad("normal@west", "/physics/anna", NOW, "tree: normal, load: 4.5");
        site();
        rig.tick(NOW + 100 * 3600);

        has(1 / 7.5, "physics", "anna");
    }

    /** The sum of both would be infinite. */
    @Test
    void hugeLoadsStopNothing() {
        site();
        rig.remoteLoad("normal@west", "/physics/anna", NOW, "tree: normal, load: 1.7e308");
        rig.remoteLoad("normal@east", "/physics/anna", NOW, "tree: normal, load: 1.7e308, cpuTimeHours: 1.7e308");
        rig.tick(NOW + 60);

        has(0, "physics", "anna");
        has(1 / 3.0, "physics", "ben");
    }

    @Test
    void impossibleRecordsAreDeadLetters() {
        rig.remoteLoad("w", "physics/anna", NOW, "tree: normal, load: 1");
        rig.remoteLoad("w", "/physics//anna", NOW, "tree: normal, load: 1");
        rig.remoteLoad("w", "/physics/anna", NOW, "tree: \"\", load: 1");
        rig.remoteLoad("w", "/physics/anna", NOW, "tree: normal, load: -1");
        rig.remoteLoad("w", "/physics/anna", NOW, "tree: normal, jobSlots: -4");
        rig.imported("w", RemoteCredential.SHARE_ACCOUNT, "/physics/anna", NOW, 1.0);
        rig.withoutRemoteLoad("w", "physics");
        rig.tick(NOW);

        assertThat(rig.refusals())
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("share account 'physics/anna'"),
                        reason -> assertThat(reason).contains("share account '/physics//anna'"),
                        reason -> assertThat(reason).contains("tree ''"),
                        reason -> assertThat(reason).contains("remote load -1.0"),
                        reason -> assertThat(reason).contains("slots in use -4"),
                        reason -> assertThat(reason).contains("/physics/anna of source w: must have a load"),
                        reason -> assertThat(reason).contains("share account 'physics'"));
    }

    /** The same in a scenario file: 4.5 as it is, and 1 h of CPU time and 2 slots, 0.7 + 6, weighed there. */
    @Test
    void evaluateHasTheSameNumbers(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("scenario.yaml"), """
                at: 2026-01-01T00:00:00Z
                policy: {algorithm: lsf-dynamic}
                shares: {normal: {physics: {shares: 2, users: {anna: 1}}}}
                remoteUsage:
                  - share-account: {/physics/anna: {tree: normal, load: 4.5, cpuTimeHours: 1, jobSlots: 2}}
                """);
        Report report = Objects.requireNonNull(Scenario.evaluate(file).reports().get("policy"));
        Report.Section rows = Objects.requireNonNull(report.sections().get("fairshare"));
        assertThat(((Number) Objects.requireNonNull(
                                Objects.requireNonNull(rows.rows().get("/physics/anna"))
                                        .values()
                                        .get("priority")))
                        .doubleValue())
                .isCloseTo(1 / 14.2, Offset.offset(1e-6));

        site();
        rig.remoteLoad("normal@west", "/physics/anna", NOW, "tree: normal, load: 4.5, cpuTimeHours: 1, jobSlots: 2");
        rig.tick(NOW + 60);
        has(1 / 14.2, "physics", "anna");
    }
}

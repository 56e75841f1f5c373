package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.schemas.Keys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs that run or are suspended under Moab 5.1.2, "Job Priority Factors": the usage component, and the states of
 * JOBPRIOF. Numbers are worked out beside the case from the page's formulas.
 */
class MoabActiveJobsOnTheStreamTest {
    private static final double HOUR = 3600;
    private static final double NOW = 100 * HOUR;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void moab(String parameters) {
        rig.policy("algorithm: MOAB_TARGETS\nprocessors: 128\nmoab:\n  parameters:\n    QUEUETIMEWEIGHT: \"0\"\n"
                + parameters.indent(4));
        rig.user(DOMAIN, "physics", "anna", 1);
    }

    private void start(String job, double seconds, String attributes) {
        rig.submit(job, seconds - HOUR, "physics", "anna", attributes);
        rig.start(job, seconds, "physics", "anna", "cpu: 16", "");
    }

    private double priority(String job, double seconds) {
        rig.tick(seconds);
        assertThat(rig.refusals()).isEmpty();
        return rig.published(job, Keys.RUNNING).at(StreamRig.millis(seconds));
    }

    /** 16 processors for an hour of four: 57600 + 172800 + 3600 + 25, which is the golden case J-USAGE. */
    @ParameterizedTest
    @CsvSource({
        "USAGECONSUMEDWEIGHT, 1, 57600, 115200",
        "USAGEREMAININGWEIGHT, 1, 172800, 115200",
        "USAGEEXECUTIONTIMEWEIGHT, 1, 3600, 7200",
        "USAGEPERCENTWEIGHT, 1, 25, 50",
        "USAGEHUNGERWEIGHT, 10, 70, 70"
    })
    @Rule(document = Document.MOAB, rows = "38-41, 86, 87")
    void aRunningJobHasItsUsage(String parameter, long weight, double afterAnHour, double afterTwo) {
        moab(parameter + ": \"" + weight + "\"");
        start("1", NOW, "requestedTres: {cpu: 16}, timeLimitSeconds: 14400, hunger: 7");

        assertThat(priority("1", NOW + HOUR)).isEqualTo(afterAnHour);
        assertThat(rig.published("1", Keys.RUNNING).at(StreamRig.millis(NOW + 2 * HOUR)))
                .isEqualTo(afterTwo);
    }

    /** Usage is of active jobs only: one that waits has none, whatever it requests. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "USAGECONSUMEDWEIGHT",
                "USAGEREMAININGWEIGHT",
                "USAGEEXECUTIONTIMEWEIGHT",
                "USAGEPERCENTWEIGHT",
                "USAGEHUNGERWEIGHT"
            })
    @Rule(document = Document.MOAB, rows = "86")
    void aWaitingJobHasNoUsage(String parameter) {
        moab(parameter + ": \"1\"");
        rig.submit("1", NOW, "physics", "anna", "requestedTres: {cpu: 16}, timeLimitSeconds: 14400, hunger: 7");
        rig.tick(NOW + HOUR);

        assertThat(rig.refusals()).isEmpty();
        assertThat(rig.sum("1", NOW + HOUR)).isZero();
        hasNoRunningRecord();
    }

    /** No request is known of a job whose start alone was told: it has the 16 processors that it holds. */
    @Test
    void aJobWithoutARequestHasTheProcessorsThatItHolds() {
        moab("USAGECONSUMEDWEIGHT: \"1\"");
        rig.start("1", NOW, "physics", "anna", "cpu: 16", "");

        assertThat(priority("1", NOW + HOUR)).isEqualTo(57_600);
    }

    /** The time of a suspension does not count; 3600 s, and 1800 s more after the resumption. */
    @Test
    @Rule(document = Document.MOAB, rows = "38-41, 86, 87")
    void aSuspendedJobUsesNothing() {
        moab("USAGEEXECUTIONTIMEWEIGHT: \"1\"");
        start("1", NOW, "");
        rig.job("1", "SUSPENDED", NOW + HOUR, "run: \"" + StreamRig.at(NOW) + "\"");

        assertThat(priority("1", NOW + 5 * HOUR)).isEqualTo(3600);
        rig.job("1", "RESUMED", NOW + 5 * HOUR, "run: \"" + StreamRig.at(NOW) + "\"");
        assertThat(priority("1", NOW + 5.5 * HOUR)).isEqualTo(5400);
    }

    /**
     * The configuration of Example 5-1. By hand: 100 * (-200 + 1000 + 5 * 400), 100 * (30 + 100), 100 * 5 * 400,
     * 100 * 100, and 100 * -200, which the lowest priority of 1 replaces.
     */
    @Test
    @Rule(document = Document.MOAB, rows = "42-44, 89, 91, 92")
    void exampleOfAttributesWithRunningAndSuspendedJobs() {
        moab("""
                ATTRWEIGHT: "100"
                ATTRATTRWEIGHT: "1"
                ATTRSTATEWEIGHT: "1"
                ATTRGRESWEIGHT: "5"
                JOBPRIOF: "STATE[Running]=100 STATE[Suspended]=1000 ATTR[PREEMPTEE]=-200 ATTR[gpfs]=30 GRES[matlab]=400"
                NODETOJOBATTRMAP: "gpfs,pvfs"
                """);
        start("suspended", NOW, "attributes: [PREEMPTEE], genericResources: {matlab: 1}");
        rig.job("suspended", "SUSPENDED", NOW + 1, "run: \"" + StreamRig.at(NOW) + "\"");
        start("on gpfs", NOW, "features: [gpfs]");
        start("runs", NOW, "");
        rig.submit("matlab", NOW, "physics", "anna", "genericResources: {matlab: 1}");
        rig.submit("preemptible", NOW, "physics", "anna", "attributes: [PREEMPTEE]");
        double later = NOW + HOUR;

        assertThat(priority("suspended", later)).isEqualTo(280_000);
        assertThat(priority("on gpfs", later)).isEqualTo(13_000);
        assertThat(priority("runs", later)).isEqualTo(10_000);
        assertThat(rig.priority("matlab", later)).isEqualTo(200_000);
        assertThat(rig.priority("preemptible", later)).isEqualTo(1);
        assertThat(rig.order(later)).containsExactly("suspended", "matlab", "on gpfs", "runs", "preemptible");
    }

    /** Nobody may take a running job's record for that of one to start. */
    @Test
    void itsRecordIsToldApartAndEndsWithTheRun() {
        moab("USAGEEXECUTIONTIMEWEIGHT: \"1\"");
        rig.submit("1", NOW - HOUR, "physics", "anna", "");
        rig.tick(NOW - HOUR);
        assertThat(rig.waits("1")).isTrue();

        rig.start("1", NOW, "physics", "anna", "cpu: 1", "");
        rig.tick(NOW);
        assertThat(rig.waits("1")).isFalse();
        assertThat(rig.published("1", Keys.RUNNING).record().getEligible()).isFalse();
        assertThat(rig.published("1", Keys.RUNNING).record().getRequest()).isEqualTo("running");

        rig.job("1", "REQUEUED", NOW + 1, "run: \"" + StreamRig.at(NOW) + "\"");
        rig.tick(NOW + 1);
        assertThat(rig.waits("1")).isTrue();
        assertThat(rig.published("1").record().getEligible()).isTrue();
        hasNoRunningRecord();
    }

    @Test
    void itsRecordEndsWithTheJob() {
        moab("USAGEEXECUTIONTIMEWEIGHT: \"1\"");
        rig.start("1", NOW, "physics", "anna", "cpu: 1", "");
        rig.tick(NOW);
        assertThat(rig.published("1", Keys.RUNNING).record().getRequest()).isEqualTo("running");

        rig.finish("1", NOW + HOUR, NOW, "");
        rig.tick(NOW + HOUR);
        hasNoRunningRecord();
    }

    /** A record for each running job costs: there is none where it would say what a waiting job's says. */
    @ParameterizedTest
    @CsvSource({"USAGEWEIGHT: 5", "'ATTRSTATEWEIGHT: 1\nJOBPRIOF: STATE[Idle]=3'", "'JOBPRIOF: STATE[Running]=3'"})
    void withoutAWeightThereIsNoRecord(String parameters) {
        moab(parameters.lines().map(line -> line.replace(": ", ": \"") + "\"").reduce("", (a, b) -> a + b + "\n"));
        start("1", NOW, "");
        rig.tick(NOW + HOUR);

        assertThat(rig.refusals()).isEmpty();
        hasNoRunningRecord();
    }

    private void hasNoRunningRecord() {
        assertThatThrownBy(() -> rig.published("1", Keys.RUNNING)).isInstanceOf(NullPointerException.class);
    }
}

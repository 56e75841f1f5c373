package io.fairway.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Usage caps and negative priorities: which jobs may start. Of a history of 100 processor-seconds of anna and 100 of ben, a job that
 * asks for 10 has anna at 110 of 200, 55 percent. Times in seconds.
 */
class MoabUsageCapsOnTheStreamTest {
    private static final double MINUTE = 60;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void moab(String parameters) {
        rig.policy("algorithm: MOAB_TARGETS\nprocessors: 128\nmoab:\n  parameters:\n"
                + ("FSPOLICY: DEDICATEDPS\nFSDEPTH: \"1\"\n" + parameters).indent(4));
    }

    private void ran(String job, String user, String group, double from, double to) {
        rig.start(job, from, "physics", user, "cpu: 1", "group: " + group);
        rig.finish(job, to, from, "");
    }

    private void submit(String job, String user, String group, double at) {
        rig.submit(job, at, "physics", user, "requestedTres: {cpu: 1}, timeLimitSeconds: 10, group: " + group);
    }

    private boolean mayStart(String job) {
        return rig.published(job).record().getEligible();
    }

    @ParameterizedTest
    @CsvSource({
        "USERCFG[anna]: FSCAP=54, false",
        "USERCFG[anna]: FSCAP=56%, true",
        "USERCFG[anna]: FSCAP=109^, false",
        "USERCFG[anna]: FSCAP=110^, true",
        "USERCFG[DEFAULT]: FSCAP=54, false",
        "GROUPCFG[staff]: FSCAP=54, false",
        "ACCOUNTCFG[physics]: FSCAP=209^, false",
        "USERCFG[anna]: FSTARGET=54%, false",
        "GROUPCFG[staff]: FSTARGET=109^, false",
        "USERCFG[ben]: FSCAP=1, true",
        "USERCFG[anna]: FSTARGET=54-, true"
    })
    void aCapCountsUsageAndRequest(String cap, boolean starts) {
        moab(cap);
        ran("0", "anna", "staff", 0, 100);
        ran("1", "ben", "guests", 0, 100);
        submit("2", "anna", "staff", 200);
        rig.tick(10 * MINUTE);

        assertThat(mayStart("2")).isEqualTo(starts);
    }

    /** 110 of 200 is above the cap of half, 110 of 400 is not. */
    @Test
    void aJobMayStartOnceOthersHaveUsedMore() {
        moab("USERCFG[anna]: FSCAP=50");
        ran("0", "anna", "staff", 0, 100);
        ran("1", "ben", "guests", 0, 100);
        submit("2", "anna", "staff", 200);
        rig.tick(10 * MINUTE);
        assertThat(mayStart("2")).isFalse();

        ran("3", "ben", "guests", 11 * MINUTE, 11 * MINUTE + 200);
        rig.tick(30 * MINUTE);

        assertThat(mayStart("2")).isTrue();
    }

    @Test
    void aRunThatGoesOnIsNotCapped() {
        moab("USERCFG[anna]: FSCAP=1^");
        rig.start("0", 0, "physics", "anna", "cpu: 1", "");
        submit("1", "anna", "staff", 0);
        rig.tick(10 * MINUTE);

        assertThat(mayStart("1")).isFalse();
        assertThat(rig.waits("0")).isFalse();
    }

    /** -10 and one for each minute. The record lets the job go at the minute at which its priority is 0, without a new record. */
    @Test
    void aRecordSaysThatANegativePriorityStartsNothing() {
        moab("QUEUETIMEWEIGHT: \"1\"\nUSERWEIGHT: \"1\"\nENABLENEGJOBPRIORITY: \"TRUE\"\nUSERCFG[anna]: PRIORITY=-10");
        submit("1", "anna", "staff", 0);
        rig.tick(5 * MINUTE);

        PublishedPriority published = rig.published("1");
        assertThat(published.record().getEligible()).isTrue();
        assertThat(published.record().getRejectsNegative()).isTrue();
        assertThat(published.at(StreamRig.millis(9 * MINUTE))).isEqualTo(-1);
        assertThat(published.at(StreamRig.millis(10 * MINUTE))).isZero();
    }

    /** A priority that cannot be negative needs no such sign, and neither does a site that starts such jobs. */
    @ParameterizedTest
    @CsvSource({"'ENABLENEGJOBPRIORITY: \"FALSE\"'", "'ENABLENEGJOBPRIORITY: \"TRUE\"\nREJECTNEGPRIOJOBS: \"FALSE\"'"})
    void otherJobsAreNotRejected(String parameters) {
        moab(parameters);
        submit("1", "anna", "staff", 0);
        rig.tick(5 * MINUTE);

        assertThat(rig.published("1").record().getRejectsNegative()).isFalse();
    }
}

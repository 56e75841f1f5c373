package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** btop and bbot, by IBM's pages of these commands. All jobs wait; the order is that of the published records. */
class LsfQueueMovesOnTheStreamTest {
    private static final double NOW = 360_000;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    /** anna has 1 share and ben 100, so that ben goes first under fairshare. */
    private void queue(String queue) {
        rig.policy("algorithm: LSF_DYNAMIC\nlsf:\n  cluster: {MAX_USER_PRIORITY: \"100\"}\n  queues: [{name: q" + queue
                + "}, {name: r}]\n");
        for (String tree : new String[] {DOMAIN, "q"}) {
            rig.user(tree, "physics", "anna", 1);
            rig.user(tree, "physics", "ben", 100);
        }
    }

    private void submit(String job, double seconds, String user, int priority) {
        rig.submit(job, seconds, "physics", user, "queue: q, userPriority: " + priority);
    }

    private void move(String job, double seconds, String how) {
        rig.job(job, "MODIFIED", seconds, "attributes: {queueMove: " + how + "}");
        rig.tick(seconds);
        assertThat(rig.refusals()).isEmpty();
    }

    /** Only among jobs of the same job priority, and the later move goes beyond the earlier one. */
    @Test
    void anAdministratorMovesJobsAmongThoseOfTheSamePriority() {
        queue("");
        submit("1", NOW, "anna", 50);
        submit("2", NOW + 1, "ben", 50);
        submit("3", NOW + 2, "anna", 50);
        submit("high", NOW + 3, "anna", 51);
        submit("low", NOW - 1, "anna", 49);

        move("3", NOW + 10, "TOP");
        assertThat(rig.order(NOW + 10)).containsExactly("high", "3", "1", "2", "low");
        move("2", NOW + 11, "TOP");
        assertThat(rig.order(NOW + 11)).containsExactly("high", "2", "3", "1", "low");
        move("3", NOW + 12, "BOTTOM");
        move("2", NOW + 13, "BOTTOM");
        assertThat(rig.order(NOW + 13)).containsExactly("high", "1", "3", "2", "low");
    }

    /**
     * Of anna, who has the lowest rank: her job goes before ben's until bbot. Among jobs there the job priority decides, then
     * the later move.
     */
    @Test
    void btopOfAnAdministratorTakesAJobOutOfFairshareUntilBbot() {
        queue(", fairshare: true");
        submit("a1", NOW, "anna", 90);
        submit("a2", NOW + 1, "anna", 50);
        submit("a3", NOW + 1, "anna", 50);
        submit("b1", NOW + 2, "ben", 50);
        rig.tick(NOW + 2);
        assertThat(rig.order(NOW + 2)).containsExactly("b1", "a1", "a2", "a3");

        move("a2", NOW + 10, "TOP");
        assertThat(rig.order(NOW + 10)).containsExactly("a2", "b1", "a1", "a3");
        assertThat(rig.published("a2").record().getFairshareWeight()).isZero();
        move("a3", NOW + 11, "TOP");
        assertThat(rig.order(NOW + 11)).containsExactly("a3", "a2", "b1", "a1");

        move("a1", NOW + 12, "TOP");
        move("a2", NOW + 13, "TOP");
        assertThat(rig.order(NOW + 13)).containsExactly("a1", "a2", "a3", "b1");

        move("a2", NOW + 14, "BOTTOM");
        move("a1", NOW + 14, "BOTTOM");
        assertThat(rig.order(NOW + 14)).containsExactly("a3", "b1", "a1", "a2");
        assertThat(rig.published("a2").record().getFairshareWeight()).isEqualTo(1);
    }

    /** Her job overtakes her own of the same priority, and nobody else's. */
    @Test
    void aUserMovesOwnJobsOnly() {
        queue(", fairshare: true");
        submit("a1", NOW, "anna", 50);
        submit("a2", NOW + 1, "anna", 50);
        submit("b1", NOW + 2, "ben", 50);

        move("a2", NOW + 10, "OWN_TOP");
        assertThat(rig.order(NOW + 10)).containsExactly("b1", "a2", "a1");
        move("a2", NOW + 11, "OWN_BOTTOM");
        assertThat(rig.order(NOW + 11)).containsExactly("b1", "a1", "a2");
    }

    /** Without fairshare, ben's job would be overtaken, which a user must not do. */
    @Test
    void aUsersMoveHasNoEffectAmongTheJobsOfOthers() {
        queue("");
        submit("b1", NOW, "ben", 50);
        submit("a1", NOW + 1, "anna", 50);

        move("a1", NOW + 10, "OWN_TOP");
        assertThat(rig.order(NOW + 10)).containsExactly("b1", "a1");
        move("b1", NOW + 11, "OWN_BOTTOM");
        assertThat(rig.order(NOW + 11)).containsExactly("b1", "a1");
    }

    /** A switch to another queue and back, and a run that was put back. */
    @Test
    void aSwitchAndARunForgetTheMove() {
        queue("");
        submit("1", NOW, "anna", 50);
        submit("2", NOW + 1, "anna", 50);
        submit("3", NOW + 2, "anna", 50);
        move("2", NOW + 3, "TOP");
        move("3", NOW + 4, "TOP");
        assertThat(rig.order(NOW + 4)).containsExactly("3", "2", "1");

        rig.job("2", "MODIFIED", NOW + 5, "attributes: {queue: r}");
        rig.job("2", "MODIFIED", NOW + 6, "attributes: {queue: q}");
        rig.start("3", NOW + 7, "physics", "anna", "cpu: 1", "");
        rig.job("3", "RERUN", NOW + 8, "run: \"" + StreamRig.at(NOW + 7) + "\"");
        rig.tick(NOW + 8);
        assertThat(rig.order(NOW + 8)).containsExactly("1", "2", "3");
    }

    /** LSF refuses the command there. */
    @Test
    void aMoveHasNoEffectUnderAbsolutePriorities() {
        queue(", apsPriority: \"WEIGHT[[JPRIORITY,1]]\"");
        submit("1", NOW, "anna", 50);
        submit("2", NOW + 1, "anna", 50);

        move("2", NOW + 10, "TOP");
        assertThat(rig.order(NOW + 10)).containsExactly("1", "2");
    }
}

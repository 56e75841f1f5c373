package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.FairshareRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Associations of a partition: sacctmgr(1) of Slurm 22.05. Anna has 1 share, and 1 of partition day; Ben has 2. Usage without
 * decay is 600 of Anna's jobs in day, 300 of her others (200 in night, where she has no association), and 100 of Ben's.
 */
class SlurmPartitionAssociationsTest {
    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    private void used(String algorithm) {
        rig.policy("algorithm: " + algorithm + "\nmeasure: {name: m, byPartition: true}\n"
                + "slurm: {weightFairshare: 1000}\n");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.association("all", "anna", "day", 1);
        rig.user(DOMAIN, "all", "ben", 2);
        run("1", "anna", 600, "partition: day");
        run("2", "anna", 200, "partition: night");
        run("3", "anna", 100, "");
        run("4", "ben", 100, "partition: day");
        rig.tick(1000);
    }

    private void run(String job, String user, double seconds, String attributes) {
        rig.start(job, 0, "all", user, "cpu: 1", attributes);
        rig.finish(job, seconds, 0, "");
    }

    /**
     * Shares .25, .25 and .5; usage .6, .3 and .1 of the account's, which is all. UE = U + (1 - U) * S: .7, .475 and .55;
     * factors 2^-(UE/S).
     */
    @Test
    void classicRanksEachAssociationByItself() {
        used("CLASSIC");

        node(rig.fairshareIn("all", "anna", "day"), 600, .7, Math.pow(2, -2.8));
        node(rig.fairshare(DOMAIN, "all", "anna"), 300, .475, Math.pow(2, -1.9));
        node(rig.fairshare(DOMAIN, "all", "ben"), 100, .55, Math.pow(2, -1.1));
        assertThat(rig.fairshareIn("all", "anna", "day").getPartition()).isEqualTo("day");
        assertThat(rig.fairshare(DOMAIN, "all", "anna").getUsers()).isEqualTo(3);
        assertThat(rig.usage("m", "all", "anna", "day")).isCloseTo(600, within(1e-6));
        assertThat(rig.usage("m", "all", "anna", "night")).isCloseTo(200, within(1e-6));
        assertThat(rig.usage("m", "all", "anna")).isCloseTo(100, within(1e-6));
    }

    private static void node(FairshareRecord node, double usage, double effective, double factor) {
        assertThat(node.getRawUsage()).isCloseTo(usage, within(1e-6));
        assertThat(node.getEffectiveUsage()).isCloseTo(effective, within(1e-9));
        assertThat(node.getFactor()).isCloseTo(factor, within(1e-9));
    }

    /** Level fairshare .25/.6, .25/.3 and .5/.1: Ben is first of three, then Anna, then Anna in day. */
    @Test
    void fairTreeRanksEachAssociationByItself() {
        used("FAIR_TREE_SLURM");

        assertThat(rig.factor("all", "ben")).isCloseTo(1, within(1e-12));
        assertThat(rig.factor("all", "anna")).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(rig.fairshareIn("all", "anna", "day").getFactor()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(rig.fairshareIn("all", "anna", "day").getLevelFairshare()).isCloseTo(.25 / .6, within(1e-9));
    }

    /** 1000 * 2^-2.8 = 143.6 in day, 1000 * 2^-1.9 = 267.9 elsewhere. */
    @Test
    void aJobBelongsToTheAssociationOfItsPartition() {
        used("CLASSIC");
        rig.submit("5", 1000, "all", "anna", "partition: day");
        rig.submit("6", 1000, "all", "anna", "partition: night");
        rig.submit("7", 1000, "all", "anna", "");
        rig.submit("8", 1000, "all", "anna", "partitions: [day, night]");
        rig.submit("9", 1000, "all", "ben", "partition: day");
        rig.tick(1000);

        assertThat(rig.priority("5", 1000)).isEqualTo(143);
        assertThat(rig.published("5").record().getAssociationPartition()).isEqualTo("day");
        assertThat(rig.priority("6", 1000)).isEqualTo(267);
        assertThat(rig.priority("7", 1000)).isEqualTo(267);
        assertThat(rig.published("8", "day").at(StreamRig.millis(1000))).isEqualTo(143);
        assertThat(rig.published("8", "night").at(StreamRig.millis(1000))).isEqualTo(267);
        assertThat(rig.published("9").record().getAssociationPartition()).isEmpty();
        assertThat(rig.order(1000)).containsExactly("9", "6", "7", "8", "5", "8");
    }

    /** A user may have associations of partitions alone; another partition is not hers. */
    @Test
    void oneAssociationIsEnough() {
        rig.policy("algorithm: CLASSIC\nmeasure: {name: m, byPartition: true}\nslurm: {weightFairshare: 1000}\n");
        rig.account(DOMAIN, "all", "", 1);
        rig.association("all", "anna", "day", 1);
        rig.submit("1", 0, "all", "anna", "partition: day");
        rig.submit("2", 0, "all", "anna", "partition: night");
        rig.tick(0);

        assertThat(rig.priority("1", 0)).isEqualTo(1000);
        assertThat(rig.waits("2")).isFalse();
    }

    /** After the restart, and without its association: her usage of 900 of 1000 at 1 of 3 shares, UE .9333, 2^-2.8. */
    @Test
    void withoutItsAssociationThePartitionsUsageIsTheUsers() {
        used("CLASSIC");
        rig.restart();
        rig.tick(1001);
        assertThat(rig.fairshareIn("all", "anna", "day").getRawUsage()).isCloseTo(600, within(1e-6));

        rig.submit("5", 1001, "all", "anna", "partition: day");
        rig.withoutAssociation("all", "anna", "day");
        rig.tick(1002);
        node(rig.fairshare(DOMAIN, "all", "anna"), 900, .9 + .1 / 3, Math.pow(2, -2.8));
        assertThat(rig.published("5").record().getAssociationPartition()).isEmpty();
        assertThat(rig.priority("5", 1002)).isEqualTo(143);
    }

    /** Of the user's own association: also of the partitions without one, and not of day. */
    @Test
    void aResetIsOfOneAssociation() {
        used("CLASSIC");
        rig.reset("1", 1000, "all", "anna", "");
        rig.tick(2000);

        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isZero();
        assertThat(rig.fairshareIn("all", "anna", "day").getRawUsage()).isCloseTo(600, within(1e-6));
    }

    /** An association of a partition has nothing to do under a policy that does not tell partitions apart, and no usage. */
    @Test
    void withoutByPartitionUsageIsTheUsers() {
        rig.policy("algorithm: CLASSIC\nmeasure: {name: m}\nslurm: {weightFairshare: 1000}\n");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.association("all", "anna", "day", 1);
        run("1", "anna", 600, "partition: day");
        rig.tick(1000);

        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isCloseTo(600, within(1e-6));
        assertThat(rig.fairshareIn("all", "anna", "day").getRawUsage()).isZero();
    }
}

package io.fairway.engine;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairway.avro.FairshareRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The Slurm 2.0 page "Multifactor Priority Plugin", June 2009, through the topology. Numbers are the page's, or worked
 * out beside the case from its formulas.
 */
class SlurmPageOnTheStreamTest {
    private static final double HOUR = 3600;
    private static final double DAY = 24 * HOUR;

    /**
     * Usage as the page gives it, in parts of the machine's capacity. There is no decay, and a reset after ten days, in
     * which 100 processors deliver 100 * 10 days.
     */
    private static final String LINEAR = """
            algorithm: LINEAR_2_0
            processors: 100
            nodes: 100
            effectiveFrom: "%s"
            usageReset: "10-0"
            """.formatted(StreamRig.at(0));
    /** A tenth of the ten days. A run holds 10 * part * processors for it. */
    private static final double RUN = DAY;

    private final StreamRig rig = new StreamRig();

    @AfterEach
    void close() {
        rig.close();
    }

    /** A run that uses a part of the machine's capacity. */
    private void uses(String account, String user, double part) {
        String job = "used-" + user;
        rig.start(job, 0, account, user, "cpu: " + part * 1000, "");
        rig.finish(job, RUN, 0, "");
    }

    @Test
    @Rule(document = Document.SLURM, rows = "15, 18, 33-37, 43-46, 48, 57-64, 66-72")
    void theWorkedExampleOfFiveUsers() {
        rig.policy(LINEAR + "slurm: {dialect: \"2.0\", weightFairshare: 100000, weightAge: 0}");
        rig.account(DOMAIN, "A", "", 40);
        rig.account(DOMAIN, "B", "A", 30);
        rig.account(DOMAIN, "C", "A", 10);
        rig.account(DOMAIN, "D", "", 60);
        rig.account(DOMAIN, "E", "D", 25);
        rig.account(DOMAIN, "F", "D", 35);
        Map<String, String> users = Map.of("user1", "B", "user2", "C", "user3", "C", "user4", "E", "user5", "F");
        users.forEach((user, account) -> rig.user(DOMAIN, account, user, 1));
        uses("B", "user1", .2);
        uses("C", "user2", .25);
        uses("E", "user4", .25);
        users.forEach((user, account) -> rig.submit(user, RUN, account, user, ""));
        rig.tick(RUN);

        node("A", "", .4, .45, .45);
        node("B", "", .3, .2, .3875);
        node("C", "", .1, .25, .3);
        node("D", "", .6, .25, .25);
        node("B", "user1", .3, .2, .3875);
        node("C", "user2", .05, .25, .275);
        node("C", "user3", .05, 0, .15);
        node("E", "user4", .25, .25, .25);
        node("F", "user5", .35, 0, .1458);
        assertThat(rig.factor("B", "user1")).isCloseTo(.45625, within(1e-9));
        assertThat(rig.factor("C", "user2")).isCloseTo(.3875, within(1e-9));
        assertThat(rig.factor("C", "user3")).isCloseTo(.45, within(1e-9));
        assertThat(rig.factor("E", "user4")).isCloseTo(.5, within(1e-9));
        assertThat(rig.factor("F", "user5")).isCloseTo(.6021, within(5e-5));
        assertThat(rig.order(RUN)).containsExactly("user5", "user4", "user1", "user3", "user2");
        // The usage is that of all jobs below: 45 % of ten days of 100 processors.
        assertThat(rig.fairshare(DOMAIN, "A", "").getRawUsage()).isCloseTo(.45 * 1000 * DAY, within(1e-3));
        // Nobody is cut off: a user with five times the usage of his share waits like everybody else.
        assertThat(rig.published("user2").record().getEligible()).isTrue();
        assertThat(rig.published("user2").record().getHeld()).isFalse();
        assertThat(rig.priority("user2", RUN)).isPositive();
    }

    private void node(String account, String user, double shares, double usage, double effective) {
        FairshareRecord node = rig.fairshare(DOMAIN, account, user);
        assertThat(node.getNormShares()).as("shares of " + account + user).isCloseTo(shares, within(1e-9));
        assertThat(node.getNormUsage()).as("usage of " + account + user).isCloseTo(usage, within(1e-9));
        assertThat(node.getEffectiveUsage())
                .as("effective usage of " + account + user)
                .isCloseTo(effective, within(5e-5));
    }

    /**
     * Figure 1, in which each user of A3 has 1 percent of the machine, and user 2 with four shares. Levels need not sum
     * to 100.
     */
    @Test
    @Rule(document = Document.SLURM, rows = "39-46, 65, 67")
    void normalisedSharesAreProductsOverTheLevels() {
        rig.policy(LINEAR);
        rig.account(DOMAIN, "A", "", 40);
        rig.account(DOMAIN, "rest", "", 60);
        for (String account : List.of("A1", "A2", "A3")) {
            rig.account(DOMAIN, account, "A", 10);
        }
        rig.account(DOMAIN, "C", "A", 10);
        for (int i = 1; i <= 10; i++) {
            rig.user(DOMAIN, "A3", "u" + i, 1);
        }
        rig.user(DOMAIN, "C", "user2", 4);
        rig.user(DOMAIN, "C", "user3", 1);
        rig.tick(0);

        for (int i = 1; i <= 10; i++) {
            assertThat(rig.fairshare(DOMAIN, "A3", "u" + i).getNormShares()).isCloseTo(.01, within(1e-12));
        }
        assertThat(rig.fairshare(DOMAIN, "C", "user2").getNormShares()).isCloseTo(.08, within(1e-12));
        assertThat(rig.fairshare(DOMAIN, "C", "user3").getNormShares()).isCloseTo(.02, within(1e-12));
    }

    /** 70 percent fair-share, 15 job size, 15 age. One job has all of each, the other has half of size and age. */
    @Test
    @Rule(document = Document.SLURM, rows = "13, 14, 18, 19, 37")
    void aPriorityIsTheSumOfWeightTimesFactor() {
        rig.policy(LINEAR + """
                slurm: {dialect: "2.0", weightFairshare: 70000, weightJobSize: 15000, weightAge: 15000,
                        weightPartition: 0, weightQos: 0, maxAgeSeconds: 604800}
                """);
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", -14 * DAY, "all", "anna", "nodes: 100");
        rig.submit("2", -3.5 * DAY, "all", "anna", "nodes: 50");
        rig.tick(0);

        assertThat(rig.priority("1", 0)).isEqualTo(100_000);
        assertThat(rig.priority("2", 0)).isEqualTo(85_000);
        assertThat(rig.term("2", "age", 0)).isEqualTo(7500);
        assertThat(rig.term("2", "jobsize", 0)).isEqualTo(7500);
        assertThat(rig.term("2", "fairshare", 0)).isEqualTo(70_000);
        assertThat(rig.order(0)).containsExactly("1", "2");
        // A waiting job rises until it has its full age. Nothing has to be sent for that.
        assertThat(rig.priority("2", 1.75 * DAY)).isEqualTo(88_750);
        assertThat(rig.priority("2", 30 * DAY)).isEqualTo(92_500);
    }

    /** .59534 and .50002 are both 5 at weight 10; at weight 1000 they differ. */
    @ParameterizedTest
    @CsvSource({"10, 5, 5", "1000, 595, 500"})
    @Rule(document = Document.SLURM, rows = "20, 21")
    void weightsThatAreTooLowMakeFactorsEqual(long weight, double first, double second) {
        rig.policy(
                LINEAR + "slurm: {dialect: \"2.0\", weightAge: 0, weightJobSize: 0, weightFairshare: " + weight + "}");
        rig.user(DOMAIN, "first", "anna", 1);
        rig.user(DOMAIN, "second", "ben", 1);
        uses("first", "anna", .30932);
        uses("second", "ben", .49996);
        rig.submit("1", RUN, "first", "anna", "");
        rig.submit("2", RUN, "second", "ben", "");
        rig.tick(RUN);

        assertThat(rig.factor("first", "anna")).isCloseTo(.59534, within(1e-9));
        assertThat(rig.factor("second", "ben")).isCloseTo(.50002, within(1e-9));
        assertThat(rig.priority("1", RUN)).isEqualTo(first);
        assertThat(rig.priority("2", RUN)).isEqualTo(second);
    }

    @Test
    @Rule(document = Document.SLURM, rows = "30, 31")
    void partitionAndQosAreFactorsOfTheirJobs() {
        rig.policy(LINEAR + """
                partitions: {debug: {priorityFactor: 1.0}, batch: {priorityFactor: 0.25}}
                qos: {high: {priority: 0.8}}
                slurm: {dialect: "2.0", weightFairshare: 0, weightJobSize: 0, weightAge: 0,
                        weightPartition: 1000, weightQos: 100}
                """);
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", 0, "all", "anna", "partition: debug, qos: high");
        rig.submit("2", 0, "all", "anna", "partition: batch");
        rig.tick(0);

        assertThat(rig.priority("1", 0)).isEqualTo(1080);
        assertThat(rig.priority("2", 0)).isEqualTo(250);
        assertThat(rig.term("1", "partition", 0)).isEqualTo(1000);
        assertThat(rig.term("1", "qos", 0)).isEqualTo(80);
    }

    /** 1.0 for all nodes, or with PriorityFavorSmall for one: (N - n + 1) / N. */
    @ParameterizedTest
    @CsvSource({"false, 100, 1000", "false, 50, 500", "true, 1, 1000", "true, 51, 500"})
    @Rule(document = Document.SLURM, rows = "26-29")
    void jobSizeIsByNodes(boolean small, int nodes, double expected) {
        rig.policy(
                LINEAR + "slurm: {dialect: \"2.0\", weightFairshare: 0, weightAge: 0, weightJobSize: 1000, favorSmall: "
                        + small + "}");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", 0, "all", "anna", "nodes: " + nodes);
        rig.tick(0);

        assertThat(rig.priority("1", 0)).isEqualTo(expected);
    }

    /**
     * Of ten hours, the job waits three for another job, or beyond a limit. Age is two of ten hours, five after
     * submission.
     */
    @ParameterizedTest
    @CsvSource({"DEPENDENCY", "LIMITS"})
    @Rule(document = Document.SLURM, rows = "7, 22-25")
    void ageStandsStillWhileAJobIsNotEligible(String reason) {
        rig.policy(
                LINEAR
                        + "slurm: {dialect: \"2.0\", weightFairshare: 0, weightJobSize: 0, weightAge: 1000, maxAgeSeconds: 36000}");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", 0, "all", "anna", "");
        rig.job("1", "INELIGIBLE", HOUR, "ineligibility: " + reason);
        rig.tick(3 * HOUR);
        assertThat(rig.priority("1", 3 * HOUR)).isEqualTo(100);

        rig.job("1", "ELIGIBLE", 4 * HOUR, "");
        rig.tick(5 * HOUR);
        assertThat(rig.priority("1", 5 * HOUR)).isEqualTo(200);
        assertThat(rig.priority("1", 13 * HOUR)).isEqualTo(1000);
        assertThat(rig.priority("1", 100 * HOUR)).isEqualTo(1000);
    }

    /** Weights 1, PriorityMaxAge 7 days, PriorityFavorSmall NO: a whole factor of each is 1 + 1 + 1 + 1 + 1. */
    @Test
    @Rule(document = Document.SLURM, rows = "6, 8-12, 85-92")
    void defaultsAreThoseOfThePage() {
        rig.policy(LINEAR + """
                partitions: {debug: {priorityFactor: 1.0}}
                qos: {high: {priority: 1.0}}
                slurm: {dialect: "2.0"}
                """);
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", -7 * DAY, "all", "anna", "nodes: 100, partition: debug, qos: high");
        rig.submit("2", -3.5 * DAY, "all", "anna", "nodes: 100");
        rig.tick(0);

        assertThat(rig.priority("1", 0)).isEqualTo(5);
        assertThat(rig.term("2", "age", 0)).isEqualTo(.5);
        assertThat(rig.term("2", "jobsize", 0)).isEqualTo(1);
    }

    /**
     * First in, first out, for any usage and any request. The clock begins at second 1700002800: 4294967295 less that, and less
     * the seconds until the submission.
     */
    @Test
    @Rule(document = Document.SLURM, rows = "1-5")
    void fifoServesWhoCameFirst() {
        rig.policy("algorithm: FIFO\nnodes: 100");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.user(DOMAIN, "all", "ben", 1);
        rig.start("0", -DAY, "all", "anna", "cpu: 1000", "");
        rig.submit("small", 0, "all", "anna", "nodes: 1");
        rig.submit("large", 60, "all", "ben", "nodes: 100");
        rig.submit("last", 120, "all", "anna", "nodes: 100");
        rig.tick(HOUR);

        assertThat(rig.order(HOUR)).containsExactly("small", "large", "last");
        assertThat(rig.order(HOUR + 10 * DAY)).containsExactly("small", "large", "last");
        assertThat(rig.priority("small", HOUR)).isEqualTo(2_594_964_495.0);
        assertThat(rig.priority("large", HOUR)).isEqualTo(2_594_964_435.0);
        assertThat(rig.priority("last", HOUR + 10 * DAY)).isEqualTo(2_594_964_375.0);
    }

    /**
     * Usage halves in each half-life. R is processors * half-life * 2 by the page's simpler formula. By its sum, which
     * decays alike, R is processors * half-life / ln 2.
     */
    @ParameterizedTest
    @CsvSource({"SIMPLE, 2", "AGGREGATED, 1.4426950408889634"})
    @Rule(document = Document.SLURM, rows = "49-52, 54-56, 76, 77, 80")
    void usageAndWhatTheMachineDeliversDecayWithTheHalfLife(String resources, double halfLives) {
        rig.policy("""
                algorithm: LINEAR_2_0
                processors: 100
                resources: %s
                measure: {name: m, decay: {kind: HALF_LIFE, millis: 7d}}
                """.formatted(resources));
        rig.user(DOMAIN, "all", "anna", 1);
        rig.user(DOMAIN, "all", "ben", 1);
        rig.start("1", 0, "all", "anna", "cpu: 50", "");
        rig.finish("1", DAY, 0, "");
        rig.tick(DAY);
        FairshareRecord then = rig.fairshare(DOMAIN, "all", "anna");
        rig.tick(8 * DAY);
        FairshareRecord later = rig.fairshare(DOMAIN, "all", "anna");
        double mean = 7 * DAY / Math.log(2);
        double expected = 50 * mean * (1 - Math.exp(-DAY / mean));

        assertThat(then.getRawUsage()).isCloseTo(expected, within(expected * 1e-9));
        assertThat(then.getNormUsage()).isCloseTo(expected / (100 * 7 * DAY * halfLives), within(1e-9));
        assertThat(later.getRawUsage()).isCloseTo(expected / 2, within(expected * 1e-9));
    }

    /**
     * Passes every five minutes, as D^k * U_k: a pass counts the usage of its interval, and each earlier one counts D
     * times as much.
     */
    @Test
    @Rule(document = Document.SLURM, rows = "49, 50, 53")
    void slurmTickDecaysAtPassesOfFiveMinutes() {
        rig.policy("algorithm: LINEAR_2_0\nprocessors: 100\n"
                + "measure: {name: m, decay: {kind: SLURM_TICK, millis: 1h, periodMillis: 5m, phaseMillis: 0}}");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.start("1", 0, "all", "anna", "cpu: 2", "");
        rig.tick(1500);
        double first = rig.fairshare(DOMAIN, "all", "anna").getRawUsage();
        rig.finish("1", 1500, 0, "");
        rig.tick(3000);
        double d = Math.pow(1 - 0.693 / HOUR, 300);
        double sum = 0;
        for (int pass = 1; pass <= 5; pass++) {
            sum = (sum + 600) * d;
        }

        assertThat(first).isCloseTo(sum, within(1e-6));
        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isCloseTo(sum * Math.pow(d, 5), within(1e-6));
    }

    /**
     * The same with a half-life of 2 hours from 1600 s on. slurmctld keeps its usage and goes on with the new factor; here from
     * the first pass after the change on, at 1800 s.
     */
    @Test
    @Rule(document = Document.SLURM, rows = "81")
    void aChangedHalfLifeKeepsTheUsageOfPasses() {
        String policy = "algorithm: LINEAR_2_0\nprocessors: 100\n"
                + "measure: {name: m, decay: {kind: SLURM_TICK, millis: 1h, periodMillis: 5m, phaseMillis: 0}}";
        rig.policy(policy);
        rig.policy("effectiveFrom: \"" + StreamRig.at(1600) + "\"\n" + policy.replace("millis: 1h", "millis: 2h"));
        rig.user(DOMAIN, "all", "anna", 1);
        rig.start("1", 0, "all", "anna", "cpu: 2", "");
        rig.tick(3000);
        double sum = 0;
        for (int pass = 1; pass <= 10; pass++) {
            sum = (sum + 600) * Math.pow(1 - 0.693 / (pass <= 6 ? HOUR : 2 * HOUR), 300);
        }

        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isCloseTo(sum, within(1e-6));
        assertThat(rig.refusals()).isEmpty();
    }

    /**
     * The page's first sample: half-life and greatest age 14 days. Anna used all of the machine for a day, 14 days ago.
     */
    @Test
    @Rule(document = Document.SLURM, rows = "76, 77, 80, 93")
    void theSampleConfigurationWithDecay() {
        rig.policy("""
                algorithm: LINEAR_2_0
                nodes: 100
                processors: 100
                partitions: {batch: {priorityFactor: 0.5}}
                measure: {name: m, decay: {kind: HALF_LIFE, millis: 14d}}
                slurm: {dialect: "2.0", maxAgeSeconds: 1209600, favorSmall: false, weightAge: 1000, weightFairshare: 10000,
                        weightJobSize: 1000, weightPartition: 1000, weightQos: 0}
                """);
        rig.account(DOMAIN, "physics", "", 75);
        rig.account(DOMAIN, "biology", "", 25);
        rig.user(DOMAIN, "physics", "anna", 1);
        rig.user(DOMAIN, "biology", "ben", 1);
        rig.start("0", -15 * DAY, "physics", "anna", "cpu: 100", "");
        rig.finish("0", -14 * DAY, -15 * DAY, "");
        rig.submit("1", -7 * DAY, "physics", "anna", "nodes: 10, partition: batch");
        rig.submit("2", -29 * DAY, "biology", "ben", "nodes: 100, partition: batch");
        rig.tick(0);

        double mean = 14 * DAY / Math.log(2);
        double used = 100 * mean * (Math.exp(-14 * DAY / mean) - Math.exp(-15 * DAY / mean));
        double factor = (.75 - used / (100 * 14 * DAY * 2) + 1) / 2;
        assertThat(rig.factor("physics", "anna"))
                .isCloseTo(factor, within(1e-9))
                .isCloseTo(.866288855, within(1e-8));
        assertThat(rig.factor("biology", "ben")).isCloseTo(.625, within(1e-9));
        // 500 + 8662.89 + 100 + 500, and 1000 + 6250 + 1000 + 500
        assertThat(rig.priority("1", 0)).isEqualTo(9762);
        assertThat(rig.priority("2", 0)).isEqualTo(8750);
    }

    /** The page's second sample: no decay, a reset every 28 days. Two of the run's six days are after the reset. */
    @Test
    @Rule(document = Document.SLURM, rows = "48, 82, 83, 94")
    void theSampleConfigurationWithoutDecay() {
        rig.policy("""
                algorithm: LINEAR_2_0
                processors: 100
                effectiveFrom: "%s"
                usageReset: "28-0"
                """.formatted(StreamRig.at(-28 * DAY)));
        rig.account(DOMAIN, "physics", "", 75);
        rig.account(DOMAIN, "biology", "", 25);
        rig.user(DOMAIN, "physics", "anna", 1);
        rig.user(DOMAIN, "biology", "ben", 1);
        rig.start("1", -4 * DAY, "physics", "anna", "cpu: 100", "");
        rig.finish("1", 2 * DAY, -4 * DAY, "");
        rig.tick(11 * DAY);

        FairshareRecord anna = rig.fairshare(DOMAIN, "physics", "anna");
        assertThat(anna.getRawUsage()).isCloseTo(2 * DAY * 100, within(1e-3));
        assertThat(anna.getNormUsage()).isCloseTo(2 / 28.0, within(1e-9));
        assertThat(anna.getFactor()).isCloseTo((.75 - 2 / 28.0 + 1) / 2, within(1e-9));
    }

    /**
     * A second is a minute to Slurm, and 10,000 days have 14 million. Nothing happens between them but the resets, so the last
     * alone counts; a job that ends meanwhile is charged for what it ran since the last reset before its end.
     */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void manyResetsInAnIdleDomainAreOne() {
        rig.policy("algorithm: LINEAR_2_0\nprocessors: 100\neffectiveFrom: \"" + StreamRig.at(0)
                + "\"\nusageReset: \"0:01\"");
        for (int user = 0; user < 1_000; user++) {
            rig.user(DOMAIN, "all", "u" + user, 1);
            rig.start("ended-" + user, 0, "all", "u" + user, "cpu: 1", "");
            rig.finish("ended-" + user, 30, 0, "");
        }
        rig.user(DOMAIN, "all", "anna", 1);
        rig.start("1", 0, "all", "anna", "cpu: 2", "");
        rig.tick(10_000 * DAY + 45);

        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isCloseTo(90, within(1e-6));
        assertThat(rig.fairshare(DOMAIN, "all", "u7").getRawUsage()).isZero();
    }

    /** min, hr:min:00, days-hr:min:00 and days-hr: an hour each. Only usage since the last hour counts. */
    @ParameterizedTest
    @CsvSource({"60", "1:00:00", "0-1:00:00", "0-1"})
    @Rule(document = Document.SLURM, rows = "79")
    void timeStrings(String reset) {
        rig.policy("algorithm: LINEAR_2_0\nprocessors: 100\neffectiveFrom: \"" + StreamRig.at(0) + "\"\nusageReset: \""
                + reset + "\"");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.start("1", 0, "all", "anna", "cpu: 1", "");
        rig.tick(2.5 * HOUR);

        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isCloseTo(HOUR / 2, within(1e-6));
    }

    /**
     * Without PriorityUsageResetPeriod, nothing is ever reset. Without decay, the linear algorithm needs a reset
     * period.
     */
    @Test
    @Rule(document = Document.SLURM, rows = "78, 82, 83")
    void withoutAResetPeriodUsageStays() {
        rig.policy("algorithm: CLASSIC");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.start("1", 0, "all", "anna", "cpu: 1", "");
        rig.finish("1", HOUR, 0, "");
        rig.tick(400 * DAY);
        assertThat(rig.fairshare(DOMAIN, "all", "anna").getRawUsage()).isCloseTo(HOUR, within(1e-6));

        rig.policy("algorithm: LINEAR_2_0\nprocessors: 100\neffectiveFrom: \"" + StreamRig.at(500 * DAY) + "\"");
        assertThat(rig.refusals()).singleElement().asString().contains("reset");
    }

    @ParameterizedTest
    @CsvSource({"-1", "4294967296"})
    @Rule(document = Document.SLURM, rows = "16")
    void weightsAreUnsignedIntegersOf32Bits(long weight) {
        rig.policy(LINEAR + "slurm: {weightAge: " + weight + "}");

        assertThat(rig.refusals()).singleElement().asString().contains(Long.toString(weight));
    }

    /** 4294967295 is a valid weight, and the greatest priority, even for the sum of two such weights. */
    @Test
    @Rule(document = Document.SLURM, rows = "17")
    void prioritiesAreIntegersOfAtMost32Bits() {
        rig.policy(LINEAR + "slurm: {dialect: \"2.0\", weightFairshare: 4294967295, weightJobSize: 4294967295}");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", 0, "all", "anna", "nodes: 100");
        rig.tick(0);

        assertThat(rig.priority("1", 0)).isEqualTo(4_294_967_295.0);
    }

    @Test
    @Rule(document = Document.SLURM, rows = "17")
    void prioritiesAreNotBelowZero() {
        rig.policy(LINEAR + "slurm: {dialect: \"2.0\"}");
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", 0, "all", "anna", "nice: 100");
        rig.tick(0);

        assertThat(rig.priority("1", 0)).isEqualTo(0);
    }

    /** The content of sprio: every factor's part of the priority, by name. */
    @Test
    @Rule(document = Document.SLURM, rows = "6, 8-12, 15, 73-75")
    void recordsNameTheirFactors() {
        rig.policy(LINEAR + """
                partitions: {debug: {priorityFactor: 1.0}}
                qos: {high: {priority: 1.0}}
                slurm: {dialect: "2.0", weightAge: 10, weightFairshare: 20, weightJobSize: 30, weightPartition: 40,
                        weightQos: 50}
                """);
        rig.user(DOMAIN, "all", "anna", 1);
        rig.submit("1", -7 * DAY, "all", "anna", "nodes: 100, partition: debug, qos: high");
        rig.tick(0);

        Map<String, Double> terms = rig.published("1").terms(StreamRig.millis(0));
        assertThat(terms)
                .containsEntry("age", 10.0)
                .containsEntry("fairshare", 20.0)
                .containsEntry("jobsize", 30.0)
                .containsEntry("partition", 40.0)
                .containsEntry("qos", 50.0);
        assertThat(rig.priority("1", 0)).isEqualTo(150);
    }
}

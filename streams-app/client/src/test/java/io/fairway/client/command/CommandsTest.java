package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairway.client.http.StubApi;
import io.fairway.client.http.StubApi.Ran;
import io.fairway.client.table.TextWidth;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The requests of each command, and its table, JSON and CSV, all written by hand. */
class CommandsTest {
    private static final String ALPS = "/v1/domains/alps";
    private static final String CRLF = "\r\n";

    private final StubApi api = new StubApi();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void usageByAccount() {
        api.with(ALPS + "/usage?by=account", "usage-account");

        assertThat(table(new UsageCommand()))
                .containsExactly(
                        "ACCOUNT       USAGE [h]  RUNNING  PERCENT",
                        "root            1500.00    300.0   100.00",
                        "cms             1000.00    200.0    66.67",
                        "étoile,\"α\"       500.00    100.0    33.33",
                        "天文学研究所       0.00        -     0.00",
                        "",
                        "total 1500.00 TRES-h; measure billing (half-life 7d)",
                        "as of 2026-11-21T12:00:00Z");
    }

    @Test
    void usageAsCsv() {
        api.with(ALPS + "/usage?by=account", "usage-account");

        assertThat(api.run(new UsageCommand(), "--csv").out())
                .isEqualTo("account,value_tres_s,running,percent" + CRLF
                        + "root,5400000,300,100" + CRLF
                        + "cms,3600000,200,66.66666666666667" + CRLF
                        + "\"étoile,\"\"α\"\"\",1800000,100,33.333333333333336" + CRLF
                        + "天文学研究所,0,,0" + CRLF);
    }

    @Test
    void usageAsItWas() {
        api.with(ALPS + "/usage?account=cms&by=user&at=2026-11-20T12%3A00%3A00Z&limit=5", "usage-user");

        Ran ran = api.run(
                new UsageCommand(), "--by", "user", "--account", "cms", "--at", "2026-11-20T12:00:00Z", "--limit", "5");

        assertThat(ran.err())
                .isEqualTo("fairway: stale: these numbers are of 2026-11-21T12:00:00.000Z, from the standby"
                        + " 10.0.0.7:8090, 42 records behind" + System.lineSeparator());
        assertThat(ran.out().lines())
                .containsExactly(
                        "USER  USAGE [h]  AT LEAST  AT MOST  RUNNING  PERCENT",
                        "anna    1000.00    950.00  1050.00        -    66.67",
                        "",
                        "total 1500.00 TRES-h; measure billing (half-life 7d), between 1450.00 and 1550.00 TRES-h",
                        "usage at 2026-11-20T12:00:00Z, as of 2026-11-21T12:00:00Z, stale");
    }

    @Test
    void usageByHour() {
        api.with(ALPS + "/usage?by=hour&from=2026-11-21", "usage-hour");

        assertThat(table(new UsageCommand(), "--by", "HOUR", "--from", "2026-11-21")
                        .subList(0, 3))
                .containsExactly(
                        "FROM                  TO                    USAGE [h]",
                        "2026-11-21T10:00:00Z  2026-11-21T11:00:00Z       1.00",
                        "2026-11-21T11:00:00Z  2026-11-21T12:00:00Z       1.00");
    }

    @Test
    void usageByClusterNamesMissingAndStaleInstances() {
        api.with("/v1/usage?by=cluster&user=anna", "usage-cluster");

        Ran ran = api.run(new UsageCommand(), "--by", "cluster", "--user", "anna");

        assertThat(ran.out().lines().toList())
                .startsWith(
                        "DOMAIN  CLUSTERS       TREE  MEASURE  LAW           USAGE [h]  RUNNING",
                        "alps    alps,alps-gpu  alps  billing  half-life 7d    1000.00     10.0",
                        "jura    jura           jura  cpu      none                inf        -");
        assertThat(ran.err().lines())
                .hasSize(2)
                .anyMatch(
                        line -> line.contains("10.0.0.7:8090 cannot be reached") && line.contains("connection refused"))
                .anyMatch(line -> line.contains("stale") && line.contains("10.0.0.8:8090, 7 records behind"));
    }

    @Test
    void fairshareAsATree() {
        api.with(ALPS + "/fairshare?policy=fairtree&depth=3", "fairshare-fairtree");

        List<String> lines = table(new FairshareCommand(), "--policy", "fairtree", "--depth", "3", "--width", "100");

        // 700000 s are 194.44 h; user5 is first of 5, user2 last.
        assertThat(lines)
                .startsWith(
                        "NAME         SHARES    NORM  USAGE [h]  OF ALL  EFFECTIVE   LEVEL  FACTOR  PLACE  WAIT  RUN",
                        "root              1  0.0000     194.44       -     1.0000       -       -      -     0    0",
                        "  a              40  0.4000     125.00  0.6429     0.6429  0.6222       -      -     0    0",
                        "    b            30  0.7500      55.56  0.2857     0.4444  1.6875       -      -     0    0",
                        "      user1       1  1.0000      55.56  0.2857     1.0000  1.0000  0.6000      3     0    0")
                .contains(
                        "      user3       1  0.5000       0.00  0.0000     0.0000     inf  0.4000      4     0    0");
        assertThat(lines)
                .endsWith("", "tree alps, 5 users ranked, policy fairtree (active), as of 2026-11-21T12:00:00Z");
    }

    /** Slurm's own number for it, 4294967294, says nothing to a person. */
    @Test
    void anAccountWithTheSharesOfItsParentHasNoLevelOfItsOwn() {
        String ofParent = StubApi.text("fairshare-fairtree.json").replace("0.6222222222222222", "4294967294");
        api.with(ALPS + "/fairshare", 200, ofParent);

        assertThat(table(new FairshareCommand(), "--width", "100"))
                .anyMatch(line -> line.matches(" +a +40 .* parent .*"))
                .noneMatch(line -> line.contains("4294967294"));
    }

    /** The lines of a user would all have the same name. */
    @Test
    void fairshareOfAUserNamesTheAccounts() {
        api.with(ALPS + "/fairshare?user=user1", "fairshare-fairtree");

        assertThat(table(new FairshareCommand(), "-u", "user1", "--width", "100"))
                .anyMatch(line -> line.startsWith("ACCOUNT  USER "))
                .anyMatch(line -> line.startsWith("b        user1 "));
    }

    @Test
    void inSixtyColumnsNoLineIsLongerAndTheFactorStays() {
        api.with(ALPS + "/fairshare", "fairshare-fairtree");

        List<String> lines = table(new FairshareCommand(), "--width", "60");

        assertThat(lines).allMatch(line -> TextWidth.of(line) <= 60);
        assertThat(lines)
                .contains(
                        "NAME         SHARES    NORM  USAGE [h]  FACTOR  PLACE",
                        "    f            35  0.5833       0.00       -      -",
                        "      user5       1  1.0000       0.00  1.0000      1",
                        "(no room for OF ALL, EFFECTIVE, LEVEL, WAIT, RUN)");
    }

    @Test
    void fairshareAsCsvHasAllDigitsAndNothingForNull() {
        api.with(ALPS + "/fairshare", "fairshare-fairtree");

        assertThat(api.run(new FairshareCommand(), "--csv").out().split(CRLF))
                .startsWith(
                        "account,user,path,shares,normShares,rawUsage_tres_s,normUsage,effectiveUsage,levelFairshare,factor,place,slurmRank,"
                                + "pendingJobs,runningJobs",
                        "root,,/,1,0.00000000023283064376228985,700000,,1,,,,,0,0",
                        "a,,/a,40,0.4,450000,0.6428571428571429,0.6428571428571429,0.6222222222222222,,,,0,0")
                .contains("c,user3,/a/c/user3,1,0.5,0,0,0,Infinity,0.4,4,2,0,0");
    }

    @Test
    void priorityWithItsTerms() {
        api.with(ALPS + "/jobs?state=pending&user=fs_2&queue=low", "jobs-slurm");

        List<String> lines = table(new PriorityCommand(), "--user", "fs_2", "--queue", "low");

        assertThat(lines)
                .startsWith(
                        "PLACE  JOB  USER  ACCOUNT  QUEUE  CPUS    PRIORITY     WAITS  REASON              AGE      ASSOC  FAIRSHARE    JOBSIZE"
                                + "  PARTITION        QOS     TRES   SITE        NICE")
                .contains(
                        "    1    4  fs_2  pc       low      64  1602000000  00:01:57  next           97500000          0  500000000  500000000"
                                + "    2500000  500000000  2000000      -           -")
                .contains(
                        " held   12  fs_1  pa       low       1           0  00:01:49  held                  0  125000000  500000000   66406250"
                                + "    2500000          0   148438      -           -");
    }

    @Test
    void whyAJobAddsUp() {
        api.with(ALPS + "/jobs/alps/4711/why?policy=fairtree", "why-job");

        assertThat(table(new WhyCommand(), "4711", "--policy", "fairtree", "--width", "70"))
                .containsExactly(
                        "Job 4711 of anna is 3rd of 3: fairshare costs most.",
                        "",
                        "Why",
                        "  Fairshare adds 2100 of at most 10000: cms used 8.9 % of the cluster",
                        "  against a share of 4.8 %.",
                        "  Nice takes 3000.",
                        "",
                        "Terms of the priority",
                        "  trunc(max(1, sum of weight * factor))",
                        "TERM         WEIGHT   VALUE     ADDS  RULE",
                        "age            1000    0.25      250  seconds waited / PriorityMaxAge~",
                        "fairshare     10000    0.21     2100  factor of cms/anna",
                        "tres              1   153.7    153.7  -",
                        "  cpu          1000  0.1005  (100.5)  -",
                        "  mem          2000  0.0266   (53.2)  -",
                        "nice             -1    3000    -3000  -",
                        "lower bound       -       1    497.3  a priority is at least 1",
                        "rounding          -       -        0  the fraction is dropped",
                        "priority          -       -        1  -",
                        "",
                        "Jobs just ahead",
                        " JOB  USER  ACCOUNT    PRIORITY  AHEAD BY  MOSTLY",
                        "4699  bert  atlas         12340     12339  fairshare",
                        "4700  bert  atlas    12000.5000     12000  -",
                        "",
                        "Who is ahead",
                        "USER         ACCOUNT  JOBS  CPUS  CPU-HOURS  NO LIMIT  MOSTLY",
                        "other users             14    96        320         3  age",
                        "bert         atlas       2    40      128.5         0  fairshare",
                        "",
                        "What would change it",
                        "  Nice 0 would add 3000.",
                        "",
                        "When it recovers",
                        "  age gains 148.8 a day.",
                        "",
                        "policy fairtree (active), as of 2026-11-21T12:00:00Z");
    }

    @Test
    void whyAJobAsCsvHasItsRows() {
        api.with(ALPS + "/jobs/alps/4711/why", "why-job");

        assertThat(api.run(new WhyCommand(), "alps/4711", "--csv").out().split(CRLF))
                .startsWith("part,name,kind,weight,value,contribution,rule")
                .contains("tres,cpu,,1000,0.1005,100.5,", ",nice,component,-1,3000,-3000,", ",priority,total,,,1,");
    }

    @Test
    void whyAUserWhereNoJobIsOfThatName() {
        api.with(ALPS + "/users/anna/why", "why-user");

        List<String> lines = table(new WhyCommand(), "anna");

        assertThat(lines)
                .startsWith("anna has 1 job waiting and is 5th of 5.", "", "anna in cms", "  anna used nothing.")
                .contains("levelFairshare    inf  shares / usage", "4600  ended       2.00    61.00")
                .contains("    3  4711  cms      gpu           1");
        assertThat(api.asked()).contains(ALPS + "/jobs/alps/anna/why", ALPS + "/users/anna/why");
    }

    @Test
    void whyAUserWhoseNameIsAlsoAJobs() {
        api.with(ALPS + "/jobs/alps/4711/why", "why-job").with(ALPS + "/users/4711/why", "why-user");

        assertThat(table(new WhyCommand(), "4711", "--user"))
                .first()
                .isEqualTo("anna has 1 job waiting and is 5th of 5.");
    }

    @Test
    void aJobThatTwoClustersHaveMustBeNamedInFull() {
        api.without(ALPS)
                .with(ALPS, "domain-two-clusters")
                .with(ALPS + "/jobs/alps/4711/why", "why-job")
                .with(ALPS + "/jobs/jura/4711/why", "why-job");

        Ran ran = api.run(new WhyCommand(), "4711", "--domain", "alps");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("alps/4711 or jura/4711");
        assertThat(api.run(new WhyCommand(), "jura/4711", "--domain", "alps").code())
                .isZero();
    }

    @Test
    void aJobWithItsPrioritiesChargesAndEvents() {
        api.with(ALPS + "/jobs/alps/4711", "job").with(ALPS + "/jobs/alps/4711/events?limit=1000", "events");

        assertThat(table(new JobCommand(), "4711"))
                .containsExactly(
                        "job alps/4711: pending",
                        "  user        anna",
                        "  account     cms",
                        "  queue       gpu",
                        "  qos         normal",
                        "  name        train",
                        "  submitted   2026-11-20T10:58:57Z",
                        "  time limit  1-01:01:01",
                        "",
                        "POLICY    STATE   REQUEST  PRIORITY  PLACE  OF  MADE OF",
                        "fairtree  active                  1      3   3  age 250, fairshare 2100, tres 154, nice -3000, lower"
                                + " bound 497, rounding 0",
                        "lsf       shadow            33.3333      1   3  dynamic priority 33.33",
                        "",
                        "How the factors under fairtree came about",
                        "FACTOR  VALUE  RULE                                                       FROM",
                        "age      0.25  seconds for which age counted / PriorityMaxAge, at most 1  accruedSeconds 0,"
                                + " runningSeconds 151200, maxAgeSeconds 604800",
                        "",
                        "MEASURE  ACCOUNT  USER  DECAYED [h]  PLAIN [h]",
                        "billing  cms      anna         1.00       2.00",
                        "",
                        "TIME                  EVENT      PRECEDENCE  SEQUENCE  REVISION",
                        "2026-11-20T10:58:57Z  SUBMITTED           2         7         0",
                        "",
                        "as of 2026-11-21T12:00:00Z");
    }

    @Test
    void queuesAndPools() {
        api.with(ALPS + "/queues?policy=lsf", "queues");

        assertThat(table(new QueuesCommand(), "--policy", "lsf"))
                .containsExactly(
                        "QUEUE   WAIT  RUN  SLOTS WAIT  SLOTS RUN",
                        "short     24    2        1401        354",
                        "normal     0    1           -          -",
                        "",
                        "pool p: order of queues",
                        "  short (8 slots), normal (3 slots)",
                        "",
                        "in the order in which they are served; policy lsf (shadow), as of 2026-11-21T12:00:00Z");
    }

    @Test
    void jobsWithoutATimeLimitHaveNoHours() {
        String unlimited = StubApi.text("why-job.json").replace("\"withoutLimit\": 0", "\"withoutLimit\": 2");
        api.with(
                ALPS + "/jobs/alps/4711/why",
                200,
                unlimited.replace("\"processorHours\": 128.5", "\"processorHours\": 0"));

        assertThat(table(new WhyCommand(), "4711"))
                .contains("bert         atlas       2    40          -         2  fairshare")
                .contains("other users             14    96        320         3  age");
    }

    @Test
    void aGoalThatHoldsHasNoInstant() {
        String holds = StubApi.text("forecast.json")
                .replace("\"reached\": true", "\"reached\": false, \"holds\": true")
                .replace("With nothing running", "It holds: with nothing running");
        api.with(ALPS + "/forecast?account=cms&user=anna&factor=0.5&if=stops", 200, holds);

        assertThat(table(new ForecastCommand(), "cms", "anna", "--factor", "0.5"))
                .startsWith("It holds: with nothing running, anna passes 0.5.", "now: factor 0.200000, place 5");
    }

    @Test
    void aForecast() {
        api.with(ALPS + "/forecast?account=cms&user=anna&factor=0.5&if=stops", "forecast")
                .with(ALPS + "/forecast?account=cms&place=1&if=continues", "forecast-never");

        assertThat(table(new ForecastCommand(), "cms", "anna", "--factor", "0.5"))
                .startsWith(
                        "2026-11-24T14:00:00Z, in 3-02:00:00",
                        "With nothing running, anna passes 0.5.",
                        "now: factor 0.200000, place 5");
        assertThat(table(new ForecastCommand(), "cms", "--place", "1", "--if", "continues"))
                .startsWith("never");
        assertThat(api.run(new ForecastCommand(), "cms", "--rank", "1").err()).contains("--rank is now called --place");
        assertThat(api.run(new ForecastCommand(), "cms", "--place", "1", "--factor", "1")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void policiesAndTheirComparison() {
        api.with(ALPS + "/policies", "policies")
                .with(ALPS + "/policies/compare?account=cms&policies=fairtree%2Clsf", "compare");

        assertThat(table(new PoliciesCommand()))
                .startsWith(
                        "POLICY    STATE   FAMILY  ALGORITHM             MEASURES                SINCE                 TREES",
                        "fairtree  active  slurm   FAIR_TREE_DOCUMENTED  billing (half-life 7d)  2026-11-01T00:00:00Z",
                        "lsf       shadow  lsf     LSF_DYNAMIC           run (tenth-life 5h)     2026-11-02T00:00:00Z  alps");
        assertThat(table(new PoliciesCommand(), "--compare", "fairtree,lsf", "--account", "cms"))
                .containsExactly(
                        "USER  ACCOUNT  fairtree  FACTOR  lsf   FACTOR  MOVES",
                        "anna  cms             3  0.2000    1  33.3333     +2",
                        "bert  atlas           1  0.6000    2      inf     -1",
                        "",
                        "rank correlation of lsf with fairtree: 0.5000",
                        "not on tree alps: lsf (normal); these compare associations of the same account and user",
                        "as of 2026-11-21T12:00:00Z");
    }

    @Test
    void jsonIsTheAnswerOfTheApi() throws IOException {
        api.with(ALPS + "/queues", "queues");

        JsonNode printed = new ObjectMapper()
                .readTree(api.run(new QueuesCommand(), "--json").out());

        assertThat(printed).isEqualTo(new ObjectMapper().readTree(StubApi.text("queues.json")));
    }

    private List<String> table(Object command, String... args) {
        Ran ran = api.run(command, args);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out().lines().toList();
    }
}

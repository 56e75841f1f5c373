package io.fairway.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.client.http.StubApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What commands show of associations of a partition, and of the usage of QOS. */
class PartitionsAndQosTest {
    private static final String FAIRSHARE = """
            {"domain": "alps", "tree": "alps", "policy": {"name": "main", "state": "active", "family": "slurm",
             "algorithm": "FAIR_TREE_SLURM"}, "users": 2, "total": 2, "items": [
             {"tree": "alps", "account": "cms", "user": "anna", "path": "/cms/anna", "depth": 2, "shares": 1,
              "normShares": 0.5, "rawUsage": 300, "factor": 1, "place": 1},
             {"tree": "alps", "account": "cms", "user": "anna", "partition": "day", "path": "/cms/anna@day", "depth": 2,
              "shares": 1, "normShares": 0.5, "rawUsage": 600, "factor": 0.5, "place": 2}],
             "freshness": {"asOf": "2026-11-21T12:00:00Z", "state": "current"}}
            """;

    private StubApi api;

    @BeforeEach
    void start() {
        api = new StubApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void sshareHasTheColumnPartition() {
        api.with("/v1/domains/alps/fairshare", 200, FAIRSHARE);

        assertThat(api.run(new FairshareCommand(), "--format", "sshare", "-m", "-P")
                        .out()
                        .lines()
                        .map(line -> line.split("\\|", -1))
                        .map(fields -> fields[1] + "|" + fields[2] + "|" + fields[3]))
                .containsExactly("User|Partition|RawShares", "anna||1", "anna|day|1");
    }

    @Test
    void aRankingHasAColumnForItAndATreeHasItBesideTheUser() {
        api.with("/v1/domains/alps/fairshare", 200, FAIRSHARE);
        assertThat(api.run(new FairshareCommand()).out()).contains("anna@day");

        api.with("/v1/domains/alps/fairshare?sort=first", 200, FAIRSHARE);
        assertThat(api.run(new FairshareCommand(), "--sort", "first").out()).contains("PARTITION", " day ");
    }

    @Test
    void aForecastAsksForTheAssociationOfAPartition() {
        api.run(new ForecastCommand(), "cms", "anna", "--partition", "day", "--factor", "0.5");

        assertThat(api.asked()).anyMatch(question -> question.contains("user=anna&partition=day"));
    }

    @Test
    void usageByQosHasTheirNames() {
        api.with("/v1/domains/alps/usage?by=qos", 200, """
                {"domain": "alps", "tree": "alps", "measure": {"name": "billing", "law": "no decay", "kind": "BILLING_TRES"},
                 "by": "qos", "at": "2026-11-21T12:00:00Z", "approximate": false, "total": 36000,
                 "items": [{"qos": "high", "value": 36000, "running": 2, "percent": 100}],
                 "freshness": {"asOf": "2026-11-21T12:00:00Z", "state": "current"}}
                """);

        assertThat(api.run(new UsageCommand(), "--by", "qos", "--csv").out().lines())
                .anyMatch(line -> line.startsWith("qos,"))
                .anyMatch(line -> line.startsWith("high,36000"));
    }
}

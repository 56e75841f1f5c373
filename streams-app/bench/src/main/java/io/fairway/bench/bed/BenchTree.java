package io.fairway.bench.bed;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import java.time.Duration;
import java.time.Instant;

/**
 * The share tree and the policy of a measurement: users spread over accounts below root, in one domain with one cluster
 * and one tree of the same name, under Slurm's Fair Tree.
 *
 * @param associations users, each in one account
 * @param accounts accounts
 * @param lease how long a job runs on without a word
 */
public record BenchTree(int associations, int accounts, Duration lease) {
    /** Domain, cluster and tree. */
    public static final String DOMAIN = "bench";

    /** The only measure. */
    public static final String MEASURE = "billing";

    /** Usage halves in this time. */
    public static final Duration HALF_LIFE = Duration.ofDays(7);

    /** A hundred users an account, but 10 accounts at least, and leases of four hours. */
    public static BenchTree of(int associations) {
        return new BenchTree(associations, Math.max(10, associations / 100), Duration.ofHours(4));
    }

    /** The name of a user. */
    public static String user(int number) {
        return "u" + number;
    }

    /** The account of a user. */
    public String account(int user) {
        return "a" + user % accounts;
    }

    /** Sends the policy, and then the tree. Returns the number of share records. */
    public int send(RecordWriter writer) {
        writer.send(
                Topic.POLICIES,
                DOMAIN,
                Keys.policy(DOMAIN, "main", 0),
                Policy.newBuilder()
                        .setDomain(DOMAIN)
                        .setName("main")
                        .setEffectiveFrom(Instant.EPOCH)
                        .setMeasure(Measure.newBuilder()
                                .setName(MEASURE)
                                .setLeaseMillis(lease.toMillis())
                                .setDecay(Decay.newBuilder()
                                        .setKind(DecayKind.HALF_LIFE)
                                        .setMillis(HALF_LIFE.toMillis())
                                        .build())
                                .build())
                        .setAlgorithm(Algorithm.FAIR_TREE_SLURM)
                        .setSlurm(SlurmPriority.newBuilder()
                                .setWeightFairshare(100_000L)
                                .setWeightAge(1_000L)
                                .build())
                        .build());
        writer.flush();
        for (int account = 0; account < accounts; account++) {
            share(writer, "a" + account, "", 1 + account % 7);
        }
        for (int user = 0; user < associations; user++) {
            share(writer, account(user), user(user), 1 + user % 5);
        }
        writer.flush();
        return accounts + associations;
    }

    private static void share(RecordWriter writer, String account, String user, long shares) {
        writer.send(
                Topic.SHARES,
                DOMAIN,
                Keys.node(DOMAIN, DOMAIN, account, user),
                ShareNode.newBuilder()
                        .setDomain(DOMAIN)
                        .setTree(DOMAIN)
                        .setAccount(account)
                        .setUser(user)
                        .setShares(shares)
                        .build());
    }
}

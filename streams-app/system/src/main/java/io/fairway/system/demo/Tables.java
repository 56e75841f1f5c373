package io.fairway.system.demo;

import io.fairway.avro.Algorithm;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.LinearResources;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The demo's share tree and policy, as a site would publish them. */
final class Tables {
    /** Fairshare decides; age only tells apart the jobs of users who stand alike. */
    private static final long WEIGHT_FAIRSHARE = 100_000;

    private static final long WEIGHT_AGE = 100;
    private static final long MAX_AGE_SECONDS = 60;

    private Tables() {}

    static List<ShareNode> shares(String cluster, Workload workload) {
        List<ShareNode> nodes = new ArrayList<>();
        for (Workload.Account account : workload.accounts()) {
            nodes.add(node(cluster, account.name(), "", account.shares(), nodes.size()));
            for (Workload.User user : account.users()) {
                nodes.add(node(cluster, account.name(), user.name(), user.shares(), nodes.size()));
            }
        }
        return nodes;
    }

    private static ShareNode node(String cluster, String account, String user, long shares, int order) {
        return ShareNode.newBuilder()
                .setDomain(cluster)
                .setTree(cluster)
                .setAccount(account)
                .setUser(user)
                .setShares(shares)
                .setOrder(order)
                .build();
    }

    static Policy policy(String cluster, Algorithm algorithm, Duration halfLife, int processors, Instant from) {
        return Policy.newBuilder()
                .setDomain(cluster)
                .setName("demo")
                .setEffectiveFrom(from)
                .setMeasure(Measure.newBuilder()
                        .setName("processors")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(halfLife.toMillis())
                                .build())
                        .build())
                .setAlgorithm(algorithm)
                .setResources(LinearResources.AGGREGATED)
                .setProcessors(processors)
                .setNodes(processors)
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(WEIGHT_FAIRSHARE)
                        .setWeightAge(WEIGHT_AGE)
                        .setMaxAgeSeconds(MAX_AGE_SECONDS)
                        .build())
                .build();
    }
}

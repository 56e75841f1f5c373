package io.fairway.simulator.schedule;

import io.fairway.avro.Adjustment;
import io.fairway.avro.AdjustmentKind;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Host;
import io.fairway.avro.HostState;
import io.fairway.avro.JobAttributes;
import io.fairway.avro.JobEvent;
import io.fairway.avro.JobEventType;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.PolicyState;
import io.fairway.avro.RankForm;
import io.fairway.avro.ResourceSample;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SourceHeartbeat;
import java.time.Instant;
import java.util.Map;

/** Makes the input records of a site. The tree and the cluster of a domain have its name. */
final class Records {
    private final Site site;

    Records(Site site) {
        this.site = site;
    }

    /** @param second the second policy: it only watches, and its measure never decays */
    Policy policy(String domain, boolean second) {
        int number = second ? 1 : 0;
        long halfLife = site.halfLife(Site.MEASURES.get(number));
        return Policy.newBuilder()
                .setDomain(domain)
                .setName(Site.POLICIES.get(number))
                .setEffectiveFrom(Instant.EPOCH)
                .setState(second ? PolicyState.SHADOW : PolicyState.ACTIVE)
                .setUsageReset(second ? "NONE" : site.reset().name())
                .setRanks(second ? RankForm.AUTO : RankForm.RECORDS)
                .setMeasure(Measure.newBuilder()
                        .setName(Site.MEASURES.get(number))
                        .setLeaseMillis(site.lease())
                        .setDecay(Decay.newBuilder()
                                .setKind(halfLife == 0 ? DecayKind.NONE : DecayKind.HALF_LIFE)
                                .setMillis(halfLife)
                                .build())
                        .build())
                .build();
    }

    Host host(String domain, String name, long slots, HostState state) {
        return Host.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setName(name)
                .setSlots(slots)
                .setState(state)
                .build();
    }

    ShareNode share(String domain, String account, String user, long shares) {
        return share(domain, domain, account, user, shares);
    }

    ShareNode share(String domain, String tree, String account, String user, long shares) {
        return ShareNode.newBuilder()
                .setDomain(domain)
                .setTree(tree)
                .setAccount(account)
                .setUser(user)
                .setShares(shares)
                .build();
    }

    /** An event without account, user and TRES. */
    JobEvent.Builder event(String domain, String job, JobEventType type, long time, long sequence) {
        return JobEvent.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setJob(job)
                .setType(type)
                .setTime(Instant.ofEpochMilli(time))
                .setAttributes(
                        JobAttributes.newBuilder().setQueue(Foreign.QUEUE).build())
                .setSequence(sequence);
    }

    static Map<String, Double> cpus(int count) {
        return Map.of("cpu", (double) count);
    }

    ResourceSample sample(String domain, String job, long run, long time) {
        return ResourceSample.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setJob(job)
                .setRun(Instant.ofEpochMilli(run))
                .setTime(Instant.ofEpochMilli(time))
                .setSequence(time)
                .setCpuSeconds((time - run) / 2_000.0)
                .build();
    }

    SourceHeartbeat heartbeat(String domain, long through) {
        return SourceHeartbeat.newBuilder()
                .setDomain(domain)
                .setCluster(domain)
                .setSource("source")
                .setSince(Instant.ofEpochMilli(through))
                .setThrough(Instant.ofEpochMilli(through))
                .build();
    }

    /** @param amount TRES-seconds; 0 for a reset */
    Adjustment adjustment(
            String domain, String account, String user, String id, AdjustmentKind kind, double amount, long at) {
        return Adjustment.newBuilder()
                .setDomain(domain)
                .setTree(domain)
                .setAccount(account)
                .setUser(user)
                .setId(id)
                .setKind(kind)
                .setAmount(amount)
                .setEffectiveAt(Instant.ofEpochMilli(at))
                .setActor("operator")
                .setReason("a correction")
                .build();
    }
}

package io.fairway.system.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.avro.ClockTick;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.JobEvent;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.ShareNode;
import io.fairway.avro.SlurmPriority;
import io.fairway.avro.UsageRecord;
import io.fairway.engine.PipelineDriver;
import io.fairway.policies.family.MeasureDefinition;
import io.fairway.policies.registry.PolicyFamilies;
import io.fairway.schemas.Keys;
import io.fairway.schemas.Topic;
import io.fairway.trial.replay.LineDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** The policy and the shares of a site, and the usage that its events come to where nothing fails. */
final class SiteTables {
    /** Takes a record of a topic. */
    interface Target {
        void send(Topic topic, String key, SpecificRecord value);
    }

    private static final String ACCOUNT = "cms";

    private final String domain;
    private final Policy policy;

    SiteTables(String domain, Instant effectiveFrom) {
        this.domain = domain;
        policy = Policy.newBuilder()
                .setDomain(domain)
                .setName("main")
                .setEffectiveFrom(effectiveFrom)
                .setMeasure(Measure.newBuilder()
                        .setName("processors")
                        .setDecay(Decay.newBuilder()
                                .setKind(DecayKind.HALF_LIFE)
                                .setMillis(Duration.ofHours(1).toMillis())
                                .build())
                        .build())
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(100_000L)
                        .setWeightAge(100L)
                        .build())
                .build();
    }

    void sendTo(Target target) {
        target.send(
                Topic.POLICIES,
                Keys.policy(domain, policy.getName(), policy.getEffectiveFrom().toEpochMilli()),
                policy);
        for (String user : List.of("", "anna", "ben")) {
            target.send(
                    Topic.SHARES,
                    Keys.node(domain, domain, ACCOUNT, user),
                    ShareNode.newBuilder()
                            .setDomain(domain)
                            .setTree(domain)
                            .setAccount(ACCOUNT)
                            .setUser(user)
                            .setShares(user.equals("anna") ? 2 : 1)
                            .build());
        }
    }

    /** The digest of the lines that the topology computes from these events where nothing fails. */
    String undisturbed(List<JobEvent> events) {
        try (PipelineDriver pipeline = PipelineDriver.replay()) {
            sendTo(pipeline::send);
            Instant last = policy.getEffectiveFrom();
            for (JobEvent event : events) {
                pipeline.send(Topic.JOB_EVENTS, Keys.job(domain, domain, event.getJob()), event);
                last = event.getTime().isAfter(last) ? event.getTime() : last;
            }
            pipeline.send(Topic.CLOCK, Keys.domain(domain), new ClockTick(domain, last.plusMillis(1), true));
            SortedMap<String, UsageRecord> lines = new TreeMap<>();
            pipeline.read(Topic.USAGE, UsageRecord.class).forEach(sent -> lines.put(sent.key(), sent.value()));
            assertThat(pipeline.deadLetterKinds()).isEmpty();
            assertThat(lines).as("lines").hasSize(2);
            return digest(lines);
        }
    }

    /** The digest of the lines that an application published. */
    String digest(SortedMap<String, UsageRecord> lines) {
        Map<String, MeasureDefinition> measures = new HashMap<>();
        PolicyFamilies.of(policy)
                .measures()
                .forEach(measureDefinition -> measures.put(measureDefinition.name(), measureDefinition));
        return LineDigest.of(lines, measures, policy.getEffectiveFrom().toEpochMilli());
    }
}

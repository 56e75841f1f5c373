package io.fairway.api;

import static io.fairway.engine.FourPolicies.HOUR;
import static io.fairway.engine.FourPolicies.NOW;
import static io.fairway.engine.PipelineDriver.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Decay;
import io.fairway.avro.DecayKind;
import io.fairway.avro.Measure;
import io.fairway.avro.Policy;
import io.fairway.avro.SlurmPriority;
import io.fairway.core.shares.ShareNode;
import io.fairway.engine.FourPolicies;
import io.fairway.engine.PipelineDriver;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.saved.SavedDomain;
import io.fairway.reading.whatif.WhatIf;
import io.fairway.schemas.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The state of a domain, opened elsewhere: the same order to the last bit, and with changes the one that the stream then has. */
class SavedDomainTest {
    private static final long LATER = NOW + HOUR / 2;

    private final PipelineDriver pipeline = FourPolicies.pipeline();

    @Test
    void hasTheOrdersOfTheDomain() throws Exception {
        try (ApiRig rig = rig()) {
            DomainSnapshot opened = rig.state("").open();

            for (NamedPolicy policy : opened.policies()) {
                List<String> order = new ArrayList<>();
                rig.json("/v1/domains/alps/jobs?policy=" + policy.name())
                        .get("items")
                        .forEach(job -> order.add(job.get("job").asText() + " "
                                + job.get("priority").doubleValue()));
                assertThat(order(opened, policy.name())).as(policy.name()).isEqualTo(order);
            }
            assertThat(opened.policies()).hasSize(4);
        }
    }

    @Test
    void foretellsOtherWeights() throws Exception {
        check("slurm", SavedDomainTest::fifo, driven -> {});
    }

    @Test
    void foretellsAnotherHalfLife() throws Exception {
        check(
                "slurm",
                now -> Policy.newBuilder(now)
                        .setMeasure(Measure.newBuilder(now.getMeasure())
                                .setDecay(Decay.newBuilder()
                                        .setKind(DecayKind.HALF_LIFE)
                                        .setMillis(3 * HOUR)
                                        .build())
                                .build())
                        .build(),
                driven -> {});
    }

    @Test
    void foretellsOtherShares() throws Exception {
        check("slurm", null, driven -> driven.share("physics", "ben", 50));
    }

    /** Asks for an instant that the stream has not reached, makes the change, goes there, and compares. */
    private void check(String policy, @Nullable UnaryOperator<Policy> version, Consumer<PipelineDriver> shares)
            throws Exception {
        List<String> foretold;
        List<String> before;
        List<Policy> versions;
        try (ApiRig rig = rig()) {
            rig.now = LATER;
            DomainSnapshot now = rig.state("").open();
            Policy current = now.policies().stream()
                    .filter(each -> each.name().equals(policy))
                    .findFirst()
                    .orElseThrow()
                    .current();
            versions = version == null ? List.of() : List.of(version.apply(current));
            Map<String, ShareNode> nodes = version == null
                    ? Map.of(
                            Keys.node(DOMAIN, DOMAIN, "physics", ""),
                            ShareNode.account(DOMAIN, "physics", null, 50, 0),
                            Keys.node(DOMAIN, DOMAIN, "physics", "ben"),
                            ShareNode.user(DOMAIN, "physics", "ben", 50, 0))
                    : Map.of();
            before = order(now, policy);
            foretold = order(WhatIf.changed(now, versions, nodes), policy);
            for (Policy each : versions) {
                pipeline.policy(Policy.newBuilder(each).setEffectiveFrom(Instant.ofEpochMilli(LATER)));
            }
            shares.accept(pipeline);
            pipeline.tick(LATER);
            rig.active = false; // another copy is read anew

            assertThat(order(rig.state("").open(), policy)).isEqualTo(foretold);
        }
        boolean moves =
                version == null || versions.get(0).getMeasure().getDecay().getMillis() == HOUR;
        assertThat(before.equals(foretold)).isNotEqualTo(moves);
    }

    /** Age alone, and much of it. */
    private static Policy fifo(Policy now) {
        return Policy.newBuilder(now)
                .setSlurm(SlurmPriority.newBuilder()
                        .setWeightFairshare(1L)
                        .setWeightAge(100_000L)
                        .build())
                .build();
    }

    @Test
    void refusesWhatItCannotForetell() throws Exception {
        try (ApiRig rig = rig()) {
            SavedDomain saved = rig.state("");
            DomainSnapshot now = saved.open();
            Policy counted = PipelineDriver.policyOf("slurm", 0, HOUR)
                    .setMeasure(Measure.newBuilder().setName("memory").build())
                    .build();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> WhatIf.changed(now, List.of(counted), Map.of()))
                    .withMessageContaining("measure memory is not counted yet");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SavedDomain(DOMAIN, 2, "9.9", saved.asOf(), saved.rows()).open())
                    .withMessageContaining("has format 2, and this program reads format 1: take that of version 9.9");
            List<SavedDomain.Row> damaged = new ArrayList<>(saved.rows());
            damaged.replaceAll(row -> new SavedDomain.Row(row.store(), row.key(), "AAAA"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new SavedDomain(DOMAIN, 1, "0.1", saved.asOf(), damaged).open())
                    .withMessageContaining("cannot be read: a row is damaged");
        }
    }

    private static List<String> order(DomainSnapshot domain, String policyName) {
        Function<DomainSnapshot, NamedPolicy> named = of -> of.policies().stream()
                .filter(policy -> policy.name().equals(policyName))
                .findFirst()
                .orElseThrow();
        return domain.ranking(named.apply(domain)).stream()
                .map(job -> job.key().job() + " " + job.priority())
                .toList();
    }

    private ApiRig rig() {
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW);
    }
}

package io.fairway.api;

import static io.fairway.engine.PipelineDriver.DOMAIN;
import static io.fairway.engine.PipelineDriver.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fairway.api.http.ApiSettings;
import io.fairway.avro.Policy;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.engine.PipelineDriver;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.saved.SavedDomain;
import io.fairway.reading.whatif.Recount;
import io.fairway.reading.whatif.WhatIf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Usage that is counted anew by another half-life, from the rows of a saved state, against the integral over the runs. */
class RecountTest {
    private static final long HOUR = 3_600_000;
    /** Of a half-life of 30 hours; the policy in force has one of 24 hours. */
    private static final double OTHER = 30.0 * HOUR;

    private static final long NOW = T0 + 90 * 24 * HOUR + 1_234_567;

    /** Runs of anna begin and end with an hour, so rows have one rate each. Ben's runs on. Carl's is older than the rows of hours. */
    private static ApiRig rig() {
        PipelineDriver pipeline = PipelineDriver.replay();
        pipeline.policy(24 * HOUR);
        for (String user : List.of("anna", "ben", "carl")) {
            pipeline.share("physics", user, 1);
        }
        pipeline.start("1", "physics", "carl", T0, 8);
        pipeline.finish("1", T0 + 48 * HOUR, T0);
        pipeline.start("2", "physics", "anna", NOW - 1_234_567 - 40 * HOUR, 4);
        pipeline.finish("2", NOW - 1_234_567 - 10 * HOUR, NOW - 1_234_567 - 40 * HOUR);
        pipeline.start("3", "physics", "ben", NOW - 1_234_567 - 5 * HOUR, 2);
        pipeline.tick(NOW);
        return new ApiRig(ApiSettings.open("127.0.0.1", 0, "test"), pipeline, NOW);
    }

    private static double left(double millisAgo) {
        return StrictMath.pow(2, -millisAgo / OTHER);
    }

    /** TRES-seconds of a run that went on until so long ago. */
    private static double used(int cpus, double from, double to) {
        return cpus * OTHER / 1000 / StrictMath.log(2) * (left(to) - left(from));
    }

    @Test
    void isTheIntegralByTheOtherHalfLife() throws Exception {
        try (ApiRig rig = rig()) {
            DomainSnapshot now = rig.state("?usage=rows").open();
            Policy other = PipelineDriver.policyOf("main", 0, (long) OTHER).build();

            DomainSnapshot then = WhatIf.changed(Recount.of(now, other), List.of(other), Map.of());

            double part = 1_234_567;
            assertThat(usage(then, "anna")).isCloseTo(used(4, part + 40 * HOUR, part + 10 * HOUR), within(1e-3));
            assertThat(usage(then, "ben")).isCloseTo(used(2, part + 5 * HOUR, 0), within(1e-3));
            double ago = NOW - T0;
            assertThat(usage(then, "carl")).isCloseTo(used(8, ago, ago - 48 * HOUR), within(1e-3));
            assertThat(usage(WhatIf.changed(now, List.of(other), Map.of()), "anna"))
                    .as("from now on: what was used until now has decayed as it has")
                    .isEqualTo(usage(now, "anna"));
        }
    }

    @Test
    void aStateWithoutRowsCannotBeCountedAnew() throws Exception {
        try (ApiRig rig = rig()) {
            SavedDomain plain = rig.state("");

            assertThat(plain.hasUsage()).isFalse();
            assertThat(rig.state("?usage=rows").hasUsage()).isTrue();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Recount.of(
                            plain.open(),
                            PipelineDriver.policyOf("main", 0, HOUR)
                                    .setMeasure(io.fairway.avro.Measure.newBuilder()
                                            .setName("memory")
                                            .build())
                                    .build()))
                    .withMessageContaining("measure memory is not counted yet");
        }
    }

    /** 800 days of every association of a large site would take the heap of the instance. */
    @Test
    void aStateHasNoMoreRowsThanItMay() throws Exception {
        try (ApiRig rig = rig()) {
            SavedDomain state = rig.state("");
            DomainSnapshot reading = rig.state("?usage=rows").open();
            int rows = state.withUsage(reading, Integer.MAX_VALUE).rows().size()
                    - state.rows().size();

            assertThat(state.withUsage(reading, rows).hasUsage()).isTrue();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> state.withUsage(reading, rows - 1))
                    .withMessageContaining("more than " + (rows - 1) + " rows of usage");
        }
    }

    private static double usage(DomainSnapshot domain, String user) {
        Fairshare fairshare = domain.fairshare(domain.policies().get(0), DOMAIN);
        return fairshare.raw(fairshare.tree().find(new NodeId(DOMAIN, "physics", user)));
    }
}

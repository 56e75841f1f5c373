package io.fairway.schedulers.moab.priority;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.WindowRing;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.MoabGolden;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.MoabDuration;
import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairshareHistory;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The documented examples of windows, decay, targets, caps and durations. */
class MoabFairshareGoldenTest {
    private static final Credential JOHN = new Credential(CredentialType.USER, "john");
    private static final long HOUR = 3_600_000;

    static List<Arguments> usages() {
        return MoabGolden.cases("fairshare-usage");
    }

    static List<Arguments> weights() {
        return MoabGolden.cases("decay-weights");
    }

    static List<Arguments> rows() {
        return MoabGolden.cases("mdiag-f-row");
    }

    static List<Arguments> accruals() {
        return MoabGolden.cases("fairshare-accrual");
    }

    static List<Arguments> boundaries() {
        return MoabGolden.cases("fairshare-window");
    }

    static List<Arguments> caps() {
        return MoabGolden.cases("fscap");
    }

    static List<Arguments> targets() {
        return MoabGolden.cases("fstarget-parse");
    }

    static List<Arguments> durations() {
        return MoabGolden.cases("time-parse");
    }

    @Test
    void theFileHasEveryKind() {
        assertThat(MoabGolden.cases(
                        "fairshare-usage",
                        "decay-weights",
                        "fairshare-accrual",
                        "fairshare-window",
                        "mdiag-f-row",
                        "fscap",
                        "fstarget-parse",
                        "time-parse"))
                .hasSize(19);
    }

    /** Runs fill the windows: one processor-second per unit, through rings and history. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("usages")
    void decaysUsageByWindow(String id, JsonNode golden) {
        JsonNode in = golden.get("input");
        assertThat(in.get("interval").asText()).isEqualTo("12:00:00");
        FairshareHistory history = history(12 * HOUR, in);
        long now = 1000 * 12 * HOUR + HOUR;
        fill(history, JOHN, MoabGolden.doubles(in.get("credential")), now);
        List<Double> total = MoabGolden.doubles(in.get("total"));
        for (int k = 0; k < total.size(); k++) {
            double others = total.get(k) - in.get("credential").get(k).asDouble();
            history.charge(JobCredentials.NONE, run(others, now - k * (12 * HOUR)));
        }

        FairshareUsage usage = history.usage(now);

        JsonNode expected = golden.get("expected");
        MoabGolden.assertSixDigits(usage.of(JOHN), expected.get("numerator").asDouble(), "numerator");
        MoabGolden.assertSixDigits(usage.total(), expected.get("denominator").asDouble(), "denominator");
        MoabGolden.assertSixDigits(
                usage.percentOfDelivered(JOHN), expected.get("usagePercent").asDouble(), "percent");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("weights")
    void weighsWindowsByThePowersOfTheDecay(String id, JsonNode golden) {
        int windows = golden.get("input").get("windows").asInt();
        for (JsonNode decay : golden.get("input").get("decays")) {
            FairshareSettings settings = new FairshareSettings(
                    FairsharePolicy.DEDICATED_PS, false, new Windowing(HOUR, windows), decay.asDouble());
            JsonNode expected = golden.get("expected").get(decay.asText());
            for (int k = 0; k < windows; k++) {
                MoabGolden.assertSixDigits(
                        100 * settings.weight(k), expected.get(k).asDouble(), decay + " window " + k);
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void agreesWithThePrintedPercentages(String id, JsonNode golden) {
        JsonNode in = golden.get("input");
        double decay = in.get("decay").asDouble();
        List<Double> total = MoabGolden.doubles(in.get("totalUsageHours"));
        List<Double> own = new ArrayList<>();
        for (int k = 0; k < total.size(); k++) {
            own.add(total.get(k) * in.get("windowPercent").get(k).asDouble() / 100);
        }
        FairshareUsage usage =
                new FairshareUsage(Map.of(JOHN, MoabGolden.decay(own, decay)), MoabGolden.decay(total, decay), 0);

        assertThat(usage.percentOfDelivered(JOHN))
                .isCloseTo(golden.get("expected").get("shown").asDouble(), Offset.offset(0.01));
        MoabGolden.assertSixDigits(
                usage.percentOfDelivered(JOHN),
                golden.get("expected").get("usagePercent").asDouble(),
                id);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accruals")
    void countsByThePolicy(String id, JsonNode golden) {
        JsonNode in = golden.get("input");
        Tres held = Tres.cpus(in.get("procs").asLong());
        // 4 PE of 4 processors: the system has no other resource in the job's request.
        SystemTotals system = new SystemTotals(128, 0, 0, 0);
        Map<String, FairsharePolicy> policies = new HashMap<>();
        policies.put("DEDICATEDPS", FairsharePolicy.DEDICATED_PS);
        policies.put("DEDICATEDPES", FairsharePolicy.DEDICATED_PES);
        for (Map.Entry<String, FairsharePolicy> policy : policies.entrySet()) {
            assertThat(FairsharePolicy.parse(policy.getKey())).isEqualTo(policy.getValue());
            WindowRing ring = new WindowRing(new Windowing(24 * HOUR, 1));
            BigDecimal rate = policy.getValue().rate(system).rate(held, JobAttributes.NONE);
            ring.add(new Segment(
                    0, in.get("seconds").asLong() * 1000, Rate.units(rate).longValueExact()));

            MoabGolden.assertSixDigits(
                    ring.decayed(1, HOUR),
                    golden.get("expected").get(policy.getKey()).asDouble(),
                    policy.getKey());
        }
        assertThat(FairsharePolicy.parse("UTILIZEDPS").kind()).isEqualTo(io.fairway.core.ledger.Measure.Kind.CPU_TIME);
        assertThat(golden.get("expected").get("UTILIZEDPS").asDouble())
                .isEqualTo(in.get("cpuSecondsUsed").asDouble());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("boundaries")
    void alignsWindowsToTheEpoch(String id, JsonNode golden) {
        Windowing windowing = new Windowing(golden.get("input").get("interval").asLong() * 1000, 7);
        long now = golden.get("input").get("now").asLong() * 1000;

        long start = windowing.start(windowing.index(now));

        assertThat(start).isEqualTo(golden.get("expected").get("windowStart").asLong() * 1000);
        assertThat(windowing.nextBoundary(now)).isEqualTo(start + windowing.intervalMillis());
        assertThat(new WindowRing(windowing).windows(now).get(0).start()).isEqualTo(start);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("caps")
    void blocksJobsOverTheCap(String id, JsonNode golden) {
        JsonNode in = golden.get("input");
        FairshareCap cap = FairshareCap.parse(in.get("cap").asText());

        assertThat(cap.allows(
                        in.get("usage").asDouble(),
                        in.get("total").asDouble(),
                        in.get("requestedPS").asDouble()))
                .isEqualTo(golden.get("expected").get("eligible").asBoolean());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("targets")
    void readsTargets(String id, JsonNode golden) {
        FairshareTarget target =
                FairshareTarget.parse(golden.get("input").get("text").asText());

        JsonNode expected = golden.get("expected");
        assertThat(target.value()).isEqualTo(expected.get("value").asDouble());
        assertThat(target.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .isEqualTo(expected.get("mode").asText());
        assertThat(target.display()).isEqualTo(expected.get("display").asText());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("durations")
    void readsDurations(String id, JsonNode golden) {
        String text = golden.get("input").get("text").asText();
        JsonNode expected = golden.get("expected");

        assertThat(MoabDuration.seconds(text, MoabDialect.MOAB))
                .isEqualTo(expected.get("documentedSeconds").asLong());
        assertThat(MoabDuration.seconds(text, MoabDialect.MAUI))
                .isEqualTo(expected.get("mauiSeconds").asLong());
        assertThat(MoabDuration.isAmbiguous(text))
                .isEqualTo(!expected.get("documentedSeconds").equals(expected.get("mauiSeconds")));
    }

    private static FairshareHistory history(long interval, JsonNode in) {
        return new FairshareHistory(new FairshareSettings(
                FairsharePolicy.DEDICATED_PS,
                false,
                new Windowing(interval, in.get("depth").asInt()),
                in.get("decay").asDouble()));
    }

    private static void fill(FairshareHistory history, Credential credential, List<Double> windows, long now) {
        JobCredentials job = JobCredentials.of(Map.of(credential.type(), credential.name()));
        for (int k = 0; k < windows.size(); k++) {
            if (windows.get(k) > 0) {
                history.charge(job, run(windows.get(k), now - k * (12 * HOUR)));
            }
        }
    }

    /** A run of one second on this many processors, just before {@code end}. */
    private static Segment run(double processors, long end) {
        return new Segment(
                end - 1000, end, Rate.units(BigDecimal.valueOf(processors)).longValueExact());
    }
}

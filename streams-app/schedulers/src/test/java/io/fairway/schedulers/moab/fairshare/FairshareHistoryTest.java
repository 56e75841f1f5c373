package io.fairway.schedulers.moab.fairshare;

import static io.fairway.schedulers.moab.credential.Fixture.ACCOUNT;
import static io.fairway.schedulers.moab.credential.Fixture.DAY;
import static io.fairway.schedulers.moab.credential.Fixture.HOUR;
import static io.fairway.schedulers.moab.credential.Fixture.NOW;
import static io.fairway.schedulers.moab.credential.Fixture.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.Tres;
import io.fairway.core.usage.Int256;
import io.fairway.core.usage.Rate;
import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Window;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.MoabDuration;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Usage of credentials and of the total: each job once per credential, and once in the total. */
class FairshareHistoryTest {
    private static final long PROC = 1L << Rate.BITS;
    private static final FairshareSettings SETTINGS =
            new FairshareSettings(FairsharePolicy.DEDICATED_PS, false, new Windowing(DAY, 4), 0.5);

    private record Charged(JobCredentials job, Segment segment) {}

    @Test
    void countsAJobOncePerCredential() {
        FairshareHistory history = new FairshareHistory(SETTINGS);
        history.charge(Fixture.ALL, new Segment(NOW - HOUR, NOW, 3 * PROC));
        history.charge(Fixture.credentials(USER), new Segment(NOW - HOUR, NOW, PROC));
        history.charge(JobCredentials.NONE, new Segment(NOW - HOUR, NOW, 4 * PROC));

        FairshareUsage usage = history.usage(NOW);

        assertThat(usage.total()).isEqualTo(8 * 3600);
        for (Credential credential : Fixture.ALL.all()) {
            assertThat(usage.percentOfDelivered(credential)).isEqualTo(credential.equals(USER) ? 50 : 37.5);
        }
        assertThat(usage.percentOfDelivered(new Credential(CredentialType.USER, "nobody")))
                .isEqualTo(0);
        assertThat(history.windows(ACCOUNT, NOW).get(0).procSeconds()).isEqualTo(3 * 3600);
        assertThat(history.windows(new Credential(CredentialType.USER, "nobody"), NOW))
                .hasSize(4);
    }

    /** One processor for 1 + .5 + .25 + .125 days; the current day is not over yet. */
    @Test
    void computesTheAvailableTime() {
        FairshareHistory history = new FairshareHistory(SETTINGS);
        long start = Math.floorDiv(NOW, DAY) * DAY;
        long now = start + 6 * HOUR;
        history.charge(Fixture.ALL, new Segment(start, now, PROC));

        double available = 0.25 + 0.5 + 0.25 + 0.125;
        assertThat(history.usage(now).seconds()).isEqualTo(available * 86_400);
        assertThat(history.usage(now).percentOfAvailable(USER, 2))
                .isCloseTo(100 * 0.25 / (2 * available), Offset.offset(1e-12));
        assertThat(history.usage(now).percentOfDelivered(USER)).isEqualTo(100);
    }

    /** In any order, with facts reported twice and retracted, users add up to the total, window by window. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void usersAddUpToTheTotalInEveryOrder(long seed) {
        Random random = new Random(seed);
        List<Charged> facts = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            long start = NOW - 1 - random.nextLong(8 * DAY);
            long end = start + 1 + random.nextLong(2 * DAY);
            Segment segment = new Segment(start, end > NOW ? Segment.OPEN : end, random.nextLong(1L << 50));
            JobCredentials job = JobCredentials.of(Map.of(CredentialType.USER, "u" + random.nextInt(7)));
            facts.add(new Charged(job, segment));
            if (i % 5 == 0) {
                facts.add(new Charged(job, segment));
                facts.add(new Charged(job, segment.negated()));
            }
        }
        String total = "";
        for (int order = 0; order < 5; order++) {
            Collections.shuffle(facts, random);
            FairshareHistory history = new FairshareHistory(SETTINGS);
            facts.forEach(fact -> history.charge(fact.job(), fact.segment()));
            history.total().advance(NOW);
            total = order == 0 ? history.total().toString() : total;
            assertThat(history.total().toString()).isEqualTo(total);

            double percent = 0;
            List<BigInteger> users = new ArrayList<>(Collections.nCopies(4, BigInteger.ZERO));
            for (int u = 0; u < 7; u++) {
                Credential user = new Credential(CredentialType.USER, "u" + u);
                percent += history.usage(NOW).percentOfDelivered(user);
                List<Window> windows = history.windows(user, NOW);
                for (int k = 0; k < 4; k++) {
                    users.set(k, users.get(k).add(windows.get(k).units().toBigInteger()));
                }
            }
            assertThat(users)
                    .isEqualTo(history.total().windows(NOW).stream()
                            .map(Window::units)
                            .map(Int256::toBigInteger)
                            .toList());
            assertThat(percent).isCloseTo(100, Offset.offset(1e-9));
        }
    }

    /** A stored window file: usage of a credential and of the total at the start of its window. */
    @Test
    void acceptsImportedWindows() {
        FairshareHistory history = new FairshareHistory(SETTINGS);
        history.adjust(USER, new BigDecimal("150000.000"), NOW - DAY);
        history.total().add(new BigDecimal("600000.000"), NOW - DAY);

        assertThat(history.usage(NOW).of(USER)).isEqualTo(75_000);
        assertThat(history.usage(NOW).percentOfDelivered(USER)).isEqualTo(25);
        assertThat(history.usage(NOW + 4 * DAY).of(USER)).isEqualTo(0);
    }

    @Test
    void readsCredentialsOfJobs() {
        JobAttributes job = JobAttributes.of(
                Map.of(
                        Attribute.USER, "john",
                        Attribute.GROUP, "staff",
                        Attribute.ACCOUNT, "cs",
                        Attribute.QOS, "hi",
                        Attribute.QUEUE, "batch"),
                Tres.NONE);
        assertThat(JobCredentials.of(job).all().stream().map(Credential::toString))
                .containsExactly("USERCFG[john]", "GROUPCFG[staff]", "ACCOUNTCFG[cs]", "QOSCFG[hi]", "CLASSCFG[batch]");
        assertThat(JobCredentials.of(JobAttributes.NONE)).isEqualTo(JobCredentials.NONE);
    }

    @Test
    void readsPolicies() {
        assertThat(FairsharePolicy.parse("none")).isEqualTo(FairsharePolicy.NONE);
        assertThat(FairsharePolicy.parse("ON")).isEqualTo(FairsharePolicy.DEDICATED_PS);
        assertThat(FairsharePolicy.parse("SDEDICATEDPES")).isEqualTo(FairsharePolicy.DEDICATED_PES);
        assertThat(FairsharePolicy.UTILIZED_PS.kind()).isEqualTo(Measure.Kind.CPU_TIME);
        assertThatThrownBy(() -> FairsharePolicy.parse("PSDEDICATED"))
                .hasMessageContaining("PSDEDICATED")
                .hasMessageContaining("use DEDICATEDPS");
        assertThatThrownBy(() -> FairsharePolicy.parse("SHARES")).hasMessageContaining("FSPOLICY SHARES");
    }

    @ParameterizedTest
    @EnumSource(FairsharePolicy.class)
    void chargesByThePolicy(FairsharePolicy policy) {
        Tres held = Tres.of(Map.of("cpu", BigDecimal.valueOf(32), "mem", BigDecimal.valueOf(32_768)));
        BigDecimal rate = policy.rate(new SystemTotals(128, 65_536, 0, 0)).rate(held, JobAttributes.NONE);

        assertThat(rate)
                .isEqualByComparingTo(
                        switch (policy) {
                            case NONE -> "0";
                            case DEDICATED_PS, UTILIZED_PS -> "32";
                            case DEDICATED_PES -> "64";
                        });
    }

    @Test
    void readsDurations() {
        assertThat(MoabDuration.seconds("infinity", MoabDialect.MOAB)).isEqualTo(MoabDuration.INFINITE);
        assertThat(MoabDuration.seconds("100:00:00", MoabDialect.MOAB)).isEqualTo(360_000);
        assertThatThrownBy(() -> MoabDuration.seconds("1h", MoabDialect.MOAB)).hasMessageContaining("duration \"1h\"");
        assertThatThrownBy(() -> MoabDuration.seconds("1:2:3:4:5", MoabDialect.MOAB))
                .hasMessageContaining("DD");
    }
}

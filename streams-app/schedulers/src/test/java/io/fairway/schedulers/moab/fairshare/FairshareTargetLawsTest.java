package io.fairway.schedulers.moab.fairshare;

import static io.fairway.schedulers.moab.credential.Fixture.ACCOUNT;
import static io.fairway.schedulers.moab.credential.Fixture.ALL;
import static io.fairway.schedulers.moab.credential.Fixture.CLASS;
import static io.fairway.schedulers.moab.credential.Fixture.DAY;
import static io.fairway.schedulers.moab.credential.Fixture.GROUP;
import static io.fairway.schedulers.moab.credential.Fixture.NOW;
import static io.fairway.schedulers.moab.credential.Fixture.QOS;
import static io.fairway.schedulers.moab.credential.Fixture.USER;
import static io.fairway.schedulers.moab.credential.Fixture.evaluate;
import static io.fairway.schedulers.moab.credential.Fixture.job;
import static io.fairway.schedulers.moab.credential.Fixture.parameters;
import static io.fairway.schedulers.moab.credential.Fixture.target;
import static io.fairway.schedulers.moab.credential.Fixture.usage;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.usage.Segment;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.Seeds;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.Subfactor;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.dialect.Readings.Violation;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * More usage never raises the priority of a job, and a larger target never lowers it, except for violations that zero
 * the component.
 */
class FairshareTargetLawsTest {
    private static final List<Credential> CREDENTIALS = List.of(USER, GROUP, ACCOUNT, QOS, CLASS);
    private static final List<Subfactor> SUBFACTORS =
            List.of(Subfactor.FSUSER, Subfactor.FSGROUP, Subfactor.FSACCOUNT, Subfactor.FSQOS, Subfactor.FSCLASS);
    private static final Map<Subfactor, Long> USER_AND_ACCOUNT =
            Map.of(Subfactor.FSUSER, 100L, Subfactor.FSACCOUNT, 100L);

    /** A job, the earlier usage, and targets of all its credentials. */
    private record Scene(
            FairshareHistory history,
            FairshareSettings fairshare,
            Map<Subfactor, Long> weights,
            Map<Credential, FairshareTarget> targets,
            boolean percent,
            Readings readings) {
        static Scene of(SplittableRandom random, Violation violation) {
            FairshareSettings settings = new FairshareSettings(
                    FairsharePolicy.DEDICATED_PS, false, new Windowing(DAY, 5), random.nextDouble());
            Map<Subfactor, Long> weights = new HashMap<>();
            Map<Credential, FairshareTarget> targets = new HashMap<>();
            for (int i = 0; i < CREDENTIALS.size(); i++) {
                weights.put(SUBFACTORS.get(i), (long) random.nextInt(1000));
                targets.put(
                        CREDENTIALS.get(i),
                        FairshareTarget.parse(random.nextInt(1, 100) + new String[] {"", "+", "-"}[random.nextInt(3)]));
            }
            FairshareHistory history = new FairshareHistory(settings);
            for (int i = random.nextInt(1, 12); i > 0; i--) {
                charge(history, random.nextInt(3) == 0 ? ALL : someone(random), random);
            }
            Readings readings = Readings.of(random.nextBoolean() ? MoabDialect.MOAB : MoabDialect.MAUI);
            return new Scene(
                    history, settings, weights, targets, random.nextBoolean(), readings.withViolation(violation));
        }

        double priority() {
            return priority(targets);
        }

        double priority(Map<Credential, FairshareTarget> of) {
            Map<Credential, CredentialSettings> settings = new HashMap<>();
            of.forEach((credential, target) -> settings.put(credential, CredentialSettings.NONE.withTarget(target)));
            MoabContext context = MoabContext.of(new SystemTotals(64, 0, 0, 0), history.usage(NOW));
            return evaluate(
                            job(0),
                            context,
                            parameters(weights, settings)
                                    .readings(readings)
                                    .fairshare(new FairshareSettings(
                                            fairshare.policy(), percent, fairshare.windowing(), fairshare.decay())))
                    .unbounded();
        }
    }

    private static JobCredentials someone(SplittableRandom random) {
        return Fixture.credentials(
                new Credential(CredentialType.USER, "v" + random.nextInt(3)),
                random.nextBoolean() ? GROUP : new Credential(CredentialType.GROUP, "h"),
                random.nextBoolean() ? ACCOUNT : new Credential(CredentialType.ACCOUNT, "b"));
    }

    private static void charge(FairshareHistory history, JobCredentials job, SplittableRandom random) {
        long start = NOW - 1 - random.nextLong(6 * DAY);
        history.charge(job, new Segment(start, start + 1 + random.nextLong(NOW - start), random.nextLong(1L << 44)));
    }

    @ParameterizedTest
    @EnumSource(
            value = Violation.class,
            names = {"CLAMP", "ZERO_CREDENTIAL"})
    void moreUsageNeverRaisesThePriority(Violation violation) {
        Seeds.each(1000, random -> {
            Scene scene = Scene.of(random, violation);
            double before = scene.priority();
            charge(scene.history(), ALL, random);

            assertThat(scene.priority()).isLessThanOrEqualTo(before + 1e-6);
        });
    }

    @Test
    void aLargerTargetNeverLowersThePriority() {
        Seeds.each(1000, random -> {
            Scene scene = Scene.of(random, Violation.CLAMP);
            Map<Credential, FairshareTarget> larger = new HashMap<>(scene.targets());
            larger.computeIfPresent(
                    CREDENTIALS.get(random.nextInt(5)),
                    (credential, target) -> new FairshareTarget(target.value() + random.nextInt(1, 50), target.kind()));

            assertThat(scene.priority(larger)).isGreaterThanOrEqualTo(scene.priority() - 1e-6);
        });
    }

    /**
     * Zeroing the credential alone removes the penalty of a ceiling and the gain of a floor: neither changes anything.
     */
    @Test
    void underZeroCredentialCeilingsAndFloorsAddNothing() {
        Seeds.each(1000, random -> {
            Scene scene = Scene.of(random, Violation.ZERO_CREDENTIAL);
            Map<Credential, FairshareTarget> plain = new HashMap<>(scene.targets());
            plain.values().removeIf(target -> target.kind() != FairshareTarget.Kind.TARGET);

            assertThat(scene.priority(plain)).isEqualTo(scene.priority());
        });
    }

    /** The exception: usage above a ceiling removes the penalties of the others. Account: 20 - 45 = -25. */
    @Test
    void underZeroComponentPassingACeilingRaisesThePriority() {
        Map<Credential, CredentialSettings> credentials = Map.of(USER, target("10-"), ACCOUNT, target("20"));

        assertThat(priority(credentials, 10, 45, Violation.ZERO_COMPONENT)).isEqualTo(-2500);
        assertThat(priority(credentials, 11, 45, Violation.ZERO_COMPONENT)).isEqualTo(0);
        assertThat(priority(credentials, 11, 45, Violation.CLAMP)).isEqualTo(-2600);
        assertThat(priority(credentials, 11, 45, Violation.ZERO_CREDENTIAL)).isEqualTo(-2500);
    }

    /** Usage at a floor restores the gains of the others. Account: 60 - 47 = 13. */
    @Test
    void underZeroComponentReachingAFloorRaisesThePriority() {
        Map<Credential, CredentialSettings> credentials = Map.of(USER, target("10+"), ACCOUNT, target("60"));

        assertThat(priority(credentials, 9, 45, Violation.ZERO_COMPONENT)).isEqualTo(0);
        assertThat(priority(credentials, 11, 47, Violation.ZERO_COMPONENT)).isEqualTo(1300);
        assertThat(priority(credentials, 9, 45, Violation.CLAMP)).isEqualTo(100 + 1500);
    }

    /** So a larger floor lowers the priority: usage that was enough no longer is. */
    @Test
    void underZeroComponentALargerFloorLowersThePriority() {
        Map<Credential, CredentialSettings> small = Map.of(USER, target("10+"), ACCOUNT, target("60"));
        Map<Credential, CredentialSettings> large = Map.of(USER, target("12+"), ACCOUNT, target("60"));

        assertThat(priority(small, 11, 47, Violation.ZERO_COMPONENT)).isEqualTo(1300);
        assertThat(priority(large, 11, 47, Violation.ZERO_COMPONENT)).isEqualTo(0);
        assertThat(priority(large, 11, 47, Violation.CLAMP)).isEqualTo(100 + 1300);
    }

    private static double priority(
            Map<Credential, CredentialSettings> credentials, double user, double account, Violation reading) {
        return evaluate(
                        job(0),
                        usage(Map.of(USER, user, ACCOUNT, account)),
                        parameters(USER_AND_ACCOUNT, credentials)
                                .readings(Readings.of(MoabDialect.MOAB).withViolation(reading)))
                .unbounded();
    }
}

package io.fairway.schedulers.moab.config;

import static io.fairway.schedulers.moab.credential.Fixture.NOW;
import static io.fairway.schedulers.moab.credential.Fixture.target;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.usage.Segment;
import io.fairway.schedulers.ClosedLoop;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.Fixture;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.fairshare.FairshareHistory;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.priority.MoabJobPriority;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shares that Moab's fairshare delivers in a {@link ClosedLoop}; times are hours. */
class MoabClosedLoopSimulationTest {
    private static final int PROCESSORS = 50;
    private static final double HOUR = 3_600_000;
    /** The rate of one processor. */
    private static final long PROCESSOR = 1L << 40;

    private static final int[] TARGETS = {60, 30, 10};

    /**
     * Users with targets of 60, 30 and 10 %. FSINTERVAL and FSDEPTH have their defaults, 24 hours and 7. Fairshare is
     * off by default, so the test sets FSPOLICY DEDICATEDPS and FSUSERWEIGHT 1000. With that weight the whole numbers
     * that are compared resolve thousandths of a point. FSDECAY is 1, the default, and 0.7, which many sites use.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1, 0.7})
    void targetsAreDelivered(double decay) {
        FairshareSettings defaults = FairshareSettings.of(MoabDialect.MOAB);
        FairshareSettings settings =
                new FairshareSettings(FairsharePolicy.DEDICATED_PS, false, defaults.windowing(), decay);
        Map<Credential, CredentialSettings> targets = new HashMap<>();
        for (int user = 0; user < TARGETS.length; user++) {
            targets.put(credential(user), target("" + TARGETS[user]));
        }
        MoabParameters parameters = MoabParameters.builder(MoabDialect.MOAB)
                .weights(Weights.builder().weight(Subfactor.FSUSER, 1000).build())
                .credentials(targets)
                .fairshare(settings)
                .build();

        double[] delivered = ClosedLoop.run(new Targets(parameters), TARGETS.length, PROCESSORS, 2, 24, 0, 21 * 24);

        System.out.println("closed loop: Moab, targets, decay " + decay + ": " + Arrays.toString(delivered));
        for (int user = 0; user < TARGETS.length; user++) {
            assertThat(delivered[user]).as("user %s", user).isCloseTo(TARGETS[user], Offset.offset(1.0));
        }
    }

    private static Credential credential(int user) {
        return new Credential(CredentialType.USER, "u" + user);
    }

    /** The waiting job with the highest priority goes; all were submitted just now. */
    private static final class Targets implements ClosedLoop.Policy {
        private final MoabParameters parameters;
        private final FairshareHistory history;

        Targets(MoabParameters parameters) {
            this.parameters = parameters;
            history = new FairshareHistory(parameters.fairshare());
        }

        private static long millis(double hours) {
            return NOW + Math.round(hours * HOUR);
        }

        private static JobCredentials credentials(int user) {
            return Fixture.credentials(credential(user));
        }

        @Override
        public void started(int party, double now) {
            history.charge(credentials(party), new Segment(millis(now), Segment.OPEN, PROCESSOR));
        }

        @Override
        public void ended(int party, double start, double now) {
            for (Segment change : List.of(
                    new Segment(millis(start), Segment.OPEN, PROCESSOR).negated(),
                    new Segment(millis(start), millis(now), PROCESSOR))) {
                history.charge(credentials(party), change);
            }
        }

        @Override
        public int next(ClosedLoop cluster) {
            long now = millis(cluster.now());
            MoabContext context = MoabContext.of(SystemTotals.NONE, history.usage(now));
            int best = 0;
            double highest = Double.NEGATIVE_INFINITY;
            for (int user = 0; user < TARGETS.length; user++) {
                MoabJob job = MoabJob.builder("" + user, credentials(user), JobRequest.ofWallclock(7200), now)
                        .build();
                double priority =
                        MoabJobPriority.evaluate(job, context, parameters, now).priority();
                if (priority > highest) {
                    highest = priority;
                    best = user;
                }
            }
            return best;
        }
    }
}

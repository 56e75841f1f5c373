package io.fairway.schedulers.moab.config;

import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.job.AccrualPolicy;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings of job priority and fairshare in moab.cfg or maui.cfg. Built with {@link #builder}.
 *
 * @param readings the choices where documents contradict each other
 * @param weights weights and caps of the global partition
 * @param partitionWeights the weights of single partitions, by name; the global weights apply to the rest
 * @param credentials settings by credential; the name {@link Credential#DEFAULT} applies to credentials without their
 *     own
 * @param fairshare the settings of historical usage
 * @param minimumWallclock XFMINWCLIMIT, seconds; 0 or less = none
 * @param enableNegative ENABLENEGJOBPRIORITY
 * @param rejectNegative REJECTNEGPRIOJOBS: jobs of negative priority may not start
 * @param enablePositiveUser ENABLEPOSUSERPRIORITY
 * @param accrual JOBPRIOACCRUALPOLICY and JOBPRIOEXCEPTIONS
 * @param function JOBPRIOF
 * @param targetProcs PRIORITYTARGETPROCCOUNT; 0 = none
 * @param targetDuration PRIORITYTARGETDURATION, seconds; 0 = none
 */
public record MoabParameters(
        Readings readings,
        Weights weights,
        Map<String, Weights> partitionWeights,
        Map<Credential, CredentialSettings> credentials,
        FairshareSettings fairshare,
        long minimumWallclock,
        boolean enableNegative,
        boolean rejectNegative,
        boolean enablePositiveUser,
        AccrualPolicy accrual,
        JobPriorityFunction function,
        long targetProcs,
        long targetDuration) {

    public MoabParameters {
        partitionWeights = Map.copyOf(partitionWeights);
        credentials = Map.copyOf(credentials);
        if (targetProcs < 0 || targetDuration < 0) {
            throw new IllegalArgumentException("PRIORITYTARGETPROCCOUNT " + targetProcs + ", PRIORITYTARGETDURATION "
                    + targetDuration + ": must be at least 0");
        }
    }

    /** The weights and caps of a partition; an unknown or empty name has the global ones. */
    public Weights weightsOf(String partition) {
        Weights own = partitionWeights.get(partition);
        return own == null ? weights : own.over(weights);
    }

    /** The credential's own settings; empty settings for {@code null}. */
    public CredentialSettings settings(@Nullable Credential credential) {
        return credential == null
                ? CredentialSettings.NONE
                : credentials.getOrDefault(credential, CredentialSettings.NONE);
    }

    /** The fairshare target of a credential: its own, else that of DEFAULT, else none. */
    public FairshareTarget target(Credential credential) {
        FairshareTarget own = settings(credential).target();
        return own.isSet() ? own : settings(credential.template()).target();
    }

    /** The limits of a credential: each its own, else that of DEFAULT, else none. */
    public CredentialLimits limits(Credential credential) {
        return settings(credential)
                .limits()
                .over(settings(credential.template()).limits());
    }

    /** Whether any credential has a limit. */
    public boolean limitsJobs() {
        return credentials.values().stream()
                .anyMatch(settings -> settings.limits().isSet());
    }

    /** The defaults of a dialect, as a start. */
    public static Builder builder(MoabDialect dialect) {
        return new Builder(dialect);
    }

    /** Collects parameters. */
    public static final class Builder {
        private Readings readings;
        private Weights weights = Weights.DEFAULT;
        private Map<String, Weights> partitionWeights = Map.of();
        private Map<Credential, CredentialSettings> credentials = Map.of();
        private FairshareSettings fairshare;
        private long minimumWallclock;
        private boolean enableNegative;
        private boolean rejectNegative;
        private boolean enablePositiveUser;
        private AccrualPolicy accrual;
        private JobPriorityFunction function = JobPriorityFunction.NONE;
        private long targetProcs;
        private long targetDuration;

        private Builder(MoabDialect dialect) {
            Objects.requireNonNull(dialect, "dialect");
            readings = Readings.of(dialect);
            fairshare = FairshareSettings.of(dialect);
            accrual = AccrualPolicy.of(dialect);
            minimumWallclock = dialect == MoabDialect.MAUI ? 120 : -1;
            rejectNegative = dialect == MoabDialect.MOAB;
        }

        public Builder readings(Readings value) {
            readings = value;
            return this;
        }

        public Builder weights(Weights value) {
            weights = value;
            return this;
        }

        public Builder partitionWeights(Map<String, Weights> value) {
            partitionWeights = value;
            return this;
        }

        public Builder credentials(Map<Credential, CredentialSettings> value) {
            credentials = value;
            return this;
        }

        public Builder fairshare(FairshareSettings value) {
            fairshare = value;
            return this;
        }

        public Builder minimumWallclock(long seconds) {
            minimumWallclock = seconds;
            return this;
        }

        /** ENABLENEGJOBPRIORITY and REJECTNEGPRIOJOBS. */
        public Builder negative(boolean enabled, boolean rejected) {
            enableNegative = enabled;
            rejectNegative = rejected;
            return this;
        }

        public Builder enablePositiveUser(boolean value) {
            enablePositiveUser = value;
            return this;
        }

        public Builder accrual(AccrualPolicy value) {
            accrual = value;
            return this;
        }

        public Builder function(JobPriorityFunction value) {
            function = value;
            return this;
        }

        /** PRIORITYTARGETPROCCOUNT and PRIORITYTARGETDURATION in seconds; 0 = none. */
        public Builder ideal(long procs, long seconds) {
            targetProcs = procs;
            targetDuration = seconds;
            return this;
        }

        public MoabParameters build() {
            return new MoabParameters(
                    readings,
                    weights,
                    partitionWeights,
                    credentials,
                    fairshare,
                    minimumWallclock,
                    enableNegative,
                    rejectNegative,
                    enablePositiveUser,
                    accrual,
                    function,
                    targetProcs,
                    targetDuration);
        }
    }
}

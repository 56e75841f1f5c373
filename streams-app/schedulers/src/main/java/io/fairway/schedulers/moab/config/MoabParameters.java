package io.fairway.schedulers.moab.config;

import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.job.AccrualPolicy;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
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
@RecordBuilder
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
    public static MoabParametersBuilder builder(MoabDialect dialect) {
        return MoabParametersBuilder.builder()
                .readings(Readings.of(dialect))
                .weights(Weights.DEFAULT)
                .partitionWeights(Map.of())
                .credentials(Map.of())
                .fairshare(FairshareSettings.of(dialect))
                .minimumWallclock(dialect == MoabDialect.MAUI ? 120 : -1)
                .rejectNegative(dialect == MoabDialect.MOAB)
                .accrual(AccrualPolicy.of(dialect))
                .function(JobPriorityFunction.NONE);
    }
}

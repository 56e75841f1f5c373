package io.fairway.scenario.moab;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairway.core.policy.Term;
import io.fairway.core.usage.Windowing;
import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.config.MoabParametersBuilder;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.credential.CredentialType;
import io.fairway.schedulers.moab.credential.JobCredentials;
import io.fairway.schedulers.moab.dialect.MoabDialect;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareSettings;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.JobRequest;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.MoabJobBuilder;
import io.fairway.schedulers.moab.job.Requirement;
import io.fairway.schedulers.moab.job.SystemTotals;
import io.fairway.schedulers.moab.job.TaskResources;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which caps keep a job from starting. */
class FairshareCapsTest {
    private static final Credential USER = new Credential(CredentialType.USER, "u");
    private static final Credential GROUP = new Credential(CredentialType.GROUP, "g");
    private static final Credential ACCOUNT = new Credential(CredentialType.ACCOUNT, "a");
    private static final Credential QOS = new Credential(CredentialType.QOS, "q");
    private static final JobCredentials OWN =
            JobCredentials.of(Map.of(USER.type(), "u", GROUP.type(), "g", ACCOUNT.type(), "a", QOS.type(), "q"));
    private static final JobRequest REQUEST =
            new JobRequest(100, 0, List.of(new Requirement(4, new TaskResources(1, 0, 0, 0))), Set.of(), Set.of());
    private static final FairshareSettings DEDICATED =
            new FairshareSettings(FairsharePolicy.DEDICATED_PS, false, new Windowing(86_400_000, 7), 1);

    private static CredentialSettings target(String text) {
        return CredentialSettings.NONE.withTarget(FairshareTarget.parse(text));
    }

    @Test
    void capsKeepJobsFromStarting() {
        MoabJobBuilder job = MoabJob.builder("1", OWN, REQUEST, 0);
        MoabContext used = MoabContext.of(
                new SystemTotals(8, 0, 0, 0), new FairshareUsage(Map.of(USER, 500.0, ACCOUNT, 100.0), 1000, 0));
        MoabParametersBuilder parameters = MoabParameters.builder(MoabDialect.MOAB)
                .fairshare(DEDICATED)
                .credentials(Map.of(
                        USER,
                        CredentialSettings.NONE.withCap(FairshareCap.parse("899^")),
                        GROUP.template(),
                        CredentialSettings.NONE.withCap(FairshareCap.parse("40%")),
                        ACCOUNT,
                        target("49%"),
                        QOS,
                        target("39-")));

        assertThat(FairshareCaps.blocking(job.build(), used, parameters.build()).stream()
                        .map(Term::name))
                .containsExactly("USERCFG[u]", "ACCOUNTCFG[a]");
        // Maui requests 4 PE rather than 400 PE-seconds.
        parameters.fairshare(DEDICATED.withPolicy("DEDICATEDPES")).readings(Readings.of(MoabDialect.MAUI));
        assertThat(FairshareCaps.blocking(job.build(), used, parameters.build()))
                .isEmpty();
        parameters.fairshare(DEDICATED.withPolicy("NONE")).readings(Readings.of(MoabDialect.MOAB));
        assertThat(FairshareCaps.blocking(job.build(), used, parameters.build()))
                .isEmpty();
    }
}

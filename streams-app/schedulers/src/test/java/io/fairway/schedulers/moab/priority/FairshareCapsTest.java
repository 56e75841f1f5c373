package io.fairway.schedulers.moab.priority;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Which caps keep a job from starting. It asks for 4 processors for 100 seconds. */
class FairshareCapsTest {
    private static final Credential USER = new Credential(CredentialType.USER, "u");
    private static final Credential GROUP = new Credential(CredentialType.GROUP, "g");
    private static final Credential ACCOUNT = new Credential(CredentialType.ACCOUNT, "a");
    private static final Credential QOS = new Credential(CredentialType.QOS, "q");
    private static final MoabJobBuilder JOB = MoabJob.builder(
            "1",
            JobCredentials.of(Map.of(USER.type(), "u", GROUP.type(), "g", ACCOUNT.type(), "a", QOS.type(), "q")),
            new JobRequest(100, 0, List.of(new Requirement(4, new TaskResources(1, 0, 0, 0))), Set.of(), Set.of()),
            0);
    private static final MoabContext USED = MoabContext.of(
            new SystemTotals(8, 0, 0, 0), new FairshareUsage(Map.of(USER, 500.0, ACCOUNT, 100.0), 1000, 0));
    private static final FairshareSettings DEDICATED =
            new FairshareSettings(FairsharePolicy.DEDICATED_PS, false, new Windowing(86_400_000, 7), 1);

    private final MoabParametersBuilder parameters = MoabParameters.builder(MoabDialect.MOAB)
            .fairshare(DEDICATED)
            .credentials(Map.of(
                    USER,
                    cap("899^"), // 500 + 400
                    GROUP.template(),
                    cap("40%"), // 0 + 400 of 1000
                    ACCOUNT,
                    target("49%"), // 100 + 400 of 1000
                    QOS,
                    target("39-")));

    private static CredentialSettings cap(String text) {
        return CredentialSettings.NONE.withCap(FairshareCap.parse(text));
    }

    private static CredentialSettings target(String text) {
        return CredentialSettings.NONE.withTarget(FairshareTarget.parse(text));
    }

    private List<String> blocking() {
        return FairshareCaps.blocking(JOB.build(), USED, parameters.build());
    }

    @Test
    void namesEachCapAndTellsNoUsage() {
        assertThat(blocking())
                .containsExactly(
                        "with what it requests, usage is above 899.0 processor-seconds, the usage cap of USERCFG[u]",
                        "with what it requests, usage is above 49.0 percent, the usage cap of ACCOUNTCFG[a]");
    }

    /** Maui requests 4 processor equivalents rather than 400 seconds of them. */
    @Test
    void mauiRequestsBareEquivalents() {
        parameters.fairshare(DEDICATED.withPolicy("DEDICATEDPES")).readings(Readings.of(MoabDialect.MAUI));

        assertThat(blocking()).isEmpty();
    }

    @Test
    void withoutUsageThereIsNothingToCap() {
        parameters.fairshare(DEDICATED.withPolicy("NONE"));

        assertThat(FairshareCaps.areSet(parameters.build())).isFalse();
    }
}

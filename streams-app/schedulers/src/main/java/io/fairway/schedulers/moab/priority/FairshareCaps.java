package io.fairway.schedulers.moab.priority;

import io.fairway.schedulers.moab.config.CredentialSettings;
import io.fairway.schedulers.moab.config.MoabContext;
import io.fairway.schedulers.moab.config.MoabParameters;
import io.fairway.schedulers.moab.credential.Credential;
import io.fairway.schedulers.moab.dialect.Readings;
import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairsharePolicy;
import io.fairway.schedulers.moab.fairshare.FairshareUsage;
import io.fairway.schedulers.moab.job.MoabJob;
import io.fairway.schedulers.moab.job.Requirement;
import java.util.ArrayList;
import java.util.List;

/**
 * The usage caps of a waiting job's credentials: which of them keep it from starting. Both FSCAP and a cap among the FSTARGETs count;
 * a credential without its own has those of DEFAULT. The rule is that of {@link FairshareCap}.
 */
public final class FairshareCaps {
    private FairshareCaps() {}

    /** Whether any credential has a cap that can keep a job from starting. */
    public static boolean areSet(MoabParameters parameters) {
        return parameters.fairshare().policy() != FairsharePolicy.NONE
                && parameters.credentials().values().stream().anyMatch(FairshareCaps::hasCap);
    }

    /**
     * The caps that keep a job from starting, each in words; empty = none. They tell no usage: who sees the job may not see that of its
     * group or QOS.
     *
     * @param context usage at the instant of the decision
     * @param parameters of which {@link #areSet} holds
     */
    public static List<String> blocking(MoabJob job, MoabContext context, MoabParameters parameters) {
        List<String> blocking = new ArrayList<>();
        double request = request(job, context, parameters);
        FairshareUsage usage = context.usage();
        for (Credential credential : job.credentials().all()) {
            for (FairshareCap cap : caps(credential, parameters)) {
                if (!cap.allows(usage.of(credential), usage.total(), request)) {
                    blocking.add("with what it requests, usage is above " + cap + ", the usage cap of " + credential);
                }
            }
        }
        return blocking;
    }

    /** Whether a credential's own line has a cap. */
    public static boolean hasCap(CredentialSettings settings) {
        FairshareCap cap = settings.cap();
        return (cap != null && cap.isSet())
                || FairshareCap.of(settings.target()).isSet();
    }

    private static List<FairshareCap> caps(Credential credential, MoabParameters parameters) {
        List<FairshareCap> caps = new ArrayList<>();
        CredentialSettings own = parameters.settings(credential);
        FairshareCap cap = own.cap() != null
                ? own.cap()
                : parameters.settings(credential.template()).cap();
        if (cap != null) {
            caps.add(cap);
        }
        caps.add(FairshareCap.of(parameters.target(credential)));
        return caps;
    }

    private static double request(MoabJob job, MoabContext context, MoabParameters parameters) {
        double equivalents = 0;
        for (Requirement requirement : job.request().requirements()) {
            equivalents += context.system().equivalents(requirement);
        }
        return FairshareCap.request(
                parameters.fairshare().policy(),
                job.request().procs(),
                equivalents,
                (double) job.request().wallclock(),
                parameters.readings().capRequest() == Readings.CapRequest.BARE_EQUIVALENTS);
    }
}

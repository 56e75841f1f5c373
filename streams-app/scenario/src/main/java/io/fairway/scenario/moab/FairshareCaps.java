package io.fairway.scenario.moab;

import static io.fairway.core.policy.Term.in;

import io.fairway.core.policy.Term;
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

/** The usage caps of a job's credentials: which of them block its start. */
final class FairshareCaps {
    private FairshareCaps() {}

    /**
     * The caps that block a job, each with its numbers; empty for none. Both FSCAP and a cap among the FSTARGETs count;
     * a credential without its own has those of DEFAULT.
     *
     * @param context usage at the instant of the decision
     */
    static List<Term> blocking(MoabJob job, MoabContext context, MoabParameters parameters) {
        List<Term> blocking = new ArrayList<>();
        if (parameters.fairshare().policy() == FairsharePolicy.NONE) {
            return blocking;
        }
        double request = request(job, context, parameters);
        FairshareUsage usage = context.usage();
        for (Credential credential : job.credentials().all()) {
            for (FairshareCap cap : caps(credential, parameters)) {
                if (!cap.allows(usage.of(credential), usage.total(), request)) {
                    blocking.add(Term.of(
                            credential.toString(),
                            cap.limit(),
                            "usage + request exceed " + cap,
                            in("decayedUsage", usage.of(credential)),
                            in("decayedTotal", usage.total()),
                            in("request", request)));
                }
            }
        }
        return blocking;
    }

    private static List<FairshareCap> caps(Credential credential, MoabParameters parameters) {
        List<FairshareCap> caps = new ArrayList<>();
        FairshareCap own = parameters.settings(credential).cap();
        FairshareCap cap =
                own != null ? own : parameters.settings(credential.template()).cap();
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

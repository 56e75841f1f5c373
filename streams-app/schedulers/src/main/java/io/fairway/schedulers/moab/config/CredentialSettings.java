package io.fairway.schedulers.moab.config;

import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one credential: a line such as {@code QOSCFG[special] QTWEIGHT=5000}.
 *
 * @param priority PRIORITY, of either sign; {@code null} = not set
 * @param target FSTARGET; {@link FairshareTarget#NONE} = not set
 * @param cap FSCAP, a limit on usage; {@code null} = none
 * @param fairshareWeight FSWEIGHT of an account, a group or a QOS: added to the weight of the FS component
 * @param queueTimeWeight QTWEIGHT of a QOS: added to QUEUETIMEWEIGHT
 * @param xfactorWeight XFWEIGHT of a QOS: added to XFACTORWEIGHT
 * @param queueTimeTarget QTTARGET of a QOS, seconds; 0 = none
 * @param xfactorTarget XFTARGET of a QOS; 0 = none
 * @param classWeight CLASSWEIGHT of a group: replaces the parameter CLASSWEIGHT if it is above 0
 * @param limits MAXJOB, MAXPROC and MAXIJOB
 */
public record CredentialSettings(
        @Nullable Long priority,
        FairshareTarget target,
        @Nullable FairshareCap cap,
        long fairshareWeight,
        long queueTimeWeight,
        long xfactorWeight,
        long queueTimeTarget,
        double xfactorTarget,
        long classWeight,
        CredentialLimits limits) {
    /** No settings. */
    public static final CredentialSettings NONE =
            new CredentialSettings(null, FairshareTarget.NONE, null, 0, 0, 0, 0, 0, 0, CredentialLimits.NONE);

    private static final long LONGEST_TARGET = 1L << 40;

    public CredentialSettings {
        within("PRIORITY", priority == null ? 0 : priority, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        within("FSWEIGHT", fairshareWeight, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        within("QTWEIGHT", queueTimeWeight, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        within("XFWEIGHT", xfactorWeight, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        within("CLASSWEIGHT", classWeight, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        within("QTTARGET in seconds", queueTimeTarget, 0, LONGEST_TARGET);
        if (!(xfactorTarget >= 0 && xfactorTarget <= Integer.MAX_VALUE)) {
            throw new IllegalArgumentException("XFTARGET " + xfactorTarget + ": must be 0 (none) to 2147483647");
        }
    }

    public CredentialSettings withPriority(long changed) {
        return new CredentialSettings(
                changed,
                target,
                cap,
                fairshareWeight,
                queueTimeWeight,
                xfactorWeight,
                queueTimeTarget,
                xfactorTarget,
                classWeight,
                limits);
    }

    public CredentialSettings withTarget(FairshareTarget changed) {
        return new CredentialSettings(
                priority,
                changed,
                cap,
                fairshareWeight,
                queueTimeWeight,
                xfactorWeight,
                queueTimeTarget,
                xfactorTarget,
                classWeight,
                limits);
    }

    public CredentialSettings withCap(@Nullable FairshareCap changed) {
        return new CredentialSettings(
                priority,
                target,
                changed,
                fairshareWeight,
                queueTimeWeight,
                xfactorWeight,
                queueTimeTarget,
                xfactorTarget,
                classWeight,
                limits);
    }

    /** FSWEIGHT, and CLASSWEIGHT, of this credential. */
    public CredentialSettings withWeights(long fairshare, long ofClass) {
        return new CredentialSettings(
                priority,
                target,
                cap,
                fairshare,
                queueTimeWeight,
                xfactorWeight,
                queueTimeTarget,
                xfactorTarget,
                ofClass,
                limits);
    }

    /** QTWEIGHT, XFWEIGHT, QTTARGET in seconds and XFTARGET of a QOS. */
    public CredentialSettings withService(long qtWeight, long xfWeight, long qtTargetSeconds, double xfTarget) {
        return new CredentialSettings(
                priority,
                target,
                cap,
                fairshareWeight,
                qtWeight,
                xfWeight,
                qtTargetSeconds,
                xfTarget,
                classWeight,
                limits);
    }

    /** MAXJOB, MAXPROC and MAXIJOB. */
    public CredentialSettings withLimits(CredentialLimits changed) {
        return new CredentialSettings(
                priority,
                target,
                cap,
                fairshareWeight,
                queueTimeWeight,
                xfactorWeight,
                queueTimeTarget,
                xfactorTarget,
                classWeight,
                changed);
    }

    private static void within(String name, long value, long from, long to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException(name + " " + value + ": must be " + from + " to " + to);
        }
    }
}

package io.fairway.schedulers.moab.config;

import io.fairway.schedulers.moab.fairshare.FairshareCap;
import io.fairway.schedulers.moab.fairshare.FairshareTarget;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
        CredentialLimits limits)
        implements CredentialSettingsBuilder.With {
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

    private static void within(String name, long value, long from, long to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException(name + " " + value + ": must be " + from + " to " + to);
        }
    }
}

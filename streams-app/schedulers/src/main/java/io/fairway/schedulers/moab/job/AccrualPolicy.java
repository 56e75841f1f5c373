package io.fairway.schedulers.moab.job;

import io.fairway.schedulers.moab.dialect.MoabDialect;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The conditions on which a waiting job accrues queue time: JOBPRIOACCRUALPOLICY with JOBPRIOEXCEPTIONS.
 *
 * <ol>
 *   <li>A job does not accrue while a blocker outside the exceptions holds it.
 *   <li>ACCRUE: its earlier accrual stays; RESET: it starts again from 0.
 *   <li>The older names: ALWAYS accrues through everything; QUEUEPOLICY has soft and hard limits as exceptions,
 *       FULLPOLICY none; with RESET appended they start again.
 *   <li>Maui 3.3: every name but ALWAYS resets, QUEUEPOLICY for hard and idle limits, FULLPOLICY for everything but
 *       soft limits.
 * </ol>
 *
 * <p>Source: Moab manual, JOBPRIOACCRUALPOLICY and JOBPRIOEXCEPTIONS; Maui admin guide, Appendix F, and Maui 3.3.
 *
 * @param reset whether a blocker resets the accrued time
 * @param exceptions the blockers that do not stop accrual
 */
public record AccrualPolicy(boolean reset, Set<QueueBlocker> exceptions) {
    public AccrualPolicy {
        exceptions = Set.copyOf(exceptions);
    }

    /** The default: ACCRUE without exceptions (Moab), QUEUEPOLICY (Maui). */
    public static AccrualPolicy of(MoabDialect dialect) {
        return switch (dialect) {
            case MOAB -> new AccrualPolicy(false, Set.of());
            case MAUI -> parse("QUEUEPOLICY", "NONE", MoabDialect.MAUI);
        };
    }

    /**
     * Reads both parameters.
     *
     * @param policy JOBPRIOACCRUALPOLICY
     * @param exceptions JOBPRIOEXCEPTIONS, separated by commas; {@code NONE} = none, {@code ALL} = all
     * @throws IllegalArgumentException if one of them is unknown
     */
    public static AccrualPolicy parse(String policy, String exceptions, MoabDialect dialect) {
        EnumSet<QueueBlocker> named = exceptions(exceptions);
        boolean maui = dialect == MoabDialect.MAUI;
        return switch (policy.toUpperCase(Locale.ROOT)) {
            case "ACCRUE" -> new AccrualPolicy(false, named);
            case "RESET" -> new AccrualPolicy(true, named);
            case "ALWAYS" -> new AccrualPolicy(maui, EnumSet.allOf(QueueBlocker.class));
            case "QUEUEPOLICY" ->
                maui
                        ? new AccrualPolicy(
                                true,
                                EnumSet.complementOf(EnumSet.of(QueueBlocker.HARDPOLICY, QueueBlocker.IDLEPOLICY)))
                        : new AccrualPolicy(false, limits(named));
            case "QUEUEPOLICYRESET" -> new AccrualPolicy(true, limits(named));
            case "FULLPOLICY" ->
                maui ? new AccrualPolicy(true, EnumSet.of(QueueBlocker.SOFTPOLICY)) : new AccrualPolicy(false, named);
            case "FULLPOLICYRESET" -> new AccrualPolicy(true, named);
            default ->
                throw new IllegalArgumentException("JOBPRIOACCRUALPOLICY \"" + policy + "\": must be ACCRUE, RESET,"
                        + " ALWAYS, QUEUEPOLICY, QUEUEPOLICYRESET, FULLPOLICY or FULLPOLICYRESET");
        };
    }

    private static EnumSet<QueueBlocker> limits(EnumSet<QueueBlocker> named) {
        EnumSet<QueueBlocker> all = EnumSet.of(QueueBlocker.SOFTPOLICY, QueueBlocker.HARDPOLICY);
        all.addAll(named);
        return all;
    }

    private static EnumSet<QueueBlocker> exceptions(String text) {
        EnumSet<QueueBlocker> all = EnumSet.noneOf(QueueBlocker.class);
        for (String name : text.split("[,\\s]+")) {
            switch (name.toUpperCase(Locale.ROOT)) {
                case "", "NONE" -> {}
                case "ALL" -> all.addAll(EnumSet.allOf(QueueBlocker.class));
                default -> all.add(QueueBlocker.parse(name));
            }
        }
        return all;
    }
}

package io.fairway.schedulers.moab.fairshare;

import io.fairway.core.ledger.Measure;
import io.fairway.core.ledger.RateFunction;
import io.fairway.schedulers.moab.job.SystemTotals;
import java.util.Locale;

/**
 * The kind of usage that fairshare counts: FSPOLICY without its percent sign.
 *
 * <ol>
 *   <li>{@link #DEDICATED_PS}: the processors that a job holds, as long as it holds them.
 *   <li>{@link #DEDICATED_PES}: its processor equivalents ({@link SystemTotals#equivalents}), likewise.
 *   <li>{@link #UTILIZED_PS}: the processor time that it uses.
 *   <li>{@link #NONE}: no historical usage.
 * </ol>
 *
 * <p>Each is a measure of the ledger. One second of run time adds the rate once to the current window of each of the
 * job's credentials, and of the total.
 *
 * <p>Source: Maui admin guide 6.3.1 FSPOLICY; {@code UTILIZEDPS} and {@code ON} as Maui 3.3 reads them; {@code SDEDICATEDPES}
 * as {@code mdiag -f} prints it.
 */
public enum FairsharePolicy {
    NONE,
    DEDICATED_PS,
    DEDICATED_PES,
    UTILIZED_PS;

    /**
     * Reads a value of FSPOLICY, in any case. The caller removes a percent sign at its end, which is another setting.
     *
     * @throws IllegalArgumentException for an unknown value; names Moab's values
     */
    public static FairsharePolicy parse(String text) {
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "NONE", "OFF", "FALSE" -> NONE;
            case "DEDICATEDPS", "PDEDICATEDPS", "ON", "TRUE" -> DEDICATED_PS;
            case "DEDICATEDPES", "SDEDICATEDPES" -> DEDICATED_PES;
            case "UTILIZEDPS" -> UTILIZED_PS;
            case "PSDEDICATED" ->
                throw new IllegalArgumentException("FSPOLICY " + text
                        + ": no scheduler reads this value, and Maui ignores fairshare; use DEDICATEDPS");
            default ->
                throw new IllegalArgumentException(
                        "FSPOLICY " + text + ": must be NONE, DEDICATEDPS, DEDICATEDPES or UTILIZEDPS");
        };
    }

    /** The kind of the ledger's measure. */
    public Measure.Kind kind() {
        return switch (this) {
            case NONE, DEDICATED_PS, DEDICATED_PES -> Measure.Kind.BILLING_TRES;
            case UTILIZED_PS -> Measure.Kind.CPU_TIME;
        };
    }

    /**
     * The rate of a run per second: the TRES {@code cpu} are processors. Under {@link #UTILIZED_PS} the ledger takes
     * the processor time instead of this rate.
     *
     * @param system the resources that processor equivalents are relative to
     */
    public RateFunction rate(SystemTotals system) {
        return switch (this) {
            case NONE -> (allocated, job) -> java.math.BigDecimal.ZERO;
            case DEDICATED_PS, UTILIZED_PS -> (allocated, job) -> allocated.count("cpu");
            case DEDICATED_PES -> (allocated, job) -> system.equivalents(allocated);
        };
    }
}

package io.fairway.schedulers.moab.fairshare;

/**
 * A hard limit on the historical usage of a credential: its attribute FSCAP, or under Maui an FSTARGET with {@code %}
 * or {@code ^}. It decides whether a job may start and is no part of its priority. The parameter FSCAP is something
 * else (the cap of the FS component).
 *
 * <p>A job is blocked when (usage + request) / total * 100 exceeds a relative cap, or usage + request an absolute one.
 *
 * <p>Source: Maui 3.3. Before any usage is delivered, a relative cap blocks nothing (Fairway's rule: otherwise no job
 * could ever start).
 */
public final class FairshareCap {
    private final FairshareTarget limit;

    private FairshareCap(FairshareTarget limit) {
        this.limit = limit;
    }

    /**
     * Reads {@code 50}, {@code 50%} (percent of delivered) or {@code 7200^} (processor-seconds).
     *
     * @throws IllegalArgumentException for anything else
     */
    public static FairshareCap parse(String text) {
        FairshareTarget limit = FairshareTarget.parse(text);
        return switch (limit.kind()) {
            case TARGET -> new FairshareCap(new FairshareTarget(limit.value(), FairshareTarget.Kind.CAP_RELATIVE));
            case CAP_RELATIVE, CAP_ABSOLUTE -> new FairshareCap(limit);
            case FLOOR, CEILING ->
                throw new IllegalArgumentException(
                        "FSCAP \"" + text + "\": must be a number, alone or followed by % or ^");
        };
    }

    /** The cap that an FSTARGET sets; a cap without limit if it sets none. */
    public static FairshareCap of(FairshareTarget target) {
        return switch (target.kind()) {
            case CAP_RELATIVE, CAP_ABSOLUTE -> new FairshareCap(target);
            case TARGET, FLOOR, CEILING -> new FairshareCap(FairshareTarget.NONE);
        };
    }

    /** Whether it limits anything. */
    public boolean isSet() {
        return limit.isSet();
    }

    /** The cap with its unit. */
    @Override
    public String toString() {
        return limit.kind() == FairshareTarget.Kind.CAP_ABSOLUTE
                ? limit.value() + " processor-seconds"
                : limit.value() + " percent";
    }

    /**
     * Whether a job may start.
     *
     * @param usage decayed usage of the credential, processor-seconds
     * @param total decayed usage of all, processor-seconds
     * @param request the job's request, see {@link #request}
     */
    public boolean allows(double usage, double total, double request) {
        if (!limit.isSet()) {
            return true;
        }
        double wanted = usage + request;
        return limit.kind() == FairshareTarget.Kind.CAP_ABSOLUTE
                ? wanted <= limit.value()
                : total <= 0 || wanted / total * 100 <= limit.value();
    }

    /**
     * A job's request in the units of a policy: processors times wall clock limit; under DEDICATEDPES, processor
     * equivalents times wall clock limit.
     *
     * @param bareEquivalents Maui 3.3's way: without the time, the whole part of the equivalents
     */
    public static double request(
            FairsharePolicy policy,
            double procs,
            double equivalents,
            double wallclockSeconds,
            boolean bareEquivalents) {
        return switch (policy) {
            case NONE, DEDICATED_PS, UTILIZED_PS -> procs * wallclockSeconds;
            case DEDICATED_PES -> bareEquivalents ? Math.floor(equivalents) : equivalents * wallclockSeconds;
        };
    }
}

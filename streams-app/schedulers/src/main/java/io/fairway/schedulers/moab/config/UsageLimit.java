package io.fairway.schedulers.moab.config;

/**
 * A limit on what the jobs of one credential may have at a time, such as {@code MAXJOB=2,4}: a soft limit and a hard one. A
 * single number is both.
 *
 * <p>Source: Moab administrator's guide, Usage Limits/Throttling Policies.
 *
 * @param soft at least 1
 * @param hard at least {@code soft}; {@link Long#MAX_VALUE} = none
 */
public record UsageLimit(long soft, long hard) {
    /** No limit. */
    public static final UsageLimit NONE = new UsageLimit(Long.MAX_VALUE, Long.MAX_VALUE);

    public UsageLimit {
        if (soft < 1 || hard < soft) {
            throw new IllegalArgumentException("limit " + soft + "," + hard
                    + ": the soft limit must be 1 or more, and the hard limit not below it");
        }
    }

    /**
     * Reads {@code 8} or {@code 2,4}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static UsageLimit parse(String name, String text) {
        if (!text.matches("\\d{1,12}(,\\d{1,12})?")) {
            throw new IllegalArgumentException(name + " \"" + text
                    + "\": must be a whole number of 1 or more, or a soft and a hard limit, such as 2,4");
        }
        String[] parts = text.split(",");
        return new UsageLimit(Long.parseLong(parts[0]), Long.parseLong(parts[parts.length - 1]));
    }

    /** Whether there is a limit. */
    public boolean isSet() {
        return soft != Long.MAX_VALUE;
    }
}

package io.fairway.schedulers.moab.config;

/**
 * The limits of one credential.
 *
 * @param activeJobs MAXJOB: jobs that run
 * @param activeProcessors MAXPROC: processors of jobs that run
 * @param idleJobs MAXIJOB: waiting jobs that are eligible
 */
public record CredentialLimits(UsageLimit activeJobs, UsageLimit activeProcessors, UsageLimit idleJobs) {
    /** No limits. */
    public static final CredentialLimits NONE = new CredentialLimits(UsageLimit.NONE, UsageLimit.NONE, UsageLimit.NONE);

    /** Whether an attribute of a credential is one of these limits. */
    public static boolean isOne(String attribute) {
        return attribute.equals("MAXJOB") || attribute.equals("MAXPROC") || attribute.equals("MAXIJOB");
    }

    /**
     * With another limit.
     *
     * @param attribute MAXJOB, MAXPROC or MAXIJOB
     * @throws IllegalArgumentException if the value is no limit
     */
    public CredentialLimits with(String attribute, String value) {
        UsageLimit limit = UsageLimit.parse(attribute, value);
        return switch (attribute) {
            case "MAXJOB" -> new CredentialLimits(limit, activeProcessors, idleJobs);
            case "MAXPROC" -> new CredentialLimits(activeJobs, limit, idleJobs);
            case "MAXIJOB" -> new CredentialLimits(activeJobs, activeProcessors, limit);
            default -> throw new IllegalArgumentException(attribute + ": must be MAXJOB, MAXPROC or MAXIJOB");
        };
    }

    /** Each limit of its own, else that of {@code template}. */
    CredentialLimits over(CredentialLimits template) {
        return new CredentialLimits(
                activeJobs.isSet() ? activeJobs : template.activeJobs,
                activeProcessors.isSet() ? activeProcessors : template.activeProcessors,
                idleJobs.isSet() ? idleJobs : template.idleJobs);
    }

    /** Whether there is any limit. */
    public boolean isSet() {
        return activeJobs.isSet() || activeProcessors.isSet() || idleJobs.isSet();
    }
}

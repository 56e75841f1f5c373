package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/** Whose usage a job is under a measure. A pure function. */
@FunctionalInterface
public interface ChargeScope {
    /** The association that the job names: of its tree, or of the one named like its cluster. */
    ChargeScope ASSOCIATION = (job, attributes) -> {
        String account = attributes.text(Attribute.ACCOUNT);
        String user = attributes.text(Attribute.USER);
        return account == null || user == null
                ? null
                : new NodeId(attributes.text(Attribute.TREE, job.cluster()), account, user);
    };

    /**
     * Whose it is; {@code null} if it does not count under the measure.
     *
     * @param attributes what is known of the job, of a run what was known as it started
     */
    @Nullable
    NodeId association(JobKey job, JobAttributes attributes);
}

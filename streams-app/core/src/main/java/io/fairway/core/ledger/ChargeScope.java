package io.fairway.core.ledger;

import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import org.jspecify.annotations.Nullable;

/** The association that pays for a job under a measure. A pure function. */
@FunctionalInterface
public interface ChargeScope {
    /** The association that the job names, in its tree or in the tree named like its cluster. */
    ChargeScope ASSOCIATION = (job, attributes) -> {
        String account = attributes.text(Attribute.ACCOUNT);
        String user = attributes.text(Attribute.USER);
        return account == null || user == null
                ? null
                : new NodeId(attributes.text(Attribute.TREE, job.cluster()), account, user);
    };

    /** The same in the partition of the job, so that an association of the partition can have the usage. */
    ChargeScope BY_PARTITION = (job, attributes) -> {
        NodeId association = ASSOCIATION.association(job, attributes);
        return association == null ? null : association.in(attributes.text(Attribute.PARTITION, ""));
    };

    /**
     * The association to charge; {@code null} for a job that does not count under the measure.
     *
     * @param attributes the attributes of the job; for a run, those at its start
     */
    @Nullable
    NodeId association(JobKey job, JobAttributes attributes);
}

package io.fairway.engine.state;

import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The present state of a job, decoded once and handed on to every reader. */
public final class CurrentJob {
    private final JobKey key;
    private final JobView view;
    private final JobState state;
    private final List<Membership> memberships;
    private @Nullable List<JobFact> life;

    /**
     * The association whose fairshare counts for the job under a policy in force.
     *
     * @param association null = none
     */
    public record Membership(ActivePolicy policy, @Nullable NodeId association) {}

    CurrentJob(JobKey key, JobView view, JobState state, List<Membership> memberships) {
        this.key = key;
        this.view = view;
        this.state = state;
        this.memberships = List.copyOf(memberships);
    }

    public JobKey key() {
        return key;
    }

    public JobView view() {
        return view;
    }

    /** The facts of the job that now has the id, in order. */
    public List<JobFact> life() {
        List<JobFact> facts = life;
        if (facts == null) {
            facts = state.latestLife();
            life = facts;
        }
        return facts;
    }

    public boolean isPending() {
        return view.status() == JobView.Status.PENDING;
    }

    /** One for each policy in force. */
    public List<Membership> memberships() {
        return memberships;
    }

    /** The associations that it belongs to, under one policy or another. */
    public Set<NodeId> associations() {
        if (memberships.size() == 1) {
            NodeId only = memberships.get(0).association();
            return only == null ? Set.of() : Set.of(only);
        }
        Set<NodeId> associations = new LinkedHashSet<>();
        for (Membership membership : memberships) {
            if (membership.association() != null) {
                associations.add(membership.association());
            }
        }
        return associations;
    }
}

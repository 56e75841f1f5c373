package io.fairway.engine.results;

import io.fairway.core.ledger.JobView;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.engine.state.ActivePolicy;
import io.fairway.engine.state.DomainState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs and associations of one domain wait for a share record. A job is looked at again when it changed; all are, when
 * shares or policies did.
 */
final class UnplacedAssociations {
    /** All jobs are looked at with each heartbeat if there are fewer. With more, the counts hold for several heartbeats. */
    private static final int JOBS_A_BEAT = 20_000;

    /** With more changed jobs than this, all are looked at. */
    private static final int MAX_CHANGED = 10_000;

    /** So many are named: a heartbeat is a record, and who has corrected these sees the next ones. */
    private static final int NAMED = 10;

    private static final Comparator<NodeId> BY_NAME = Comparator.comparing(NodeId::tree)
            .thenComparing(NodeId::account)
            .thenComparing(NodeId::user)
            .thenComparing(NodeId::partition);

    private final DomainState state;
    private final Set<JobKey> changed = new HashSet<>();
    private boolean allChanged = true;
    /** The number of heartbeats for which the counts are good enough. */
    private int good;

    /** The jobs that wait, each with the associations that it waits for. */
    private final Map<JobKey, Set<NodeId>> jobs = new HashMap<>();

    private @Nullable Set<NodeId> charged;
    private final SortedSet<NodeId> firstCharged = new TreeSet<>(BY_NAME);
    private @Nullable Waiting waiting;

    /** @param first in the order of their names */
    private record Waiting(long count, SortedSet<NodeId> first) {}

    UnplacedAssociations(DomainState state) {
        this.state = state;
    }

    /** A job changed. */
    void changed(JobKey job) {
        if (changed.size() < MAX_CHANGED) {
            changed.add(job);
        } else {
            allChanged();
        }
    }

    /** Shares, policies or what is charged changed. */
    void allChanged() {
        changed.clear();
        allChanged = true;
    }

    /**
     * Looks at what changed: once for each heartbeat.
     *
     * @param all whether it may look at all jobs, and all usage, if it must
     */
    void look(boolean all) {
        good -= all ? 1 : 0;
        if (all && allChanged && good <= 0) {
            allChanged = false;
            waiting = null;
            charged = null;
            good = state.jobs().active().size() / JOBS_A_BEAT;
            jobs.clear();
            state.jobs().active().forEach(this::look);
        } else if (!changed.isEmpty()) {
            waiting = null;
            for (JobKey job : changed) {
                jobs.remove(job);
                JobView view = state.jobs().active().get(job);
                if (view != null) {
                    look(job, view);
                }
            }
        }
        changed.clear();
    }

    private void look(JobKey job, JobView view) {
        for (NodeId association : state.policies().associations(job, view.attributes())) {
            if (isUnplaced(association) || (isNameless(association) && needsShares(association))) {
                jobs.computeIfAbsent(job, j -> new HashSet<>()).add(association);
            }
        }
    }

    /** The number of jobs that wait. */
    long jobs() {
        return jobs.size();
    }

    /** The number of associations that wait: those of jobs, and those that have usage. */
    long associations() {
        return waiting().count();
    }

    /** The associations that wait, in words, for whoever has to correct the table; empty if none does. */
    List<String> inWords() {
        Waiting all = waiting();
        if (all.count() == 0) {
            return List.of();
        }
        String names = all.first().stream().map(UnplacedAssociations::name).collect(Collectors.joining(", "));
        long more = all.count() - all.first().size();
        return List.of(
                "not in the share table, so without priority: " + names + (more > 0 ? " and " + more + " more" : ""));
    }

    /** Tree, account and user; a job may name none of the last two. */
    private static String name(NodeId association) {
        String name = Stream.of(association.tree(), association.account(), association.user())
                .map(each -> each.isEmpty() ? "(none)" : each)
                .collect(Collectors.joining("/"));
        return association.partition().isEmpty() ? name : name + " of partition " + association.partition();
    }

    /** Costs as much as there are jobs that wait: who has usage is looked at only when that changed. */
    private Waiting waiting() {
        Waiting all = waiting;
        if (all == null) {
            Set<NodeId> charged = charged();
            Set<NodeId> others = new HashSet<>();
            for (Set<NodeId> each : jobs.values()) {
                for (NodeId association : each) {
                    if (!charged.contains(association)) {
                        others.add(association);
                    }
                }
            }
            SortedSet<NodeId> first = new TreeSet<>(firstCharged);
            others.forEach(association -> addFirst(first, association));
            all = new Waiting((long) charged.size() + others.size(), first);
            waiting = all;
        }
        return all;
    }

    private static void addFirst(SortedSet<NodeId> first, NodeId association) {
        if (first.size() < NAMED || BY_NAME.compare(association, first.last()) < 0) {
            first.add(association);
            if (first.size() > NAMED) {
                first.removeLast();
            }
        }
    }

    private Set<NodeId> charged() {
        Set<NodeId> nodes = charged;
        if (nodes == null) {
            nodes = state.charged()
                    .associations()
                    .filter(node -> (isUnplaced(node) && isUnplaced(node.in("")))
                            || (node.account().isEmpty() && needsShares(node)))
                    .map(node -> node.in(""))
                    .collect(Collectors.toSet());
            firstCharged.clear();
            nodes.forEach(node -> addFirst(firstCharged, node));
            charged = nodes;
        }
        return nodes;
    }

    /** Whether it lacks the account or the user. A share record names both, so a job like this has none, ever. */
    private static boolean isNameless(NodeId association) {
        return association.account().isEmpty() || association.user().isEmpty();
    }

    private boolean needsShares(NodeId association) {
        return state.policies().of(association.tree()).stream()
                .anyMatch(policy -> policy.family().needsShares());
    }

    /** Whether an association waits for its share record. No tree has it then, not even as deleted. */
    private boolean isUnplaced(NodeId association) {
        // Measures of queues, pools and credentials have usage under one name alone.
        if (isNameless(association) || state.shares().node(association) != null) {
            return false;
        }
        List<ActivePolicy> policies = state.policies().of(association.tree());
        if (!policies.isEmpty()
                && policies.stream().noneMatch(policy -> policy.family().needsShares())) {
            return false;
        }
        for (ActivePolicy policy : policies) {
            if (state.tree(policy, association.tree()).find(association) >= 0) {
                return false;
            }
        }
        return true;
    }
}

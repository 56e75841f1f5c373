package io.fairway.api.query;

import io.fairway.api.answer.JobJson;
import io.fairway.api.answer.JobsJson;
import io.fairway.api.answer.TermJson;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.reading.period.EndedJob;
import io.fairway.schemas.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Answers about jobs: those that wait in the order of a policy, those that run, and one job.
 */
final class JobAnswers {
    private JobAnswers() {}

    /** The selected jobs. An empty set selects all. */
    record Selection(String state, Set<String> accounts, Set<String> users, Set<String> queues, Set<String> qos) {
        /** A job of Slurm may name several QOS. */
        private boolean hasQos(JobView job) {
            return Arrays.stream(job.attributes().text(Attribute.QOS, "").split(","))
                    .anyMatch(qos::contains);
        }
    }

    static JobsJson list(DomainView view, Selection selection, Answers.Parameters asked, VisibleDomain visibleDomain) {
        boolean ended = selection.state().equals("ended");
        if (ended && asked.text("at") != null) {
            throw Problem.parameter("at", "does not apply to state=ended, which is about a period");
        }
        DomainView then = view.at(asked.instant("at"), asked.text("policy"));
        NamedPolicy policy = then.policy(asked.text("policy"));
        Matching matching = new Matching(then, policy, selection, visibleDomain);
        if (ended) {
            return EndedJobAnswers.ended(view, policy, matching, asked, visibleDomain);
        }
        for (String name : List.of("period", "from", "to", "zone", "sort")) {
            if (asked.text(name) != null) {
                throw Problem.parameter(name, "applies to state=ended alone");
            }
        }
        return selection.state().equals("running")
                ? running(then, policy, matching, asked.page())
                : pending(then, policy, matching, asked.page());
    }

    private static JobsJson pending(DomainView view, NamedPolicy policy, Matching matching, Page page) {
        List<RankedJob> ranking = view.snapshot().ranking(policy);
        List<Integer> places = new ArrayList<>();
        List<RankedJob> found = new ArrayList<>();
        for (int i = 0; i < ranking.size(); i++) {
            RankedJob job = ranking.get(i);
            if (matching.test(job.key(), job.view())) {
                found.add(job);
                places.add(job.mayStart() ? i + 1 : 0);
            }
        }
        List<Integer> of = page.of(places);
        List<JobJson> items = new ArrayList<>();
        for (RankedJob job : page.of(found)) {
            items.add(ranked(view.snapshot(), policy, job, of.get(items.size())));
        }
        return jobs(view, policy, found.size(), page, items);
    }

    private static JobsJson running(DomainView view, NamedPolicy policy, Matching matching, Page page) {
        List<Map.Entry<JobKey, JobView>> found = view.snapshot().jobs().entrySet().stream()
                .filter(job -> job.getValue().status() == JobView.Status.RUNNING)
                .filter(job -> matching.test(job.getKey(), job.getValue()))
                .sorted(Comparator.comparingLong((Map.Entry<JobKey, JobView> job) ->
                                job.getValue().runStart())
                        .thenComparing(job -> job.getKey().cluster())
                        .thenComparing(job -> job.getKey().job()))
                .toList();
        List<JobJson> items = page.of(found).stream()
                .map(job -> running(view.snapshot(), policy, job.getKey(), job.getValue()))
                .toList();
        return jobs(view, policy, found.size(), page, items);
    }

    private static JobJson running(DomainSnapshot snapshot, NamedPolicy policy, JobKey key, JobView view) {
        JobState state = snapshot.job(key);
        return active(snapshot, policy, key, view)
                .map(job -> job(key, view, state, job, ranking(snapshot, policy, job, 0), null))
                .orElseGet(() -> job(key, view, state));
    }

    /** The priority of a job that runs, where the policy has one. */
    static Optional<RankedJob> active(DomainSnapshot snapshot, NamedPolicy policy, JobKey key, JobView view) {
        return snapshot.rank(policy, key, view).stream()
                .filter(job -> job.request().equals(Keys.RUNNING))
                .findFirst();
    }

    private static JobsJson jobs(DomainView view, NamedPolicy policy, int total, Page page, List<JobJson> items) {
        return new JobsJson(
                view.snapshot().domain(),
                DomainAnswers.policyName(policy),
                view.past(),
                null,
                null,
                null,
                total,
                null,
                page.next(total),
                items,
                view.freshness());
    }

    /** Whether a job matches the question. */
    static final class Matching {
        private final Selection selection;
        private final NamedPolicy policy;
        private final VisibleDomain visibleDomain;
        private final DomainView view;

        Matching(DomainView view, NamedPolicy policy, Selection selection, VisibleDomain visibleDomain) {
            this.view = view;
            this.policy = policy;
            this.selection = selection;
            this.visibleDomain = visibleDomain;
        }

        boolean test(JobKey job, JobView of) {
            NodeId named = PendingJobs.association(job, of);
            return visibleDomain.job(job, of)
                    && (selection.users().isEmpty() || selection.users().contains(named.user()))
                    && (selection.queues().isEmpty() || selection.queues().contains(queue(of)))
                    && (selection.qos().isEmpty() || selection.hasQos(of))
                    && (selection.accounts().isEmpty()
                            || selection.accounts().stream().anyMatch(account -> isBelow(job, of, account, named)));
        }

        private boolean isBelow(JobKey job, JobView of, String account, NodeId named) {
            if (named.account().equals(account)) {
                return true;
            }
            NodeId association = policy.family().association(job, of.attributes());
            // What is below an account is its members' and coordinators' to know.
            if (association == null
                    || !visibleDomain.sees(NodeId.ofAccount(association.tree(), account))
                    || !view.snapshot().trees(policy).contains(association.tree())) {
                return false;
            }
            ShareTree tree = view.snapshot().tree(policy, association.tree());
            int above = tree.findAccount(account);
            int node = tree.find(association);
            return above >= 0 && node >= above && node < tree.subtreeEnd(above);
        }
    }

    /** The number of jobs in a ranking that may start. */
    static int startable(List<RankedJob> ranking) {
        return (int) ranking.stream().filter(RankedJob::mayStart).count();
    }

    /** A ranked job with its priority and the terms of it. */
    static JobJson ranked(DomainSnapshot snapshot, NamedPolicy policy, RankedJob job, int place) {
        return job(job.key(), job.view(), null, job, ranking(snapshot, policy, job, place), null);
    }

    private static JobJson.Ranking ranking(DomainSnapshot snapshot, NamedPolicy policy, RankedJob job, int place) {
        return new JobJson.Ranking(
                job.record().held(),
                job.eligible(),
                job.priority(),
                Json.count(place),
                TermJson.of(terms(snapshot, policy, job)));
    }

    /** The terms of a priority. Fairshare that travels apart has the summands of its association as parts. */
    static List<PriorityTerm> terms(DomainSnapshot snapshot, NamedPolicy policy, RankedJob job) {
        List<PriorityTerm> terms = job.record().terms(snapshot.asOf(), job.fairshare());
        NodeId node = job.record().fairshareNode();
        if (node == null) {
            return terms;
        }
        Fairshare fairshare = snapshot.fairshare(policy, node.tree());
        int number = fairshare.tree().find(node);
        List<PriorityTerm> parts = number < 0 ? List.of() : policy.family().summands(fairshare, number);
        return terms.stream()
                .map(term -> term.name().equals("fairshare") && !parts.isEmpty()
                        ? new PriorityTerm(term.name(), term.weight(), term.value(), term.weighted(), parts)
                        : term)
                .toList();
    }

    static JobJson job(JobKey key, JobView view, JobState state) {
        return job(key, view, state, null, null, null);
    }

    static JobJson ended(EndedJob job, double cost) {
        return job(job.key(), job.view(), job.state(), null, null, cost);
    }

    /**
     * @param state source of members that only the facts tell; null = leave them out
     * @param ranked the ranking's own tree, request and queue; null = those of the job
     * @param cost of an ended job, TRES-seconds
     */
    private static JobJson job(
            JobKey key,
            JobView view,
            @Nullable JobState state,
            @Nullable RankedJob ranked,
            JobJson.@Nullable Ranking ranking,
            @Nullable Double cost) {
        NodeId named = PendingJobs.association(key, view);
        NodeId association = ranked == null ? null : ranked.association();
        JobAttributes attributes = view.attributes();
        return new JobJson(
                key.cluster(),
                key.job(),
                ranked == null ? "" : ranked.request(),
                status(view, state),
                association == null ? named.tree() : association.tree(),
                named.account(),
                named.user(),
                ranked == null || ranked.queue().isEmpty() ? queue(view) : ranked.queue(),
                attributes.text(Attribute.QOS, ""),
                attributes.text(Attribute.JOB_NAME, ""),
                Json.time(view.submitted()),
                Json.time(view.status() == JobView.Status.PENDING ? -1 : view.runStart()),
                Json.time(view.settled()),
                attributes.requested(),
                attributes.has(Attribute.TIME_LIMIT) ? attributes.number(Attribute.TIME_LIMIT, 0) : null,
                cost,
                ranking);
    }

    private static String status(JobView view, @Nullable JobState state) {
        if (view.status() == JobView.Status.RUNNING && state != null && isSuspended(state)) {
            return "suspended";
        }
        return switch (view.status()) {
            case PENDING -> "pending";
            case RUNNING -> "running";
            case ENDED -> "ended";
        };
    }

    /** Whether the run of a job is suspended. */
    static boolean isSuspended(JobState state) {
        boolean suspended = false;
        for (JobFact fact : state.latestLife()) {
            switch (fact.type()) {
                case SUSPENDED -> suspended = true;
                case RESUMED, STARTED -> suspended = false;
                default -> {}
            }
        }
        return suspended;
    }

    /** The queue of a job, or its partition if it names no queue. */
    static String queue(JobView view) {
        return view.attributes().text(Attribute.QUEUE, view.attributes().text(Attribute.PARTITION, ""));
    }
}

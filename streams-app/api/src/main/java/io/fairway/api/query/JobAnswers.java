package io.fairway.api.query;

import io.fairway.api.answer.JobDetailJson;
import io.fairway.api.answer.JobEventsJson;
import io.fairway.api.answer.JobJson;
import io.fairway.api.answer.JobsJson;
import io.fairway.api.answer.TermJson;
import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.engine.reading.DomainSnapshot;
import io.fairway.engine.reading.DomainSnapshot.NamedPolicy;
import io.fairway.engine.reading.DomainSnapshot.RankedJob;
import io.fairway.policies.family.PendingJobs;
import io.fairway.policies.family.Statement;
import io.fairway.schedulers.moab.WindowRing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers about jobs: those that wait in the order of a policy, those that run, one job, and its events in the ledger.
 */
final class JobAnswers {
    private JobAnswers() {}

    /** The selected jobs. */
    record Selection(
            String state,
            @Nullable String account,
            @Nullable String user,
            @Nullable String queue) {}

    static JobsJson list(DomainView view, @Nullable String policyName, Selection selection, Page page, Seen seen) {
        NamedPolicy policy = view.policy(policyName);
        Matching matching = new Matching(view, policy, selection, seen);
        return selection.state().equals("running")
                ? running(view, policy, matching, page)
                : pending(view, policy, matching, page);
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
                .map(job -> job(job.getKey(), job.getValue(), view.snapshot().job(job.getKey())))
                .toList();
        return jobs(view, policy, found.size(), page, items);
    }

    private static JobsJson jobs(DomainView view, NamedPolicy policy, int total, Page page, List<JobJson> items) {
        return new JobsJson(
                view.snapshot().domain(),
                DomainAnswers.policyName(policy),
                total,
                page.next(total),
                items,
                view.freshness());
    }

    /** Whether a job matches the question. */
    private static final class Matching {
        private final Selection selection;
        private final NamedPolicy policy;
        private final Seen seen;
        private final DomainView view;

        Matching(DomainView view, NamedPolicy policy, Selection selection, Seen seen) {
            this.view = view;
            this.policy = policy;
            this.selection = selection;
            this.seen = seen;
        }

        boolean test(JobKey job, JobView of) {
            NodeId named = PendingJobs.association(job, of);
            return seen.job(job, of)
                    && (selection.user() == null || selection.user().equals(named.user()))
                    && (selection.queue() == null || selection.queue().equals(queue(of)))
                    && (selection.account() == null || isBelow(job, of, selection.account(), named));
        }

        private boolean isBelow(JobKey job, JobView of, String account, NodeId named) {
            if (named.account().equals(account)) {
                return true;
            }
            NodeId association = policy.family().association(job, of.attributes());
            // What is below an account is its members' and coordinators' to know.
            if (association == null
                    || !seen.node(NodeId.ofAccount(association.tree(), account))
                    || !view.snapshot().trees(policy).contains(association.tree())) {
                return false;
            }
            ShareTree tree = view.snapshot().tree(policy, association.tree());
            int above = tree.findAccount(account);
            int node = tree.find(association);
            return above >= 0 && node >= above && node < tree.subtreeEnd(above);
        }
    }

    static JobDetailJson detail(DomainView view, JobKey key, Seen seen) {
        DomainSnapshot snapshot = view.snapshot();
        JobState state = seen.job(key);
        List<JobDetailJson.Priority> priorities = new ArrayList<>();
        for (NamedPolicy policy : snapshot.policies()) {
            List<RankedJob> ranking = snapshot.ranking(policy);
            for (int i = 0; i < ranking.size(); i++) {
                RankedJob ranked = ranking.get(i);
                if (ranked.key().equals(key)) {
                    long until = ranked.record().validUntil();
                    priorities.add(new JobDetailJson.Priority(
                            DomainAnswers.policyName(policy),
                            ranked.request(),
                            ranked.priority(),
                            Json.count(ranked.mayStart() ? i + 1 : 0),
                            startable(ranking),
                            TermJson.of(terms(snapshot, policy, ranked)),
                            Json.time(until == JobPriorityRecord.FOREVER ? -1 : until)));
                }
            }
        }
        return new JobDetailJson(
                snapshot.domain(),
                job(key, snapshot.view(state), state),
                priorities,
                charges(snapshot, key, state, seen),
                view.freshness());
    }

    /** The number of jobs in a ranking that may start. */
    static int startable(List<RankedJob> ranking) {
        return (int) ranking.stream().filter(RankedJob::mayStart).count();
    }

    private static List<JobDetailJson.Charge> charges(DomainSnapshot snapshot, JobKey key, JobState state, Seen seen) {
        List<JobDetailJson.Charge> charges = new ArrayList<>();
        for (Measure measure : snapshot.measures()) {
            value(snapshot, key, state, measure).forEach((association, value) -> {
                // An earlier job with this id, or an earlier run, may have been another's.
                if (seen.node(association)) {
                    charges.add(new JobDetailJson.Charge(
                            measure.name(),
                            association.account(),
                            association.user(),
                            value.decayed(),
                            measure.kind().accumulates() ? value.plain() : null));
                }
            });
        }
        return charges;
    }

    /** The worth of a job's charges. */
    record Value(double decayed, double plain) {}

    /** The ledger's charge for a job under a measure, as of the snapshot. */
    static Map<NodeId, Value> value(DomainSnapshot snapshot, JobKey key, JobState state, Measure measure) {
        Statement statement = snapshot.statement(measure);
        Map<NodeId, Line> lines = new LinkedHashMap<>();
        Map<NodeId, Line> plain = new LinkedHashMap<>();
        Map<NodeId, WindowRing> rings = new LinkedHashMap<>();
        for (Charge charge : snapshot.charges(key, state)) {
            if (!charge.measure().equals(measure.name())) {
                continue;
            }
            if (statement.windows() != null) {
                var windowing = statement.windows().windowing();
                rings.computeIfAbsent(charge.association(), a -> new WindowRing(windowing))
                        .add(charge.use());
            } else {
                lines.computeIfAbsent(charge.association(), a -> new Line()).add(measure.law(), charge.use());
            }
            plain.computeIfAbsent(charge.association(), a -> new Line()).add(DecayLaw.none(), charge.use());
        }
        Map<NodeId, Value> values = new LinkedHashMap<>();
        plain.forEach((association, line) -> {
            Line decayed = lines.get(association);
            WindowRing ring = rings.get(association);
            double value = decayed != null
                    ? decayed.usage(measure.law(), snapshot.asOf())
                    : ring != null && statement.windows() != null
                            ? ring.decayed(statement.windows().decay(), snapshot.asOf())
                            : Double.NaN;
            values.put(association, new Value(value, line.usage(DecayLaw.none(), snapshot.asOf())));
        });
        return values;
    }

    static JobEventsJson events(DomainView view, JobKey key, Page page, Seen seen) {
        List<JobFact> facts = seen.facts(key, seen.job(key));
        return new JobEventsJson(
                key.domain(),
                key.cluster(),
                key.job(),
                page.of(facts).stream().map(JobAnswers::event).toList(),
                page.next(facts.size()),
                view.freshness());
    }

    private static JobEventsJson.Event event(JobFact fact) {
        return new JobEventsJson.Event(
                Instant.ofEpochMilli(fact.time()),
                fact.type().name(),
                "rank " + fact.sourceRank(),
                fact.sequence(),
                fact.revision(),
                Json.time(fact.run()),
                new JobEventsJson.Attributes(
                        fact.attributes().values(),
                        fact.attributes().requested(),
                        fact.allocated(),
                        fact.cpuSeconds()));
    }

    /** A ranked job with its priority and the terms of it. */
    static JobJson ranked(DomainSnapshot snapshot, NamedPolicy policy, RankedJob job, int place) {
        return job(
                job.key(),
                job.view(),
                null,
                job,
                new JobJson.Ranking(
                        job.record().held(),
                        job.eligible(),
                        job.priority(),
                        Json.count(place),
                        TermJson.of(terms(snapshot, policy, job))));
    }

    /** The terms of a priority. Fairshare that travels apart has the summands of its association as parts. */
    private static List<PriorityTerm> terms(DomainSnapshot snapshot, NamedPolicy policy, RankedJob job) {
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

    private static JobJson job(JobKey key, JobView view, JobState state) {
        return job(key, view, state, null, null);
    }

    /**
     * @param state source of members that only the facts tell; null = leave them out
     * @param ranked the ranking's own tree, request and queue; null = those of the job
     */
    private static JobJson job(
            JobKey key,
            JobView view,
            @Nullable JobState state,
            @Nullable RankedJob ranked,
            JobJson.@Nullable Ranking ranking) {
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
                ranking);
    }

    private static String status(JobView view, @Nullable JobState state) {
        if (view.status() == JobView.Status.RUNNING && state != null) {
            boolean suspended = false;
            for (JobFact fact : state.latestLife()) {
                switch (fact.type()) {
                    case SUSPENDED -> suspended = true;
                    case RESUMED, STARTED -> suspended = false;
                    default -> {}
                }
            }
            if (suspended) {
                return "suspended";
            }
        }
        return switch (view.status()) {
            case PENDING -> "pending";
            case RUNNING -> "running";
            case ENDED -> "ended";
        };
    }

    /** The queue of a job, or its partition if it names no queue. */
    static String queue(JobView view) {
        return view.attributes().text(Attribute.QUEUE, view.attributes().text(Attribute.PARTITION, ""));
    }
}

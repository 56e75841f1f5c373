package io.fairway.api.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairway.core.ledger.Charge;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.shares.ShareTree;
import io.fairway.core.usage.DecayLaw;
import io.fairway.core.usage.Line;
import io.fairway.engine.reading.DomainSnapshot;
import io.fairway.engine.reading.DomainSnapshot.NamedPolicy;
import io.fairway.engine.reading.DomainSnapshot.RankedJob;
import io.fairway.policies.family.PendingJobs;
import io.fairway.policies.family.Statement;
import io.fairway.schedulers.moab.WindowRing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Jobs: those that wait in the order of a policy, those that run, one of them, and what the ledger holds of it. */
final class JobAnswers {
    private JobAnswers() {}

    /** Which jobs. */
    record Selection(
            String state,
            @Nullable String account,
            @Nullable String user,
            @Nullable String queue) {}

    /** @param sees whether a job of an account and a user may be shown */
    static ObjectNode list(
            DomainView view,
            @Nullable String policyName,
            Selection selection,
            Page page,
            BiPredicate<String, String> sees) {
        NamedPolicy policy = view.policy(policyName);
        ObjectNode answer = Json.object().put("domain", view.snapshot().domain());
        answer.set("policy", DomainAnswers.policyName(policy));
        List<ObjectNode> jobs = selection.state().equals("running")
                ? running(view, policy, selection, page, sees, answer)
                : pending(view, policy, selection, page, sees, answer);
        ArrayNode items = answer.putArray("items");
        jobs.forEach(items::add);
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    private static List<ObjectNode> pending(
            DomainView view,
            NamedPolicy policy,
            Selection selection,
            Page page,
            BiPredicate<String, String> sees,
            ObjectNode answer) {
        Matching matching = new Matching(view, policy, selection, sees);
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
        answer.put("total", found.size());
        Json.next(answer, page.next(found.size()));
        List<Integer> of = page.of(places);
        List<ObjectNode> items = new ArrayList<>();
        for (RankedJob job : page.of(found)) {
            items.add(ranked(view.snapshot(), job, of.get(items.size())));
        }
        return items;
    }

    private static List<ObjectNode> running(
            DomainView view,
            NamedPolicy policy,
            Selection selection,
            Page page,
            BiPredicate<String, String> sees,
            ObjectNode answer) {
        Matching matching = new Matching(view, policy, selection, sees);
        List<Map.Entry<JobKey, JobView>> found = view.snapshot().jobs().entrySet().stream()
                .filter(job -> job.getValue().status() == JobView.Status.RUNNING)
                .filter(job -> matching.test(job.getKey(), job.getValue()))
                .sorted(Comparator.comparingLong((Map.Entry<JobKey, JobView> job) ->
                                job.getValue().runStart())
                        .thenComparing(job -> job.getKey().cluster())
                        .thenComparing(job -> job.getKey().job()))
                .toList();
        answer.put("total", found.size());
        Json.next(answer, page.next(found.size()));
        return page.of(found).stream()
                .map(job -> job(job.getKey(), job.getValue(), view.snapshot().job(job.getKey())))
                .toList();
    }

    /** Whether a job is one of those that are asked for. */
    private static final class Matching {
        private final Selection selection;
        private final NamedPolicy policy;
        private final BiPredicate<String, String> sees;
        private final DomainView view;

        Matching(DomainView view, NamedPolicy policy, Selection selection, BiPredicate<String, String> sees) {
            this.view = view;
            this.policy = policy;
            this.selection = selection;
            this.sees = sees;
        }

        boolean test(JobKey job, JobView of) {
            NodeId named = PendingJobs.association(job, of);
            return sees.test(named.account(), named.user())
                    && (selection.user() == null || selection.user().equals(named.user()))
                    && (selection.queue() == null || selection.queue().equals(queue(of)))
                    && (selection.account() == null || isBelow(job, of, selection.account(), named));
        }

        private boolean isBelow(JobKey job, JobView of, String account, NodeId named) {
            NodeId association = policy.family().association(job, of.attributes());
            if (association == null || !view.snapshot().trees(policy).contains(association.tree())) {
                return named.account().equals(account);
            }
            ShareTree tree = view.snapshot().tree(policy, association.tree());
            int above = tree.findAccount(account);
            int node = tree.find(association);
            return above >= 0 && node >= above && node < tree.subtreeEnd(above);
        }
    }

    static ObjectNode detail(DomainView view, JobKey key) {
        DomainSnapshot snapshot = view.snapshot();
        JobState state = known(view, key);
        JobView job = snapshot.view(state);
        ObjectNode answer = Json.object().put("domain", snapshot.domain());
        answer.set("job", job(key, job, state));
        ArrayNode priorities = answer.putArray("priorities");
        for (NamedPolicy policy : snapshot.policies()) {
            List<RankedJob> ranking = snapshot.ranking(policy);
            for (int i = 0; i < ranking.size(); i++) {
                RankedJob ranked = ranking.get(i);
                if (ranked.key().equals(key)) {
                    ObjectNode priority = priorities.addObject();
                    priority.set("policy", DomainAnswers.policyName(policy));
                    priority.put("request", ranked.request());
                    Json.number(priority, "priority", ranked.priority());
                    Json.count(priority, "place", ranked.mayStart() ? i + 1 : 0);
                    priority.put("of", startable(ranking));
                    priority.set("terms", Json.weighted(ranked.record().terms(snapshot.asOf(), ranked.fairshare())));
                    long until = ranked.record().validUntil();
                    Json.instant(priority, "validUntil", until == JobPriorityRecord.FOREVER ? -1 : until);
                }
            }
        }
        charges(snapshot, key, state, answer.putArray("charges"));
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    /** How many jobs of a ranking may start. */
    static int startable(List<RankedJob> ranking) {
        return (int) ranking.stream().filter(RankedJob::mayStart).count();
    }

    /** The state of a job, which must be known. */
    static JobState known(DomainView view, JobKey key) {
        JobState state = view.snapshot().job(key);
        if (state.facts().isEmpty()) {
            throw Problem.notFound("job " + key.job() + " of cluster " + key.cluster() + ": not known in domain "
                    + key.domain() + "; ended jobs are remembered for the ledger's horizon");
        }
        return state;
    }

    private static void charges(DomainSnapshot snapshot, JobKey key, JobState state, ArrayNode to) {
        for (Measure measure : snapshot.measures()) {
            value(snapshot, key, state, measure).forEach((association, value) -> {
                ObjectNode charge = to.addObject()
                        .put("measure", measure.name())
                        .put("account", association.account())
                        .put("user", association.user());
                Json.number(charge, "value", value.decayed());
                if (measure.kind().accumulates()) {
                    Json.number(charge, "plain", value.plain());
                }
            });
        }
    }

    /** What a job's charges are worth. */
    record Value(double decayed, double plain) {}

    /** What the ledger charges for a job under a measure, as of the snapshot. */
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

    static ObjectNode events(DomainView view, JobKey key, Page page) {
        List<JobFact> facts = known(view, key).facts();
        ObjectNode answer = Json.object()
                .put("domain", key.domain())
                .put("cluster", key.cluster())
                .put("job", key.job());
        ArrayNode items = answer.putArray("items");
        for (JobFact fact : page.of(facts)) {
            ObjectNode item = items.addObject()
                    .put("time", Json.instant(fact.time()))
                    .put("type", fact.type().name())
                    .put("source", "rank " + fact.sourceRank())
                    .put("sequence", fact.sequence())
                    .put("revision", fact.revision());
            Json.instant(item, "run", fact.run());
            ObjectNode attributes = item.putObject("attributes");
            fact.attributes().values().forEach((name, value) -> attributes.put(name.name(), value));
            if (!fact.attributes().requested().isEmpty()) {
                attributes.set("requestedTres", Json.tres(fact.attributes().requested()));
            }
            if (!fact.allocated().isEmpty()) {
                attributes.set("allocatedTres", Json.tres(fact.allocated()));
            }
            if (!Double.isNaN(fact.cpuSeconds())) {
                attributes.put("cpuSeconds", fact.cpuSeconds());
            }
        }
        Json.next(answer, page.next(facts.size()));
        answer.set("freshness", Json.freshness(view.freshness()));
        return answer;
    }

    /** A ranked job with its priority and the terms of it. */
    static ObjectNode ranked(DomainSnapshot snapshot, RankedJob job, int place) {
        ObjectNode item = job(job.key(), job.view(), null);
        if (job.association() != null) {
            item.put("tree", job.association().tree());
        }
        item.put("request", job.request()).put("held", job.record().held()).put("eligible", job.eligible());
        if (!job.queue().isEmpty()) {
            item.put("queue", job.queue());
        }
        Json.number(item, "priority", job.priority());
        Json.count(item, "place", place);
        item.set("terms", Json.weighted(job.record().terms(snapshot.asOf(), job.fairshare())));
        return item;
    }

    /** @param state for what only the facts tell; null = leave it out */
    static ObjectNode job(JobKey key, JobView view, @Nullable JobState state) {
        NodeId named = PendingJobs.association(key, view);
        ObjectNode job = Json.object()
                .put("cluster", key.cluster())
                .put("job", key.job())
                .put("request", "")
                .put("state", status(view, state))
                .put("tree", named.tree())
                .put("account", named.account())
                .put("user", named.user())
                .put("queue", queue(view))
                .put("qos", view.attributes().text(Attribute.QOS, ""))
                .put("name", view.attributes().text(Attribute.JOB_NAME, ""));
        Json.instant(job, "submitted", view.submitted());
        Json.instant(job, "started", view.status() == JobView.Status.PENDING ? -1 : view.runStart());
        Json.instant(job, "ended", view.settled());
        job.set("requestedTres", Json.tres(view.attributes().requested()));
        if (view.attributes().has(Attribute.TIME_LIMIT)) {
            job.put("timeLimitSeconds", view.attributes().number(Attribute.TIME_LIMIT, 0));
        } else {
            job.putNull("timeLimitSeconds");
        }
        return job;
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

    /** The queue of a job, or the partition where it names no queue. */
    static String queue(JobView view) {
        return view.attributes().text(Attribute.QUEUE, view.attributes().text(Attribute.PARTITION, ""));
    }
}

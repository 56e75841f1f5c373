package io.fairway.api.query;

import io.fairway.api.answer.FairshareDetailJson;
import io.fairway.api.answer.FairshareDetailJson.Explained;
import io.fairway.api.answer.JobJson;
import io.fairway.api.answer.WhyUserJson.Association;
import io.fairway.api.answer.WhyUserJson.Cost;
import io.fairway.api.why.Ahead;
import io.fairway.api.why.AheadBy;
import io.fairway.api.why.Eligibility;
import io.fairway.api.why.WholeTree;
import io.fairway.api.why.WhyAssociation;
import io.fairway.api.why.WhyJob;
import io.fairway.api.why.WhyUser;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.policy.Fairshare;
import io.fairway.core.priority.FairshareTerm;
import io.fairway.core.shares.ShareTree;
import io.fairway.policies.explain.Room;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.reading.period.JobCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why a job is not next, why a user's jobs are not, and why an association's fairshare has its value. */
final class WhyAnswers {
    private static final int AHEAD = 10;
    private static final int LARGEST = 5;
    /** The most users of an answer whose jobs are ahead. */
    private static final int GROUPS = 100;

    private static final double SECONDS_PER_HOUR = 3_600;

    private WhyAnswers() {}

    static io.fairway.api.answer.WhyJobJson job(
            DomainView view, @Nullable String policyName, JobKey key, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        NamedPolicy policy = view.policy(policyName);
        JobState state = visibleDomain.job(key);
        List<RankedJob> ranking = snapshot.ranking(policy);
        int at = -1;
        for (int i = 0; i < ranking.size() && at < 0; i++) {
            at = ranking.get(i).key().equals(key) ? i : -1;
        }
        if (at < 0) {
            throw notRanked(view, policy, key, state);
        }
        RankedJob job = ranking.get(at);
        int of = JobAnswers.startable(ranking);
        int place = job.mayStart() ? at + 1 : 0;
        List<io.fairway.api.why.RankedJob> before = new ArrayList<>();
        for (int i = Math.min(at, of) - 1; i >= 0 && before.size() < AHEAD; i--) {
            before.add(forWhy(ranking.get(i), visibleDomain));
        }
        Fairshare whole = job.association() == null
                ? null
                : snapshot.fairshare(policy, job.association().tree());
        // The policy may count the job in another tree than the one in which the caller sees it.
        Fairshare fairshare = job.association() != null && visibleDomain.sees(job.association()) ? whole : null;
        int node = fairshare == null || job.association() == null
                ? -1
                : fairshare.tree().find(job.association());
        WhyAssociation association =
                fairshare == null || node < 0 ? null : why(view, policy, fairshare, node, visibleDomain);
        double most = job.record().fairshareTerm() == FairshareTerm.RANK && whole != null
                ? whole.tree().userCount()
                : policy.family().mostFairshare();
        Eligibility eligibility = Eligibility.of(
                        job.view(), state.latestLife(), job.record().held(), snapshot.asOf())
                .within(job.limits());
        WhyJob why = WhyJob.of(new WhyJob.Question(
                forWhy(job, visibleDomain),
                place,
                of,
                before,
                eligibility,
                policy.family(),
                association,
                most,
                snapshot.orders(policy),
                room(snapshot, job),
                snapshot.asOf()));
        return new io.fairway.api.answer.WhyJobJson(
                snapshot.domain(),
                DomainAnswers.policyName(policy),
                JobAnswers.ranked(snapshot, policy, job, place),
                why.priority(),
                Json.count(place),
                of,
                why.summary(),
                why.sentences(),
                why.rows(),
                why.formula(),
                why.changes(),
                why.recovery(),
                why.ahead().stream().map(WhyAnswers::ahead).toList(),
                aheadBy(ranking.subList(0, Math.min(at, of)), job, visibleDomain, snapshot.asOf()),
                fairshare != null && node >= 0 ? item(view, policy, fairshare, node) : null,
                view.freshness());
    }

    private static @Nullable Room room(DomainSnapshot snapshot, RankedJob job) {
        String cluster = job.key().cluster();
        double asked = job.view().attributes().requested().count("cpu").doubleValue();
        return Room.of(
                cluster,
                asked > 0 ? asked : 1,
                snapshot.hosts(),
                snapshot.jobs().entrySet().stream()
                        .filter(other -> other.getKey().cluster().equals(cluster)
                                && other.getValue().status() == JobView.Status.RUNNING)
                        .map(other -> Room.processors(
                                snapshot.job(other.getKey()).latestLife(),
                                other.getValue()
                                        .attributes()
                                        .requested()
                                        .count("cpu")
                                        .doubleValue())));
    }

    private static Problem notRanked(DomainView view, NamedPolicy policy, JobKey key, JobState state) {
        JobView job = view.snapshot().view(state);
        String what = "job " + key.job() + " of cluster " + key.cluster();
        return switch (job.status()) {
            case RUNNING ->
                Problem.of(
                        409,
                        what
                                + (JobAnswers.isSuspended(state)
                                        ? " is suspended, and started at " + Json.instant(job.runStart())
                                                + ": it keeps its slots and does not wait"
                                        : " runs since " + Json.instant(job.runStart()) + ": it no longer waits"));
            case ENDED -> Problem.of(409, what + " ended at " + Json.instant(job.settled()));
            case PENDING -> {
                NodeId named = PendingJobs.association(key, job);
                yield Problem.of(
                        409,
                        what + " waits for its share record: policy " + policy.name() + " knows no association of user "
                                + named.user() + " in account " + named.account() + " of domain "
                                + view.snapshot().domain());
            }
        };
    }

    private static io.fairway.api.answer.WhyJobJson.Ahead ahead(Ahead ahead) {
        return new io.fairway.api.answer.WhyJobJson.Ahead(
                ahead.job().cluster(),
                ahead.job().job(),
                ahead.job().user(),
                ahead.job().account(),
                ahead.priority(),
                ahead.lead(),
                ahead.because());
    }

    /** All jobs before a job, by user and account: a user is one of a few, and a queue may be long. */
    private static List<io.fairway.api.answer.WhyJobJson.AheadBy> aheadBy(
            List<RankedJob> before, RankedJob own, VisibleDomain visibleDomain, long at) {
        List<AheadBy.Request> requests = before.stream()
                .map(job -> {
                    JobAttributes attributes = job.view().attributes();
                    return new AheadBy.Request(
                            forWhy(job, visibleDomain),
                            attributes.requested().count("cpu").doubleValue(),
                            attributes.has(Attribute.TIME_LIMIT)
                                    ? attributes.number(Attribute.TIME_LIMIT, 0) / SECONDS_PER_HOUR
                                    : Double.NaN);
                })
                .toList();
        return AheadBy.of(forWhy(own, visibleDomain), requests, at).stream()
                .limit(GROUPS)
                .map(group -> new io.fairway.api.answer.WhyJobJson.AheadBy(
                        group.user(),
                        group.account(),
                        group.jobs(),
                        group.processors(),
                        group.processorHours(),
                        group.withoutLimit(),
                        group.term()))
                .toList();
    }

    /** Leaves out the name of a person that the caller may not see, in sentences too. */
    private static io.fairway.api.why.RankedJob forWhy(RankedJob job, VisibleDomain visibleDomain) {
        NodeId named = job.association() == null ? PendingJobs.association(job.key(), job.view()) : job.association();
        boolean seen = visibleDomain.job(job.key(), job.view());
        return new io.fairway.api.why.RankedJob(
                job.key().cluster(),
                seen ? job.key().job() : "",
                seen ? named.user() : "",
                seen ? named.account() : "",
                job.queue(),
                job.submitted(),
                job.record(),
                job.fairshare());
    }

    static FairshareDetailJson association(
            DomainView view, @Nullable String policyName, NodeId id, VisibleDomain visibleDomain) {
        NamedPolicy policy = view.policy(policyName);
        String name = view.tree(policy, id.tree());
        Fairshare fairshare = view.snapshot().fairshare(policy, name);
        int node = FairshareAnswers.find(view, fairshare.tree(), id);
        return new FairshareDetailJson(
                view.snapshot().domain(),
                DomainAnswers.policyName(policy),
                visibleDomain.root(name) ? fairshare.tree().userCount() : 0,
                explained(view, policy, fairshare, node, why(view, policy, fairshare, node, visibleDomain)),
                view.freshness());
    }

    static io.fairway.api.answer.WhyUserJson user(
            DomainView view, @Nullable String policyName, String user, VisibleDomain visibleDomain) {
        visibleDomain.requireUser(null, user);
        DomainSnapshot snapshot = view.snapshot();
        NamedPolicy policy = view.policy(policyName);
        List<WhyAssociation> whys = new ArrayList<>();
        List<Association> associations = new ArrayList<>();
        for (String tree : snapshot.trees(policy)) {
            Fairshare fairshare = snapshot.fairshare(policy, tree);
            ShareTree shares = fairshare.tree();
            for (int node = 0; node < shares.size(); node++) {
                if (shares.isUser(node) && shares.id(node).user().equals(user) && visibleDomain.sees(shares.id(node))) {
                    WhyAssociation why = why(view, policy, fairshare, node, visibleDomain);
                    whys.add(why);
                    associations.add(new Association(
                            explained(view, policy, fairshare, node, why),
                            largest(view, policy, shares, node, visibleDomain)));
                }
            }
        }
        List<RankedJob> ranking = snapshot.ranking(policy);
        List<JobJson> jobs = new ArrayList<>();
        int best = 0;
        for (int i = 0; i < ranking.size(); i++) {
            RankedJob job = ranking.get(i);
            if (PendingJobs.association(job.key(), job.view()).user().equals(user)
                    && visibleDomain.job(job.key(), job.view())) {
                best = best == 0 && job.mayStart() ? i + 1 : best;
                jobs.add(JobAnswers.ranked(snapshot, policy, job, job.mayStart() ? i + 1 : 0));
            }
        }
        if (whys.isEmpty() && jobs.isEmpty()) {
            throw Problem.notFound("user " + user + ": no association and no waiting job in domain " + snapshot.domain()
                    + " under policy " + policy.name());
        }
        return new io.fairway.api.answer.WhyUserJson(
                snapshot.domain(),
                DomainAnswers.policyName(policy),
                user,
                WhyUser.summary(user, whys, jobs.size(), best, JobAnswers.startable(ranking)),
                associations,
                jobs,
                view.freshness());
    }

    private static WhyAssociation why(
            DomainView view, NamedPolicy policy, Fairshare fairshare, int node, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        return WhyAssociation.of(
                policy.family(),
                fairshare,
                node,
                visibleDomain.in(fairshare.tree()),
                snapshot.usage(),
                snapshot.nextReset(UsageAnswers.measureOf(view, policy)),
                snapshot.asOf());
    }

    private static Explained explained(
            DomainView view, NamedPolicy policy, Fairshare fairshare, int node, WhyAssociation why) {
        SequencedSet<String> sentences = new LinkedHashSet<>(List.of(why.summary()));
        sentences.addAll(why.sentences());
        return new Explained(
                item(view, policy, fairshare, node),
                why.rows(),
                why.formula(),
                sentences,
                why.changes(),
                why.recovery());
    }

    private static io.fairway.api.answer.FairshareJson item(
            DomainView view, NamedPolicy policy, Fairshare fairshare, int node) {
        return FairshareAnswers.item(fairshare, node, WholeTree.of(view.snapshot(), policy, fairshare));
    }

    /** The jobs that make up most of an association's usage. */
    private static List<Cost> largest(
            DomainView view, NamedPolicy policy, ShareTree tree, int node, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        NodeId association = tree.id(node);
        Measure measure = UsageAnswers.measureOf(view, policy);
        // Where a partition has no association of its own, its usage is the user's.
        Set<NodeId> lines = new HashSet<>(Set.of(association));
        snapshot.usage().partitions(measure.name()).stream()
                .filter(line -> line.tree().equals(association.tree()) && tree.owner(line) == node)
                .forEach(lines::add);
        double all = lines.stream()
                .mapToDouble(line -> UsageAnswers.now(snapshot, measure, snapshot.statement(measure), line))
                .sum();
        List<Cost> costs = new ArrayList<>();
        snapshot.forEachKept(key -> {
            JobState state = snapshot.job(key);
            JobView job = snapshot.view(state);
            if (association.user().equals(PendingJobs.association(key, job).user()) && visibleDomain.job(key, job)) {
                Map<NodeId, JobCost.Value> values = JobCost.of(snapshot, key, state, measure);
                values.keySet().retainAll(lines);
                double decayed = values.values().stream()
                        .mapToDouble(JobCost.Value::decayed)
                        .sum();
                if (decayed > 0) {
                    costs.add(new Cost(
                            key.cluster(),
                            key.job(),
                            job.status().name().toLowerCase(Locale.ROOT),
                            decayed,
                            all == 0 ? Double.NaN : 100 * decayed / all));
                }
            }
        });
        costs.sort(Comparator.comparingDouble(cost -> -cost.value()));
        return costs.subList(0, Math.min(LARGEST, costs.size()));
    }
}

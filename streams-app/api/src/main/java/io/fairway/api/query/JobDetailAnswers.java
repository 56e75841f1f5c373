package io.fairway.api.query;

import io.fairway.api.answer.JobDetailJson;
import io.fairway.api.answer.JobEventsJson;
import io.fairway.api.answer.TermJson;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.core.policy.Term;
import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.reading.period.JobCost;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that is known of one job: its priorities under each policy, its charges and its events. */
final class JobDetailAnswers {
    private JobDetailAnswers() {}

    static JobDetailJson detail(DomainView view, JobKey key, VisibleDomain visibleDomain) {
        DomainSnapshot snapshot = view.snapshot();
        JobState state = visibleDomain.job(key);
        List<JobDetailJson.Priority> priorities = new ArrayList<>();
        for (NamedPolicy policy : snapshot.policies()) {
            List<RankedJob> ranking = snapshot.ranking(policy);
            for (int i = 0; i < ranking.size(); i++) {
                RankedJob ranked = ranking.get(i);
                if (ranked.key().equals(key)) {
                    int place = ranked.mayStart() ? i + 1 : 0;
                    priorities.add(
                            priority(snapshot, policy, ranked, place, JobAnswers.startable(ranking), visibleDomain));
                }
            }
            JobAnswers.active(snapshot, policy, key, snapshot.view(state))
                    .ifPresent(ranked -> priorities.add(
                            priority(snapshot, policy, ranked, 0, JobAnswers.startable(ranking), visibleDomain)));
        }
        return new JobDetailJson(
                snapshot.domain(),
                JobAnswers.job(key, snapshot.view(state), state),
                priorities,
                charges(snapshot, key, state, visibleDomain),
                view.freshness());
    }

    /** The charges that a caller may see. */
    private static List<JobDetailJson.Charge> charges(
            DomainSnapshot snapshot, JobKey key, JobState state, VisibleDomain visibleDomain) {
        List<JobDetailJson.Charge> charges = new ArrayList<>();
        for (Measure measure : snapshot.measures()) {
            JobCost.of(snapshot, key, state, measure).forEach((association, value) -> {
                // An earlier job with this id, or an earlier run, may have been another's.
                if (visibleDomain.sees(association)) {
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

    private static JobDetailJson.Priority priority(
            DomainSnapshot snapshot,
            NamedPolicy policy,
            RankedJob ranked,
            int place,
            int of,
            VisibleDomain visibleDomain) {
        long until = ranked.record().validUntil();
        return new JobDetailJson.Priority(
                DomainAnswers.policyName(policy),
                ranked.request(),
                ranked.priority(),
                Json.count(place),
                of,
                TermJson.of(JobAnswers.terms(snapshot, policy, ranked)),
                factors(ranked, visibleDomain),
                Json.time(until == JobPriorityRecord.FOREVER ? -1 : until));
    }

    /** Inputs of a factor may be the usage of the whole tree, which a caller without a place in it must not know. */
    private static List<JobDetailJson.Factor> factors(RankedJob ranked, VisibleDomain visibleDomain) {
        return ranked.association() != null
                        && visibleDomain.root(ranked.association().tree())
                ? ranked.factors().get().stream().map(JobDetailAnswers::factor).toList()
                : List.of();
    }

    private static JobDetailJson.Factor factor(Term term) {
        Map<String, Double> inputs = new LinkedHashMap<>();
        term.inputs().forEach(input -> inputs.put(input.name(), input.value()));
        return new JobDetailJson.Factor(term.name(), term.value(), term.rule(), inputs);
    }

    static JobEventsJson events(DomainView view, JobKey key, Page page, VisibleDomain visibleDomain) {
        List<JobFact> facts = visibleDomain.facts(key, visibleDomain.job(key));
        return new JobEventsJson(
                key.domain(),
                key.cluster(),
                key.job(),
                page.of(facts).stream().map(JobDetailAnswers::event).toList(),
                page.next(facts.size()),
                view.freshness());
    }

    private static JobEventsJson.Event event(JobFact fact) {
        return new JobEventsJson.Event(
                Instant.ofEpochMilli(fact.time()),
                fact.type().name(),
                "precedence " + fact.sourcePrecedence(),
                fact.sourcePrecedence(),
                fact.sequence(),
                fact.revision(),
                Json.time(fact.run()),
                new JobEventsJson.Attributes(
                        fact.attributes().values(),
                        fact.attributes().requested(),
                        fact.allocated(),
                        fact.cpuSeconds()));
    }
}

package io.fairway.api.query;

import io.fairway.api.answer.TermJson;
import io.fairway.api.answer.WhatIfJson;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.model.Attribute;
import io.fairway.core.model.JobAttributes;
import io.fairway.core.model.JobKey;
import io.fairway.core.model.NodeId;
import io.fairway.core.model.Tres;
import io.fairway.policies.explain.Wording;
import io.fairway.policies.slurm.PendingJobs;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.DomainSnapshot.NamedPolicy;
import io.fairway.reading.DomainSnapshot.RankedJob;
import io.fairway.reading.whatif.WhatIf;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What would be if a waiting job requested something else. */
final class WhatIfAnswers {
    /** The most jobs of an answer that the job would pass. */
    private static final int MOST = 20;

    /** What a user may change of a waiting job, by its parameter. */
    private static final Map<String, Attribute> CHANGEABLE = new LinkedHashMap<>();

    static {
        CHANGEABLE.put("account", Attribute.ACCOUNT);
        CHANGEABLE.put("partition", Attribute.PARTITION);
        CHANGEABLE.put("qos", Attribute.QOS);
        CHANGEABLE.put("queue", Attribute.QUEUE);
        CHANGEABLE.put("nodes", Attribute.NODES);
        CHANGEABLE.put("timeLimitSeconds", Attribute.TIME_LIMIT);
        CHANGEABLE.put("nice", Attribute.NICE);
    }

    private static final String CPUS = "cpus";

    private WhatIfAnswers() {}

    static WhatIfJson job(DomainView view, Answers.Parameters asked, JobKey key, VisibleDomain visibleDomain) {
        DomainSnapshot now = view.snapshot();
        NamedPolicy policy = view.policy(asked.text("policy"));
        JobState state = visibleDomain.job(key);
        JobView job = now.view(state);
        if (job.status() != JobView.Status.PENDING) {
            throw Problem.of(
                    409,
                    "job " + key.job() + " of cluster " + key.cluster()
                            + " does not wait: only a waiting job can request" + " something else");
        }
        List<WhatIfJson.Change> changes = new ArrayList<>();
        JobAttributes changed = changed(job.attributes(), asked, changes);
        requirePlace(now, policy, key, job, job.withAttributes(job.attributes().with(changed)), visibleDomain);
        WhatIf.Effect effect = now.inTurn(() -> {
            WhatIf.Effect made = made(now, key, changed);
            // Ranked in the turn, too: it costs as much, and is kept.
            List<Ranks> unused =
                    List.of(Ranks.of(made.without(), policy.name(), key), Ranks.of(made.with(), policy.name(), key));
            return made;
        });
        Ranks before = Ranks.of(effect.without(), policy.name(), key);
        Ranks after = Ranks.of(effect.with(), policy.name(), key);
        List<RankedJob> passed = new ArrayList<>(before.ahead());
        passed.removeIf(other -> after.keysAhead().contains(other.key()));
        long passedBy = after.keysAhead().stream()
                .filter(other -> !before.keysAhead().contains(other))
                .count();
        return new WhatIfJson(
                now.domain(),
                DomainAnswers.policyName(policy),
                key.cluster(),
                key.job(),
                summary(key, before, after),
                changes,
                outcome(effect.without(), policy, before),
                outcome(effect.with(), policy, after),
                passed.size(),
                Math.toIntExact(passedBy),
                passed.stream()
                        .filter(other -> visibleDomain.job(other.key(), other.view()))
                        .limit(MOST)
                        .map(WhatIfAnswers::other)
                        .toList(),
                view.freshness());
    }

    /** The job may start while it is read. */
    private static WhatIf.Effect made(DomainSnapshot now, JobKey key, JobAttributes changed) {
        try {
            return WhatIf.modified(now, key, changed);
        } catch (IllegalArgumentException gone) {
            throw Problem.of(409, String.valueOf(gone.getMessage()));
        }
    }

    private static JobAttributes changed(
            JobAttributes present, Answers.Parameters asked, List<WhatIfJson.Change> changes) {
        Map<Attribute, String> values = new EnumMap<>(Attribute.class);
        CHANGEABLE.forEach((name, attribute) -> {
            String to = asked.text(name);
            if (to != null) {
                values.put(attribute, to);
                String from = present.text(attribute, "");
                changes.add(new WhatIfJson.Change(name, from.isEmpty() ? null : from, to));
            }
        });
        // A job of several partitions would be in this one alone.
        if (values.containsKey(Attribute.PARTITION)) {
            values.put(Attribute.PARTITIONS, values.get(Attribute.PARTITION));
        }
        Integer cpus = asked.integer(CPUS);
        if (cpus != null) {
            double from = present.requested().count("cpu").doubleValue();
            changes.add(new WhatIfJson.Change(CPUS, from == 0 ? null : Long.toString((long) from), cpus.toString()));
        }
        if (changes.isEmpty()) {
            throw Problem.of(
                    400,
                    "nothing would change: give at least one of " + String.join(", ", CHANGEABLE.keySet()) + ", "
                            + CPUS);
        }
        return JobAttributes.of(values, cpus == null ? Tres.NONE : Tres.cpus(cpus));
    }

    /** Refuses an association that the user does not have: the scheduler would refuse the job. */
    private static void requirePlace(
            DomainSnapshot now,
            NamedPolicy policy,
            JobKey key,
            JobView job,
            JobView then,
            VisibleDomain visibleDomain) {
        NodeId present = policy.family().association(key, job.attributes());
        NodeId association = policy.family().association(key, then.attributes());
        String account = then.attributes().text(Attribute.ACCOUNT, "");
        if (Objects.equals(association, present)
                && account.equals(job.attributes().text(Attribute.ACCOUNT, ""))) {
            return;
        }
        boolean has = association != null
                && visibleDomain.sees(association)
                && visibleDomain.sees(association.accountNode())
                && (!policy.family().needsShares()
                        || policy.family()
                                .hasPlace(now.tree(policy, association.tree()), association, then.attributes()));
        if (!has) {
            throw Problem.of(
                    409,
                    "the job's user has no association in account " + account
                            + (association == null ? "" : " of tree " + association.tree())
                            + ", or it is not yours to see: the job would not be ranked");
        }
    }

    /**
     * Where a job stands.
     */
    private record Ranks(@Nullable RankedJob job, long place, int of, List<RankedJob> ahead, Set<JobKey> keysAhead) {
        static Ranks of(DomainSnapshot snapshot, String policyName, JobKey key) {
            NamedPolicy policy = snapshot.policies().stream()
                    .filter(each -> each.name().equals(policyName))
                    .findFirst()
                    .orElseThrow();
            List<RankedJob> ranking = snapshot.ranking(policy);
            int of = JobAnswers.startable(ranking);
            for (int i = 0; i < ranking.size(); i++) {
                if (ranking.get(i).key().equals(key)) {
                    RankedJob own = ranking.get(i);
                    List<RankedJob> ahead = own.mayStart() ? distinct(ranking.subList(0, i)) : List.of();
                    Set<JobKey> keys = new HashSet<>();
                    ahead.forEach(job -> keys.add(job.key()));
                    return new Ranks(own, own.mayStart() ? i + 1 : 0, of, ahead, keys);
                }
            }
            return new Ranks(null, 0, of, List.of(), Set.of());
        }

        /** A job of several partitions has a place in each: the first counts. */
        private static List<RankedJob> distinct(List<RankedJob> ranking) {
            Map<JobKey, RankedJob> first = new LinkedHashMap<>();
            ranking.forEach(job -> first.putIfAbsent(job.key(), job));
            return List.copyOf(first.values());
        }
    }

    private static WhatIfJson.Outcome outcome(DomainSnapshot snapshot, NamedPolicy policy, Ranks ranks) {
        RankedJob job = ranks.job();
        if (job == null) {
            return new WhatIfJson.Outcome(null, null, ranks.of(), "the policy does not rank it", List.of());
        }
        return new WhatIfJson.Outcome(
                job.priority(),
                Json.count(ranks.place()),
                ranks.of(),
                ranks.place() > 0 ? null : because(job),
                TermJson.of(JobAnswers.terms(snapshot, policy, job)));
    }

    private static String because(RankedJob job) {
        return job.record().held()
                ? "it is held"
                : job.eligible() ? "a limit is in its way: " + job.limits().reason() : "it is not eligible yet";
    }

    private static String summary(JobKey key, Ranks before, Ranks after) {
        String now = before.place() > 0 ? before.place() + " of " + before.of() : "without a place";
        String then = after.place() > 0 ? after.place() + " of " + after.of() : "without a place";
        RankedJob was = before.job();
        RankedJob is = after.job();
        String priority = was == null || is == null
                ? ""
                : was.priority() == is.priority()
                        ? " Its priority would stay " + priority(is.priority()) + "."
                        : " Its priority would be " + priority(is.priority()) + " instead of "
                                + priority(was.priority()) + ".";
        return "Job " + key.job()
                + (now.equals(then) ? " would stay " + then : " would be " + then + " instead of " + now) + "."
                + priority;
    }

    /** In full if it is a whole number, since other tools show it so. */
    private static String priority(double priority) {
        return priority == Math.rint(priority) ? Wording.number(priority) : Wording.rounded(priority);
    }

    private static WhatIfJson.Other other(RankedJob job) {
        NodeId named = PendingJobs.association(job.key(), job.view());
        return new WhatIfJson.Other(job.key().cluster(), job.key().job(), named.user(), named.account());
    }
}

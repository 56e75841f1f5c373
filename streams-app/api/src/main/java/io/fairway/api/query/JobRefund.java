package io.fairway.api.query;

import io.fairway.api.answer.AdjustmentPreviewJson.Adjustment;
import io.fairway.core.ledger.JobState;
import io.fairway.core.ledger.JobView;
import io.fairway.core.ledger.Measure;
import io.fairway.core.model.JobFact;
import io.fairway.core.model.JobKey;
import io.fairway.reading.DomainSnapshot;
import io.fairway.reading.period.JobCost;
import java.util.ArrayList;
import java.util.List;

/** The refunds that take back what an ended job weighs now: each of them decays from now on as the job's usage does. */
final class JobRefund {
    private JobRefund() {}

    /** The refunds of the job that a question names; none if it weighs nothing any more. */
    static List<Adjustment> of(
            DomainView view, JobKey key, boolean isRefund, Answers.Parameters asked, VisibleDomain visibleDomain) {
        if (!isRefund) {
            throw Problem.parameter("job", "applies to a refund alone");
        }
        for (String name : List.of(
                "account", "user", "partition", "amount", "measure", "toAccount", "toUser", "usedFrom", "usedTo")) {
            AdjustmentAnswers.requireAbsent(asked, name, "does not apply to the refund of a job, which says it itself");
        }
        AdjustmentAnswers.requireAbsent(
                asked, "effectiveAt", "does not apply to the refund of a job: it takes back what the job weighs now");
        DomainSnapshot snapshot = view.snapshot();
        JobState state = visibleDomain.job(key);
        // An earlier job may have had this id.
        List<List<JobFact>> lives = state.lives();
        JobState latest = new JobState(lives.get(lives.size() - 1), state.asOf());
        JobView.Status status = snapshot.view(latest).status();
        if (status != JobView.Status.ENDED) {
            throw Problem.parameter(
                    "job",
                    key.job() + " of cluster " + key.cluster() + " has not ended: what it will weigh is not known yet");
        }
        List<Adjustment> refunds = new ArrayList<>();
        for (Measure measure : snapshot.measures()) {
            if (!measure.kind().accumulates() || !snapshot.statement(measure).ofAssociations()) {
                continue;
            }
            boolean inWindows = snapshot.statement(measure).windows() != null;
            JobCost.of(snapshot, key, latest, measure).forEach((association, value) -> {
                if (!(value.decayed() > 0)) {
                    return;
                }
                if (inWindows) {
                    throw Problem.parameter("job", key.job() + ": " + inWindows(measure));
                }
                if (association.user().isEmpty()) {
                    throw Problem.parameter(
                            "job", key.job() + ": was charged to account " + association.account() + " without a user");
                }
                refunds.add(new Adjustment(
                        association.tree(),
                        association.account(),
                        association.user(),
                        association.partition(),
                        measure.name(),
                        value.decayed(),
                        value.plain(),
                        null,
                        null));
            });
        }
        return refunds;
    }

    static String inWindows(Measure measure) {
        return "measure " + measure.name() + " keeps usage in windows, which no later amount takes back; adjust an"
                + " amount of the time in which it ran (effectiveAt)";
    }

    /** The job that a question names. */
    static JobKey key(DomainSnapshot snapshot, Answers.Parameters asked) {
        String job = asked.needed("job");
        String named = asked.text("cluster");
        List<JobKey> known = snapshot.clusters().stream()
                .filter(cluster -> named == null || named.equals(cluster))
                .map(cluster -> new JobKey(snapshot.domain(), cluster, job))
                .filter(key -> !snapshot.job(key).facts().isEmpty())
                .toList();
        if (known.size() > 1) {
            throw Problem.parameter(
                    "cluster",
                    "needed, because several have job " + job + ": "
                            + String.join(
                                    ", ", known.stream().map(JobKey::cluster).toList()));
        }
        if (known.isEmpty()) {
            throw Problem.notFound("job " + job + ": no cluster of domain " + snapshot.domain() + " has it, or it is"
                    + " forgotten: ended jobs are remembered for two horizons of the ledger. Then refund the hours that it"
                    + " used, with usedFrom and usedTo");
        }
        return known.get(0);
    }
}

package io.fairway.api.why;

import static io.fairway.policies.explain.Wording.rounded;

import io.fairway.core.priority.JobPriorityRecord;
import io.fairway.core.priority.PriorityTerm;
import io.fairway.policies.explain.JobOutlook;
import io.fairway.policies.explain.Outlook;
import io.fairway.policies.explain.Room;
import io.fairway.policies.explain.Sum;
import io.fairway.policies.family.Order;
import io.fairway.policies.family.PolicyFamily;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a waiting job has its place.
 *
 * @param summary one sentence
 * @param sentences whether it may start, what each term gives, which job is before it
 * @param rows rows that add up to the priority, see {@link Row}
 * @param formula how the priority is computed, in one line
 * @param changes what would change it
 * @param recovery what changes by itself over time
 * @param ahead the jobs before it, the nearest first
 */
public record WhyJob(
        double priority,
        String summary,
        List<String> sentences,
        List<Row> rows,
        String formula,
        List<String> changes,
        List<String> recovery,
        List<Ahead> ahead) {
    /**
     * A question about a job.
     *
     * @param place the place of the job, 1 = first; 0 = it has none
     * @param of number of jobs that have a place
     * @param before the jobs just before it, the nearest first
     * @param association the association whose fairshare counts; {@code null} = none
     * @param mostFairshare the largest value that {@link RankedJob#fairshare} can have; infinity = there is none
     * @param orders the orders of queues; empty if the policy does not order queues
     * @param room of the cluster; null = it is not known
     * @param at epoch milliseconds
     */
    public record Question(
            RankedJob job,
            long place,
            long of,
            List<RankedJob> before,
            Eligibility eligibility,
            PolicyFamily family,
            @Nullable WhyAssociation association,
            double mostFairshare,
            List<Order> orders,
            @Nullable Room room,
            long at) {
        public Question {
            before = List.copyOf(before);
            orders = List.copyOf(orders);
        }
    }

    public WhyJob {
        sentences = List.copyOf(sentences);
        rows = List.copyOf(rows);
        changes = List.copyOf(changes);
        recovery = List.copyOf(recovery);
        ahead = List.copyOf(ahead);
    }

    /** Answers a question. */
    public static WhyJob of(Question question) {
        RankedJob job = question.job();
        long at = question.at();
        WhyAssociation association = question.association();
        List<Row> parts = association == null ? List.of() : association.parts();
        List<Row> rows = PriorityRows.of(job, question.mostFairshare(), parts, at);
        List<Ahead> ahead = question.before().stream()
                .map(other -> Ahead.of(other, job, at))
                .toList();
        Sum sum = JobOutlook.sum(
                "sum", job.record().sum(at, job.fairshare()), job.record().terms(at, job.fairshare()));
        Outlook outlook = outlook(job, question.mostFairshare())
                .of(
                        question.family().formulaOfJobs(),
                        sum,
                        question.before().isEmpty()
                                ? null
                                : outlook(question.before().get(0), question.mostFairshare()),
                        at);
        List<String> changes = new ArrayList<>(outlook.changes());
        List<String> recovery = new ArrayList<>(outlook.recovery());
        if (association != null && job.record().fairshareNode() != null) {
            association.changes().forEach(change -> changes.add("For " + Words.owner(job) + ": " + change));
            recovery.addAll(association.recovery());
        }
        return new WhyJob(
                job.priority(at),
                summary(question),
                sentences(question, rows, ahead),
                rows,
                outlook.formula(),
                changes,
                recovery,
                ahead);
    }

    private static JobOutlook outlook(RankedJob job, double most) {
        return new JobOutlook(job.job(), job.record(), job.fairshare(), most);
    }

    private static String summary(Question question) {
        RankedJob job = question.job();
        String where = question.place() > 0
                ? "is " + Words.ordinal(question.place()) + " of " + Words.count(question.of())
                        + (question.of() == 1 ? " job that may start" : " jobs that may start")
                : "has no place among the waiting jobs";
        String in = job.queue().isEmpty() ? "" : " in queue " + job.queue();
        String may = switch (question.eligibility().state()) {
            case READY -> "";
            case HELD -> ", and is held";
            case INELIGIBLE -> ", and must not start yet";
        };
        return "Job " + job.job() + " of " + Words.owner(job) + in + " " + where + ", with priority "
                + Words.priority(job.priority(question.at())) + may + ".";
    }

    private static List<String> sentences(Question question, List<Row> rows, List<Ahead> ahead) {
        List<String> sentences = new ArrayList<>();
        if (!question.eligibility().sentence().isEmpty()) {
            sentences.add(question.eligibility().sentence());
        }
        Room room = question.room();
        if (room != null && !room.sentence(question.place()).isEmpty()) {
            sentences.add(room.sentence(question.place()));
        }
        largest(rows, question, sentences);
        WhyAssociation association = question.association();
        for (Row row : rows) {
            if (row.kind() == Row.Kind.FAIRSHARE) {
                sentences.add(row.sentence());
                if (association != null) {
                    sentences.addAll(association.sentences());
                }
            }
        }
        rows.stream()
                .filter(row -> row.kind() == Row.Kind.COMPONENT && row.contribution() != 0)
                .sorted(Comparator.comparingDouble(row -> -Math.abs(row.contribution())))
                .forEach(row -> sentences.add(row.sentence()));
        for (Row row : rows) {
            if (row.kind() == Row.Kind.BOUND && !question.job().record().held()) {
                sentences.add(row.sentence());
            }
        }
        if (!ahead.isEmpty()) {
            Ahead nearest = ahead.get(0);
            sentences.add(Words.job(nearest.job()) + " is just before it"
                    + (nearest.lead() > 0 ? ", " + rounded(nearest.lead()) + " ahead" : "") + " (" + nearest.because()
                    + ").");
        }
        amongEquals(question, sentences);
        queues(question, sentences);
        return sentences.stream().distinct().toList();
    }

    /** Names the largest term, if there is more than one. */
    private static void largest(List<Row> rows, Question question, List<String> sentences) {
        List<Row> terms = rows.stream()
                .filter(row -> row.kind() == Row.Kind.COMPONENT || row.kind() == Row.Kind.FAIRSHARE)
                .filter(row -> row.contribution() != 0)
                .toList();
        if (terms.size() > 1 && !question.job().record().held()) {
            Row most = Collections.max(terms, Comparator.comparingDouble(row -> Math.abs(row.contribution())));
            sentences.add(
                    "The largest term of its priority is " + most.name() + ": " + rounded(most.contribution()) + ".");
        }
    }

    /** Names what decides between jobs of equal priority. */
    private static void amongEquals(Question question, List<String> sentences) {
        JobPriorityRecord record = question.job().record();
        if (record.held()) {
            return;
        }
        if (record.components().isEmpty() && record.fairshareNode() == null) {
            sentences.add("No term of its policy applies to it: all such jobs have the same priority.");
        }
        for (PriorityTerm term : record.thenTerms(question.at())) {
            sentences.add("Among jobs of equal priority, the one with the higher " + term.name()
                    + " goes first: it has " + rounded(term.weighted()) + ".");
        }
    }

    private static void queues(Question question, List<String> sentences) {
        String queue = question.job().queue();
        for (Order order : question.orders()) {
            int place = order.queues().indexOf(queue);
            if (place < 0) {
                continue;
            }
            if (order.queues().size() > 1 || !order.pool().isEmpty()) {
                sentences.add("Queue " + queue + " is served " + Words.ordinal(place + 1) + " of "
                        + Words.count(order.queues().size()) + " queues"
                        + (order.pool().isEmpty() ? "." : " of pool " + order.pool() + "."));
            }
            Long slots = order.slots().get(queue);
            if (slots != null) {
                sentences.add("Queue " + queue + " may hold " + Words.count(slots) + " slots"
                        + (order.pool().isEmpty() ? ", its job limit." : " of pool " + order.pool() + " now."));
            }
        }
    }
}

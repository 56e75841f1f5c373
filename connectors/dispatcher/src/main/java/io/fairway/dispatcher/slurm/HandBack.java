package io.fairway.dispatcher.slurm;

import io.fairway.avro.Dispatch;
import io.fairway.dispatcher.cluster.DispatchRecords;
import io.fairway.dispatcher.publish.FencedPublisher;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes back what Slurm was told, and puts that on record afterwards. */
final class HandBack {
    private static final Logger log = LoggerFactory.getLogger(HandBack.class);

    private final String name;
    private final Slurm slurm;
    private final NumberedJobs told;
    private long returned;
    private long kept;

    /** @param name of the dispatcher, in its records */
    HandBack(String name, Slurm slurm, NumberedJobs told) {
        this.name = name;
        this.slurm = slurm;
        this.told = told;
    }

    /** Jobs and arrays that were handed back, or no longer wait. */
    long returned() {
        return returned;
    }

    /** Jobs and arrays whose parameter Slurm refused to reset. */
    long kept() {
        return kept;
    }

    /**
     * Takes back these jobs.
     *
     * @return whether slurmctld answered to all
     * @throws SlurmRefusesException if this program may not do it
     */
    boolean take(List<Dispatch> jobs, long now, FencedPublisher publisher) {
        List<Update> updates = jobs.stream()
                .map(each -> new Update(each.getJob(), leverOf(each), null))
                .toList();
        List<Answer> answers = slurm.carryOut(updates);
        List<Dispatch> records = new ArrayList<>();
        boolean all = true;
        for (int i = 0; i < answers.size(); i++) {
            Answer answer = answers.get(i);
            Dispatch job = jobs.get(i);
            switch (answer.kind()) {
                case DONE, GONE -> returned++;
                case REFUSED -> {
                    kept++;
                    log.warn("job {} keeps its {}: {}", job.getJob(), job.getParameter(), answer.message());
                }
                case FORBIDDEN -> throw SlurmRefusesException.forbidden(answer);
                case UNANSWERED -> {
                    all = false;
                    continue;
                }
            }
            records.add(TellRecords.returned(job, name, now));
        }
        if (!records.isEmpty()) {
            publisher.write(records.stream().map(DispatchRecords::entry).toList());
            records.forEach(told::apply);
        }
        return all;
    }

    private static SlurmParameter leverOf(Dispatch told) {
        return Objects.requireNonNull(SlurmParameter.of(told.getParameter()), "told jobs have a lever");
    }
}

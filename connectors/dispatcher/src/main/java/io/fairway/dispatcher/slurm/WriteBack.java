package io.fairway.dispatcher.slurm;

import io.fairway.avro.Dispatch;
import io.fairway.core.model.JobKey;
import io.fairway.dispatcher.cluster.DispatchRecords;
import io.fairway.dispatcher.cluster.DispatchTarget;
import io.fairway.dispatcher.cluster.Freshness;
import io.fairway.dispatcher.order.DispatchQueue;
import io.fairway.dispatcher.process.Retry;
import io.fairway.dispatcher.publish.FencedPublisher;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a Slurm the order of its waiting jobs, and takes everything back at the end.
 *
 * <p>What is told is on record before it is told, and what is taken back is on record after it was: so the records name at
 * least all jobs that Slurm was told something of, also after this program was killed.
 */
public final class WriteBack implements DispatchTarget {
    private static final Logger log = LoggerFactory.getLogger(WriteBack.class);
    /** Bounds a transaction, whose readers wait for its end. */
    private static final int MOST = 500;
    /** Records older than this are written again. */
    private static final Duration REWRITE = Duration.ofDays(7);

    private static final Duration MEMORY = REWRITE.plusDays(1);
    private static final long REFUSED_AGAIN_MILLIS = 60_000;
    /** Without an answer for so long, the jobs keep their numbers at the end. */
    private static final long LEAVING_MILLIS = 60_000;

    private final WriteBackSettings settings;
    private final Slurm slurm;
    private final Consumer<String> listener;
    private final Numbering numbering;
    private final CallRate pace;
    private final HandBack handBack;
    private final Retry retry = new Retry();
    private final NumberedJobs told = new NumberedJobs();
    /** Jobs that Slurm may not have been told, and when to tell them again. */
    private final Map<JobKey, Long> doubtful = new HashMap<>();

    private final Freshness freshness;
    private final Set<JobKey> foreign = new HashSet<>();
    private long leavingSince = Long.MAX_VALUE;
    private boolean hasRehearsed;
    private long refused;

    /**
     * Tells nothing yet.
     *
     * @param listener gets what it does, a line at a time
     */
    WriteBack(WriteBackSettings settings, Slurm slurm, Consumer<String> listener) {
        this.settings = settings;
        freshness = new Freshness(
                settings.stale(), settings.cluster(), "Slurm is told nothing, and keeps what it was told", listener);
        this.slurm = slurm;
        this.listener = listener;
        numbering = settings.numbering();
        pace = new CallRate(settings.callsPerSecond());
        handBack = new HandBack(settings.name(), slurm, told);
    }

    @Override
    public Duration memory() {
        return MEMORY;
    }

    @Override
    public void recall(Dispatch record) {
        told.apply(record);
    }

    @Override
    public Counts counts() {
        return new Counts(0, 0, refused);
    }

    /** Whether the ranking of a domain was too old, or unknown, when it was last looked at. */
    public boolean isStale() {
        return freshness.isStale();
    }

    @Override
    public void cycle(String domain, DispatchQueue queue, long now, @Nullable FencedPublisher publisher) {
        if (settings.handBackOnly() || !retry.isOver(now) || !freshness.isFresh(domain, queue, now)) {
            return;
        }
        Ranking ranking = Ranking.of(
                queue.order(now),
                settings.cluster(),
                settings.step(),
                unit -> Plan.number(told.of(unit), settings.slurmParameter()));
        warn(ranking);
        Set<JobKey> again = doubtful.entrySet().stream()
                .filter(each -> each.getValue() <= now)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        Plan plan = Plan.of(
                ranking,
                told,
                told.of(domain, settings.cluster()),
                settings.slurmParameter(),
                numbering,
                again,
                queue::isWaiting,
                Instant.ofEpochMilli(now).minus(REWRITE));
        if (publisher == null) {
            rehearse(plan, ranking.units().size(), now);
        } else {
            carryOut(plan, ranking.units().size(), now, publisher);
        }
    }

    private void warn(Ranking ranking) {
        for (JobKey job : ranking.foreign()) {
            if (foreign.size() < MOST && foreign.add(job)) {
                log.warn("job {} of {} is not told: Slurm has no such ids", job.job(), job.cluster());
            }
        }
    }

    /** Prints what would be told, and takes it for told. */
    private void rehearse(Plan plan, int waiting, long now) {
        if (!plan.tellings().isEmpty() || !hasRehearsed) {
            TellTable.of(plan.tellings(), settings.slurmParameter(), waiting).forEach(listener);
        }
        hasRehearsed = true;
        plan.outdated().forEach(each -> told.apply(TellRecords.returned(each, settings.name(), now)));
        plan.gone().forEach(each -> told.apply(TellRecords.returned(each, settings.name(), now)));
        plan.tellings().forEach(each -> told.apply(record(each, waiting, now)));
    }

    private void carryOut(Plan plan, int waiting, long now, FencedPublisher publisher) {
        note(plan, now, publisher);
        int allowed = Math.min(MOST, pace.allowed(now));
        List<Dispatch> outdated = first(plan.outdated(), allowed);
        if (!outdated.isEmpty()) {
            pace.used(outdated.size());
            answered(handBack.take(outdated, now, publisher), now);
        }
        List<Plan.Telling> batch = first(plan.tellings(), allowed - outdated.size());
        if (!batch.isEmpty() && retry.isOver(now)) {
            tell(batch, plan.tellings().size(), waiting, now, publisher);
        }
    }

    /** Jobs that wait no longer leave the records; those whose records are old stay on them. */
    private void note(Plan plan, long now, FencedPublisher publisher) {
        List<Dispatch> notes = Stream.concat(
                        plan.gone().stream().map(each -> TellRecords.returned(each, settings.name(), now)),
                        plan.old().stream().map(each -> TellRecords.again(each, settings.name(), now)))
                .limit(MOST)
                .toList();
        if (!notes.isEmpty()) {
            write(notes, publisher);
            plan.gone().forEach(each -> doubtful.remove(Plan.key(each)));
        }
    }

    private void tell(List<Plan.Telling> batch, int planned, int waiting, long now, FencedPublisher publisher) {
        write(batch.stream().map(each -> record(each, waiting, now)).toList(), publisher);
        List<JobKey> keys = batch.stream().map(each -> each.unit().key()).toList();
        List<Update> updates = batch.stream()
                .map(each -> new Update(
                        each.unit().key().job(),
                        settings.slurmParameter(),
                        settings.slurmParameter().value(each.number())))
                .toList();
        keys.forEach(doubtful::remove);
        pace.used(updates.size());
        List<Answer> answers = slurm.carryOut(updates);
        int done = 0;
        boolean all = true;
        for (int i = 0; i < answers.size(); i++) {
            Answer answer = answers.get(i);
            JobKey key = keys.get(i);
            switch (answer.kind()) {
                case DONE -> done++;
                case GONE -> log.info("job {} waits no longer in Slurm: {}", key.job(), answer.message());
                case REFUSED -> {
                    refused++;
                    doubtful.put(key, now + REFUSED_AGAIN_MILLIS);
                    log.warn("Slurm refuses \"{}\": {}", answer.update().command(), answer.message());
                }
                case FORBIDDEN -> throw SlurmRefusesException.forbidden(answer);
                case UNANSWERED -> {
                    all = false;
                    doubtful.put(key, now);
                }
            }
        }
        answered(all, now);
        listener.accept("told " + done + " of " + planned + (planned == 1 ? " change, " : " changes, ") + waiting
                + " waiting" + (all ? "" : "; slurmctld does not answer, it is asked again later"));
    }

    private void answered(boolean all, long now) {
        if (all) {
            retry.succeeded();
        } else {
            retry.failed(now);
        }
    }

    @Override
    public boolean leave(String domain, DispatchQueue queue, long now, @Nullable FencedPublisher publisher) {
        List<Dispatch> left = told.of(domain, settings.cluster());
        if (publisher == null) {
            if (settings.handBackOnly()) {
                listener.accept(left.size() + " jobs and arrays would be handed back");
            }
            return true;
        }
        leavingSince = Math.min(leavingSince, now);
        if (left.isEmpty()) {
            listener.accept("handed back " + handBack.returned() + " jobs and arrays"
                    + (handBack.kept() == 0 ? "" : "; Slurm refused " + handBack.kept() + " more, see the log"));
            return true;
        }
        List<Dispatch> batch = first(left, Math.min(MOST, pace.allowed(now)));
        if (!batch.isEmpty() && retry.isOver(now)) {
            pace.used(batch.size());
            boolean all = handBack.take(batch, now, publisher);
            answered(all, now);
            leavingSince = all ? now : leavingSince;
        }
        if (now - leavingSince > LEAVING_MILLIS) {
            listener.accept(
                    left.size() + " jobs and arrays keep what they were told: slurmctld does not answer. The next start"
                            + " knows them; `--hand-back` takes them back");
            return true;
        }
        return false;
    }

    private Dispatch record(Plan.Telling telling, int waiting, long now) {
        return TellRecords.told(telling, settings.slurmParameter(), settings.name(), waiting, now);
    }

    private void write(List<Dispatch> written, FencedPublisher publisher) {
        publisher.write(written.stream().map(DispatchRecords::entry).toList());
        written.forEach(told::apply);
    }

    private static <T> List<T> first(List<T> all, int count) {
        return all.subList(0, Math.clamp(count, 0, all.size()));
    }
}

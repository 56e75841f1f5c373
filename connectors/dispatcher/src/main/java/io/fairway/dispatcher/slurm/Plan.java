package io.fairway.dispatcher.slurm;

import io.fairway.avro.Dispatch;
import io.fairway.core.model.JobKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is to be told, taken back and noted, so that Slurm has the order of Fairway. Pure.
 *
 * @param tellings the units that get another number, in their order
 * @param outdated units that were told by another lever: to be taken back
 * @param gone units that wait no longer: only to be noted
 * @param old records that must be written again before the topic forgets them
 */
record Plan(List<Telling> tellings, List<Dispatch> outdated, List<Dispatch> gone, List<Dispatch> old) {
    /**
     * A number for a unit.
     *
     * @param place 1 is served first
     * @param before the number that it was told; null if none
     */
    record Telling(Ranking.Unit unit, int place, @Nullable Long before, long number) {}

    Plan {
        tellings = List.copyOf(tellings);
        outdated = List.copyOf(outdated);
        gone = List.copyOf(gone);
        old = List.copyOf(old);
    }

    /**
     * The plan for an order.
     *
     * @param told all that was told and not taken back
     * @param doubtful units of which it is not known whether Slurm did as told: they are told again
     * @param isWaiting whether a unit outside the order waits, held or not
     * @param rewriteBefore records of an earlier time are old
     */
    static Plan of(
            Ranking ranking,
            NumberedJobs told,
            List<Dispatch> toldHere,
            SlurmParameter slurmParameter,
            Numbering numbering,
            Set<JobKey> doubtful,
            Predicate<JobKey> isWaiting,
            Instant rewriteBefore) {
        List<Ranking.Unit> units = ranking.units();
        long[] had = units.stream()
                .mapToLong(unit -> number(told.of(unit.key()), slurmParameter))
                .toArray();
        long[] numbers = numbering.assign(had);
        List<Telling> tellings = new ArrayList<>();
        Set<JobKey> ranked = new HashSet<>();
        for (int i = 0; i < numbers.length; i++) {
            Ranking.Unit unit = units.get(i);
            ranked.add(unit.key());
            if (numbers[i] != had[i] || doubtful.contains(unit.key())) {
                tellings.add(new Telling(unit, i + 1, had[i] == Numbering.NONE ? null : had[i], numbers[i]));
            }
        }
        List<Dispatch> outdated = new ArrayList<>();
        List<Dispatch> gone = new ArrayList<>();
        List<Dispatch> old = new ArrayList<>();
        for (Dispatch each : toldHere) {
            JobKey key = key(each);
            if (!ranked.contains(key) && !isWaiting.test(key)) {
                gone.add(each);
            } else if (SlurmParameter.of(each.getParameter()) != slurmParameter) {
                outdated.add(each);
            } else if (each.getTime().isBefore(rewriteBefore)) {
                old.add(each);
            }
        }
        return new Plan(tellings, outdated, gone, old);
    }

    /** The number of a record; {@link Numbering#NONE} without a record, or if it is of another lever. */
    static long number(@Nullable Dispatch told, SlurmParameter slurmParameter) {
        Long value = told == null || SlurmParameter.of(told.getParameter()) != slurmParameter ? null : told.getValue();
        return value == null ? Numbering.NONE : slurmParameter.number(value);
    }

    static JobKey key(Dispatch told) {
        return new JobKey(told.getDomain(), told.getCluster(), told.getJob());
    }
}

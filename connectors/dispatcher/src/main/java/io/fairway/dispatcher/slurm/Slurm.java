package io.fairway.dispatcher.slurm;

import java.util.List;

/** A way to slurmctld. One thread calls it. */
interface Slurm extends AutoCloseable {
    /**
     * Carries out updates, in their order.
     *
     * @return an answer to each; if slurmctld or the way to it fails, {@link Answer.Kind#UNANSWERED} for the rest
     */
    List<Answer> carryOut(List<Update> updates);

    @Override
    void close();
}

package io.fairway.collect.slurm;

import java.io.IOException;
import java.time.Instant;

/** Asks a Slurm for its queue. */
interface QueueSource {
    /**
     * One look at the whole queue.
     *
     * @param now the time, by this program's clock
     * @throws IOException if there is no complete answer
     */
    QueueLook look(Instant now) throws IOException, InterruptedException;
}

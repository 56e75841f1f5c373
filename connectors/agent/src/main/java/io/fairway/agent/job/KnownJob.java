package io.fairway.agent.job;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job that runs on this host, or ended lately.
 *
 * @param job the scheduler's id
 * @param run start of the run, epoch milliseconds
 * @param isStarted whether its start was reported; an end may come alone, or first
 * @param isFound whether the agent found it by itself; else somebody reported it
 * @param batchHost the host that reports it; null = this one
 * @param pid a process of it; null if it is known by its control group alone
 * @param ended when it ended, epoch milliseconds; null while it runs
 */
public record KnownJob(
        String job,
        long run,
        boolean isStarted,
        boolean isFound,
        @Nullable String batchHost,
        @Nullable Long pid,
        @Nullable Long ended) {

    /** The same job after its end. */
    KnownJob endedAt(long time) {
        return new KnownJob(job, run, isStarted, isFound, batchHost, pid, time);
    }

    /** Its form in a file: a message. */
    String line() {
        Map<String, String> values = new HashMap<>();
        values.put(JobMessage.JOB, job);
        values.put(JobMessage.RUN, seconds(run));
        if (isFound) {
            values.put("found", "true");
        }
        if (!isStarted) {
            values.put("unstarted", "true");
        }
        if (batchHost != null) {
            values.put(JobMessage.BATCH_HOST, batchHost);
        }
        if (pid != null) {
            values.put(JobMessage.PID, pid.toString());
        }
        if (ended != null) {
            values.put("ended", seconds(ended));
        }
        return new JobMessage(JobMessage.Verb.START, values).line();
    }

    /**
     * Reads the form of {@link #line}.
     *
     * @throws IllegalArgumentException if it is another
     */
    static KnownJob parse(String line) {
        JobMessage message = JobMessage.parse(line);
        Long run = message.millis(JobMessage.RUN);
        if (run == null) {
            throw new IllegalArgumentException("run: must be given");
        }
        return new KnownJob(
                message.job(),
                run,
                message.text("unstarted") == null,
                message.text("found") != null,
                message.text(JobMessage.BATCH_HOST),
                message.pid(),
                message.millis("ended"));
    }

    static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }
}

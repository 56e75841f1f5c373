package io.fairway.readers.line;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a line of an accounting log says of one run of a job, in the terms of all formats. A parser fills it, and
 * {@link #line} turns it into events, or tells why not. The fields are the parser's to set; those that it leaves alone
 * are unknown.
 */
public final class JobRecord {
    /** Unknown time. */
    public static final long NEVER = -1;

    /** Longest name of a cluster, job, account or user that Fairway takes. */
    private static final int MAX_NAME = 1024;

    /** The largest count that Fairway takes. */
    private static final double MAX_COUNT = 1e12;

    /** The last millisecond of the year 9999. */
    private static final long MAX_TIME = 253_402_300_799_999L;

    /**
     * A change of a run's size.
     *
     * @param at epoch milliseconds
     * @param allocated all that the run holds from then on, by TRES name; {@code mem} in MB
     */
    public record Resize(long at, Map<String, Double> allocated) {
        public Resize {
            allocated = Map.copyOf(allocated);
        }
    }

    /** How far the job had come when the line was written. */
    public enum State {
        /** It waits for its start. */
        WAITING,
        /** It runs. */
        RUNNING,
        /** The run ended, and the job with it. */
        ENDED,
        /** The run ended, and the job waits or runs again. */
        REQUEUED,
        /**
         * The run got another size at its end, which is its start too, and goes on. Its allocation is what it held before, since
         * an instant that the record does not have.
         */
        RESIZED,
        /** The job was cancelled, before its start or while it ran. */
        CANCELLED
    }

    /** See {@link #job}. */
    public final String source;

    /** The id that the scheduler assigned; must not stay empty. */
    public String job = "";
    /** Empty = the record does not name it: then it is that of the options. */
    public String cluster = "";
    /** Empty = none: then it is that of the options, or the group. */
    public String account = "";

    /** Must not stay empty in a record that makes events. */
    public String user = "";
    /** The rule that a record without a user breaks. */
    public String userRule = "must not be empty";

    /** How far the job had come. */
    public State state = State.ENDED;
    /** Epoch milliseconds; {@link #NEVER} = unknown. */
    public long submitted = NEVER;
    /** Epoch milliseconds; {@link #NEVER} = it never started. */
    public long started = NEVER;
    /** Epoch milliseconds; {@link #NEVER} = it has not ended. */
    public long ended = NEVER;

    /** The user group. */
    public @Nullable String group;
    /** The partition that the job is in (Slurm). */
    public @Nullable String partition;
    /** The queue (LSF, PBS). */
    public @Nullable String queue;
    /** The quality of service. */
    public @Nullable String qos;
    /** The project (LSF). */
    public @Nullable String project;
    /** The application profile (LSF). */
    public @Nullable String application;
    /** The name of the job. */
    public @Nullable String name;
    /** What the run holds from its start, by TRES name; {@code mem} in MB. An explicit 0 is known, a missing name is not. */
    public Map<String, Double> allocated = new TreeMap<>();

    /**
     * When the run started, of which {@link #started} is the start of its last size; {@link #NEVER} = it has one size. What it
     * held before is in records of their own.
     */
    public long earlierStart = NEVER;

    /** Later sizes of the run, in their order; between its start and its end. */
    public List<Resize> resizes = List.of();

    /** What the job asked for, by TRES name; {@code mem} in MB. */
    public Map<String, Double> requested = new TreeMap<>();
    /** Seconds; 0 or less = none or unknown. */
    public long timeLimit;
    /** Total of the run in seconds; not a number = unknown. */
    public double cpuSeconds = Double.NaN;

    /** How the run ended, in the scheduler's words. */
    public @Nullable String exitStatus;

    /** @param source the name of the format, which becomes the source of the events */
    public JobRecord(String source) {
        this.source = source;
    }

    /**
     * The events of this record, or the reason why it has none.
     *
     * @throws BadValueException for values that no job can have
     */
    public ParsedLine line(TraceOptions options, Interned<String> names) {
        name("job", job);
        String home = place(options);
        boolean ran = started != NEVER;
        boolean over = state == State.ENDED || state == State.REQUEUED || state == State.CANCELLED;
        if (ran && over) {
            if (ended == NEVER) {
                throw new BadValueException("end", "", "must be a time, because the job has ended");
            }
            if (ended < started) {
                throw new BadValueException(
                        "end",
                        shown(ended),
                        "must not be before the start, " + shown(started) + " (" + ended + " and " + started + " ms)");
            }
        }
        if (state == State.WAITING && submitted == NEVER) {
            throw new BadValueException("submit", "", "must be a time, because the job waits");
        }
        if (state == State.RUNNING && !ran) {
            throw new BadValueException("start", "", "must be a time, because the job runs");
        }
        for (long time : new long[] {submitted, started, ended}) {
            if (time > MAX_TIME) {
                throw new BadValueException("time", shown(time), "must not lie after the year 9999 (" + time + " ms)");
            }
        }
        SkipReason reason = reasonToSkip(options, ran, over);
        if (reason != null) {
            return new ParsedLine.Skipped(job, reason);
        }
        if (account.isEmpty()) {
            account = Objects.requireNonNullElse(options.defaultAccount(), Objects.requireNonNullElse(group, ""));
        }
        if (account.isEmpty()) {
            throw new BadValueException(
                    "account",
                    account,
                    "must not be empty; --default-account (default.account of a collector) names one for such jobs");
        }
        name("account", account);
        if (user.isEmpty()) {
            throw new BadValueException("user", user, userRule);
        }
        name("user", user);
        counts("allocated", allocated);
        resizes.forEach(resize -> counts("allocated", resize.allocated()));
        counts("requested", requested);
        return new ParsedLine.Job(new LoggedJob(this, options.domain() == null ? home : options.domain(), home, names));
    }

    private @Nullable SkipReason reasonToSkip(TraceOptions options, boolean ran, boolean over) {
        if (state == State.RESIZED) {
            return null;
        }
        if (options.scope() == TraceOptions.Scope.LIVE) {
            return over && !ran && ended == NEVER ? SkipReason.NEVER_STARTED : null;
        }
        if (!over) {
            return state == State.WAITING ? SkipReason.STILL_WAITING : SkipReason.STILL_RUNNING;
        }
        if (!ran) {
            return SkipReason.NEVER_STARTED;
        }
        if (ended == started) {
            return state == State.CANCELLED && processors() <= 0 ? SkipReason.NEVER_STARTED : SkipReason.NO_RUN_TIME;
        }
        return processors() <= 0 && !holdsOthers() ? SkipReason.NO_PROCESSORS : null;
    }

    /** Whether it is known to hold no processors, but something else, such as a GPU. A node is where it runs. */
    private boolean holdsOthers() {
        return allocated.containsKey("cpu")
                && allocated.entrySet().stream().anyMatch(each -> !each.getKey().equals("node") && each.getValue() > 0);
    }

    private static String shown(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    private double processors() {
        return allocated.getOrDefault("cpu", 0.0);
    }

    private String place(TraceOptions options) {
        String usual = options.cluster();
        String home = options.clusterBy() == TraceOptions.ClusterBy.RECORD && (!cluster.isEmpty() || usual == null)
                ? cluster
                : usual;
        if (home == null || home.isEmpty()) {
            throw new BadValueException("cluster", "", "must be named by the record, or with --cluster");
        }
        name("cluster", home);
        return home;
    }

    private static void name(String field, String value) {
        if (value.isEmpty()) {
            throw new BadValueException(field, value, "must not be empty");
        }
        if (value.length() > MAX_NAME) {
            throw new BadValueException(field, value, "must have at most " + MAX_NAME + " characters");
        }
    }

    private static void counts(String field, Map<String, Double> counts) {
        counts.forEach((name, count) -> {
            if (!(count >= 0 && count <= MAX_COUNT)) {
                throw new BadValueException(field + " " + name, count.toString(), "must be 0 to 1000000000000");
            }
        });
    }
}

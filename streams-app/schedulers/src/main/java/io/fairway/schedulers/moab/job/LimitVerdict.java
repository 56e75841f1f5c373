package io.fairway.schedulers.moab.job;

import io.fairway.schedulers.moab.credential.Credential;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the limits say of a waiting job.
 *
 * @param broken the limits that are in its way, in the order of its credentials; empty = none
 */
public record LimitVerdict(List<Broken> broken) {
    /** No limit is in the way. */
    public static final LimitVerdict NONE = new LimitVerdict(List.of());

    private static final int LONGEST_NAME = 200;

    /** How a limit is in the way. */
    public enum Kind {
        /** There are as many eligible jobs as may wait. */
        IDLEPOLICY,
        /** With this job, more would be active than the hard limit allows. */
        HARDPOLICY,
        /** The same of a soft limit: the job may start. */
        SOFTPOLICY,
        /** It could be active, but the jobs before it would use up the hard limit. It keeps accruing. */
        TURN
    }

    /**
     * A limit that is in the way.
     *
     * @param rule the limit and its credential, {@code MAXJOB=2 of USERCFG[anna]}
     */
    public record Broken(Kind kind, String rule) {
        /** A limit of a credential. Of a very long name only the beginning is kept. */
        public static Broken of(Kind kind, String limit, long value, Credential credential) {
            String name = credential.toString().replace('\n', ' ');
            String shown = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
            return new Broken(kind, limit + "=" + value + " of " + shown);
        }
    }

    public LimitVerdict {
        broken = List.copyOf(broken);
    }

    /** Whether the job may start. A soft limit is no obstacle. */
    public boolean mayStart() {
        return broken.stream().allMatch(limit -> limit.kind() == Kind.SOFTPOLICY);
    }

    /** Whether it exceeds a soft limit. */
    public boolean isSoft() {
        return broken.stream().anyMatch(limit -> limit.kind() == Kind.SOFTPOLICY);
    }

    /** What holds its queue time, unless JOBPRIOEXCEPTIONS names it. */
    public Set<QueueBlocker> blockers() {
        return broken.stream()
                .filter(limit -> limit.kind() != Kind.TURN)
                .map(limit -> QueueBlocker.parse(limit.kind().name()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(QueueBlocker.class)));
    }

    /** Why it may not start, in words; empty if it may. */
    public String reason() {
        return broken.stream()
                .filter(limit -> limit.kind() != Kind.SOFTPOLICY)
                .map(limit -> switch (limit.kind()) {
                    case IDLEPOLICY -> "as many jobs are eligible as may wait (" + limit.rule() + ")";
                    case TURN -> "the jobs before it take what may run (" + limit.rule() + ")";
                    case HARDPOLICY, SOFTPOLICY -> "as much runs as may (" + limit.rule() + ")";
                })
                .collect(Collectors.joining("; "));
    }

    /** One line for each limit; {@link #parse} reads it. */
    public String text() {
        return broken.stream().map(limit -> limit.kind() + " " + limit.rule()).collect(Collectors.joining("\n"));
    }

    /** Reads what {@link #text} wrote. */
    public static LimitVerdict parse(String text) {
        List<Broken> broken = new ArrayList<>();
        for (String line : text.split("\n")) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                broken.add(new Broken(Kind.valueOf(line.substring(0, blank)), line.substring(blank + 1)));
            }
        }
        return broken.isEmpty() ? NONE : new LimitVerdict(broken);
    }
}

package io.fairway.schedulers.lsf.fairshare;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The run of one job at an instant, for its user's consumption. All ages are hours before that instant.
 *
 * @param spans its periods in the RUN state, oldest first, without overlap; suspended time lies between them and does
 *     not count
 * @param finished whether the run is over (also by requeue)
 * @param committed committed run time, hours: the run limit of its submission (-W), else of its queue; {@code null} without
 *     one
 * @param gpus exclusive GPUs: its requested ones, or all of its exclusive hosts
 * @param cpus CPUs, which count with LSB_NCPU_ENFORCE=1, at least 1
 */
@RecordBuilder
public record JobRun(
        List<Span> spans, boolean finished, @Nullable Double committed, long gpus, long cpus)
        implements JobRunBuilder.With {
    /** A period in the RUN state, from {@code from} to {@code to} hours ago. */
    public record Span(double from, double to) {
        public Span {
            if (!(to >= 0 && from >= to && Double.isFinite(from))) {
                throw new IllegalArgumentException("run from " + from + " to " + to
                        + " h ago: must begin before it ends, and must not end in the future");
            }
        }

        double hours() {
            return from - to;
        }
    }

    public JobRun {
        spans = List.copyOf(spans);
        for (int i = 1; i < spans.size(); i++) {
            if (spans.get(i).from() > spans.get(i - 1).to()) {
                throw new IllegalArgumentException("runs " + spans + ": must be oldest first, without overlap");
            }
        }
        if (committed != null && !(committed >= 0)) {
            throw new IllegalArgumentException("committed run time " + committed + " h: must be at least 0");
        }
        if (gpus < 0) {
            throw new IllegalArgumentException("GPUs " + gpus + ": must be at least 0");
        }
        if (cpus < 1) {
            throw new IllegalArgumentException("CPUs " + cpus + ": must be at least 1");
        }
    }

    /** A job that has run for {@code hours} without a break. */
    public static JobRun running(double hours) {
        return new JobRun(List.of(new Span(hours, 0)), false, null, 0, 1);
    }

    /** A job that ran {@code hours} without a break and ended {@code age} hours ago. */
    public static JobRun finished(double hours, double age) {
        return new JobRun(List.of(new Span(age + hours, age)), true, null, 0, 1);
    }

    /** Hours in the RUN state, not decayed. */
    double hours() {
        double hours = 0;
        for (Span span : spans) {
            hours += span.hours();
        }
        return hours;
    }

    /** Hours in the RUN state; each decays by its age. */
    double decayedHours(HistoryDecay decay) {
        double hours = 0;
        for (Span span : spans) {
            hours += decay.accrued(span.from(), span.to());
        }
        return hours;
    }

    /** Hours since the end of the last period in the RUN state. */
    double endAge() {
        return spans.isEmpty() ? 0 : spans.get(spans.size() - 1).to();
    }
}

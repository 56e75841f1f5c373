package io.fairway.bench.section;

import java.util.List;
import java.util.Locale;

/** The sections, in the order of the table. */
public enum SectionName {
    /** A backlog against floors: processor time, events a second, bytes and records written. */
    PIPELINE(new PipelineSection()),
    /** Samples that change nothing. */
    SAMPLES(new SamplesSection()),
    /** What is written for an event, by topic and changelog. */
    WAYS(new WaysSection()),
    /** From an event to its priority. */
    LATENCY(new LatencySection()),
    /** What it takes while nothing happens. */
    IDLE(new IdleSection()),
    /** From the start of the process to the first result. */
    RESTART(new RestartSection()),
    /** The pure functions. */
    KERNELS(new KernelsSection()),
    /** A million associations. */
    MILLION(new MillionSection()),
    /** Twenty million jobs against the closed integral. */
    YEAR(new YearSection()),
    /** A real trace. */
    TRACE(new TraceSection());

    /** Those that run when none is named. */
    public static final List<SectionName> USUAL =
            List.of(PIPELINE, SAMPLES, WAYS, LATENCY, IDLE, RESTART, KERNELS);

    private final BenchSection section;

    SectionName(BenchSection section) {
        this.section = section;
    }

    public BenchSection section() {
        return section;
    }

    /** As it is given on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

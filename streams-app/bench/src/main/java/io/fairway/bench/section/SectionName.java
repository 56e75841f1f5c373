package io.fairway.bench.section;

import java.util.List;
import java.util.Locale;

/** The sections, in the order of the table. */
public enum SectionName {
    /** A backlog against floors: processor time, events a second, bytes and records written. */
    PIPELINE,
    /** Samples that change nothing. */
    SAMPLES,
    /** What is written for an event, by topic and changelog. */
    WAYS,
    /** From an event to its priority. */
    LATENCY,
    /** What it takes while nothing happens. */
    IDLE,
    /** From the start of the process to the first result. */
    RESTART,
    /** The pure functions. */
    KERNELS,
    /** What would be, asked while the domain lives. */
    WHATIF,
    /** A million associations. */
    MILLION,
    /** Twenty million jobs against the closed integral. */
    YEAR,
    /** A real trace. */
    TRACE;

    /** Those that run when none is named. */
    public static final List<SectionName> USUAL = List.of(PIPELINE, SAMPLES, WAYS, LATENCY, IDLE, RESTART, KERNELS);

    /** What it measures. */
    public BenchSection section() {
        return switch (this) {
            case PIPELINE -> new PipelineSection();
            case SAMPLES -> new SamplesSection();
            case WAYS -> new WaysSection();
            case LATENCY -> new LatencySection();
            case IDLE -> new IdleSection();
            case RESTART -> new RestartSection();
            case KERNELS -> new KernelsSection();
            case WHATIF -> new WhatIfSection();
            case MILLION -> new MillionSection();
            case YEAR -> new YearSection();
            case TRACE -> new TraceSection();
        };
    }

    /** As it is given on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package io.fairway.readers;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every format of traces, with one reader each. */
public enum TraceFormat {
    /** Standard Workload Format. */
    SWF("Standard Workload Format of the Parallel Workloads Archive: 18 numbers per line, header lines begin with ;") {
        @Override
        LineParser parser(TraceOptions options) {
            return new SwfParser(options);
        }
    };

    private final String description;

    TraceFormat(String description) {
        this.description = description;
    }

    /** A parser before its first line. */
    abstract LineParser parser(TraceOptions options);

    /** The name on the command line, and the source in its events. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One line for people. */
    public String description() {
        return description;
    }

    /** The reader of this format. */
    public TraceReader reader() {
        return (file, in, options) -> new Trace(file, Decompression.of(in), parser(options));
    }

    /**
     * The format of an id, in any case.
     *
     * @throws IllegalArgumentException for an unknown id; lists the ids
     */
    public static TraceFormat of(String id) {
        for (TraceFormat format : values()) {
            if (format.id().equals(id.toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        throw new IllegalArgumentException("trace format \"" + id + "\": must be one of "
                + Arrays.stream(values()).map(TraceFormat::id).collect(Collectors.joining(", ")));
    }
}

package io.fairway.readers;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Every format that a trace can be read from, one reader each. */
public enum TraceFormat {
    /** Standard Workload Format. */
    SWF("Standard Workload Format of the Parallel Workloads Archive: 18 numbers a line, header lines begin with ;") {
        @Override
        LineParser parser(TraceOptions options) {
            return new SwfParser(options);
        }
    };

    private final String description;

    TraceFormat(String description) {
        this.description = description;
    }

    /** A parser that has read nothing yet. */
    abstract LineParser parser(TraceOptions options);

    /** The name on the command line, and the source that its events name. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One line for people. */
    public String description() {
        return description;
    }

    /** What opens traces of this format. */
    public TraceReader reader() {
        return (file, in, options) -> new Trace(file, Decompression.of(in), parser(options));
    }

    /**
     * The format of an id, in any case.
     *
     * @throws IllegalArgumentException listing the ids, if it is none
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

package io.fairway.readers;

import java.io.IOException;
import java.io.InputStream;

/** Opens traces of one format. */
@FunctionalInterface
public interface TraceReader {
    /**
     * Opens a trace. Nothing but its first two bytes is read before its jobs are asked for.
     *
     * @param file its name, for messages
     * @param in its bytes, plain or in gzip's format, whatever the name says; closed with the trace
     * @throws IOException if the first bytes cannot be read
     */
    Trace open(String file, InputStream in, TraceOptions options) throws IOException;
}

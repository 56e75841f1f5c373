package io.fairway.readers;

import io.fairway.readers.line.TraceOptions;
import java.io.IOException;
import java.io.InputStream;

/** Opens traces of one format. {@link TraceFormat#reader} has one for each, so nothing else implements it. */
@FunctionalInterface
public interface TraceReader {
    /**
     * Opens a trace. It reads only the first two bytes before the first request for jobs.
     *
     * @param file its name, for messages
     * @param in its bytes, plain or in gzip's format, whatever its name; closed with the trace
     * @throws IOException if the first bytes are unreadable
     */
    Trace open(String file, InputStream in, TraceOptions options) throws IOException;
}

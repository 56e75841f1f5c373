package io.fairway.readers;

import io.fairway.readers.line.TraceOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

/** Real traces that come with Fairway; {@code traces/ORIGIN.md} beside them names their origin. */
public enum BundledTrace {
    /** Intel iPSC/860 at NASA Ames, October to December 1993: 128 processors, 18,239 jobs. Acknowledge Bill Nitzberg. */
    NASA_IPSC_1993("nasa", "NASA-iPSC-1993-3.1-cln.swf.gz", TraceFormat.SWF);

    private final String id;
    private final String file;
    private final TraceFormat format;

    BundledTrace(String id, String file, TraceFormat format) {
        this.id = id;
        this.file = file;
        this.format = format;
    }

    /** A short name for the command line. */
    public String id() {
        return id;
    }

    /** Opens the trace. */
    public Trace open(TraceOptions options) throws IOException {
        InputStream in = BundledTrace.class.getResourceAsStream("/traces/" + file);
        if (in == null) {
            throw new FileNotFoundException("trace " + file + ": must be among the program's resources");
        }
        return format.reader().open(file, in, options);
    }
}

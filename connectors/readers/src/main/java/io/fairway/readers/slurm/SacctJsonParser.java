package io.fairway.readers.slurm;

import io.fairway.readers.line.BadValueException;
import io.fairway.readers.line.JsonLine;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.TextLine;
import io.fairway.readers.line.TraceOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code sacct --json}: an object whose list {@code jobs} has an object for each run. Slurm prints it indented, over
 * many lines, so it is read a job at a time, and a damaged job does not spoil the others. A line may also hold the
 * whole answer, or a job, as {@code jq -c} prints them.
 */
public final class SacctJsonParser extends SlurmParser {
    private final SacctJsonJob jobs;
    private @Nullable StringBuilder job;
    private int lines;
    private int indent;
    private boolean inAnswer;
    private boolean inJobs;

    public SacctJsonParser(TraceOptions options) {
        super(new SlurmReading(options));
        jobs = new SacctJsonJob(reading);
    }

    /** Whether a line is one of such an answer, by a member that only the jobs of {@code sacct} have. */
    public static boolean recognizes(String line) {
        return line.contains("\"allocation_nodes\"");
    }

    @Override
    public ParsedLine parse(String line) {
        String text = line.strip();
        if (text.isEmpty()) {
            return ParsedLine.NOTHING;
        }
        int depth = line.indexOf(text.charAt(0));
        StringBuilder open = job;
        if (open == null) {
            return outside(text, depth);
        }
        boolean closes = depth == indent && (text.equals("}") || text.equals("},"));
        if (!closes && depth <= indent) {
            return new ParsedLine.Several(List.of(unfinished(lines), outside(text, depth)));
        }
        open.append(closes ? "}" : text).append('\n');
        lines++;
        if (closes) {
            job = null;
            return read(open.toString(), lines - 1);
        }
        return open.length() > TextLine.MAX_BYTES ? unfinished(lines - 1) : ParsedLine.NOTHING;
    }

    private ParsedLine outside(String text, int depth) {
        if (text.equals("{")) {
            begin(depth);
            return ParsedLine.NOTHING;
        }
        if (text.startsWith("{")) {
            return read(text.endsWith(",") ? text.substring(0, text.length() - 1) : text, 0);
        }
        if (!inAnswer || "\"}]-0123456789tfn".indexOf(text.charAt(0)) < 0) {
            return new ParsedLine.Bad("line", text, "must be a part of an answer of sacct --json");
        }
        if (!inJobs && text.startsWith("\"jobs\"") && text.endsWith("[")) {
            inJobs = true;
            indent = -1;
        } else if (text.startsWith("]") && (indent < 0 || depth < indent)) {
            inJobs = false;
        }
        inAnswer = depth > 0 || !text.startsWith("}");
        return ParsedLine.NOTHING;
    }

    /** Begins an answer in the first column, and a job at the depth of the first one. */
    private void begin(int depth) {
        if (depth == 0) {
            inAnswer = true;
            inJobs = false;
        } else if (inJobs && (indent < 0 || depth == indent)) {
            job = new StringBuilder("{");
            indent = depth;
            lines = 1;
        }
    }

    /** @param before number of lines before this one that belong to it */
    private ParsedLine read(String text, int before) {
        try {
            JsonLine object = JsonLine.of(text);
            return object.has("jobs") ? all(object) : jobs.read(object);
        } catch (BadValueException e) {
            return e.line().since(before);
        }
    }

    private ParsedLine all(JsonLine answer) {
        List<ParsedLine> parts = new ArrayList<>();
        for (JsonLine each : answer.list("jobs")) {
            try {
                parts.add(jobs.read(each));
            } catch (BadValueException e) {
                parts.add(e.line());
            }
        }
        return new ParsedLine.Several(parts);
    }

    private ParsedLine.Bad unfinished(int before) {
        String text = String.valueOf(job);
        job = null;
        return new ParsedLine.Bad("job", text, "must be a whole object of JSON", before);
    }

    @Override
    public ParsedLine end() {
        if (job != null) {
            return unfinished(lines - 1);
        }
        return inAnswer
                ? new ParsedLine.Bad("line", "", "must not be the last one: the answer goes on")
                : ParsedLine.NOTHING;
    }

    @Override
    public List<String> warnings() {
        return jobs.warnings();
    }
}

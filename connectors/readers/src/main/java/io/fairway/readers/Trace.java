package io.fairway.readers;

import io.fairway.avro.JobEvent;
import io.fairway.readers.TraceSummary.BadLine;
import io.fairway.readers.TraceSummary.SkippedJob;
import io.fairway.readers.line.LineParser;
import io.fairway.readers.line.ParsedLine;
import io.fairway.readers.line.SkipReason;
import io.fairway.readers.line.TextLine;
import io.fairway.readers.line.TraceJob;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A trace during its reading: a stream of its jobs in the order of the file, read on demand, and a summary of the
 * findings. Unreadable lines are counted and skipped, and so are records without events.
 */
public final class Trace implements Closeable {
    private static final int SHOWN_LENGTH = 60;

    private final String file;
    private final TraceFormat format;
    private final LineSource lines;
    private final TextLine text;
    private final LineParser parser;
    private final ArrayDeque<ParsedLine> parts = new ArrayDeque<>();

    private final Map<String, List<String>> header = new LinkedHashMap<>();
    private final Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    private final List<SkippedJob> firstSkipped = new ArrayList<>();
    private final List<BadLine> firstBadLines = new ArrayList<>();
    private long line;
    private long jobs;
    private long badLines;
    private boolean taken;
    private boolean ended;

    Trace(String file, TraceFormat format, InputStream in, LineParser parser) {
        this.file = file;
        this.format = format;
        this.parser = parser;
        text = new TextLine(parser);
        lines = new LineSource(in, text);
    }

    /** Takes over what an earlier file holds for this one; before this one is read. */
    public void follow(Trace earlier) {
        parser.follow(earlier.parser);
    }

    /** The format, named or found. */
    public TraceFormat format() {
        return format;
    }

    /**
     * The jobs, in the order of the file. Works once. The stream throws {@link UncheckedIOException} when the file
     * itself fails, such as a truncated compressed file; the exception names file and line.
     *
     * @throws IllegalStateException if jobs or events were read before
     */
    public Stream<TraceJob> jobs() {
        if (taken) {
            throw new IllegalStateException("trace " + file + ": must be read only once");
        }
        taken = true;
        return StreamSupport.stream(new Jobs(), false);
    }

    /**
     * The events of every job, job by job in the order of the file, in event-time order within a job.
     * {@link ReplayOrder} has them in event-time order over all jobs.
     *
     * @throws IllegalStateException if jobs or events were read before
     */
    public Stream<JobEvent> events() {
        return jobs().flatMap(job -> IntStream.range(0, job.events()).mapToObj(job::event));
    }

    /** The findings so far; complete at the end of the stream of jobs. */
    public TraceSummary summary() {
        List<String> warnings = new ArrayList<>(parser.warnings());
        warnings.addAll(text.warnings());
        return new TraceSummary(file, header, line, jobs, skipped, firstSkipped, badLines, firstBadLines, warnings);
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    /** Reads on to the next job. */
    private final class Jobs extends Spliterators.AbstractSpliterator<TraceJob> {
        Jobs() {
            super(Long.MAX_VALUE, ORDERED | NONNULL);
        }

        @Override
        public boolean tryAdvance(Consumer<? super TraceJob> action) {
            TraceJob job = nextJob();
            if (job == null) {
                return false;
            }
            action.accept(job);
            return true;
        }
    }

    private @Nullable TraceJob nextJob() {
        for (ParsedLine part = nextPart(); part != null; part = nextPart()) {
            switch (part) {
                case ParsedLine.Nothing nothing -> {}
                case ParsedLine.Header field ->
                    header.computeIfAbsent(field.name(), name -> new ArrayList<>())
                            .add(field.value());
                case ParsedLine.Skipped job -> skip(job);
                case ParsedLine.Sample sample ->
                    skip(new ParsedLine.Skipped(sample.sample().getJob(), SkipReason.SAMPLE));
                case ParsedLine.Bad bad -> reject(bad);
                case ParsedLine.Several several -> parts.addAll(several.parts());
                case ParsedLine.Job found -> {
                    jobs++;
                    return found.job();
                }
            }
        }
        return null;
    }

    private @Nullable ParsedLine nextPart() {
        return parts.isEmpty() ? nextLine() : parts.remove();
    }

    private @Nullable ParsedLine nextLine() {
        if (ended) {
            return null;
        }
        try {
            ParsedLine next = lines.next();
            if (next == null) {
                ended = true;
                return parser.end();
            }
            line++;
            return next;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    file + ", after line " + line + ": the file is unreadable from there on: " + e.getMessage(), e);
        }
    }

    private void skip(ParsedLine.Skipped job) {
        skipped.merge(job.reason(), 1L, Long::sum);
        if (firstSkipped.size() < TraceSummary.KEPT) {
            firstSkipped.add(new SkippedJob(line, job.job(), job.reason()));
        }
    }

    private void reject(ParsedLine.Bad bad) {
        badLines++;
        if (firstBadLines.size() < TraceSummary.KEPT) {
            String value = bad.value();
            firstBadLines.add(new BadLine(
                    file,
                    line - bad.before(),
                    bad.field(),
                    value.length() <= SHOWN_LENGTH ? value : value.substring(0, SHOWN_LENGTH) + "...",
                    bad.rule()));
        }
    }
}

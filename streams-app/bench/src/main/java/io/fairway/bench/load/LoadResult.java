package io.fairway.bench.load;

import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * The result of a plan.
 *
 * @param rate events a second of half the load
 * @param full measurements at full load
 * @param half measurements at half the load
 */
record LoadResult(LoadPlan plan, double rate, Pair full, Pair half) {
    /** Measurements without and with queries, and the queries of the latter. */
    record Pair(List<Stretch> alone, List<Stretch> read, Reads.Kind keys, Reads.Kind pages) {
        Pair() {
            this(new ArrayList<>(), new ArrayList<>(), new Reads.Kind(), new Reads.Kind());
        }

        /** The ratio of the processor time of an event with queries to that without; 1 = queries cost nothing. */
        double processorRatio() {
            return median(read, Stretch::microsPerEvent) / median(alone, Stretch::microsPerEvent);
        }

        /** The ratio of the events processed with queries to those without. */
        double rateRatio() {
            return median(read, Stretch::rate) / median(alone, Stretch::rate);
        }
    }

    static double median(List<Stretch> stretches, ToDoubleFunction<Stretch> of) {
        double[] sorted = stretches.stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    void print(PrintWriter out) {
        line(
                out,
                "domain",
                "%,d associations in %,d accounts, Fair Tree, half-life 7 days; %d processors (also for the"
                        + " load generator)",
                plan.associations(),
                plan.accounts(),
                Runtime.getRuntime().availableProcessors());
        line(
                out,
                "takes",
                "%,.0f events/s, %.0f microseconds of processor time each; %,.0f/s with queries: ratio %.3f",
                median(full.alone(), Stretch::rate),
                median(full.alone(), Stretch::microsPerEvent),
                median(full.read(), Stretch::rate),
                full.rateRatio());
        line(
                out,
                "half load",
                "%,.0f events/s; an event takes %.0f ms, with queries %.0f ms",
                rate,
                median(half.alone(), Stretch::millisInside),
                median(half.read(), Stretch::millisInside));
        line(
                out,
                "cost",
                "%.0f microseconds of processor time per event, with queries %.0f: ratio %.3f",
                median(half.alone(), Stretch::microsPerEvent),
                median(half.read(), Stretch::microsPerEvent),
                half.processorRatio());
        kind(out, "one key", half.keys(), plan.keyRate());
        kind(out, "ranking", half.pages(), plan.pageRate());
        out.flush();
    }

    private void kind(PrintWriter out, String name, Reads.Kind kind, double rate) {
        Histogram micros = kind.micros;
        line(
                out,
                name,
                "%,.0f/s: p50 %.1f ms, p99 %.1f ms, worst %.1f ms; %,d answered, %,d failed; age p50 %.1f s, p99 %.1f s"
                        + " before",
                rate,
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMaxValue() / 1e3,
                micros.getTotalCount(),
                kind.refused.get(),
                kind.ageMillis.getValueAtPercentile(50) / 1e3,
                kind.ageMillis.getValueAtPercentile(99) / 1e3);
    }

    @SuppressWarnings("AnnotateFormatMethod") // the formats are literals of this class
    private static void line(PrintWriter out, String name, String format, Object... values) {
        out.printf(Locale.ROOT, "%-9s %s%n", name, String.format(Locale.ROOT, format, values));
    }

    void write(Writer target) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("associations", plan.associations())
                .put("accounts", plan.accounts())
                .put("keyRate", plan.keyRate())
                .put("pageRate", plan.pageRate())
                .put("pageSize", plan.pageSize())
                .put("stretchSeconds", plan.stretch().toSeconds())
                .put("rounds", plan.rounds())
                .put("halfRate", rate);
        pair(root.putObject("full"), full);
        pair(root.putObject("half"), half);
        mapper.writer(new DefaultPrettyPrinter()).writeValue(target, root);
    }

    private static void pair(ObjectNode node, Pair pair) {
        node.put("rateRatio", pair.rateRatio()).put("processorRatio", pair.processorRatio());
        stretches(node, "alone", pair.alone());
        stretches(node, "withQuestions", pair.read());
        times(node.putObject("oneKey"), pair.keys());
        times(node.putObject("ranking"), pair.pages());
    }

    private static void stretches(ObjectNode node, String name, List<Stretch> stretches) {
        var array = node.putArray(name);
        for (Stretch stretch : stretches) {
            array.addObject()
                    .put("events", stretch.events())
                    .put("seconds", stretch.seconds())
                    .put("eventsPerSecond", stretch.rate())
                    .put("processorMicrosPerEvent", stretch.microsPerEvent())
                    .put("millisInside", stretch.millisInside());
        }
    }

    private static void times(ObjectNode node, Reads.Kind kind) {
        node.put("answered", kind.micros.getTotalCount()).put("refused", kind.refused.get());
        for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
            String name = "p" + (percentile == (long) percentile ? Long.toString((long) percentile) : percentile);
            node.put(name + "Millis", kind.micros.getValueAtPercentile(percentile) / 1e3)
                    .put(name + "AgeMillis", kind.ageMillis.getValueAtPercentile(percentile));
        }
    }
}
